/** Parser of a typed task (`src/web/features/tasks/quick-add`), and the groups of tasks. */
import { describe, expect, test } from "bun:test";
import { byDue } from "#web/features/tasks/model/groups.ts";
import { taskParser } from "#web/features/tasks/quick-add/parse.ts";
import { findPeople } from "#web/features/tasks/quick-add/people.ts";
import { typed as german } from "#web/i18n/de/typed.ts";
import { typed as english } from "#web/i18n/en/typed.ts";
import { wholeDayReader } from "#web/time/written-days/days.ts";
import { mergeGrammars } from "#web/time/written-days/words.ts";

const people = ["Anna", "Anna Maria", "Mia", "Milo", "José", "Jürgen"].map((name) => ({ id: name, name }));

/** Saturday on which all tests run. */
const today = "2026-11-21";

const parseInEnglish = taskParser([english.quickAdd, german.quickAdd]);
const parseInGerman = taskParser([german.quickAdd, english.quickAdd]);

function read(text: string, more: { german?: boolean; american?: boolean; kept?: string[]; today?: string } = {}) {
  const parse = more.german ? parseInGerman : parseInEnglish;
  const { label, person, due, unclear } = parse(text, {
    ...{ people, viewerId: "Jürgen", today: more.today ?? today, weekStartsOn: 1, kept: more.kept ?? [] },
    isMonthFirst: more.american ?? false,
  });
  return { label, person: person?.person.name ?? null, due: due?.day ?? null, unclear };
}
const dueOf = (text: string, more?: Parameters<typeof read>[1]) => read(text, more).due;

test.each([
  ["today", "2026-11-21"],
  ["Tomorrow", "2026-11-22"],
  ["Friday", "2026-11-27"],
  ["wed", "2026-11-25"],
  ["next Friday", "2026-11-27"],
  ["3 Dec", "2026-12-03"],
  ["Dec 3", "2026-12-03"],
  ["3.12.", "2026-12-03"],
  ["3. Dezember", "2026-12-03"],
  ["morgen", "2026-11-22"],
  ["übermorgen", "2026-11-23"],
  ["mi", "2026-11-25"],
  ["2031-05-05", "2031-05-05"],
  ["on 3 Dec", "2026-12-03"],
  ["3 Dec dentist", null],
  ["sunday roast", null],
  ["12", null],
  ["31.2.", null],
  ["", null],
])("The search text %p is read as the day %p; null means no day", (text, day) => {
  const read = wholeDayReader(mergeGrammars([german.quickAdd, english.quickAdd]));
  expect(read(text, { today, weekStartsOn: 1, isMonthFirst: false })).toBe(day);
});

