/** The check-ins screen. */
import { describe, expect } from "bun:test";
import type { Locator, Page } from "playwright-core";
import { defaultFaces } from "../../src/check-ins/presets.ts";
import { open, test } from "../support/browser.ts";
import { expectAccessible } from "../support/browser-axe.ts";
import { allow, connectionLoss } from "../support/browser-faults.ts";
import { type BrowserHome, browserHome } from "../support/browser-home.ts";
import { expectNoOverflow } from "../support/browser-layout.ts";
import { expectGoodLooksInBothSchemes } from "../support/browser-looks.ts";
import { expectTargets44 } from "../support/browser-targets.ts";
import { dismissToasts } from "../support/browser-toasts.ts";
import { eventually, expectPoll } from "../support/browser-wait.ts";
import { expectNothingExecuted, payloads } from "../support/markup.ts";

/** Saturday, 19:00 in the household's time zone. */
const now = new Date("2026-11-21T18:00:00Z");
const day = 86_400_000;
const everyDay = [1, 2, 3, 4, 5, 6, 7];

const ask = async (home: BrowserHome, who: string[], more: object = {}) =>
  (
    await home.api("Anna").post("/v1/check-ins", {
      ...{ presetKey: "happiness", question: "Its own", assigneeIds: who.map((name) => home.member(name).id) },
      ...{ daysOfWeek: everyDay, times: [{ time: "07:00", label: "At breakfast" }], ...more },
    })
  ).body;
const saidOf = async (home: BrowserHome, as = "Anna") =>
  (await home.api(as).get("/app/check-ins/history")).body.answers as {
    face: { label: string };
    note: string | null;
    date: string;
    memberId: string;
  }[];
const face = (page: Page, label: string) =>
  page.locator("label", { has: page.getByRole("radio", { name: label, exact: true }) });
/** Without the faces. */
const textsOf = async (days: Locator) => (await days.allInnerTexts()).map((text) => text.split("\n")[0]);
const send = (page: Page) => page.getByRole("button", { name: "That’s my answer" });

