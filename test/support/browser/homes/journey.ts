/** First hour of a new household on an empty server. Helpers use only what the pages show. */
import { expect } from "bun:test";
import type { Page } from "playwright-core";
import { open } from "../browser.ts";
import { callsWith } from "../calls.ts";
import { moveTo } from "../go.ts";
import type { View } from "../pages.ts";
import type { freshSite } from "./fresh.ts";

/** Matches the console messages of a page while nobody is signed in, and of a paired tablet, which is not a member. */
export const nobody = /status of (401|403)/;

/** Password of every member. */
export const secret = "clock hands & knitting";

type Site = ReturnType<typeof freshSite>;

/** Clicks a button of the page, or of the sheet that is open over it. */
export const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true }).click();

/** Sets up a household with the setup link, in English, with Molly as its owner and the given other members. */
export async function setUp(site: Site, view: View = {}, others: readonly (readonly [string, string])[] = []) {
  const page = await open(site, { device: "phone", path: site.path, allow: [nobody], shell: true, ...view });
  await press(page, "Let’s begin");
  await press(page, "Next");
  await page.getByRole("textbox", { name: "Name" }).fill("Molly");
  await page.getByRole("textbox", { name: "Password" }).fill(secret);
  await press(page, "Create the household");
  await page.getByRole("heading", { name: "Who else lives here?" }).waitFor();
  for (const [name, role] of others) await addPerson(page, name, role);
  await page.getByRole("button", { name: /^(Next|Skip)$/ }).click();
  await page.getByRole("link", { name: "Go to Today" }).click();
  await page.getByRole("navigation", { name: "Screens" }).waitFor();
  return page;
}

/** Sets up a household without using the screens: Molly, who owns it, and Ron, a child. */
export async function begin(site: Site): Promise<void> {
  const anybody = callsWith(site.url, { Origin: site.url });
  const setup = await anybody.post("/app/setup", {
    ...{ token: site.path.split("#")[1], householdName: "The Burrow", timeZone: "Europe/Berlin" },
    ...{ memberName: "Molly", password: secret },
  });
  expect(setup.status).toBe(200);
  const molly = callsWith(site.url, {
    Origin: site.url,
    Cookie: setup.headers.get("set-cookie")?.split(";", 1)[0] ?? "",
  });
  expect((await molly.post("/app/members", { name: "Ron", role: "child" })).status).toBe(200);
}

/** Adds a person in the third step of the setup. */
export async function addPerson(page: Page, name: string, role: string): Promise<void> {
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await page.locator("label", { hasText: new RegExp(`^${role}$`) }).click();
  await press(page, "Add");
  await page.getByRole("list", { name: "Added so far" }).getByText(name, { exact: true }).waitFor();
}

/** Signs in on the sign-in page that is open. */
export async function signIn(page: Page, name: string): Promise<void> {
  await page.getByRole("textbox", { name: "Name or email" }).fill(name);
  await page.getByRole("textbox", { name: "Password" }).fill(secret);
  await press(page, "Sign in");
  await page.getByRole("navigation", { name: "Screens" }).waitFor();
}

/** Opens a page and signs in on it. */
export async function enter(site: Site, name: string, path = "/", view: View = {}): Promise<Page> {
  const page = await open(site, { device: "phone", path, allow: [nobody], shell: true, ...view });
  await signIn(page, name);
  return page;
}

/** Creates an invitation link in the settings of the signed-in member. */
export async function invite(page: Page, name: string): Promise<string> {
  await moveTo(page, "/settings/members");
  await press(page, `More for ${name}`);
  await page.getByRole("menuitem", { name: "Invite to sign in" }).click();
  await press(page, "Make the link");
  const link = await page.getByRole("textbox", { name: "Invitation link" }).inputValue();
  await press(page, "Done");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  return link;
}

/** Opens an invitation link in a separate browser, and chooses a password. */
export async function join(site: Site, link: string, view: View = {}): Promise<Page> {
  const { pathname, hash } = new URL(link);
  const page = await open(site, { device: "phone", path: pathname + hash, allow: [nobody], shell: true, ...view });
  await page.getByRole("heading", { name: /invites you to/ }).waitFor();
  await page.getByRole("textbox", { name: "Password" }).fill(secret);
  await press(page, "Join");
  await page.getByRole("navigation", { name: "Screens" }).waitFor();
  return page;
}

/**
 * Opens `/wall` in a second browser, and confirms its pairing code in the settings of the member who is signed in on
 * `phone`.
 */
export async function pair(site: Site, phone: Page, view: View = {}): Promise<Page> {
  const tablet = await open(site, { device: "tablet", path: "/wall", allow: [nobody], shell: true, ...view });
  await tablet.locator(".wall-code").waitFor();
  const code = ((await tablet.locator(".wall-code").textContent()) ?? "").replace(/\D/g, "");
  await moveTo(phone, "/settings/tablets");
  await phone.getByRole("button", { name: "Pair a tablet" }).first().click();
  await phone.getByLabel("Code on the tablet").fill(code);
  await phone.getByRole("dialog").getByRole("button", { name: "Pair a tablet" }).click();
  await phone.getByText("Kitchen tablet is paired").waitFor();
  await tablet.locator(".wall").waitFor();
  return tablet;
}

/** Creates an API key with all scopes in the settings, and returns the key. */
export async function makeKey(page: Page, name: string): Promise<string> {
  await moveTo(page, "/settings/integrations");
  await press(page, "Create a key");
  await page.getByRole("textbox", { name: "Name of the key" }).fill(name);
  await press(page, "Next");
  await page.locator("label", { hasText: "Everything" }).click();
  await press(page, "Next");
  await press(page, "Create the key");
  const key = await page.getByRole("textbox", { name: "Key", exact: true }).inputValue();
  await page.getByRole("button", { name: "Copy: Key" }).click();
  await press(page, "Done");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  return key;
}

/** Addresses of all screens for a signed-in member. */
export const screenPaths = [
  ...["/", "/calendar", "/tasks", "/chores", "/check-ins", "/lists", "/meals", "/recipes", "/activity", "/settings"],
  ...["you", "members", "household", "calendars", "tablets", "integrations", "about"].map(
    (part) => `/settings/${part}`,
  ),
];

/** Waits until a screen shows its content: a heading or a title, and no placeholders. */
export async function settled(page: Page): Promise<void> {
  await page.getByRole("navigation", { name: "Screens" }).waitFor();
  await page.locator("#main :is(h1, h2)").first().waitFor();
  await page.locator(".skeleton").first().waitFor({ state: "detached" });
  expect(await page.getByText("Something on this screen went wrong.").count()).toBe(0);
}
