/** Phrases typed as tasks: days, members and words that only look like days. */
import { expect, test } from "bun:test";
import { readPhrase } from "#lib/phrases/index.ts";

const members = ["Anna", "Anna Maria", "Mia", "Milo", "José", "Jürgen"].map((name) => ({ id: name, name }));

/** Saturday on which all tests run. */
const saturday = "2026-11-21T10:00";

function read(text: string, { language = "en-GB", plain = [] as string[] } = {}) {
  const household = { timeZone: "Europe/Berlin", weekStart: 1, members, lists: [], viewerId: "Jürgen" };
  const reading = readPhrase(text, { language, plain, now: saturday, field: "task", ...household });
  const { title, date = null, members: [person = null] = [], possibleMembers = [] } = reading;
  return { title, date, person, possibleMembers };
}

test("A typed task may contain a label, a day and a person in any order", () => {
  const expected = { title: "Passport photos", person: "Mia", date: "2026-11-27", possibleMembers: [] };
  expect(read("Passport photos Fri @Mia")).toEqual(expected);
  expect(read("@mia Passport photos on friday")).toEqual(expected);
  expect(read("Fri: Passport photos, @mia")).toEqual(expected);
  expect(read("  Passport   photos ")).toEqual({ ...expected, person: null, date: null });
});

test.each([
  ["today", "2026-11-21"],
  ["tomorrow", "2026-11-22"],
  ["the day after tomorrow", "2026-11-23"],
  ["by Monday", "2026-11-23"],
  ["this Sunday", "2026-11-22"],
  ["next fri", "2026-11-27"],
  ["next week", "2026-11-23"],
  ["next month", "2026-12-01"],
  ["this weekend", "2026-11-21"],
  ["in 3 days", "2026-11-24"],
  ["in a week", "2026-11-28"],
  ["in 2 months", "2027-01-21"],
  ["2026-12-24", "2026-12-24"],
  ["24/12", "2026-12-24"],
  ["3/12/2027", "2027-12-03"],
  ["3 Dec", "2026-12-03"],
  ["Dec 24", "2026-12-24"],
  ["on 3 Dec", "2026-12-03"],
  ["on the 5th of march", "2027-03-05"],
  ["5th of March", "2027-03-05"],
  ["December 24th, 2027", "2027-12-24"],
  ["29/02", "2028-02-29"],
  ["2031-05-05", "2031-05-05"],
])("The English day “%s” of a typed task is %s", (day, date) => {
  expect(read(`Call Grandma ${day}`)).toMatchObject({ title: "Call Grandma", date });
});

test.each([
  ["heute", "2026-11-21"],
  ["morgen", "2026-11-22"],
  ["übermorgen", "2026-11-23"],
  ["am Montag", "2026-11-23"],
  ["bis Mi.", "2026-11-25"],
  ["Do", "2026-11-26"],
  ["nächsten Freitag", "2026-11-27"],
  ["nächste Woche", "2026-11-23"],
  ["am Wochenende", "2026-11-21"],
  ["in 3 Tagen", "2026-11-24"],
  ["in einer Woche", "2026-11-28"],
  ["in einem Monat", "2026-12-21"],
  ["24.12.", "2026-12-24"],
  ["24.12", "2026-12-24"],
  ["bis zum 24. 12. 2027", "2027-12-24"],
  ["bis zum 24.12.27", "2027-12-24"],
  ["am 24. Dezember", "2026-12-24"],
  ["3. März", "2027-03-03"],
])("The German day “%s” of a typed task is %s", (day, date) => {
  expect(read(`Oma anrufen ${day}`, { language: "de" })).toMatchObject({ title: "Oma anrufen", date });
});

test("A day that does not exist stays in a typed task", () => {
  expect(read("Call Grandma 31/02")).toMatchObject({ title: "Call Grandma 31/02", date: null });
  expect(read("Oma anrufen 31.2.", { language: "de" })).toMatchObject({ title: "Oma anrufen 31.2.", date: null });
});

test("A typed task keeps words that only look like days", () => {
  const english = ["Do the dishes", "So what", "Sun cream", "Buy a sat nav", "Monkey bars", "Feed Friday's fish"];
  const numbers = ["Buy 1.5 l milk", "Bake 1/2 a cake", "Version 1.2.3", "Pay 24.12 €", "mondays@home.example"];
  for (const text of [...english, ...numbers]) {
    expect(read(text)).toEqual({ title: text, person: null, date: null, possibleMembers: [] });
  }
  for (const text of ["Do it yourself", "Guten Morgen sagen", "so ein Mist", "Sonntagsbraten kaufen", "Mi"]) {
    expect(read(text, { language: "de" }).title).toBe(text);
  }
});

test("A date such as 3/4 in a typed task is read in the order of day and month of the region", () => {
  expect(read("Trip 03/04").date).toBe("2027-04-03");
  expect(read("Trip 03/04", { language: "en-US" }).date).toBe("2027-03-04");
  expect(read("Trip 12/24").date).toBe("2026-12-24");
  expect(read("Trip 24/12", { language: "en-US" }).date).toBe("2026-12-24");
});

test("A typed task is for the person who is mentioned, even if the name is shortened or lacks its accents", () => {
  expect(read("Sweep @JOSE").person).toBe("José");
  expect(read("Sweep @jur").person).toBe("Jürgen");
  expect(read("Sweep @Ju\u0308rgen now")).toMatchObject({ person: "Jürgen", title: "Sweep now" });
  expect(read("Sweep @anna maria")).toMatchObject({ person: "Anna Maria", title: "Sweep" });
  expect(read("Sweep @anna")).toMatchObject({ person: "Anna", title: "Sweep" });
  expect(read("Sweep @me").person).toBe("Jürgen");
  expect(read("Fegen @mich", { language: "de" }).person).toBe("Jürgen");
  expect(read("Mail anna@mia.example").person).toBeNull();
});

test("A typed task keeps a mentioned name that matches nobody, and offers members if it matches several", () => {
  expect(read("Sweep @zoe")).toMatchObject({ title: "Sweep @zoe", person: null, possibleMembers: [] });
  expect(read("Sweep @mi")).toMatchObject({ person: null, possibleMembers: ["Mia", "Milo"] });
});

test("A typed task may name days and members in any language of the app, whatever the chosen language is", () => {
  expect(read("Oma anrufen übermorgen").date).toBe("2026-11-23");
  expect(read("Call Grandma next Freitag", { language: "de" }).date).toBe("2026-11-27");
  expect(read("Fegen @mich").person).toBe("Jürgen");
});

test("A typed task keeps a recognised word in its text if the user turns the word back into plain text", () => {
  const reading = read("Read Fri @Mia", { plain: ["Fri"] });
  expect(reading).toMatchObject({ title: "Read Fri", date: null, person: "Mia" });
  const both = read("Read Fri @Mia", { plain: ["@Mia", "Fri"] });
  expect(both).toMatchObject({ title: "Read Fri @Mia", person: null });
  const other = read("Read Thu or Fri", { plain: ["Fri"] });
  expect(other).toMatchObject({ title: "Read or Fri", date: "2026-11-26" });
});
