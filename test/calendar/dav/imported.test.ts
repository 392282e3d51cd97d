/** Imports of what a program wrote before. */
import { describe, expect, test } from "bun:test";
import { davClient, event } from "../../support/calendar/dav.ts";
import { calendar, importAll } from "../../support/calendar/imports.ts";
import { household } from "../../support/home/home.ts";
import { undo } from "../../support/home/undo.ts";
import { preview } from "../../support/operations/calendar-operations.ts";

async function setUp() {
  const home = await household();
  const phone = davClient(home);
  const rows = () =>
    home.db.$client
      .query("SELECT title, is_unrolled AS isUnrolled FROM event WHERE household_id = ? ORDER BY starts_at")
      .all(home.id);
  return { home, phone, rows, path: phone.at("family", "one.ics") };
}

const hidden = event("one@phone", "STATUS:CANCELLED");
const plain = (...lines: string[]) =>
  calendar(["UID:one@phone", "SUMMARY:School", "DTSTART:20261202T090000Z", "DTEND:20261202T100000Z", ...lines]);
const rdates = "RDATE:20261205T090000Z,20261209T100000Z";
const strange = event("one@phone", "DTSTART:20261201T090000Z", "DTEND:20261201T100000Z", rdates);

describe("a cancelled object", () => {
  test.each(["skip", "update"])(
    "An import adds an event despite a cancelled object with the same UID (known events: %s)",
    async (known) => {
      const { home, phone, rows, path } = await setUp();
      await phone.put(path, hidden);
      const { status, body } = await importAll(home, plain(), { known });
      expect([status, body]).toMatchObject([200, { added: 1, updated: 0, skipped: 0 }]);
      expect(rows()).toEqual([{ title: "School", isUnrolled: 0 }]);
      const [name = "", ...others] = Object.keys(await phone.list("family"));
      expect(others).toEqual([]);
      expect((await phone.get(phone.at("family", name))).body).toContain("UID:one@phone");
      expect((await undo(home, body.activityId)).status).toBe(200);
      expect(rows()).toEqual([]);
      expect((await phone.get(path)).body).toBe(hidden);
    },
  );

  test("An import can update an event despite a cancelled object with the imported UID", async () => {
    const { home, phone, rows, path } = await setUp();
    const times = { startsAt: "2026-12-02T09:00:00Z", endsAt: "2026-12-02T10:30:00Z" };
    await home.post("/v1/events", { title: "School", ...times });
    await phone.put(path, hidden);
    const { status, body } = await importAll(home, plain(), { known: "update" });
    expect([status, body]).toMatchObject([200, { added: 0, updated: 1 }]);
    expect(rows()).toEqual([{ title: "School", isUnrolled: 0 }]);
    expect((await undo(home, body.activityId)).status).toBe(200);
    expect((await phone.get(path)).body).toBe(hidden);
  });
});

describe("an object with several dates", () => {
  const dates = ["Dentist", "Dentist", "Dentist"].map((title) => ({ title, isUnrolled: 1 }));

  test.each([
    ["another start", plain("X-ROOM:12")],
    ["a rule", plain("RRULE:FREQ=WEEKLY;COUNT=3")],
    ["the same start", plain().replaceAll("20261202", "20261201")],
  ])("An imported event with %s replaces an object that the app showed as several events", async (_, text) => {
    const { home, phone, rows, path } = await setUp();
    await phone.put(path, strange);
    const { body } = await importAll(home, text, { known: "update" });
    expect(body).toMatchObject({ added: 0, updated: 1, skipped: 0 });
    expect(rows()).toEqual([{ title: "School", isUnrolled: 0 }]);
    const { body: now } = await phone.get(path);
    for (const line of ["UID:one@phone", "SUMMARY:School"]) expect(now).toContain(line);
    expect(Object.keys(await phone.list("family"))).toEqual(["one.ics"]);
    expect((await undo(home, body.activityId)).status).toBe(200);
    expect(rows()).toEqual(dates);
    expect((await phone.get(path)).body).toBe(strange);
  });

  test.each([
    ["other dates", plain("RDATE:20261206T090000Z,20261210T100000Z"), 3],
    ["a rule and dates", plain("RRULE:FREQ=WEEKLY;COUNT=3", rdates), 3],
    ["an event of the same title and start", strange.replace("one@phone", "two@file").replace(`${rdates}\r\n`, ""), 1],
  ])(
    "An object that the app shows as several events does not change if the imported file has %s",
    async (_, text, skipped) => {
      const { home, phone, rows, path } = await setUp();
      await phone.put(path, strange);
      expect((await preview(home, text)).body.counts).toMatchObject({ new: 0, known: skipped });
      for (const known of ["skip", "update"]) {
        expect((await importAll(home, text, { known })).body).toMatchObject({ added: 0, updated: 0, skipped });
      }
      expect(rows()).toEqual(dates);
      expect((await phone.get(path)).body).toBe(strange);
    },
  );

  test("An import replaces an object that is shown as several events, even if it adds a similar event", async () => {
    const { home, phone, rows, path } = await setUp();
    await phone.put(path, strange);
    const date = ["UID:two@file", "SUMMARY:Dentist", "DTSTART:20261205T090000Z", "DTEND:20261205T100000Z"];
    const { status, body } = await importAll(home, plain() + calendar(date), { known: "update" });
    expect([status, body]).toMatchObject([200, { added: 1, updated: 1, skipped: 0 }]);
    expect(rows()).toEqual([
      { title: "School", isUnrolled: 0 },
      { title: "Dentist", isUnrolled: 0 },
    ]);
    expect((await undo(home, body.activityId)).status).toBe(200);
    expect(rows()).toEqual(dates);
  });
});
