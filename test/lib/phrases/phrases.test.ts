/** Reading of phrases: 306 phrases of everyday life (`everyday.jsonl`), and each rule of the grammar by itself. */
import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { readPhrase } from "#lib/phrases/index.ts";
import type { PhraseField, PhraseOptions } from "#lib/phrases/model.ts";

type Expected = Readonly<Record<string, unknown>> & { readonly also?: readonly Readonly<Record<string, unknown>>[] };
type Row = {
  readonly id: string;
  readonly lang: string;
  readonly text: string;
  readonly now: string;
  readonly field: PhraseField;
  readonly members: readonly string[];
  readonly lists: readonly string[];
  readonly expect: Expected;
};

const named = (names: readonly string[]) => names.map((name) => ({ id: name, name }));
const rows: Row[] = (await Bun.file(join(import.meta.dir, "everyday.jsonl")).text())
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line));

/** Sorts what has no order: members and alternatives. */
function comparable(name: string, value: unknown): string {
  const isUnordered = (name === "members" || name === "ambiguous") && Array.isArray(value);
  return JSON.stringify(isUnordered ? value.map((each) => JSON.stringify(each)).sort() : (value ?? null));
}

/**
 * Returns the fields that differ from the expectation. Each entry of `also` holds further accepted values of fields. An
 * expected null means that the field is absent.
 */
function differences(reading: Readonly<Record<string, unknown>>, { also = [], ...expected }: Expected): string[] {
  return Object.entries(expected).flatMap(([name, value]) => {
    const read = comparable(name, reading[name]);
    const accepted = [value, ...also.flatMap((each) => (name in each ? [each[name]] : []))];
    const isAccepted = accepted.some((each) => comparable(name, each) === read);
    return isAccepted
      ? []
      : [`${name} is ${read} instead of ${accepted.map((each) => comparable(name, each)).join(" or ")}`];
  });
}

test.each(rows.map((row) => [row.id, row.lang, row.text, row] as const))(
  "The everyday phrase %s (%s) “%s” is read as a parent means it",
  (_id, language, text, { now, field, members, lists, expect: expected }) => {
    const options = { language, now, field, members: named(members), lists: named(lists) };
    expect(differences(read(text, options), expected)).toEqual([]);
  },
);

/** Friday on which the tests of rules run, unless they name another moment. */
const friday = "2026-11-27T16:00";
const monday = "2026-11-30T08:00";

const household: PhraseOptions = {
  language: "en",
  now: friday,
  timeZone: "Europe/Berlin",
  weekStart: 1,
  field: "any",
  members: named(["Anna", "Ben", "Leo", "Mia"]),
  lists: named(["Groceries", "Packing list", "Hardware store"]),
};

const read = (text: string, more: Partial<PhraseOptions> = {}) => readPhrase(text, { ...household, ...more });
const readGerman = (text: string, more: Partial<PhraseOptions> = {}) =>
  read(text, { language: "de", lists: named(["Einkauf", "Packliste", "Baumarkt"]), ...more });

