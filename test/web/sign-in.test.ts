/** Signing in, signing out, and signing in as another member. */
import { describe, expect } from "bun:test";
import type { Page } from "playwright-core";
import { open, test } from "../support/browser.ts";
import { expectAccessible } from "../support/browser-axe.ts";
import { connectionLoss } from "../support/browser-faults.ts";
import { type BrowserHome, browserHome, password } from "../support/browser-home.ts";
import { expectNoOverflow } from "../support/browser-layout.ts";
import { screens } from "../support/browser-screens.ts";
import { expectTargets44 } from "../support/browser-targets.ts";
import { eventually, expectPoll } from "../support/browser-wait.ts";

/** Errors that the browser logs without a session, with a wrong password, and after too many attempts. */
const refused = /40[14]|429|Authentication failed/;

async function signIn(page: Page, login: string, secret: string): Promise<void> {
  await page.getByRole("textbox", { name: "Name or email" }).fill(login);
  await page.getByRole("textbox", { name: "Password" }).fill(secret);
  await page.keyboard.press("Enter");
}

const navigation = (page: Page) => page.getByRole("navigation", { name: "Screens" });
const nameField = (page: Page) => page.getByRole("textbox", { name: "Name", exact: true });

/** Starts the server and ends Anna's session on the page. No queued change arrives before: it could rename her. */
async function startWithoutSession(home: BrowserHome, page: Page): Promise<void> {
  const profile = /\/app\/members\/[^/]+$/;
  await page.context().route(profile, (route) => route.abort("connectionreset"));
  home.start();
  const anna = home.api("Anna");
  const { sessions } = (await anna.get("/app/sessions")).body;
  for (const { id, current } of sessions) if (!current) await anna.delete(`/app/sessions/${id}`);
  await page.getByText(/You have been signed out/).waitFor();
  await page.context().unroute(profile);
}

/** Returns whether the household has a member with this name. */
async function isThere(home: BrowserHome, name: string): Promise<boolean> {
  const { members } = (await home.api("Ben").get("/v1/households/me/members")).body;
  return members.some((member: { name: string }) => member.name === name);
}

describe("signing in", () => {
  test("reports a wrong password, and the wait after too many attempts", async () => {
    const home = await browserHome({ alone: true, now: new Date("2026-11-10T12:00:00Z") }); // Attempts become available again with time.
    const page = await open(home, { device: "phone", path: "/sign-in", allow: [refused] });
    await page.getByRole("heading", { name: "Come on in" }).waitFor();
    await expectPoll(() => page.getByRole("textbox", { name: "Name or email" }).getAttribute("autocomplete")).toBe(
      "username",
    );
    const secret = page.getByRole("textbox", { name: "Password" });
    await expectPoll(() => secret.getAttribute("autocomplete")).toBe("current-password");
    await page.getByRole("button", { name: "Sign in" }).tap();
    await page.getByText("Your name or email is needed.").waitFor();
    for (let tries = 0; tries < 5; tries++) {
      const answered = page.waitForResponse((response) => response.url().endsWith("/app/session"));
      await signIn(page, "Anna", "not the password");
      await expectPoll(async () => (await answered).status()).toBe(401);
      await page.getByText("Wrong name or password").waitFor();
    }
    await signIn(page, "Anna", "not the password");
    await page.getByText(/Too many tries\. Try again in/).waitFor();
    await expectAccessible(page);
    await expectNoOverflow(page);
    await expectTargets44(page);
    await screens(page, "sign-in");
  });

  test("opens the requested address, by keyboard alone", async () => {
    const home = await browserHome({ alone: true });
    const page = await open(home, { path: "/settings/household", allow: [refused] });
    await page.getByRole("textbox", { name: "Name or email" }).focus();
    await page.keyboard.type("anna");
    await page.keyboard.press("Tab");
    await page.keyboard.type(password);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Household", level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/settings/household");
  });

  test("offers to pair the device as a kitchen tablet", async () => {
    const home = await browserHome({ alone: true });
    const page = await open(home, { device: "tablet", colorScheme: "dark", path: "/", allow: [refused] });
    await page.getByRole("heading", { name: "Come on in" }).waitFor();
    await expectAccessible(page);
    await screens(page, "sign-in dark");
    await page.getByRole("link", { name: /kitchen tablet/ }).tap();
    await page.waitForURL(`${home.url}/wall`);
  });

  test("speaks German to a German browser", async () => {
    const home = await browserHome({ alone: true });
    const page = await open(home, { locale: "de-DE", path: "/", allow: [refused] });
    await page.getByRole("heading", { name: "Komm herein" }).waitFor();
    await page.getByRole("textbox", { name: "Name oder E-Mail" }).fill("Anna");
    await page.getByRole("textbox", { name: "Passwort" }).fill("ganz falsch");
    await page.keyboard.press("Enter");
    await page.getByText("Name oder Passwort stimmt nicht").waitFor();
  });
});

