/** Tests the sign-in, and the end of a session. */
import { describe, expect } from "bun:test";
import type { Page } from "playwright-core";
import { open, test } from "../support/browser/browser.ts";
import { connectionLoss } from "../support/browser/faults.ts";
import { moveTo } from "../support/browser/go.ts";
import { type BrowserHome, browserHome, password } from "../support/browser/home.ts";
import { eventually, expectPoll } from "../support/browser/wait.ts";

/** Matches the errors that the browser logs without a session, with a wrong password, and after too many attempts. */
const refused = /40[14]|429|Authentication failed/;

async function signIn(page: Page, login: string, secret: string): Promise<void> {
  await page.getByRole("textbox", { name: "Name or email" }).fill(login);
  await page.getByRole("textbox", { name: "Password" }).fill(secret);
  await page.keyboard.press("Enter");
}

const nameField = (page: Page) => page.getByRole("textbox", { name: "Name", exact: true });

/** Stops the server and changes the member's name on the page. The change then waits in the outbox. */
async function renameOffline(home: BrowserHome, page: Page, name: string): Promise<void> {
  await nameField(page).waitFor();
  await home.stop();
  await nameField(page).fill(name);
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText(/1 change waits to be sent/).waitFor();
}

/**
 * Starts the server and ends the session of the page. Blocks the waiting change of the name until the session has
 * ended.
 */
async function startWithoutSession(home: BrowserHome, page: Page, name = "Anna"): Promise<void> {
  const profile = /\/app\/members\/[^/]+$/;
  await page.context().route(profile, (route) => route.abort("connectionreset"));
  home.start();
  const api = home.api(name);
  const { sessions } = (await api.get("/app/sessions")).body;
  for (const { id, current } of sessions) if (!current) await api.delete(`/app/sessions/${id}`);
  await page.getByText(/You have been signed out/).waitFor();
  await page.context().unroute(profile);
}

const namesOf = async (home: BrowserHome): Promise<string[]> =>
  (await home.api("Ben").get("/v1/households/me/members")).body.members.map(({ name }: { name: string }) => name);

describe("Signing in", () => {
  test("The sign-in form reports a wrong password and too many attempts, and leads to the requested page", async () => {
    // Attempts become available again with time.
    const home = await browserHome({ alone: true, now: new Date("2026-11-10T12:00:00Z") });
    const page = await open(home, { path: "/settings/household", allow: [refused] });
    await page.getByRole("heading", { name: "Come on in" }).waitFor();
    const login = page.getByRole("textbox", { name: "Name or email" });
    const secret = page.getByRole("textbox", { name: "Password" });
    await expectPoll(() => login.getAttribute("autocomplete")).toBe("username");
    await expectPoll(() => secret.getAttribute("autocomplete")).toBe("current-password");
    await page.getByRole("link", { name: /kitchen tablet/ }).click();
    await page.waitForURL(`${home.url}/wall`);
    await moveTo(page, "/settings/household");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByText("Your name or email is needed.").waitFor();
    await signIn(page, "Anna", "not the password");
    await page.getByText("Wrong name or password").waitFor();
    const wrong = { login: "Anna", password: "not the password" };
    for (let tries = 1; tries < 5; tries++) await home.api("Anna").post("/app/session", wrong);
    await signIn(page, "Anna", "not the password");
    await page.getByText(/Too many tries\. Try again in/).waitFor();
    await home.advance(60 * 60_000);
    await login.fill("anna");
    await login.press("Tab");
    await page.keyboard.type(password);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Household", level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/settings/household");
  });
});

describe("The end of a session", () => {
  test("If a session was ended elsewhere, unsent changes are sent only if the same member signs in again", async () => {
    const home = await browserHome({ alone: true });
    const page = await open(home, { as: "Anna", path: "/settings/you", allow: [refused, connectionLoss] });
    await renameOffline(home, page, "Annabel");
    await startWithoutSession(home, page);
    await signIn(page, "Anna", password);
    await eventually("the change has arrived", async () => (await namesOf(home)).includes("Annabel"));
    await renameOffline(home, page, "Annette");
    await startWithoutSession(home, page, "Annabel");
    await signIn(page, "Ben", password);
    await expectPoll(() => nameField(page).inputValue()).toBe("Ben");
    await expectPoll(() => page.getByText(/waits to be sent/).count()).toBe(0);
    await expectPoll(() => namesOf(home)).toContain("Annabel");
  });

  test("A sign-out warns of unsent changes that would be lost, and deletes the data in the browser", async () => {
    const home = await browserHome({ alone: true });
    const page = await open(home, {
      ...{ as: "Ben", device: "phone", path: "/settings/you", allow: [refused, connectionLoss] },
    });
    await nameField(page).waitFor();
    await home.stop();
    await page.locator("label", { has: page.getByRole("radio", { name: "Grape" }) }).tap();
    await page.getByRole("button", { name: "Save" }).tap();
    await page.getByText(/Signing out loses it/).waitFor();
    const signOut = page.getByRole("button", { name: "Sign out", exact: true });
    await signOut.tap();
    await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).tap();
    home.start();
    await page.getByText("Nothing of the household stays in this browser.").waitFor();
    await signOut.tap();
    await page.getByRole("heading", { name: "Come on in" }).waitFor();
    await expectPoll(() => page.getByText(/You have been signed out/).count()).toBe(0);
    await moveTo(page, "/settings/you");
    await page.getByRole("heading", { name: "Come on in" }).waitFor();
    await expectPoll(() => page.getByRole("navigation", { name: "Screens" }).count()).toBe(0);
    const stored = () =>
      page.evaluate(async () => {
        const opening = indexedDB.open("inglenook-answers");
        const database = await new Promise<any>((resolve) => {
          opening.onsuccess = () => resolve(opening.result);
        });
        const counted = database.transaction("answers").objectStore("answers").count();
        const count = await new Promise<number>((resolve) => {
          counted.onsuccess = () => resolve(counted.result);
        });
        database.close();
        return count;
      });
    await expectPoll(stored).toBe(0);
  });
});