describe("text that only looks like a day or a time", () => {
  test.each(
    (
      "room 12|buy size 9 boots|chapter 7|bus 42 home|no. 5|7up|call 112|version 1.2.3|" +
      "pay 24.12 €|pay £8.30|3/4 cup of milk|half a pound of butter|2nd floor|1st birthday card|" +
      "in May|March|May's mum|April has fleas|sun cream|a sat nav|they wed young|mon amour|" +
      "Mr Friday|Friday night lights|After Eight|anna@friday.example|https://a.example/3/4|24/7 line|" +
      "Friday's fish|020 7946 0018|twice a week|meet at 10 downing street|lunch at five guys"
    ).split("|"),
  )("The English phrase “%s” is text only", (text) => {
    expect(read(text, { field: "task" })).toEqual({
      kind: "task",
      title: text,
      ambiguous: null,
      assumed: [],
      spans: [],
    });
  });

  test.each(
    (
      "Raum 12|Größe 9|Kapitel 7|Bus 42|Nr. 5|7-Zwerge-Kuchen|Version 1.2.3|24,12 € zahlen|" +
      "3/4 Tasse Milch|ein halbes Pfund|2. Stock|1. Klasse|im Mai|Mai|Mai anrufen|Mi|so ein Mist|" +
      "Do it yourself|Mo hat Fieber|Guten Morgen|Guten Abend Lied|Herr Montag|Frau Sonntag|" +
      "Sonntagsbraten|Mo-Fr Ticket|Morgenstern|030 1234567|zweimal am Tag|um die Ecke|Rosenmontag"
    ).split("|"),
  )("The German phrase “%s” is text only", (text) => {
    const expected = { kind: "task", title: text, ambiguous: null, assumed: [], spans: [] } as const;
    expect(readGerman(text, { field: "task" })).toEqual(expected);
  });

  test("A short weekday that is also a word needs a time, a preposition or the end of the line beside it", () => {
    expect(read("gym sat")).toMatchObject({ title: "gym", date: "2026-11-28" });
    expect(read("gym on sat with Tom")).toMatchObject({ title: "gym with Tom", date: "2026-11-28" });
    expect(read("sat 9am gym")).toMatchObject({ title: "gym", start: "2026-11-28T09:00" });
    expect(read("sat down")).toMatchObject({ title: "sat down", spans: [] });
  });

  test("A second day stays text", () => {
    expect(read("monday: book the tuesday slot").title).toBe("book the tuesday slot");
    expect(readGerman("Montag Bericht über Dienstag").title).toBe("Bericht über Dienstag");
  });

  test("A preposition leaves the title only with the word that it introduces", () => {
    expect(read("party on the boat on monday").title).toBe("party on the boat");
    expect(readGerman("Ausflug am See am Montag").title).toBe("Ausflug am See");
    expect(readGerman("Kündigen zum 1. Januar").title).toBe("Kündigen");
  });
});

describe("a time", () => {
  test.each([
    ["1", "13:00"],
    ["3", "15:00"],
    ["6", "18:00"],
    ["7", "07:00"],
    ["11", "11:00"],
    ["12", "12:00"],
  ])("The hour %s without a half of the day means %s", (hour, time) => {
    const expected = { start: `2026-11-28T${time}`, assumed: hour === "12" ? expect.anything() : ["half"] };
    expect(read(`vet tomorrow at ${hour}`)).toMatchObject(expected);
    expect(readGerman(`Tierarzt morgen um ${hour}`)).toMatchObject(expected);
  });

  test("An hour of today that has passed means the later half of the day", () => {
    expect(read("bath today at 8").start).toBe("2026-11-27T20:00");
    expect(readGerman("Baden heute um 8").start).toBe("2026-11-27T20:00");
    expect(readGerman("Baden heute um 8", { now: "2026-11-27T06:00" }).start).toBe("2026-11-27T08:00");
  });

  test("Words of the evening make hours from 5 to 11 the evening", () => {
    expect(read("dinner tomorrow at 8").start).toBe("2026-11-28T20:00");
    expect(readGerman("Abendessen morgen um 8").start).toBe("2026-11-28T20:00");
    expect(readGerman("Elternabend morgen um 7").start).toBe("2026-11-28T19:00");
  });

  test("A part of the day that is said with the time decides its half, and nothing is assumed", () => {
    expect(read("run tomorrow morning at 5")).toMatchObject({ start: "2026-11-28T05:00", assumed: [] });
    expect(read("choir tomorrow evening at 7")).toMatchObject({ start: "2026-11-28T19:00", assumed: [] });
    expect(readGerman("Chor morgen Abend um 7")).toMatchObject({ start: "2026-11-28T19:00", assumed: [] });
  });

  test.each([
    ["tomorrow 4:30 am", "04:30"],
    ["tomorrow 4.30pm", "16:30"],
    ["tomorrow at half eight", "08:30"],
    ["tomorrow at quarter to nine", "08:45"],
    ["tomorrow at noon", "12:00"],
    ["tomorrow morning", "09:00"],
    ["tomorrow afternoon", "15:00"],
    ["tomorrow evening", "19:00"],
    ["tomorrow night", "22:00"],
  ])("The English time “%s” is %s", (text, time) => {
    expect(read(`vet ${text}`)).toMatchObject({ title: "vet", start: `2026-11-28T${time}` });
  });

  test.each([
    ["morgen 4:30", "04:30"],
    ["morgen 16 Uhr", "16:00"],
    ["morgen 16.30 Uhr", "16:30"],
    ["morgen halb acht", "07:30"],
    ["morgen viertel fünf", "16:15"],
    ["morgen viertel nach vier", "16:15"],
    ["morgen dreiviertel acht", "07:45"],
    ["morgen früh", "09:00"],
    ["morgen Mittag", "12:00"],
    ["morgen Nachmittag", "15:00"],
    ["morgen Abend", "19:00"],
  ])("The German time “%s” is %s", (text, time) => {
    expect(readGerman(`Tierarzt ${text}`)).toMatchObject({ title: "Tierarzt", start: `2026-11-28T${time}` });
  });

  test("A part of the day alone is assumed", () => {
    expect(read("film tonight")).toMatchObject({ start: "2026-11-27T19:00", assumed: ["part"] });
    expect(readGerman("Film heute Abend")).toMatchObject({ start: "2026-11-27T19:00", assumed: ["part"] });
  });

  test("A date with dots before a time with a dot is the date", () => {
    expect(readGerman("Zahnarzt 14.12. 8.30 Uhr")).toMatchObject({ title: "Zahnarzt", start: "2026-12-14T08:30" });
  });
});

