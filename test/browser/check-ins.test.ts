/**
 * Tests the check-ins screen: answering for oneself and for others, the history, and how adults manage the questions.
 */
import { expect } from "bun:test";
import type { Locator, Page } from "playwright-core";
import { defaultFaces } from "#routines/check-ins/presets.ts";
import { open, test } from "../support/browser/browser.ts";
import { moveTo } from "../support/browser/go.ts";
import { type BrowserHome, browserHome } from "../support/browser/home.ts";
import { now } from "../support/browser/homes/calendar-pages.ts";
import { dismissToasts } from "../support/browser/toasts.ts";
import { eventually, expectPoll } from "../support/browser/wait.ts";

const day = 86_400_000;

const ask = async (home: BrowserHome, who: string[], more: object = {}) =>
  (
    await home.api("Anna").post("/v1/check-ins", {
      ...{ presetKey: "happiness", question: "Its own", assigneeIds: who.map((name) => home.member(name).id) },
      ...{ daysOfWeek: [1, 2, 3, 4, 5, 6, 7], times: [{ time: "07:00", label: "At breakfast" }], ...more },
    })
  ).body;
const answer = (home: BrowserHome, by: string, id: string, body: object) =>
  home.api(by).post(`/app/check-ins/${id}/answers`, {
    ...{ date: "2027-03-03", time: "07:00", memberId: home.member("Mia").id, faceIndex: 0, ...body },
  });
const saidIn = (home: BrowserHome) =>
  expectPoll(async () => (await home.api("Anna").get("/app/check-ins/history")).body.answers);
const checkInsOf = (home: BrowserHome) =>
  expectPoll(async () => (await home.api("Anna").get("/v1/check-ins")).body.checkIns);
const face = (page: Page, label: string) =>
  page.locator("label", { has: page.getByRole("radio", { name: label, exact: true }) });
/** Returns the first line of each day's text, such as “Wed 18 Nov: no answer”. */
const textsOf = async (days: Locator) => (await days.allInnerTexts()).map((text) => text.split("\n")[0]);

test("The check-ins screen asks an adult for their own answer first, and lets them answer for a child", async () => {
  const home = await browserHome({ now });
  await ask(home, ["Anna", "Mia"]);
  await ask(home, ["Mia"], { presetKey: "custom", question: "How was football?", times: [{ time: "08:00" }] });
  const page = await open(home, { as: "Anna" });
  const asked = page.locator("button.day-ask");
  await expectPoll(() => asked.allInnerTexts()).toEqual([
    ...["How do you feel inside today?", "Happiness", "How was football?"],
  ]);
  await page.getByRole("navigation").getByRole("link", { name: "Check-ins" }).click();
  await page.getByRole("heading", { name: "How do you feel inside today?" }).waitFor();
  await page.getByRole("button", { name: "That’s my answer" }).waitFor();
  await expectPoll(() => page.getByRole("button", { name: /^Anna \d/ }).count()).toBe(0);
  await page.getByRole("button", { name: "Mia 2 questions" }).click();
  await page.getByRole("heading", { name: "How does Mia feel inside today?" }).waitFor();
  const save = page.getByRole("button", { name: "Save Mia’s answer" });
  await save.click();
  await page.getByText("Pick a face first.").waitFor();
  await face(page, "Happy").click();
  await page.getByLabel("Did Mia say anything else?").fill("We won!");
  await save.click();
  await page.getByRole("heading", { name: "Mia’s check-in: “How was football?”" }).waitFor();
  await face(page, "Okay").click();
  await save.click();
  await page.getByRole("heading", { name: "What Mia answered today" }).waitFor();
  await expectPoll(() => page.getByText(/\byou\b/i).count()).toBe(0);
  await saidIn(home).toMatchObject([
    { face: { label: "Okay" }, note: null },
    { face: { label: "Happy" }, note: "We won!" },
  ]);
  await page.getByRole("button", { name: "Somebody else" }).click();
  await page.getByRole("button", { name: "Mia All answered" }).waitFor();
});

