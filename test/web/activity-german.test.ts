/**
 * The German activity feed says as much as the English one, for everything that the server records. Needs no browser.
 */
import "./document.ts";
import { describe, expect, test } from "bun:test";
import { Glob } from "bun";
import { RouteTable } from "#platform/http/route-table.ts";
import { createApp } from "#server/app.ts";
import { sentenceOf } from "#web/features/activity/sentence.ts";
import type { ActivityEntry } from "#web/features/activity/source.ts";
import { activity, sentences } from "#web/i18n/de/activity.ts";
import { checkIns } from "#web/i18n/de/today.ts";
import { type Home, household, serverInProcess, testDeps } from "../support/home/home.ts";
import { requestOf, type Sample, samples } from "../support/operations/operations.ts";
import { germanFormats } from "../support/source/german-formats.ts";

const operations = new RouteTable(createApp(testDeps())).routes
  .filter(({ policy: { access, isHidden } }) => access !== "public" && access !== "visitor" && !isHidden)
  .map(({ method, policy }) => ({ method, id: policy.id }));

const words = { activity, sentences, checkIns };
const translations = sentences ?? {};

/** Returns the templates of `say` in a source file, with numbers for the pieces. */
function templatesIn(source: string): string[] {
  return [...source.matchAll(/\bsay`/g)].map(({ index }) => {
    let [text, pieces] = ["", 0];
    for (let at = index + 4; source[at] !== "`"; at++) {
      if (!source.startsWith("${", at)) {
        text += source[at];
        continue;
      }
      text += `{${pieces++}}`;
      at += 2;
      for (let depth = 1; depth > 0; at++) depth += source[at] === "{" ? 1 : source[at] === "}" ? -1 : 0;
      at--;
    }
    return text;
  });
}

const placeholders = (text: string) => [...text.matchAll(/\{\d\}/g)].map(([each]) => each).sort();

async function entriesOf(home: Home): Promise<ActivityEntry[]> {
  return (await home.as(home.members.anna).get("/app/activity?limit=100")).body.entries;
}

const inGerman = (entry: ActivityEntry) => sentenceOf(entry, words, germanFormats);
const months = ["Jan", "Feb", "März", "Apr", "Mai", "Juni", "Juli", "Aug", "Sept", "Okt", "Nov", "Dez"];
const englishMonths = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const englishDate = /\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) (\d+) (\w{3})(?: (\d{4}))?/g;

/** Returns the facts of the English summary: quoted names, members, dates, times and counts. */
function factsOf(summary: string): string[] {
  const quoted = [...summary.matchAll(/“([^”]*)”/g)].map(
    ([, name = ""]) => `„${checkIns.presetWords?.[name] ?? translations[name] ?? name}“`,
  );
  const dates = [...summary.matchAll(englishDate)].flatMap(([, day, month, year]) => [
    `${day}. ${months[englishMonths.indexOf(month!)]}`,
    year ?? "",
  ]);
  const rest = summary.replace(/“[^”]*”/g, "").replace(englishDate, "");
  const others = rest.match(/\b(?:Anna|Ben|Mia)\b|\d+(?::\d+)?/g) ?? [];
  return [...quoted, ...dates, ...others];
}