describe("check-ins", () => {
  test("ask an adult first, then about the others one question at a time, in words about them", async () => {
    const home = await browserHome({ now });
    await ask(home, ["Anna", "Mia"]);
    await ask(home, ["Mia"], { presetKey: "custom", question: "How was football?", times: [{ time: "18:00" }] });
    const page = await open(home, { as: "Anna", device: "tablet" });
    const asked = page.getByRole("region", { name: "Check-ins" }).locator(".today-question");
    await expectPoll(() => asked.allInnerTexts()).toEqual([
      ...["How do you feel inside today?", "Happiness", "How was football?"],
    ]);
    await page.getByRole("navigation").getByRole("link", { name: "Check-ins" }).tap();
    await page.getByRole("heading", { name: "How do you feel inside today?" }).waitFor();
    await send(page).waitFor();
    await expectPoll(() => page.getByRole("button", { name: /^Anna \d/ }).count()).toBe(0);
    await page.getByRole("button", { name: "Mia 2 questions" }).tap();
    await page.getByRole("heading", { name: "How does Mia feel inside today?" }).waitFor();
    const save = page.getByRole("button", { name: "Save Mia’s answer" });
    await save.tap();
    await page.getByText("Pick a face first.").waitFor();
    await face(page, "Happy").tap();
    await page.getByLabel("Did Mia say anything else?").fill("We won!");
    await expectAccessible(page);
    await expectTargets44(page);
    await save.tap();
    await page.getByRole("heading", { name: "Mia’s check-in: “How was football?”" }).waitFor();
    await face(page, "Okay").tap();
    await save.tap();
    await page.getByRole("heading", { name: "What Mia answered today" }).waitFor();
    await expectPoll(() => page.getByText(/\byou\b/i).count()).toBe(0);
    await eventually("both have arrived", async () => (await saidOf(home)).length === 2);
    await expectPoll(() => saidOf(home)).toMatchObject([
      { face: { label: "Okay" }, note: null },
      { face: { label: "Happy" }, note: "We won!" },
    ]);
    await page.getByRole("button", { name: "Somebody else" }).tap();
    await page.getByRole("button", { name: "Mia All answered" }).waitFor();
  });

  test("show a child only their own check-ins, and do not let the child edit the questions", async () => {
    const home = await browserHome({ now });
    const { id } = await ask(home, ["Mia"]);
    await ask(home, ["Ben"], { presetKey: "sleep" });
    await home.api("Ben").post(`/app/check-ins/${id}/answers`, {
      ...{ date: "2026-11-21", time: "07:00", memberId: home.member("Mia").id, faceIndex: 0 },
    });
    const page = await open(home, { as: "Mia", device: "phone", path: "/check-ins" });
    await page.getByRole("heading", { name: "Thank you, Mia!" }).waitFor();
    await expectPoll(() => page.getByRole("button", { name: "New check-in" }).count()).toBe(0);
    await expectPoll(() => page.getByText(/sleep|Ben|What we ask/).count()).toBe(0);
    await page.getByRole("button", { name: "Change my answer" }).tap();
    const sheet = page.getByRole("dialog");
    await sheet.getByRole("radio", { name: "Very happy", checked: true }).waitFor({ state: "attached" });
    await sheet.locator("label", { hasText: "A bit sad" }).tap();
    await expectAccessible(page);
    await sheet.getByRole("button", { name: "Change my answer" }).tap();
    await sheet.waitFor({ state: "detached" });
    await eventually("it is changed", async () => (await saidOf(home))[0]?.face.label === "A bit sad");
    await page.getByRole("button", { name: "Undo" }).tap();
    await eventually("it is as before", async () => (await saidOf(home))[0]?.face.label === "Very happy");
  });

  test("keep the last answer when two pages answer the same check-in, and both pages show it", async () => {
    const home = await browserHome({ now });
    await ask(home, ["Mia"]);
    const mias = await open(home, { as: "Mia", device: "phone", path: "/check-ins" });
    const annas = await open(home, { as: "Anna", path: `/check-ins?who=${home.member("Mia").id}` });
    await face(mias, "Very happy").tap();
    await face(annas, "Okay").click();
    await send(mias).tap();
    await eventually("the first is there", async () => (await saidOf(home)).length === 1);
    // Anna's page shows the thanks without a reload, because no check-in is left to answer.
    await annas.getByRole("heading", { name: "What Mia answered today" }).waitFor();
    await annas.getByRole("button", { name: "Change the answer" }).click();
    await annas.getByRole("dialog").locator("label", { hasText: "Okay" }).click();
    await annas.getByRole("dialog").getByRole("button", { name: "Change the answer" }).click();
    await mias.getByText("Okay").first().waitFor();
    await expectPoll(() => saidOf(home)).toMatchObject([{ face: { label: "Okay" } }]);
  });

  test("can be answered offline, and each answer arrives once", async () => {
    const home = await browserHome({ now });
    await ask(home, ["Mia"]);
    const page = await open(home, { as: "Mia", device: "phone", path: "/check-ins" });
    await face(page, "Happy").waitFor();
    allow(page, connectionLoss);
    await home.stop();
    await face(page, "Happy").tap();
    await send(page).tap();
    await page.getByRole("heading", { name: "Thank you, Mia!" }).waitFor();
    home.start();
    await eventually("it has arrived", async () => (await saidOf(home)).length === 1);
    const { entries } = (await home.api("Anna").get("/v1/activity")).body;
    expect(entries.filter(({ action }: { action: string }) => action === "answered")).toHaveLength(1);
  });

  test("show each check-in over the months, with gaps, and accept a late answer for a recent day only", async () => {
    const home = await browserHome({ now: new Date("2026-09-29T18:00:00Z") });
    const { id } = await ask(home, ["Mia", "Ben"]);
    await home.api("Mia").post(`/app/check-ins/${id}/answers`, {
      ...{ date: "2026-09-29", time: "07:00", memberId: home.member("Mia").id, faceIndex: 4 },
    });
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
    await page.getByRole("button", { name: "The month before" }).tap();
    await page.getByText("October 2026").waitFor();
    await page.getByRole("button", { name: "The month before" }).tap();
    await page.getByText("September 2026").waitFor();
    await page.getByRole("button", { name: "Tue 29 Sept: I would like a hug" }).waitFor();
    await expectPoll(() => page.getByRole("button", { name: "The month before" }).isDisabled()).toBe(true);
    await expectPoll(async () => (await textsOf(happiness)).slice(-3)).toEqual([
      ...["Mon 28 Sept: not asked", "Tue 29 Sept: I would like a hug", "Wed 30 Sept: no answer"],
    ]);
    await expectAccessible(page);
    await expectTargets44(page);
    await page.getByRole("button", { name: "The month after" }).tap();
    await page.getByRole("button", { name: "The month after" }).tap();
    await page.getByText("The last 31 days").waitFor();
    const list = page.getByRole("list", { name: "Mia: Happiness" });
    await list.getByRole("button", { name: "Thu 19 Nov: no answer" }).tap();
    await page.getByRole("dialog").getByRole("button", { name: "Answer" }).first().tap();
    await page.getByRole("dialog").locator("label", { hasText: "I would like a hug" }).tap();
    await page.getByRole("dialog").getByRole("button", { name: "That’s my answer" }).tap();
    await page.getByRole("dialog").getByText("I would like a hug").waitFor();
    await eventually("it is kept", async () => (await saidOf(home)).some(({ date }) => date === "2026-11-19"));
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Thu 19 Nov: I would like a hug" }).waitFor();
    await list.getByRole("button", { name: "Sat 14 Nov: no answer" }).tap();
    await page.getByRole("dialog").waitFor();
    await expectPoll(() => page.getByRole("dialog").getByRole("button", { name: "Answer" }).count()).toBe(0);
  });

  test("are shown in German", async () => {
    const home = await browserHome({ now });
    const page = await open(home, { as: "Anna", device: "phone", locale: "de-DE", path: "/check-ins" });
    await page.getByRole("button", { name: "Neue Frage" }).first().tap();
    const sheet = page.getByRole("dialog", { name: "Neue Frage" });
    await sheet.locator("label", { hasText: "Wie war’s heute in der Schule?" }).tap();
    await sheet.getByText("Mia").tap();
    await sheet.getByRole("button", { name: "Speichern" }).tap();
    await page.getByRole("button", { name: "Mia 1 Frage" }).tap();
    await page.getByRole("heading", { name: "Wie war die Schule heute für Mia?" }).waitFor();
    await expectNoOverflow(page);
    await expectAccessible(page);
  });
});

