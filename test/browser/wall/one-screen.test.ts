/** Screen Today of a wall tablet: everything is on one screen, at each size of the window and of the text. */
import { describe } from "bun:test";
import type { Page } from "playwright-core";
import { test } from "../../support/browser/browser.ts";
import { browserHome } from "../../support/browser/home.ts";
import { choresOf } from "../../support/browser/homes/chores.ts";
import { settle } from "../../support/browser/layout.ts";
import { targetFaults } from "../../support/browser/targets.ts";
import { expectPoll } from "../../support/browser/wait.ts";
import { wallAtRest } from "./shared-wall.ts";

declare const document: any; // Functions given to `page.evaluate` run in the page.
declare const innerHeight: number;
declare const innerWidth: number;

/** Time of the tests: 15:20 in the household, on a Friday. */
const now = new Date("2026-11-27T14:20:00Z");
const home = await browserHome({ demo: true, now });
const anna = home.api("Anna");
const idOf = (name: string) => home.member(name).id;

async function addEvent(title: string, from: string, to: string, names: readonly string[], day = "2026-11-27") {
  const memberIds = names.map(idOf);
  await anna.post("/v1/events", {
    title,
    startsAt: `${day}T${from}:00+01:00`,
    endsAt: `${day}T${to}:00+01:00`,
    memberIds,
  });
}

async function addTasks(name: string, labels: readonly string[], dueDate = "2026-11-27") {
  for (const label of labels) await anna.post("/v1/tasks", { label, memberId: idOf(name), dueDate });
}

// A full day of a family of four.
await addEvent("Swimming", "15:30", "16:15", ["Leo"]);
await addEvent("Hairdresser", "17:30", "18:15", ["Ben"]);
await addEvent("Football training in the park", "18:00", "19:00", ["Leo", "Ben"]);
await addEvent("Parents’ evening", "19:30", "21:00", ["Anna", "Ben"]);
await addEvent("Yoga", "20:00", "21:00", ["Anna"]);
await addEvent("Call with Grandma", "21:15", "21:45", ["Mia"]);
await addEvent("Football", "10:00", "12:00", ["Leo"], "2026-11-28");
await addEvent("Cinema", "15:00", "17:00", ["Mia"], "2026-11-28");
await addTasks("Anna", ["Renew the passports"], "2026-11-25");
await addTasks("Anna", ["Sign Mia’s trip form", "Present for Grandma", "Order hay", "Pay the school lunches"]);
await addTasks("Ben", ["Pay the climbing club", "Fix the bike light", "Wash the car", "Insure the caravan"]);
await addTasks("Mia", ["Practise the piano piece", "Learn the French words", "Pack the sports bag"]);
await addTasks("Leo", ["Finish the volcano poster", "Return the library books"]);
const chores = choresOf(home);
for (const name of ["Anna", "Ben", "Mia", "Leo"]) {
  await chores.add({ name: `Sort the laundry of ${name}`, memberIds: [name] });
}
for (const name of ["Vacuum downstairs", "Water the plants"]) {
  await chores.add({ name, assignment: "anyone", memberIds: ["Anna", "Ben"] });
}

const sizes = [
  { width: 1180, height: 820 },
  { width: 820, height: 1180 },
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
];
const texts = [100, 125, 150];

/** Chooses the size of the text as the settings do. */
const setText = (page: Page, percent: number) =>
  page.evaluate((value) => document.documentElement.style.setProperty("--wall-text", String(value / 100)), percent);

/** Returns what is cut off or lies outside of the window. */
function faultsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults: string[] = [];
    const { scrollHeight, scrollWidth } = document.documentElement;
    if (scrollHeight > innerHeight) faults.push(`the page is ${scrollHeight} px high`);
    if (scrollWidth > innerWidth) faults.push(`the page is ${scrollWidth} px wide`);
    const view = document.querySelector(".wall-today");
    for (const element of view.querySelectorAll("*")) {
      if (element.closest(".visually-hidden, svg, .wall-tomorrow > div")) continue;
      const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
      if (width === 0 || height === 0) continue;
      const isOutside = left < -0.5 || top < -0.5 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5;
      const name = `${element.className}: ${element.textContent.slice(0, 40)}`;
      if (isOutside) faults.push(`outside of the window: ${name}`);
    }
    for (const region of view.querySelectorAll("[data-fit], .wall-next, .wall-later, .wall-dinner, .wall-person")) {
      const { scrollHeight: inner, clientHeight } = region;
      if (inner > clientHeight + 1) faults.push(`${inner - clientHeight} px too high: ${region.className}`);
    }
    return faults;
  });
}

describe("The screen Today of a wall tablet", () => {
  test("A full day of a family of four is on one screen, in four windows and with three sizes of text", async () => {
    const page = await wallAtRest(home);
    for (const size of sizes) {
      await page.setViewportSize(size);
      for (const percent of texts) {
        await setText(page, percent);
        await settle(page);
        const name = `${size.width} × ${size.height} px, ${percent} %`;
        await expectPoll(async () => [name, ...(await faultsOf(page))]).toEqual([name]);
        for (const part of [".wall-clock", ".wall-next", ".wall-dinner"]) {
          await page.locator(part).first().waitFor();
        }
      }
      await expectPoll(() => targetFaults(page)).toEqual([]);
    }
  }, 240_000);
});