function expectAsFull(entries: readonly ActivityEntry[]): void {
  for (const entry of entries) {
    const german = inGerman(entry);
    for (const fact of factsOf(entry.summary)) expect(german).toContain(fact);
    expect(german).toStartWith("hat ");
    expect(german).not.toMatch(/[“”]\w|\{\d|\b(?:added|changed|the|with|and|due|every)\b/);
  }
}

describe("the German activity feed", () => {
  test("The German activity feed has exactly one translation for each English sentence of the server", async () => {
    const sources = [...new Glob("src/**/*.ts").scanSync(".")].filter((path) => !path.startsWith("src/web/"));
    const said = (await Promise.all(sources.map((path) => Bun.file(path).text()))).flatMap(templatesIn);
    expect(Object.keys(translations).sort()).toEqual([...new Set(said)].sort());
    for (const [text, translation] of Object.entries(translations)) {
      expect([text, placeholders(translation)]).toEqual([text, placeholders(text)]);
    }
  });

  test("The server records every activity entry as an English sentence that can be translated", async () => {
    for (const path of new Glob("src/**/*.ts").scanSync(".")) {
      const source = await Bun.file(path).text();
      if (!/\brecord\(/.test(source)) continue;
      expect([path, source.match(/\bsummary(?::| =)\s*["`].*/g)]).toEqual([path, null]);
    }
  });

  test("The German activity feed states the same facts as the English feed for every API operation", async () => {
    const said = new Set<string>();
    const server = serverInProcess();
    for (const { id, method } of operations) {
      const home = await household({ server });
      const sample = (await samples[id]?.(home)) as Sample;
      const caller = sample.path.startsWith("/app/") ? home.as(home.members.anna) : home;
      await caller.call(method, sample.path, requestOf(sample));
      const entries = await entriesOf(home);
      expectAsFull(entries);
      for (const { sentence } of entries) said.add(sentence?.text ?? "");
    }
    expect(said.size).toBeGreaterThan(40);
  }, 60_000);

  test("The German activity feed names the old and the new value of a change", async () => {
    const home = await household();
    const anna = home.as(home.members.anna);
    const { ben, mia } = home.members;
    const task = (await anna.post("/v1/tasks", { label: "Stamps", memberId: ben.id, dueDate: "2027-01-03" })).body;
    await anna.patch(`/v1/tasks/${task.id}`, { dueDate: "2026-12-03" });
    await anna.patch(`/v1/tasks/${task.id}`, { memberId: mia.id });
    await anna.patch(`/v1/tasks/${task.id}`, { label: "Letters", dueDate: null });
    const times = { startsAt: "2026-12-01T16:00:00+01:00", endsAt: "2026-12-01T17:00:00+01:00" };
    const piano = (
      await anna.post("/v1/events", { title: "Piano", ...times, recurrenceRule: "FREQ=WEEKLY;INTERVAL=2" })
    ).body;
    const slot = { editScope: "this", instanceStartsAt: "2026-12-15T15:00:00.000Z" };
    const moved = { startsAt: "2026-12-16T14:30:00+01:00", endsAt: "2026-12-16T15:30:00+01:00" };
    await anna.patch(`/v1/events/${piano.id}`, { ...slot, ...moved });
    await anna.post(`/v1/activity/${home.entries()[0]?.id}/undo`, undefined);
    await anna.post(`/v1/activity/${home.entries()[0]?.id}/undo`, undefined);
    await anna.post(`/v1/activity/${home.entries()[0]?.id}/undo`, undefined);
    const sectionId = (await anna.post("/v1/lists/sections", { name: "Home" })).body.id;
    const list = (await anna.post("/v1/lists", { name: "Shop", sectionId })).body;
    const add = async (body: object) => (await anna.post(`/v1/lists/${list.id}/blocks`, body)).body;
    const dairy = await add({ type: "task", content: "Dairy" });
    const milk = await add({ type: "task", content: "Milk" });
    const batch = (...operations: object[]) => anna.post(`/v1/lists/${list.id}/blocks/batch`, { operations });
    await batch({ op: "move", blockId: milk.id, parentId: dairy.id });
    await batch({ op: "move", blockId: milk.id, parentId: null });
    await batch({ op: "create", type: "task", content: "Eggs" }, { op: "update", blockId: milk.id, done: true });
    const dentist = (await anna.post("/v1/events", { title: "Dentist", ...times })).body;
    await anna.delete(`/v1/events/${dentist.id}`);
    await anna.delete(`/v1/events/${piano.id}?scope=all`);
    const parcel = (await anna.post("/v1/tasks", { label: "Parcel", memberId: ben.id, dueDate: "2026-12-04" })).body;
    await anna.delete(`/v1/tasks/${parcel.id}`);
    const entries = await entriesOf(home);
    expectAsFull(entries);
    expect(entries.map(inGerman)).toEqual(
      expect.arrayContaining([
        "hat „Stamps“ für Ben hinzugefügt, fällig am So., 3. Jan. 2027",
        "hat „Stamps“ auf Do., 3. Dez. gelegt",
        "hat „Stamps“ an Mia übergeben",
        "hat „Stamps“ geändert (Text und Datum)",
        "hat den Termin „Piano“ für Di., 1. Dez. eingetragen, alle 2 Wochen",
        "hat den Termin „Piano“ am Di., 15. Dez. auf Mi., 16. Dez. um 14:30 verschoben",
        "hat rückgängig gemacht: Termin „Piano“ am Di., 15. Dez. auf Mi., 16. Dez. um 14:30 verschoben",
        "hat wiederholt: Termin „Piano“ am Di., 15. Dez. auf Mi., 16. Dez. um 14:30 verschoben",
        "hat „Milk“ auf „Shop“ unter „Dairy“ verschoben",
        "hat „Milk“ auf „Shop“ zum eigenen Punkt gemacht (vorher unter „Dairy“)",
        "hat „Shop“ geändert: 1 Eintrag hinzugefügt, 1 abgehakt",
        "hat den Termin „Dentist“ am Di., 1. Dez. gelöscht",
        "hat die Serie „Piano“ gelöscht",
        "hat die Aufgabe „Parcel“ gelöscht, fällig am Fr., 4. Dez.",
      ]),
    );
    const english = entries.map(({ summary }) => summary);
    expect(english).toContain("moved “Milk” under “Dairy” on “Shop”");
    expect(english).toContain("moved “Milk” out of “Dairy” on “Shop”");
    expect(english).toContain("deleted the event “Dentist” on Tue 1 Dec");
    expect(english).toContain("deleted the series “Piano”");
    expect(english).toContain("deleted the task “Parcel”, due Fri 4 Dec");
  });

  test("The German activity feed names the changed record if an older server version wrote the entry", async () => {
    const home = await household();
    const [entry] = await entriesOf(home);
    expect(inGerman({ ...entry!, sentence: null })).toBe("hat den Schlüssel „Test key“ angelegt");
  });
});
