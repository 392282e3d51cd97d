/** Settings → Calendars → Accounts: Google, with the household's own OAuth client. */
import { describe, expect } from "bun:test";
import type { Page } from "playwright-core";
import { open, test } from "../../support/browser/browser.ts";
import { type BrowserHome, browserHome } from "../../support/browser/home.ts";
import { now } from "../../support/browser/homes/calendar-pages.ts";
import { expectPoll } from "../../support/browser/wait.ts";
import { FakeGoogle, googleClient } from "../../support/google/google.ts";

const path = "/settings/calendars";
const google = new FakeGoogle();
google.addCalendar({ id: "anna@example.org", primary: true, summary: "Anna" });
const googleHome = () => browserHome({ now, env: { GOOGLE_BASE_URL: google.origin }, alone: false });

/** Opens Google's sign-in page and returns the address to which this page redirects. */
async function agree(url: string | null): Promise<URL> {
  const { headers } = await fetch(url ?? "", { redirect: "manual" });
  return new URL(headers.get("location") ?? "");
}

async function begin(home: BrowserHome): Promise<URL> {
  const api = home.api("Anna");
  await api.put("/app/google/client", googleClient);
  return agree((await api.post("/app/google/authorization", undefined)).body.url);
}

const opened = (page: Page) => page.getByRole("heading", { name: "Calendars of “anna@example.org”" });

async function fillClient(page: Page): Promise<void> {
  const sheet = page.getByRole("dialog");
  await sheet.getByRole("textbox", { name: "Client ID" }).fill(googleClient.clientId);
  await sheet.getByRole("textbox", { name: "Client secret" }).fill(googleClient.clientSecret);
  await sheet.getByRole("button", { name: "Next" }).click();
}

describe("An account at Google", () => {
  test("A user can connect a Google account by pasting the address to which Google redirects", async () => {
    const home = await googleHome();
    const page = await open(home, { as: "Anna", path: `${path}?newAccount=`, allow: [/422/] });
    const sheet = page.getByRole("dialog");
    await sheet.getByRole("combobox", { name: "What you connect" }).selectOption({ label: "Google" });
    for (const step of [/^Open the Google Cloud console/, /Google Calendar API/, /audience choose External/])
      await sheet.getByText(step).waitFor();
    await sheet.getByText(/“In production”\. Apps in testing lose their access after 7 days/).waitFor();
    await sheet.getByText(/choose Desktop app/).waitFor();
    await sheet.getByRole("button", { name: "Next" }).click();
    await sheet.getByText("Paste the client secret").waitFor();
    await fillClient(page);
    await sheet.getByText(`Your household’s client: ${googleClient.clientId}`).waitFor();
    await sheet.getByText(/At the end, Google leads to an address that begins with http:\/\/127/).waitFor();
    await sheet.getByRole("button", { name: "Sign in at Google" }).click();
    const link = sheet.getByRole("link", { name: "Open Google’s page" });
    const address = sheet.getByRole("textbox", { name: "Address of that page" });
    const connect = sheet.getByRole("button", { name: "Connect", exact: true });
    google.isDeclined = true;
    await address.fill((await agree(await link.getAttribute("href"))).href);
    await connect.click();
    await sheet.getByText("The sign-in was declined on Google’s page.").waitFor();
    google.isDeclined = false;
    const before = await link.getAttribute("href");
    await sheet.getByRole("button", { name: "Begin again" }).click();
    await expectPoll(() => link.getAttribute("href")).not.toBe(before);
    await address.fill((await agree(await link.getAttribute("href"))).href);
    await connect.click();
    await opened(page).waitFor();
    await sheet.getByText("Anna", { exact: true }).waitFor();
    await sheet.getByRole("button", { name: "Done" }).click();
    await page.getByText("Anna · Google, anna@example.org").waitFor();
  });

  test("The page to which Google redirects connects the account, and removes Google's code from its URL", async () => {
    const home = await googleHome();
    const { search } = await begin(home);
    const page = await open(home, { as: "Anna", path: `${path}/google${search}` });
    await opened(page).waitFor();
    expect(page.url()).not.toContain("code=");
    await page.goBack();
    expect(page.url()).not.toContain("code=");
  });

  test("The page to which Google redirects says why the connection failed, and offers to begin again", async () => {
    const home = await googleHome();
    const scopes = google.grantedScopes;
    google.grantedScopes = [];
    const { search } = await begin(home);
    const page = await open(home, { as: "Anna", path: `${path}/google${search}`, allow: [/422/] });
    await page.getByText("A permission is missing.").waitFor();
    google.grantedScopes = scopes;
    await expectPoll(() => page.url()).toBe(`${home.url}${path}/google`);
    await page.getByRole("link", { name: "Begin again" }).click();
    await page.getByRole("dialog").getByRole("heading", { name: "Connect Google" }).waitFor();
  });

  test("When Google has ended the access to an account, the settings say so, and offer a new sign-in", async () => {
    const home = await googleHome();
    const { href } = await begin(home);
    await home.api("Anna").post("/app/google/done", { address: href });
    home.db.$client.run(
      "UPDATE external_account SET state = 'needs_sign_in', error = 'test_grant' WHERE household_id = ?",
      [home.work().householdId],
    );
    const page = await open(home, { as: "Anna", path });
    await page.getByText(/^Google ended it after a week, because the app is in testing/).waitFor();
    await page.getByRole("button", { name: "Sign in again: anna@example.org" }).click();
    const sheet = page.getByRole("dialog", { name: "Sign in at Google again" });
    await sheet.getByRole("button", { name: "Sign in at Google" }).click();
    const link = sheet.getByRole("link", { name: "Open Google’s page" });
    await sheet.getByRole("textbox").fill((await agree(await link.getAttribute("href"))).href);
    await sheet.getByRole("button", { name: "Connect", exact: true }).click();
    await page.getByText("Signed in to “anna@example.org” again").waitFor();
    const { body } = await home.api("Anna").get("/app/calendar-accounts");
    expect(body.accounts).toMatchObject([{ state: "ready", error: null }]);
  });

  test("If Google can redirect to the server, a Google account is connected without copying an address", async () => {
    const home = await googleHome();
    const redirectUri = "https://home.example/app/google/done";
    const allow = [/another origin: [^ ]+\/o\/oauth2\//];
    const page = await open(home, { as: "Anna", path: "/activity", allow });
    await page.route("**/app/google/client", async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), redirectUri, isReturning: true } });
    });
    await page.route(`${google.origin}/**`, (route) => route.fulfill({ body: "Google" }));
    await page.goto(`${home.url}${path}?newAccount=google`);
    const sheet = page.getByRole("dialog");
    await sheet.getByText(/choose Web application/).waitFor();
    await expectPoll(() => sheet.getByRole("textbox", { name: "Redirect address" }).inputValue()).toBe(redirectUri);
    await fillClient(page);
    await sheet.getByText(/Then it leads back here\.$/).waitFor();
    await sheet.getByRole("button", { name: "Sign in at Google" }).click();
    await page.waitForURL(`${google.origin}/o/oauth2/**`);
    await page.goto(`${home.url}${path}/google${(await agree(page.url())).search}`);
    await opened(page).waitFor();
  });
});