describe("several readings", () => {
  /** Returns the alternatives in the order of time, because their own order is free. */
  const alternatives = (reading: ReturnType<typeof read>) =>
    (reading.ambiguous ?? []).map((each) => ("start" in each ? each.start : each.date)).sort();

  test("A next weekday has two readings if the next one is not in the next calendar week", () => {
    expect(read("lunch next friday").date).toBe("2026-12-04");
    expect(alternatives(read("lunch next friday", { now: monday }))).toEqual(["2026-12-04", "2026-12-11"]);
    expect(alternatives(readGerman("Treffen nächsten Samstag"))).toEqual(["2026-11-28", "2026-12-05"]);
    expect(readGerman("Treffen diesen Samstag").date).toBe("2026-11-28");
  });

  test("The weekday of today has two readings, unless its time has passed", () => {
    expect(alternatives(read("pay friday"))).toEqual(["2026-11-27", "2026-12-04"]);
    expect(alternatives(read("film friday 8pm"))).toEqual(["2026-11-27T20:00", "2026-12-04T20:00"]);
    expect(read("film friday 3pm")).toMatchObject({ start: "2026-12-04T15:00", ambiguous: null });
  });

  test("A reading with alternatives has neither a date nor a start, and keeps its length", () => {
    const reading = read("film friday 8-10pm");
    expect(alternatives(reading)).toEqual(["2026-11-27T20:00", "2026-12-04T20:00"]);
    expect(reading.durationMinutes).toBe(120);
    expect(reading).not.toContainAnyKeys(["date", "start", "end"]);
  });

  test("A day without a year that passed within 30 days has two readings", () => {
    expect(alternatives(readGerman("Bericht 20.11."))).toEqual(["2026-11-20", "2027-11-20"]);
    expect(readGerman("Bericht 20.10.")).toMatchObject({ date: "2027-10-20", ambiguous: null });
    expect(readGerman("Bericht 20.11.2026")).toMatchObject({ date: "2026-11-20", ambiguous: null });
  });

  test("The order of day and month follows the region, and English without a region has both readings", () => {
    expect(alternatives(read("pay 3/4"))).toEqual(["2027-03-04", "2027-04-03"]);
    expect(read("pay 3/4", { language: "en-GB" }).date).toBe("2027-04-03");
    expect(read("pay 3/4", { language: "en-US" }).date).toBe("2027-03-04");
    expect(read("pay 25/12").date).toBe("2026-12-25");
    for (const language of ["de", "de-AT", "de-CH"]) expect(read("Miete 3/4", { language }).date).toBe("2027-04-03");
  });

  test("Eight days in German are 7 or 8 days", () => {
    expect(alternatives(readGerman("Impfung in acht Tagen"))).toEqual(["2026-12-04", "2026-12-05"]);
  });
});

