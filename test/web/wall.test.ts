/** The wall: a paired tablet that all members share. */

import { describe, expect } from "bun:test";
import type { Page } from "playwright-core";
import { dateIn } from "../../src/lib/time.ts";
import { open, test } from "../support/browser.ts";
import { allow, connectionLoss } from "../support/browser-faults.ts";
import { type BrowserHome, browserHome } from "../support/browser-home.ts";
import { tap } from "../support/browser-touch.ts";
import { eventually, expectPoll } from "../support/browser-wait.ts";
import { endedElsewhere, noMember, openWall } from "../support/wall.ts";

declare const window: any; // Functions given to `page.evaluate` run in the page.

const today = (home: BrowserHome) => dateIn("Europe/Berlin", home.now());
const feed = async (home: BrowserHome) => (await home.api("Anna").get("/v1/activity")).body.entries;
const codeOn = async (page: Page) => ((await page.locator(".wall-code").textContent()) ?? "").replace(/\D/g, "");

async function addChore(home: BrowserHome, name: string, who: readonly string[]) {
  const memberIds = who.map((each) => home.member(each).id);
  const chore = { name, emoji: "🧽", stars: 2, startDate: today(home), assignment: "each", memberIds };
  expect((await home.api("Anna").post("/app/chores", chore)).status).toBe(200);
}

async function addTask(home: BrowserHome, label: string, who: string) {
  const made = await home.api("Anna").post("/v1/tasks", { label, memberId: home.member(who).id, dueDate: today(home) });
  expect(made.status).toBe(200);
}

const who = (page: Page) => page.getByRole("dialog", { name: "Who are you?" });

describe("pairing a tablet", () => {
  test("shows a code on the tablet that an adult types on another device", async () => {
    const home = await browserHome();
    await addTask(home, "Feed the cat", "Ben");
    const tablet = await open(home, { device: "tablet", path: "/wall", allow: [noMember] });
    await tablet.getByRole("heading", { name: "Make this your family’s wall" }).waitFor();
    await tablet.locator(".wall-code").waitFor();
    const code = await codeOn(tablet);
    expect(code).toMatch(/^\d{6}$/);
    await tablet
      .getByRole("timer")
      .getByText(/^Good for (10:00|9:\d\d)$/)
      .waitFor();
    const phone = await open(home, { as: "Ben", device: "phone", path: "/settings/tablets" });
    await phone.getByRole("button", { name: "Pair a tablet" }).first().click();
    await phone.getByLabel("Code on the tablet").fill(code);
    await phone.getByRole("dialog").getByRole("button", { name: "Pair a tablet" }).click();
    await tablet.getByText("Feed the cat").waitFor();
    await expectPoll(() => tablet.locator("html").getAttribute("data-size")).toBe("wall");
    await tablet.reload();
    await tablet.getByText("Feed the cat").waitFor();
  });

  test("shows a new code when the first has expired", async () => {
    const home = await browserHome();
    const tablet = await open(home, { device: "tablet", path: "/manifest.webmanifest", allow: [noMember] });
    await tablet.clock.install();
    await tablet.goto(`${home.url}/wall`);
    await tablet.locator(".wall-code").waitFor();
    const first = await codeOn(tablet);
    await tablet.clock.fastForward(10 * 60_000);
    await eventually("another code is shown", async () => {
      await tablet.clock.runFor(1_000);
      return (await codeOn(tablet)) !== first;
    });
    await tablet
      .getByRole("timer")
      .getByText(/^Good for (10|9):/)
      .waitFor();
  });

  test("signs out the member who was signed in on the tablet", async () => {
    const home = await browserHome();
    const tablet = await open(home, { as: "Anna", device: "tablet", path: "/wall", allow: [noMember] });
    await tablet.getByText("Anna will then be signed out of this browser.").waitFor();
    await tablet.locator(".wall-code").waitFor();
    await home.api("Ben").post("/app/devices", { code: await codeOn(tablet), name: "Kitchen" });
    await tablet.locator(".wall").waitFor();
    expect(await tablet.evaluate(() => window.fetch("/app/session").then(({ status }: Response) => status))).toBe(403);
  });

  test("is required again as soon as an adult unpairs the tablet", async () => {
    const home = await browserHome();
    await addTask(home, "Feed the cat", "Ben");
    const { page, deviceId } = await openWall(home);
    await page.getByText("Feed the cat").waitFor();
    allow(page, endedElsewhere);
    await home.api("Anna").delete(`/app/devices/${deviceId}`);
    await page.locator(".wall-code").waitFor();
    await expectPoll(() => page.getByText("Feed the cat").count()).toBe(0);
    await page.getByRole("link", { name: "Sign in as a person instead" }).waitFor();
  });
});