describe("a typed task", () => {
  test("A typed task may contain a label, a day and a person in any order", () => {
    const expected = { label: "Passport photos", person: "Mia", due: "2026-11-27", unclear: null };
    expect(read("Passport photos Fri @Mia")).toEqual(expected);
    expect(read("@mia Passport photos on friday")).toEqual(expected);
    expect(read("Fri: Passport photos, @mia")).toEqual(expected);
    expect(read("  Passport   photos ")).toEqual({ ...expected, person: null, due: null });
  });

  test.each([
    ["Call Grandma today", "2026-11-21"],
    ["Call Grandma tomorrow", "2026-11-22"],
    ["Call Grandma the day after tomorrow", "2026-11-23"],
    ["Call Grandma by Monday", "2026-11-23"],
    ["Call Grandma this Sunday", "2026-11-22"],
    ["Call Grandma next fri", "2026-11-27"],
    ["Call Grandma next week", "2026-11-23"],
    ["Call Grandma next month", "2026-12-01"],
    ["Call Grandma this weekend", "2026-11-21"],
    ["Call Grandma in 3 days", "2026-11-24"],
    ["Call Grandma in a week", "2026-11-28"],
    ["Call Grandma in 2 months", "2027-01-21"],
    ["Call Grandma 2026-12-24", "2026-12-24"],
    ["Call Grandma 24/12", "2026-12-24"],
    ["Call Grandma 3/12/2027", "2027-12-03"],
    ["Call Grandma Dec 24", "2026-12-24"],
    ["Call Grandma on the 5th of march", "2027-03-05"],
    ["Call Grandma 5th of March", "2027-03-05"],
    ["Call Grandma December 24th, 2027", "2027-12-24"],
    ["Call Grandma 29/02", "2028-02-29"],
    ["Call Grandma 31/02", null],
  ])("A typed English task “%s” has the due date %p; null means no due date", (text, due) => {
    expect(read(text)).toMatchObject({ due, ...(due && { label: "Call Grandma" }) });
  });

  test.each([
    ["Oma anrufen heute", "2026-11-21"],
    ["Oma anrufen morgen", "2026-11-22"],
    ["Morgen Oma anrufen", "2026-11-22"],
    ["Oma anrufen übermorgen", "2026-11-23"],
    ["Oma anrufen am Montag", "2026-11-23"],
    ["Oma anrufen bis Mi.", "2026-11-25"],
    ["Oma anrufen Do", "2026-11-26"],
    ["Oma anrufen nächsten Freitag", "2026-11-27"],
    ["Oma anrufen nächste Woche", "2026-11-23"],
    ["Oma anrufen am Wochenende", "2026-11-21"],
    ["Oma anrufen in 3 Tagen", "2026-11-24"],
    ["Oma anrufen in einer Woche", "2026-11-28"],
    ["Oma anrufen in einem Monat", "2026-12-21"],
    ["Oma anrufen 24.12.", "2026-12-24"],
    ["Oma anrufen 24.12", "2026-12-24"],
    ["Oma anrufen bis zum 24. 12. 2027", "2027-12-24"],
    ["Oma anrufen bis zum 24.12.27", "2027-12-24"],
    ["Oma anrufen am 24. Dezember", "2026-12-24"],
    ["Oma anrufen 3. März", "2027-03-03"],
  ])("A typed German task “%s” has the due date %p; null means no due date", (text, due) => {
    expect(read(text, { german: true })).toMatchObject({ due, ...(due && { label: "Oma anrufen" }) });
  });

  test("A typed task keeps words that only look like days", () => {
    const texts = ["Do the dishes", "So what", "Sun cream", "Buy a sat nav", "Monkey bars", "Feed Friday's fish"];
    for (const text of [
      ...texts,
      "Buy 1.5 l milk",
      "Bake 1/2 a cake",
      "Version 1.2.3",
      "Pay 24.12 €",
      "mondays@home.example",
    ]) {
      expect(read(text)).toEqual({ label: text, person: null, due: null, unclear: null });
    }
    for (const text of ["Do it yourself", "Guten Morgen sagen", "so ein Mist", "Sonntagsbraten kaufen", "Mi"]) {
      expect(read(text, { german: true }).label).toBe(text);
    }
  });

  test("A typed weekday means its first date after today, or its date in the next week if “next” precedes it", () => {
    const monday = { today: "2026-11-23" };
    expect(dueOf("Bins mon", monday)).toBe("2026-11-30");
    expect(dueOf("Bins fri", monday)).toBe("2026-11-27");
    expect(dueOf("Bins next fri", monday)).toBe("2026-12-04");
    expect(dueOf("Müll nächsten Freitag", { ...monday, german: true })).toBe("2026-12-04");
  });

  test("A date such as 3/4 in a typed task is read in the order of day and month that the user has chosen", () => {
    expect(dueOf("Trip 03/04")).toBe("2027-04-03");
    expect(dueOf("Trip 03/04", { american: true })).toBe("2027-03-04");
    expect(dueOf("Trip 12/24")).toBe("2026-12-24");
    expect(dueOf("Trip 24/12", { american: true })).toBe("2026-12-24");
  });

  test("A typed task is for the person who is mentioned, even if the name is shortened or lacks its accents", () => {
    expect(read("Sweep @JOSE").person).toBe("José");
    expect(read("Sweep @jur").person).toBe("Jürgen");
    expect(read("Sweep @Ju\u0308rgen now")).toMatchObject({ person: "Jürgen", label: "Sweep now" });
    expect(read("Sweep @anna maria")).toMatchObject({ person: "Anna Maria", label: "Sweep" });
    expect(read("Sweep @anna")).toMatchObject({ person: "Anna", label: "Sweep" });
    expect(read("Sweep @me").person).toBe("Jürgen");
    expect(read("Fegen @mich", { german: true }).person).toBe("Jürgen");
    expect(read("Mail anna@mia.example").person).toBeNull();
  });

  test("A typed task reports a mentioned name that matches nobody or several people", () => {
    expect(read("Sweep @zoe")).toMatchObject({ label: "Sweep @zoe", unclear: { words: "@zoe", candidates: [] } });
    expect(read("Sweep @mi").unclear?.candidates.map(({ name }) => name)).toEqual(["Mia", "Milo"]);
    expect(findPeople("@", people, null, [])).toEqual([]);
  });

  test("A typed task may name days and members in any language of the app, whatever the chosen language is", () => {
    expect(dueOf("Oma anrufen übermorgen")).toBe("2026-11-23");
    expect(dueOf("Call Grandma next Freitag", { german: true })).toBe("2026-11-27");
    expect(read("Fegen @mich").person).toBe("Jürgen");
    expect(dueOf("Oma anrufen Do")).toBeNull();
  });

  test("A typed task keeps a recognised word in its text if the user turns the word back into plain text", () => {
    expect(read("Read Fri @Mia", { kept: ["Fri"] })).toMatchObject({ label: "Read Fri", due: null, person: "Mia" });
    expect(read("Read Fri @Mia", { kept: ["@Mia", "Fri"] })).toMatchObject({ label: "Read Fri @Mia", person: null });
    expect(read("Read Thu or Fri", { kept: ["Fri"] })).toMatchObject({ label: "Read or Fri", due: "2026-11-26" });
  });
});

describe("groups of tasks", () => {
  test("Tasks are grouped by due date, and “This week” ends on the last day of the household's week", () => {
    const days = ["2026-11-01", "2026-11-21", "2026-11-22", "2026-11-23", null];
    const tasks = days.map((dueDate) => ({ dueDate }));
    const groupsOf = (weekStartsOn: number) =>
      byDue(tasks, { today, weekStartsOn }).map(({ group, tasks: its }) => [group, its.length]);
    expect(groupsOf(1)).toEqual([
      ["overdue", 1],
      ["today", 1],
      ["week", 1],
      ["later", 1],
      ["none", 1],
    ]);
    expect(groupsOf(7)).toEqual([
      ["overdue", 1],
      ["today", 1],
      ["later", 2],
      ["none", 1],
    ]);
  });
});
