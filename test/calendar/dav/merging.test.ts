/** Writes by programs keep what their text cannot express, respect roles, and can be undone with the text. */
import { describe, expect, test } from "bun:test";
import { davClient, event } from "../../support/calendar/dav.ts";
import { type Home, household } from "../../support/home/home.ts";
import { newest, undo } from "../../support/home/undo.ts";

async function setUp() {
  const home = await household();
  return { home, phone: davClient(home) };
}

const etagOf = ({ headers }: { headers: Headers }) => headers.get("etag") ?? "";
const weekly = ["DTSTART;TZID=Europe/Berlin:20261201T160000", "DTEND;TZID=Europe/Berlin:20261201T164500"];
const rule = "RRULE:FREQ=WEEKLY;COUNT=6";
const seriesTimes = { startsAt: "2026-12-01T16:00:00+01:00", endsAt: "2026-12-01T16:45:00+01:00" };
const december = "/v1/events?from=2026-12-01T00:00:00Z&to=2027-01-01T00:00:00Z";

const override = (...lines: string[]) =>
  [
    "BEGIN:VEVENT",
    "UID:series@phone",
    "DTSTAMP:20261101T100000Z",
    "RECURRENCE-ID;TZID=Europe/Berlin:20261208T160000",
    ...lines,
    "END:VEVENT",
  ].join("\r\n");
const withOverride = (text: string, ...lines: string[]) =>
  text.replace(
    "END:VCALENDAR",
    `${override("DTSTART;TZID=Europe/Berlin:20261208T180000", "DTEND;TZID=Europe/Berlin:20261208T184500", ...lines)}\r\nEND:VCALENDAR`,
  );

