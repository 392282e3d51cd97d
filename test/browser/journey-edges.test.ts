/**
 * Edge cases of the first hour: pairing at night, a browser that several people use, browser back, unknown addresses.
 */
import { describe, expect } from "bun:test";
import { addByPhrase } from "../support/browser/add-field.ts";
import { open, test } from "../support/browser/browser.ts";
import { moveTo } from "../support/browser/go.ts";
import { browserHome } from "../support/browser/home.ts";
import { nobody, press } from "../support/browser/homes/journey.ts";
import { eventually, expectPoll } from "../support/browser/wait.ts";

/** Matches the console message about status 404, with which the server sends the page of an unknown address. */
const missing = /status of 404/;

describe("A tablet", () => {
  test("A tablet that has just been paired is not dark, even at night", async () => {
    const home = await browserHome({ now: new Date("2026-11-21T22:30:00Z") }); // 23:30 in the household's time zone.
    const tablet = await open(home, { device: "tablet", path: "/wall", allow: [nobody] });
    await tablet.locator(".wall-code").waitFor();
    const code = ((await tablet.locator(".wall-code").textContent()) ?? "").replace(/\D/g, "");
    await home.api("Anna").post("/app/devices", { code, name: "Kitchen" });
    await tablet.locator(".wall").waitFor();
    await expectPoll(() => tablet.locator(".wall-night").count()).toBe(0);
    await tablet.reload();
    await tablet.locator(".wall-night").waitFor();
  });
});

describe("A shared browser", () => {
  test("When another member signs in to the same browser, Ctrl+Z undoes no change of the previous member", async () => {
    const home = await browserHome({ alone: true });
    const page = await open(home, { as: "Anna", path: "/tasks", allow: [nobody] });
    await addByPhrase(page, "Hide the presents");
    await page.getByText("Added “Hide the presents”").waitFor();
    await page.getByRole("link", { name: "Anna" }).click();
    await page.getByRole("button", { name: "Sign out", exact: true }).click();
    await page.getByRole("heading", { name: "Come on in" }).waitFor();
    await expectPoll(() => page.getByText("Hide the presents").count()).toBe(0);
    await page.getByRole("textbox", { name: "Name or email" }).fill("Ben");
    await page.getByRole("textbox", { name: "Password" }).fill("fireside tales");
    await press(page, "Sign in");
    await page.getByRole("navigation", { name: "Screens" }).waitFor();
    await page.keyboard.press("Control+z");
    await moveTo(page, "/activity");
    await page.getByRole("listitem").filter({ hasText: "Hide the presents" }).first().waitFor();
    await expectPoll(async () => (await home.api("Ben").get("/v1/tasks")).body.tasks).toHaveLength(1);
  });
});

describe("The browser's Back button", () => {
  test("The browser's Back button closes an open dialog, or else returns to the previous screen", async () => {
    const home = await browserHome();
    const page = await open(home, { as: "Anna", device: "phone", path: "/tasks" });
    await page.getByRole("navigation", { name: "Screens" }).getByRole("link", { name: "Lists" }).tap();
    await page.getByRole("heading", { name: "Lists", level: 1 }).waitFor();
    const dialog = page.getByRole("dialog");
    await page.getByRole("button", { name: "More", exact: true }).tap();
    await dialog.getByRole("link", { name: "Chores" }).waitFor();
    await page.goBack();
    await dialog.waitFor({ state: "detached" });
    expect(new URL(page.url()).pathname).toBe("/lists");
    await page.getByRole("button", { name: "More", exact: true }).tap();
    await dialog.getByRole("button", { name: "Search" }).tap();
    await page.getByRole("combobox").waitFor();
    await page.goBack();
    await dialog.waitFor({ state: "detached" });
    expect(page.url()).toBe(`${home.url}/lists`);
    await page.getByRole("button", { name: "More", exact: true }).tap();
    await dialog.getByRole("link", { name: "Recipes" }).tap();
    await page.getByRole("heading", { name: "Recipes", level: 1 }).waitFor();
    await expectPoll(() => dialog.count()).toBe(0);
    await page.goBack();
    await page.getByRole("heading", { name: "Lists", level: 1 }).waitFor();
    await expectPoll(() => dialog.count()).toBe(0);
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").fill("set");
    await page.keyboard.press("Enter");
    await eventually("what was found is shown", () => new URL(page.url()).pathname !== "/lists");
    await page.goBack();
    await page.getByRole("heading", { name: "Lists", level: 1 }).waitFor();
    await page.goBack();
    await page.getByRole("heading", { name: "Tasks", level: 1 }).waitFor();
  });
});

describe("An unknown address", () => {
  test("An unknown address shows a message with a link to the screen Today", async () => {
    const home = await browserHome();
    const page = await open(home, { as: "Mia", device: "phone", path: "/no/such/place", allow: [missing] });
    await page.getByRole("heading", { name: "There is nothing here" }).waitFor();
    await page.getByRole("link", { name: "Go to Today" }).click();
    await page.getByRole("navigation", { name: "Screens" }).waitFor();
    await eventually("Today is shown", () => new URL(page.url()).pathname === "/");
  });

  test("An unknown address shows the sign-in form to a visitor without a session", async () => {
    const home = await browserHome();
    const page = await open(home, { path: "/calendar/", allow: [missing, nobody] });
    await page.getByRole("heading", { name: "Come on in" }).waitFor();
  });
});