describe("an adult creates a check-in", () => {
  test("from a preset, which shows its question and faces", async () => {
    const home = await browserHome({ now });
    const page = await open(home, { as: "Anna", path: "/check-ins" });
    await page.getByRole("button", { name: "New check-in" }).first().click();
    const sheet = page.getByRole("dialog", { name: "New check-in" });
    await sheet.locator("label", { hasText: "How did you sleep last night?" }).click();
    await sheet.getByText("I hardly slept").waitFor();
    await sheet.getByRole("button", { name: "Save" }).click();
    await sheet.getByText("Pick at least one person.").waitFor();
    await expectAccessible(page);
    await sheet.getByText("Mia").click();
    await sheet.getByRole("checkbox", { name: "Sunday" }).press("Space");
    await sheet.getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: "Mia 1 question" }).waitFor();
    const made = async () => (await home.api("Anna").get("/v1/check-ins")).body.checkIns[0];
    await eventually("the server has it", async () => (await made()) !== undefined);
    await expectPoll(made).toMatchObject({
      ...{ presetKey: "sleep", name: "Sleep", daysOfWeek: [1, 2, 3, 4, 5, 6], faces: defaultFaces("sleep") },
      ...{ times: [{ time: "18:30", label: null }], notify: true, active: true },
    });
  });

  test("with an own question, then pauses and deletes it, and the answers stay", async () => {
    const home = await browserHome({ now });
    const page = await open(home, { as: "Anna", device: "phone", path: "/check-ins?edit=new" });
    const sheet = page.getByRole("dialog");
    await sheet.locator("label", { hasText: "Your own question" }).tap();
    await sheet.getByRole("textbox", { name: "Question" }).fill("How was football?");
    for (const number of [5, 4])
      await sheet
        .getByLabel(`Words for face ${number}`)
        .locator("xpath=ancestor::li")
        .getByRole("button", { name: "Remove" })
        .tap();
    await sheet.getByLabel("Words for face 1").fill("We won");
    await sheet.getByRole("button", { name: "Face 1" }).tap();
    await page.getByRole("button", { name: "🚀" }).tap();
    await sheet.getByText("Ben").tap();
    await sheet.getByLabel("Time 1", { exact: true }).fill("18:00");
    await sheet.getByLabel("Name of time 1").fill("After the match");
    await expectTargets44(page);
    await sheet.getByRole("button", { name: "Save" }).tap();
    await sheet.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Ben 1 question" }).tap();
    await face(page, "We won").tap();
    await page.getByRole("button", { name: "Save Ben’s answer" }).tap();
    await page.getByRole("heading", { name: "What Ben answered today" }).waitFor();
    await page.getByRole("button", { name: "Somebody else" }).tap();
    await dismissToasts(page); // A toast would cover the row.
    const row = page.getByRole("button", { name: /How was football\?.*After the match/ });
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
    await expectPoll(() => saidOf(home)).toMatchObject([{ face: { emoji: "🚀", label: "We won" } }]);
  });
});