describe("an end", () => {
  test("The end is the end of an event after a start, of a series after a repeat, and otherwise the due date", () => {
    expect(read("camp tomorrow 2pm until 5pm")).toMatchObject({ start: "2026-11-28T14:00", end: "2026-11-28T17:00" });
    expect(read("yoga every monday 7pm until march").rule).toBe("FREQ=WEEKLY;BYDAY=MO;UNTIL=20270331");
    expect(read("report by monday")).toMatchObject({ kind: "task", title: "report", date: "2026-11-30" });
    expect(readGerman("Kurs mo 18 Uhr bis 19 Uhr")).toMatchObject({ end: "2026-11-30T19:00" });
    expect(readGerman("Bericht bis Montag")).toMatchObject({ kind: "task", title: "Bericht", date: "2026-11-30" });
  });

  test("Whole days end inclusively", () => {
    expect(readGerman("Ferien 19.-22.12.")).toMatchObject({ start: "2026-12-19", end: "2026-12-22", allDay: true });
  });
});

describe("people", () => {
  const all = ["Anna", "Ben", "Leo", "Mia"];
  test("A mentioned member leaves the title, and a mentioned stranger stays", () => {
    expect(read("dishes @leo")).toMatchObject({ title: "dishes", members: ["Leo"] });
    expect(read("dishes @zoe")).not.toHaveProperty("members");
    expect(read("dishes @zoe").title).toBe("dishes @zoe");
  });

  test("Words for everyone mean all members", () => {
    expect(read("@everyone tidy up")).toMatchObject({ title: "tidy up", members: all });
    expect(read("everyone: tidy up")).toMatchObject({ title: "tidy up", members: all });
    expect(readGerman("@alle aufräumen")).toMatchObject({ title: "aufräumen", members: all });
  });

  test("Bare names stay in the title, and are members of an event only", () => {
    const event = { kind: "event", title: "Leo's party", members: ["Leo"] };
    expect(read("Leo's party tomorrow 3pm")).toMatchObject(event);
    expect(readGerman("Mias Auftritt morgen 15 Uhr")).toMatchObject({ title: "Mias Auftritt", members: ["Mia"] });
    expect(read("present for Mia")).not.toHaveProperty("members");
  });

  test("A mention that matches two members offers both", () => {
    const reading = read("dishes @m", { members: named(["Mia", "Max", "Anna"]) });
    expect(reading).toMatchObject({ title: "dishes", possibleMembers: ["Mia", "Max"] });
    expect(reading).not.toHaveProperty("members");
  });

  test("A mention that matches all of two members, or two members of one name, offers both", () => {
    const [mia, max] = named(["Mia", "Max"]);
    expect(read("dishes @m", { members: named(["Mia", "Max"]) })).toMatchObject({ possibleMembers: ["Mia", "Max"] });
    const twins = [mia, max].map((member) => ({ id: member?.id ?? "", name: "Leo" }));
    expect(read("dishes @Leo", { members: twins })).toMatchObject({ possibleMembers: ["Mia", "Max"] });
    expect(read("dishes @all", { members: twins })).toMatchObject({ title: "dishes", members: ["Mia", "Max"] });
  });

  test("A second mention that matches two members stays text", () => {
    const members = named(["Mia", "Max", "Leo", "Lea"]);
    const reading = read("@M @L clean garage", { members });
    expect(reading).toMatchObject({ title: "@L clean garage", possibleMembers: ["Mia", "Max"] });
  });

  test("Members whose names are words stay text without a mention", () => {
    const members = named(["Mai", "Will", "May", "Alle"]);
    for (const text of ["Will call May", "alle Fenster putzen", "Mai einladen"]) {
      expect(read(text, { members })).toMatchObject({ title: text, spans: [] });
      expect(read(text, { members })).not.toHaveProperty("members");
    }
    expect(read("boots @Will", { members })).toMatchObject({ title: "boots", members: ["Will"] });
    expect(readGerman("Müll @Mai", { members })).toMatchObject({ title: "Müll", members: ["Mai"] });
  });
});