/** A series of the app; each instance differs in something that a text may not say. */
async function richSeries(home: Home) {
  const { anna, ben, mia } = home.members;
  const input = { title: "Choir", ...seriesTimes, recurrenceRule: "FREQ=WEEKLY;COUNT=6" };
  const { body } = await home.post("/v1/events", { ...input, memberIds: [anna.id, ben.id], isGeneral: true });
  const change = (day: string, fields: object) =>
    home.patch(`/v1/events/${body.id}`, { editScope: "this", instanceStartsAt: `2026-12-${day}T15:00:00Z`, ...fields });
  const answers = [
    await change("08", { memberIds: [mia.id] }),
    await change("15", { isGeneral: false, reminderMinutes: -1 }),
    await change("22", { title: "Concert", location: "Church" }),
    await change("29", { syncTargets: [{ memberId: anna.id, provider: "provider_a", externalCalendarId: "x" }] }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  await home.patch(`/v1/events/${body.id}`, { title: "Concert" });
  return body.id as string;
}

describe("a text that a phone writes back", () => {
  test.each(["family", "own"])(
    "A series that a phone writes back unchanged does not change in the app, in the %s calendar",
    async (kind) => {
      const { home, phone } = await setUp();
      const id = await richSeries(home);
      if (kind === "own") await home.patch(`/v1/events/${id}`, { memberIds: [home.members.anna.id], isGeneral: false });
      const path = phone.at(kind === "own" ? home.members.anna.id : "family", `${id}.ics`);
      const before = { series: (await home.get(`/v1/events/${id}`)).body, entries: home.entries().length };
      const { body } = await phone.get(path);
      const put = await phone.put(path, body);
      expect([put.status, etagOf(put)]).toEqual([204, etagOf(await phone.get(path))]);
      expect({ series: (await home.get(`/v1/events/${id}`)).body, entries: home.entries().length }).toEqual(before);
    },
  );

  test("A series in which a phone changed one line keeps all other lines and fields", async () => {
    const { home, phone } = await setUp();
    const id = await richSeries(home);
    const path = phone.at("family", `${id}.ics`);
    const { body: before } = await home.get(`/v1/events/${id}`);
    const { body } = await phone.get(path);
    await phone.put(path, body.replace("SUMMARY:Concert", "SUMMARY:Choir\r\nLOCATION:School"));
    const { body: after } = await home.get(`/v1/events/${id}`);
    expect(after).toMatchObject({ title: "Choir", location: "School", isGeneral: true, memberIds: before.memberIds });
    const peopleOf = ({ exceptions }: typeof after) =>
      exceptions.map(({ memberIds, isGeneral, syncTargets }: any) => ({ memberIds, isGeneral, syncTargets }));
    expect(peopleOf(after)).toEqual(peopleOf(before));
  });
});

describe("a child", () => {
  async function withSeries() {
    const { home, phone } = await setUp();
    const mia = davClient(home, home.members.mia as never, { name: "Mia's iPad" });
    const long = `DESCRIPTION:${"word ".repeat(100).trim()}`;
    const text = event("series@phone", ...weekly, rule, "ATTACH:https://example.org/a", long);
    await phone.put(phone.at("family", "series.ics"), text);
    return { home, phone, mia, text, path: mia.at("family", "series.ics") };
  }

  test("A child cannot cancel a date of a series with a calendar program", async () => {
    const { mia, path, text } = await withSeries();
    const cancelled = text.replace(rule, `${rule}\r\nEXDATE;TZID=Europe/Berlin:20261208T160000`);
    expect((await mia.put(path, cancelled)).status).toBe(403);
  });

  test("A child can move a date of a series with a calendar program, as in the app", async () => {
    const { mia, path, text } = await withSeries();
    expect((await mia.put(path, withOverride(text, "SUMMARY:Dentist"))).status).toBe(204);
  });

  test("A child cannot change lines of a series that the app does not show", async () => {
    const { mia, path, text } = await withSeries();
    expect((await mia.put(path, text.replace("ATTACH:https://example.org/a\r\n", ""))).status).toBe(403);
    const snoozed = text.replace("END:VEVENT", "X-MOZ-LASTACK:20261201T085500Z\r\nEND:VEVENT");
    expect((await mia.put(path, snoozed)).status).toBe(204);
  });

  test("A child can make a single event repeat with a calendar program, as in the app", async () => {
    const { home } = await setUp();
    const mia = davClient(home, home.members.mia as never);
    const path = mia.at("family", "one.ics");
    await mia.put(path, event("one@phone", ...weekly));
    expect((await mia.put(path, event("one@phone", ...weekly, rule))).status).toBe(204);
  });

  test("A child cannot delete or change a cancelled series", async () => {
    const { home, phone } = await setUp();
    const text = event("hidden@phone", ...weekly, rule, "STATUS:CANCELLED");
    await phone.put(phone.at("family", "hidden.ics"), text);
    const mia = davClient(home, home.members.mia as never);
    expect((await mia.delete(mia.at("family", "hidden.ics"))).status).toBe(403);
    expect((await mia.put(mia.at("family", "hidden.ics"), event("hidden@phone"))).status).toBe(403);
    expect((await phone.get(phone.at("family", "hidden.ics"))).body).toBe(text);
  });
});

describe("undo", () => {
  const rich = [
    "SUMMARY:Dentist",
    "X-FOO:1",
    "ATTENDEE:mailto:ben@example.org",
    `DESCRIPTION:${"word ".repeat(900).trim()}`,
  ];

  test("Undo restores the text of an instance that a phone deleted, byte for byte", async () => {
    const { home, phone } = await setUp();
    const path = phone.at("family", "series.ics");
    const text = withOverride(event("series@phone", ...weekly, rule), ...rich);
    await phone.put(path, text);
    await phone.put(path, event("series@phone", ...weekly, rule, "EXDATE;TZID=Europe/Berlin:20261208T160000"));
    expect((await phone.get(path)).body).not.toContain("X-FOO");
    expect((await undo(home)).status).toBe(200);
    expect((await phone.get(path)).body).toBe(text);
    expect((await undo(home)).status).toBe(200);
    expect((await phone.get(path)).body).toContain("EXDATE");
  });

  test("Undoing an older change of an event keeps what a calendar program has changed since", async () => {
    const { home, phone } = await setUp();
    const path = phone.at("family", "one.ics");
    await phone.put(path, event("one@phone", "SUMMARY:First"));
    await phone.put(path, event("one@phone", "SUMMARY:Second"));
    const renamed = newest(home);
    await phone.put(path, event("one@phone", "SUMMARY:Second", "ATTENDEE:mailto:ben@example.org"));
    expect((await undo(home, renamed)).status).toBe(200);
    const { body } = await phone.get(path);
    expect(body).toContain("SUMMARY:First");
    expect(body).toContain("ATTENDEE:mailto:ben@example.org");
  });

  test("Undo restores an event that a calendar program cancelled and then deleted", async () => {
    const { home, phone } = await setUp();
    const path = phone.at("family", "one.ics");
    const text = event("one@phone", "X-FOO:1");
    await phone.put(path, text);
    await phone.put(path, event("one@phone", "X-FOO:1", "STATUS:CANCELLED"));
    const cancelled = newest(home);
    await phone.delete(path);
    expect((await undo(home)).status).toBe(200);
    expect((await undo(home, cancelled)).status).toBe(200);
    expect((await phone.get(path)).body).toBe(text);
    expect((await home.get(december)).body.events).toHaveLength(1);
  });

  test("Undo cancels an event again if a calendar program has removed its cancellation", async () => {
    const { home, phone } = await setUp();
    const path = phone.at("family", "one.ics");
    const hidden = event("one@phone", "STATUS:CANCELLED");
    await phone.put(path, hidden);
    await phone.put(path, event("one@phone"));
    expect((await undo(home)).status).toBe(200);
    expect((await phone.get(path)).body).toBe(hidden);
  });

  test("Undo of a CalDAV move that replaced another event restores both events at once", async () => {
    const { home, phone } = await setUp();
    const { mia } = home.members;
    await phone.put(phone.at("family", "one.ics"), event("one@phone", "SUMMARY:One"));
    await phone.put(phone.at(mia.id, "two.ics"), event("two@phone", "SUMMARY:Two"));
    const before = home.entries().length;
    expect((await phone.move(phone.at("family", "one.ics"), phone.at(mia.id, "two.ics"))).status).toBe(204);
    expect(home.entries()).toHaveLength(before + 1);
    expect((await undo(home)).status).toBe(200);
    expect(Object.keys(await phone.list("family"))).toEqual(["one.ics"]);
    expect(Object.keys(await phone.list(mia.id))).toHaveLength(1);
  });
});