test("A child sees only their own check-ins, and can change an answer that an adult gave for the child", async () => {
  const home = await browserHome({ now });
  const { id } = await ask(home, ["Mia"]);
  await ask(home, ["Ben"], { presetKey: "sleep" });
  const page = await open(home, { as: "Mia", device: "phone", path: "/check-ins" });
  await face(page, "Okay").tap();
  await answer(home, "Ben", id, {});
  await page.getByRole("heading", { name: "Thank you, Mia!" }).waitFor();
  await expectPoll(() => page.getByRole("button", { name: "New check-in" }).count()).toBe(0);
  await expectPoll(() => page.getByText(/sleep|Ben|What we ask/).count()).toBe(0);
  await page.getByRole("button", { name: "Change my answer" }).tap();
  const sheet = page.getByRole("dialog");
  await sheet.getByRole("radio", { name: "Very happy", checked: true }).waitFor({ state: "attached" });
  await sheet.locator("label", { hasText: "A bit sad" }).tap();
  await sheet.getByRole("button", { name: "Change my answer" }).tap();
  await sheet.waitFor({ state: "detached" });
  await saidIn(home).toMatchObject([{ face: { label: "A bit sad" } }]);
  await page.getByRole("button", { name: "Undo" }).tap();
  await saidIn(home).toMatchObject([{ face: { label: "Very happy" } }]);
});

test("The history of check-ins shows each month's missed days, and only recent days can be answered late", async () => {
  const home = await browserHome({ now: new Date("2026-09-29T18:00:00Z") });
  const { id } = await ask(home, ["Mia", "Ben"]);
  await answer(home, "Mia", id, { date: "2026-09-29", faceIndex: 4 });
  await home.advance(50 * day);
  await ask(home, ["Mia"], { presetKey: "school", daysOfWeek: [1, 2, 3, 4, 5] });
  await home.advance(3 * day);
  const page = await open(home, { as: "Mia", device: "phone", path: "/check-ins" });
  const school = page.getByRole("list", { name: "Mia: School" }).getByRole("listitem");
  const happiness = page.getByRole("list", { name: "Mia: Happiness" }).getByRole("listitem");
  await school.last().waitFor();
  await expectPoll(async () => (await textsOf(school)).slice(-5)).toEqual([
    "Tue 17 Nov: not asked",
    ...["Wed 18 Nov: no answer", "Thu 19 Nov: no answer", "Yesterday: no answer", "Today: not asked"],
  ]);
  await expectPoll(() => happiness.count()).toBe(31);
  // The history is scrolled to its end, and begins there with a whole day.
  const nearest = await page.locator(".check-ins-scroller").evaluate((scroller: any) => {
    const { left } = scroller.getBoundingClientRect();
    const days = [...scroller.querySelectorAll(".check-ins-weekday")].map((each) => each.getBoundingClientRect().left);
    return { isAtEnd: days[0] < left, offset: Math.min(...days.map((each) => Math.abs(each - left))) };
  });
  expect(nearest.isAtEnd).toBe(true);
  expect(nearest.offset).toBeLessThan(1);

  const earlier = page.getByRole("button", { name: "The month before" });
  await earlier.tap();
  await page.getByText("October 2026").waitFor();
  await earlier.tap();
  await page.getByText("September 2026").waitFor();
  await page.getByRole("button", { name: "Tue 29 Sept: I would like a hug" }).waitFor();
  await expectPoll(() => earlier.isDisabled()).toBe(true);
  await expectPoll(async () => (await textsOf(happiness)).slice(-3)).toEqual([
    ...["Mon 28 Sept: not asked", "Tue 29 Sept: I would like a hug", "Wed 30 Sept: no answer"],
  ]);
  await page.getByRole("button", { name: "The month after" }).tap();
  await page.getByRole("button", { name: "The month after" }).tap();
  await page.getByText("The last 31 days").waitFor();

  const list = page.getByRole("list", { name: "Mia: Happiness" });
  const sheet = page.getByRole("dialog");
  await list.getByRole("button", { name: "Thu 19 Nov: no answer" }).tap();
  await sheet.getByRole("button", { name: "Answer" }).first().tap();
  await sheet.locator("label", { hasText: "I would like a hug" }).tap();
  await sheet.getByRole("button", { name: "That’s my answer" }).tap();
  await sheet.getByText("I would like a hug").waitFor();
  await eventually("the server has it", async () => {
    const { answers } = (await home.api("Anna").get("/app/check-ins/history")).body;
    return answers.some(({ date }: { date: string }) => date === "2026-11-19");
  });
  await page.keyboard.press("Escape");
  await list.getByRole("button", { name: "Thu 19 Nov: I would like a hug" }).waitFor();
  await list.getByRole("button", { name: "Sat 14 Nov: no answer" }).tap();
  await sheet.waitFor();
  await expectPoll(() => sheet.getByRole("button", { name: "Answer" }).count()).toBe(0);
});