describe("ticking on the wall", () => {
  test("asks who ticks, names that member in the feed, and remembers them for a minute", async () => {
    const home = await browserHome();
    await addChore(home, "Dishes", ["Mia"]);
    await addChore(home, "Table", ["Mia"]);
    const { page } = await openWall(home, { clock: home.now() });
    await tap(page, page.getByRole("checkbox", { name: "Dishes" }));
    await who(page).waitFor();
    await expectPoll(() =>
      who(page)
        .getByRole("button", { name: /Anna|Ben|Mia/ })
        .count(),
    ).toBe(3);
    await who(page).getByRole("button", { name: "Mia" }).click();
    await page.getByRole("checkbox", { name: "Dishes", checked: true }).waitFor();
    await eventually("Mia did it", async () => {
      const [entry] = await feed(home);
      return entry.action === "completed" && entry.actor.id === home.member("Mia").id;
    });
    await page.getByRole("checkbox", { name: "Table" }).click();
    await page.getByRole("checkbox", { name: "Table", checked: true }).waitFor();
    await page.clock.runFor(61_000);
    await page.getByRole("checkbox", { name: "Table" }).click();
    await who(page).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("checkbox", { name: "Table", checked: true }).waitFor();
  });

  test("is undone in the name of the member who did it", async () => {
    const home = await browserHome();
    await addChore(home, "Dishes", ["Mia"]);
    await addTask(home, "Read", "Mia");
    const { page } = await openWall(home);
    await page.getByRole("checkbox", { name: "Dishes" }).click();
    await who(page).getByRole("button", { name: "Mia" }).click();
    await page.getByRole("checkbox", { name: "Dishes", checked: true }).waitFor();
    await eventually("the server has it", async () => (await feed(home))[0].action === "completed");
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("checkbox", { name: "Dishes", checked: false }).waitFor();
    await page.getByRole("checkbox", { name: "Read" }).click();
    await page.getByRole("checkbox", { name: "Read", checked: true }).waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("checkbox", { name: "Read", checked: false }).waitFor();
    await eventually("all is open", async () => {
      const { chores } = (await home.api("Anna").get("/v1/chores")).body;
      const { tasks } = (await home.api("Anna").get("/v1/tasks?completed=false")).body;
      return chores[0].completions.length === 0 && tasks.length === 1;
    });
    await expectPoll(async () => (await feed(home)).every(({ actor }: any) => actor.name !== "Kitchen")).toBe(true);
  });

  test("offers only permitted members, and leaves the box empty until one is chosen", async () => {
    const home = await browserHome();
    await addTask(home, "Taxes", "Anna");
    const { page } = await openWall(home);
    await page.getByRole("checkbox", { name: "Taxes" }).click();
    await who(page).getByRole("button", { name: "Ben" }).waitFor();
    await expectPoll(() => who(page).getByRole("button", { name: "Mia" }).count()).toBe(0);
    await who(page).getByRole("button", { name: "Close" }).click();
    await expectPoll(() => page.getByRole("checkbox", { name: "Taxes" }).isChecked()).toBe(false);
  });

  test("works without the server, with a small mark, and is sent when the server is back", async () => {
    const home = await browserHome();
    await addTask(home, "Taxes", "Anna");
    const { page } = await openWall(home);
    await page.getByRole("checkbox", { name: "Taxes" }).click();
    await who(page).getByRole("button", { name: "Close" }).click();
    await who(page).waitFor({ state: "detached" });
    allow(page, connectionLoss);
    await home.stop();
    await page.getByRole("checkbox", { name: "Taxes" }).click();
    await who(page).getByRole("button", { name: "Anna" }).click();
    await page.getByRole("status", { name: "No connection to your server; 1 waiting to be sent" }).waitFor();
    await page.getByRole("checkbox", { name: "Taxes", checked: true }).waitFor();
    home.start();
    await page.locator(".wall-offline").waitFor({ state: "detached" });
    await eventually("it has arrived", async () => {
      const { tasks } = (await home.api("Ben").get("/v1/tasks?completed=true")).body;
      return tasks.length === 1;
    });
  });

  test("answers a check-in as the member who taps their picture", async () => {
    const home = await browserHome({ demo: true, now: new Date("2026-11-21T14:20:00Z") });
    const { page } = await openWall(home);
    await page.getByRole("button", { name: /^Mia answers/ }).click();
    const sheet = page.getByRole("dialog", { name: "How did you sleep last night?" });
    await tap(page, sheet.getByRole("radio").first().locator("xpath=.."));
    await sheet.getByRole("button", { name: "Answer" }).click();
    await page.getByRole("button", { name: /^Mia answers/ }).waitFor({ state: "detached" });
    await eventually("Mia did it", async () => {
      const [entry] = await feed(home);
      return entry.action === "answered" && entry.actor.id === home.member("Mia").id;
    });
  });

  test("works in the lists as well", async () => {
    const home = await browserHome({ demo: true });
    const { page } = await openWall(home);
    await page.getByRole("navigation").getByRole("link", { name: "Lists" }).click();
    await page.getByRole("link", { name: /Groceries/ }).click();
    await page.getByRole("checkbox", { name: "Apples" }).click();
    await who(page).getByRole("button", { name: "Leo" }).click();
    await page.getByRole("checkbox", { name: "Apples", checked: true }).waitFor();
    await eventually("Leo did it", async () => {
      const [entry] = await feed(home);
      return entry.subject.label === "Apples" && entry.actor.id === home.member("Leo").id;
    });
  });
});