describe("the end of a session", () => {
  test("from another device shows the sign-in at once, and keeps unsent changes", async () => {
    const home = await browserHome({ alone: true });
    const page = await open(home, { as: "Anna", path: "/settings/you", allow: [refused, connectionLoss] });
    await nameField(page).waitFor();
    await home.stop();
    await nameField(page).fill("Annabel");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Your profile is changed").waitFor();
    await page.getByText(/1 change waits to be sent/).waitFor();
    await startWithoutSession(home, page);
    await signIn(page, "Anna", password);
    await nameField(page).waitFor();
    await eventually("the change has arrived", () => isThere(home, "Annabel"));
    await expectPoll(async () => (await home.api("Ben").get("/v1/activity?limit=5")).body.entries[0].summary).toContain(
      "Annabel",
    );
  });

  test("hides and discards the changes of one member when another signs in", async () => {
    const home = await browserHome({ alone: true });
    const page = await open(home, { as: "Anna", path: "/settings/you", allow: [refused, connectionLoss] });
    await nameField(page).waitFor();
    await home.stop();
    await nameField(page).fill("Annabel");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText(/1 change waits to be sent/).waitFor();
    await startWithoutSession(home, page);
    await signIn(page, "Ben", password);
    await nameField(page).waitFor();
    await expectPoll(() => nameField(page).inputValue()).toBe("Ben");
    await page.reload();
    await nameField(page).waitFor();
    await expectPoll(() => isThere(home, "Annabel")).toBe(false);
    await expectPoll(() => isThere(home, "Anna")).toBe(true);
  });

  test("by sign-out asks first if unsent changes would be lost, and deletes all data", async () => {
    const home = await browserHome({ alone: true });
    const page = await open(home, {
      as: "Ben",
      device: "phone",
      path: "/settings/you",
      allow: [refused, connectionLoss],
    });
    await nameField(page).waitFor();
    await home.stop();
    await page.locator("label", { has: page.getByRole("radio", { name: "Grape" }) }).tap();
    await page.getByRole("button", { name: "Save" }).tap();
    await page.getByText(/Signing out loses it/).waitFor();
    await page.getByRole("button", { name: "Sign out", exact: true }).tap();
    const dialog = page.getByRole("alertdialog");
    await dialog.getByRole("button", { name: "Cancel" }).tap();
    home.start();
    await page.getByText("Nothing of the household stays in this browser.").waitFor();
    await page.getByRole("button", { name: "Sign out", exact: true }).tap();
    await page.getByRole("heading", { name: "Come on in" }).waitFor();
    await expectPoll(() => page.getByText(/You have been signed out/).count()).toBe(0);
    await page.goto(`${home.url}/settings/you`);
    await page.getByRole("heading", { name: "Come on in" }).waitFor();
    await expectPoll(() => navigation(page).count()).toBe(0);
  });

  test("applies to the other tabs of the browser", async () => {
    const home = await browserHome({ alone: true });
    const page = await open(home, { as: "Anna", path: "/settings/you", allow: [refused] });
    await nameField(page).waitFor();
    const other = await page.context().newPage();
    await other.goto(`${home.url}/settings/household`);
    await other.getByRole("textbox", { name: "Name of the household" }).waitFor();
    await page.getByRole("button", { name: "Sign out", exact: true }).click();
    await page.getByRole("heading", { name: "Come on in" }).waitFor();
    await other.getByRole("heading", { name: "Come on in" }).waitFor();
    await signIn(page, "Ben", password);
    await navigation(page).waitFor();
    expect((await page.evaluate("fetch('/app/session').then((answer) => answer.json())")) as object).toMatchObject({
      member: { name: "Ben" },
    });
  });

  test("deletes data that another tab stores a moment later", async () => {
    const home = await browserHome({ alone: true });
    await home.api("Anna").post("/v1/tasks", { label: "Anna's secret", memberId: home.member("Anna").id });
    const page = await open(home, { as: "Anna", path: "/tasks", allow: [refused] });
    await page.getByText("Anna's secret").waitFor();
    const read = () => page.evaluate(keptAnswers, null);
    await eventually("the task is kept", async () => (await read()).includes("secret"));
    const kept = await read();
    await page.goto(`${home.url}/settings/you`);
    await page.getByRole("button", { name: "Sign out", exact: true }).click();
    await page.getByRole("heading", { name: "Come on in" }).waitFor();
    await page.evaluate(keptAnswers, kept);
    await expectPoll(read).toContain("secret");
    await page.reload();
    await page.getByRole("heading", { name: "Come on in" }).waitFor();
    await expectPoll(read).not.toContain("secret");
  });
});

/** Returns the stored responses of the server as JSON, or stores those of `instead`, as another tab would. */
async function keptAnswers(instead: string | null): Promise<string> {
  const database = await new Promise<any>((resolve) => {
    const opening = indexedDB.open("inglenook-answers");
    opening.onsuccess = () => resolve(opening.result);
  });
  const answers = database.transaction("answers", "readwrite").objectStore("answers");
  for (const each of JSON.parse(instead ?? "[]")) answers.put(each, each.query.queryHash);
  const result = await new Promise<unknown>((resolve) => {
    const asked = answers.getAll();
    asked.onsuccess = () => resolve(asked.result);
  });
  database.close();
  return JSON.stringify(result);
}