describe("the check-ins screen", () => {
  test("shows hostile text as text", async () => {
    const home = await browserHome({ now });
    const texts = payloads.map((payload) => [...payload].slice(0, 40).join(""));
    for (const [index, question] of payloads.entries()) {
      const label = texts[index] || "x";
      const faces = [
        { emoji: "🙂", label },
        { emoji: "<b>", label: "No" },
      ];
      await ask(home, ["Anna"], {
        presetKey: "custom",
        question,
        name: question,
        faces,
        times: [{ time: "07:00", label }],
      });
    }
    const page = await open(home, { as: "Anna", path: "/check-ins" });
    await page
      .getByText(payloads.at(-1) ?? "")
      .first()
      .waitFor();
    await page.getByRole("heading", { name: payloads[0] ?? "" }).waitFor();
    await expectNothingExecuted(page);
  });

  test("fits and is accessible in every size, light and dark", async () => {
    const home = await browserHome({ demo: true });
    for (const device of ["phone", "tablet", "desktop"] as const) {
      const page = await open(home, { as: "Anna", device, path: "/check-ins" });
      await page.getByRole("heading", { name: "What we ask" }).waitFor();
      await page.getByRole("button", { name: /Today/ }).first().waitFor();
      // The history scrolls to its end, where it begins with a whole day.
      const starts = await page.locator(".check-ins-scroller").evaluateAll((scrollers: any[]) =>
        scrollers.map((scroller) => {
          const { left } = scroller.getBoundingClientRect();
          const lefts = [...scroller.querySelectorAll(".check-ins-weekday")].map(
            (each) => each.getBoundingClientRect().left - left,
          );
          return Math.min(...lefts.map(Math.abs));
        }),
      );
      expect(Math.max(...starts)).toBeLessThan(1);
      await expectGoodLooksInBothSchemes(page, "check-ins");
    }
  });
});

test("a German app shows a preset in German everywhere, and creates it as a preset", async () => {
  const home = await browserHome({ now });
  const { id } = home.member("Anna");
  const asked = { question: "x", assigneeIds: [id], daysOfWeek: [6], times: [{ time: "07:00" }] };
  await home.api("Anna").post("/v1/check-ins", { presetKey: "school", ...asked });
  const page = await open(home, { as: "Anna", locale: "de-DE", path: "/" });
  const question = "Wie war’s heute in der Schule?";
  await page.getByText(question).waitFor();
  await page.goto(`${home.url}/check-ins`);
  await page.getByRole("heading", { name: question }).waitFor();
  await page.getByText("Super", { exact: true }).click();
  await page.getByRole("button", { name: "Das ist meine Antwort" }).click();
  await page.getByRole("heading", { name: "Danke, Anna!" }).waitFor();
  await page.getByRole("button", { name: /Heute.*: Super/ }).waitFor();
  await expectPoll(async () => (await home.api("Anna").get("/app/check-ins/history")).body.answers).toMatchObject([
    { question: "How was school today?", face: { label: "I loved it" } },
  ]);
  await page.goto(`${home.url}/check-ins?edit=new`);
  const sheet = page.getByRole("dialog");
  await sheet.locator("label", { hasText: "Wie hast du geschlafen?" }).click();
  await sheet.getByText("Kaum geschlafen").waitFor();
  await sheet.getByText("Mia").click();
  await sheet.getByRole("button", { name: "Speichern" }).click();
  await sheet.waitFor({ state: "detached" });
  await expectPoll(async () => (await home.api("Anna").get("/v1/check-ins")).body.checkIns).toMatchObject([
    { presetKey: "school", name: "School" },
    { presetKey: "sleep", name: "Sleep", faces: defaultFaces("sleep") },
  ]);
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill("schlaf");
  await page.getByRole("option", { name: /Schlaf.*Wie hast du geschlafen/ }).click();
  await page.getByRole("dialog", { name: "Schlaf" }).waitFor();
});