describe("lists and items", () => {
  const itemsOf = (text: string) => read(text, { field: "list" }).items?.map((item) => item.text);

  test("A list is chosen by its name or a unique beginning, and unknown lists stay text", () => {
    expect(read("socks #pack")).toMatchObject({ kind: "list", list: "Packing list", items: [{ text: "socks" }] });
    expect(read("socks on the packing list")).toMatchObject({ list: "Packing list", items: [{ text: "socks" }] });
    expect(readGerman("Milch und Brot auf die Einkaufsliste").items).toEqual([{ text: "Milch" }, { text: "Brot" }]);
    expect(read("screws on the hardware list")).toMatchObject({ list: "Hardware store", items: [{ text: "screws" }] });
    expect(read("socks #zoo")).toMatchObject({ kind: "task", title: "socks #zoo" });
  });

  test("Items are split at commas, lines and “and”, but not inside brackets, decimals and fixed pairs", () => {
    expect(itemsOf("eggs, 1,5 l milk and rice")).toEqual(["eggs", "1,5 l milk", "rice"]);
    expect(itemsOf("roll (big, soft)\nmac and cheese")).toEqual(["roll (big, soft)", "mac and cheese"]);
  });

  test("A list field reads no days and no times", () => {
    for (const text of ["milk for tomorrow", "5pm tea", "sonntag brot"]) {
      expect(read(text, { field: "list" })).toMatchObject({ items: [{ text }], spans: [] });
    }
  });
});

describe("a kind", () => {
  test.each([
    ["friday dinner: lasagne", "meal"],
    ["tacos for dinner", "meal"],
    ["milk, eggs, bread", "list"],
    ["2 kg flour", "list"],
    ["vet tomorrow 3pm", "event"],
    ["camp 19-22 dec", "event"],
    ["call mum tomorrow 3pm", "task"],
    ["clean oven every 2 weeks", "chore"],
    ["shoe polish", "task"],
  ] as const)("The phrase “%s” of any kind is read as a %s", (text, kind) => {
    expect(read(text).kind).toBe(kind);
  });

  test("A field decides the kind", () => {
    for (const field of ["task", "event", "list", "chore"] as const)
      expect(read("vet monday", { field }).kind).toBe(field);
  });

  test("A German infinitive at the end makes a timed phrase a task", () => {
    expect(readGerman("morgen 15 Uhr Oma anrufen").kind).toBe("task");
    expect(readGerman("morgen 15 Uhr Zahnarzt").kind).toBe("event");
  });
});

describe("bounds", () => {
  test("A span that was turned back stays text", () => {
    expect(read("read friday @leo", { plain: ["friday"] })).toMatchObject({ title: "read friday", members: ["Leo"] });
    expect(read("read friday @leo", { plain: ["@leo", "friday"] })).toMatchObject({
      title: "read friday @leo",
      spans: [],
    });
  });

  test("A text over 500 characters is not read", () => {
    const short = `${"x".repeat(490)} tomorrow`;
    expect(read(short).date).toBe("2026-11-28");
    expect(read(`xx${short}`)).toMatchObject({ title: `xx${short}`, spans: [] });
  });

  test.each([
    ["nothing", ""],
    ["blanks", " \t\n "],
    ["signs", "!?@#:;,.-–—()%€$/\\\"'*+".repeat(20)],
    ["mention signs", "@".repeat(500)],
    ["combining marks", "e".padEnd(500, "\u0301")],
    ["marks of direction", "\u202Etomorrow\u202C 3pm\u200F\u200E"],
    ["emojis", "👨‍👩‍👧‍👦🎂".repeat(40)],
    ["a zero character", "a\0tomorrow\0b"],
    ["half of a surrogate pair", "\uD83C tomorrow \uDF82"],
    ["digits", "9".repeat(500)],
    ["numbers with dots", "1.2.".repeat(125)],
    ["weekdays", "monday ".repeat(70)],
    ["repeats", "every every other every second ".repeat(16)],
    ["brackets", "(".repeat(250) + ")".repeat(250)],
  ])("A text of %s is read without an error", (_what, text) => {
    for (const field of ["any", "task", "event", "list", "chore"] as const) {
      for (const language of ["en", "de", "", "xx"]) {
        const { title, spans } = read(text, { field, language });
        expect(title.length).toBeLessThanOrEqual(text.length);
        expect(spans.every(({ start, end }) => start >= 0 && start < end && end <= text.length)).toBe(true);
      }
    }
  });
});