test("An adult can create, pause and delete a check-in, and answers are kept even after the deletion", async () => {
  const home = await browserHome({ now });
  const page = await open(home, { as: "Anna", device: "phone", path: "/check-ins?edit=new" });
  const sheet = page.getByRole("dialog");
  await sheet.locator("label", { hasText: "Your own question" }).tap();
  await sheet.getByRole("textbox", { name: "Question" }).fill("How was football?");
  await sheet.getByRole("button", { name: "Save" }).tap();
  await sheet.getByText("Pick at least one person.").waitFor();
  for (const number of [5, 4]) {
    const row = sheet.locator("li", { has: page.getByLabel(`Words for face ${number}`) });
    await row.getByRole("button", { name: "Remove" }).tap();
  }
  await sheet.getByLabel("Words for face 1").fill("We won");
  await sheet.getByRole("button", { name: "Face 1" }).tap();
  await page.getByRole("button", { name: "🚀" }).tap();
  await sheet.getByText("Ben").tap();
  await sheet.getByLabel("Time 1", { exact: true }).fill("08:00");
  await sheet.getByLabel("Name of time 1").fill("Before school");
  await sheet.getByRole("button", { name: "Save" }).tap();
  await sheet.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Ben 1 question" }).tap();
  await face(page, "We won").tap();
  await page.getByRole("button", { name: "Save Ben’s answer" }).tap();
  await page.getByRole("heading", { name: "What Ben answered today" }).waitFor();
  await page.getByRole("button", { name: "Somebody else" }).tap();
  await dismissToasts(page); // A toast would cover the row.
  const row = page.getByRole("button", { name: /How was football\?.*Before school/ });
  await row.tap();
  await sheet.locator("label", { hasText: "It asks" }).tap();
  await sheet.getByRole("button", { name: "Save" }).tap();
  await row.getByText("Paused").waitFor();
  await row.tap();
  await sheet.getByRole("button", { name: "Delete" }).tap();
  await page.getByText("Its answers stay").waitFor();
  await page.getByRole("button", { name: /We won/ }).waitFor();
  await page.getByRole("button", { name: "Undo" }).last().tap();
  await row.getByText("Paused").waitFor();
  await saidIn(home).toMatchObject([{ face: { emoji: "🚀", label: "We won" } }]);
  await checkInsOf(home).toMatchObject([
    { active: false, faces: [{ emoji: "🚀", label: "We won" }, {}, {}], times: [{ time: "08:00" }] },
  ]);
});

test("A check-in with a ready-made question is shown in German if the language of the app is German", async () => {
  const home = await browserHome({ now });
  await ask(home, ["Anna"], { presetKey: "school" });
  const page = await open(home, { as: "Anna", locale: "de-DE", path: "/" });
  const question = "Wie war’s heute in der Schule?";
  await page.getByText(question).waitFor();
  await moveTo(page, "/check-ins");
  await page.getByRole("heading", { name: question }).waitFor();
  await page.getByText("Super", { exact: true }).click();
  await page.getByRole("button", { name: "Das ist meine Antwort" }).click();
  await page.getByRole("heading", { name: "Danke, Anna!" }).waitFor();
  await page.getByRole("button", { name: /Heute.*: Super/ }).waitFor();
  await saidIn(home).toMatchObject([{ question: "How was school today?", face: { label: "I loved it" } }]);
  await page.getByRole("button", { name: "Neue Frage" }).click();
  const sheet = page.getByRole("dialog");
  await sheet.locator("label", { hasText: "Wie hast du geschlafen?" }).click();
  await sheet.getByText("Kaum geschlafen").waitFor();
  await sheet.getByText("Mia").click();
  await sheet.getByRole("checkbox", { name: "Sonntag" }).press("Space");
  await sheet.getByRole("button", { name: "Speichern" }).click();
  await page.getByRole("button", { name: "Mia Später heute" }).waitFor();
  await checkInsOf(home).toMatchObject([
    { presetKey: "school", name: "School" },
    {
      ...{ presetKey: "sleep", name: "Sleep", daysOfWeek: [1, 2, 3, 4, 5, 6], faces: defaultFaces("sleep") },
      ...{ times: [{ time: "18:30", label: null }], notify: true, active: true },
    },
  ]);
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill("schlaf");
  await page.getByRole("option", { name: /Schlaf.*Wie hast du geschlafen/ }).click();
  await page.getByRole("dialog", { name: "Schlaf" }).waitFor();
});
