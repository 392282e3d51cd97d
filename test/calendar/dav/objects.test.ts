/** PUT, GET, DELETE and MOVE of events. */
import { describe, expect, test } from "bun:test";
import { type Dav, davClient, event, responsesIn, tokenIn } from "../../support/calendar/dav.ts";
import { type Home, household } from "../../support/home/home.ts";
import { newest, undo } from "../../support/home/undo.ts";

async function setUp() {
  const home = await household();
  return { home, phone: davClient(home) };
}

const december = "/v1/events?from=2026-12-01T00:00:00Z&to=2027-01-01T00:00:00Z";
const eventsOf = async (home: Home) => (await home.get(december)).body.events;
const mastersOf = async (home: Home) => (await home.get(`${december}&raw=true`)).body.events;
const etagOf = ({ headers }: { headers: Headers }) => headers.get("etag") ?? "";
const weekly = ["DTSTART;TZID=Europe/Berlin:20261201T160000", "DTEND;TZID=Europe/Berlin:20261201T164500"];
const rule = "RRULE:FREQ=WEEKLY;COUNT=6";

test("An event that a phone writes appears in the app, and is returned byte for byte", async () => {
  const { home, phone } = await setUp();
  const path = phone.at("family", "my event.ics");
  const alarm = ["BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-PT30M", "END:VALARM"];
  const ics = event("one@phone", "X-PHONE:yes", "LOCATION:Main street\\, 1", ...alarm);
  const added = await phone.put(path, ics, { "If-None-Match": "*" });
  expect([added.status, etagOf(added)]).toEqual([201, expect.stringMatching(/^"[0-9a-f]{20}"$/)]);
  const got = await phone.get(path);
  expect([got.status, got.body, etagOf(got)]).toEqual([200, ics, etagOf(added)]);
  expect(await phone.list("family")).toEqual({ "my event.ics": etagOf(added) });
  expect(await eventsOf(home)).toMatchObject([
    { title: "Dentist", location: "Main street, 1", reminderMinutes: 30, readOnly: false },
  ]);
  const actor = { kind: "member", name: "Anna", agentName: "Anna's iPhone" };
  expect(home.entries()[0]).toMatchObject({ action: "created", actor });
  expect((await undo(home, newest(home))).status).toBe(200);
  expect(await phone.list("family")).toEqual({});
  expect((await phone.get(path)).status).toBe(404);
});

test("An event with an X-WR-TIMEZONE line is returned byte for byte until the app changes the event", async () => {
  const { home, phone } = await setUp();
  const path = phone.at("family", "floating.ics");
  const ics = event("floating")
    .replace("VERSION:2.0\r\n", "VERSION:2.0\r\nX-WR-TIMEZONE:America/New_York\r\n")
    .replaceAll(/^(DTSTART|DTEND)[^:]*:(\d{8}T\d{6})Z?/gm, "$1:$2");
  expect(ics).toMatch(/X-WR-TIMEZONE:America.*DTSTART:\d{8}T\d{6}\r/s);
  const put = await phone.put(path, ics);
  expect([put.status, etagOf(put)]).toEqual([201, expect.any(String)]);
  const got = await phone.get(path);
  expect([got.body, etagOf(got)]).toEqual([ics, etagOf(put)]);
  const [{ id, startsAt }] = await eventsOf(home);
  await home.patch(`/v1/events/${id}`, { title: "Changed" });
  expect((await phone.get(path)).body).toContain("DTSTART;TZID=America/New_York:");
  expect((await eventsOf(home))[0].startsAt).toBe(startsAt);
});

test.each([
  ["Bü", "cher", "\r\n "],
  ["Familie 👩‍👧", " kommt", "\n\t"],
  ["€", "", "\r\n "],
])("An event with a long line that is broken inside a character is accepted: %s", async (start, rest, fold) => {
  const { home, phone } = await setUp();
  const path = phone.at("family", "folded.ics");
  const [before = "", after = ""] = event("folded@phone", "X-PHONE:yes").split("SUMMARY:Dentist");
  const cut = Buffer.from(start).subarray(0, -1);
  const last = Buffer.from(start).subarray(-1);
  const head = Buffer.concat([Buffer.from(`${before}SUMMARY:`), cut, Buffer.from(fold), last]);
  const { status, headers } = await phone.put(path, Buffer.concat([head, Buffer.from(`${rest}${after}`)]));
  // What is kept is folded elsewhere.
  expect([status, headers.get("etag")]).toEqual([201, null]);
  expect(await eventsOf(home)).toMatchObject([{ title: `${start}${rest}` }]);
  const { body } = await phone.get(path);
  expect(body.replaceAll(fold, "")).toBe(`${before}SUMMARY:${start}${rest}${after}`);
});

test("An event is refused if it is not valid UTF-8", async () => {
  const { phone } = await setUp();
  const text = Buffer.from(event("broken@phone").replace("Dentist", "B\u00fccher\r\n here"), "latin1");
  expect((await phone.put(phone.at("family", "broken.ics"), text)).status).toBe(403);
});

test("An event that was made in the app can be changed by a phone and by the app in turn", async () => {
  const { home, phone } = await setUp();
  const { mia } = home.members;
  const times = { startsAt: "2026-12-01T16:00:00+01:00", endsAt: "2026-12-01T16:45:00+01:00" };
  const { body: made } = await home.post("/v1/events", { title: "Piano", ...times, memberIds: [mia.id] });
  const path = phone.at(mia.id, `${made.id}.ics`);
  const first = await phone.get(path);
  expect(first.body).toContain("SUMMARY:Piano");
  expect(first.body).toContain("BEGIN:VTIMEZONE");
  const changed = first.body.replace("SUMMARY:Piano", "SUMMARY:Piano lesson\r\nX-PHONE:1");
  const put = await phone.put(path, changed, { "If-Match": etagOf(first) });
  expect([put.status, etagOf(put)]).toEqual([204, expect.any(String)]);
  expect((await phone.get(path)).body).toBe(changed);
  const { body } = await home.get(`/v1/events/${made.id}`);
  expect(body).toMatchObject({ title: "Piano lesson", memberIds: [mia.id] });
  await home.patch(`/v1/events/${made.id}`, { location: "School" });
  const after = await phone.get(path);
  expect(after.body).toContain("LOCATION:School");
  expect(after.body).toContain("X-PHONE:1");
  expect(etagOf(after)).not.toBe(etagOf(put));
  expect((await phone.put(path, changed, { "If-Match": etagOf(put) })).status).toBe(412);
});

describe("a series", () => {
  async function series() {
    const { home, phone } = await setUp();
    const path = phone.at("family", "series.ics");
    const text = (...more: string[]) => event("series@phone", ...weekly, rule, ...more);
    expect((await phone.put(path, text())).status).toBe(201);
    return { home, phone, path, text };
  }

  test("A phone that moves one instance of a series moves only that instance in the app", async () => {
    const { home, phone, path, text } = await series();
    const moved = [
      ...["BEGIN:VEVENT", "UID:series@phone", "DTSTAMP:20261101T100000Z", "SUMMARY:Dentist"],
      "RECURRENCE-ID;TZID=Europe/Berlin:20261208T160000",
      ...["DTSTART;TZID=Europe/Berlin:20261208T180000", "DTEND;TZID=Europe/Berlin:20261208T184500", "END:VEVENT"],
    ].join("\r\n");
    const ics = text().replace("END:VCALENDAR", `${moved}\r\nEND:VCALENDAR`);
    const put = await phone.put(path, ics);
    expect([put.status, (await phone.get(path)).body]).toEqual([204, ics]);
    expect(home.entries()[0]?.summary).toBe("moved “Dentist” on Tue 8 Dec to 18:00");
    const starts = async () =>
      (await eventsOf(home)).map(({ startsAt }: { startsAt: string }) => startsAt.slice(8, 16));
    expect(await starts()).toContain("08T17:00");
    expect((await undo(home, newest(home))).status).toBe(200);
    expect(await starts()).toContain("08T15:00");
    expect((await phone.get(path)).body).not.toContain("T180000");
  });

  test("A phone that deletes one instance of a series cancels that instance in the app", async () => {
    const { home, phone, path, text } = await series();
    await phone.put(path, text("EXDATE;TZID=Europe/Berlin:20261215T160000"));
    expect(home.entries()[0]?.summary).toBe("cancelled “Dentist” on Tue 15 Dec");
    expect(await eventsOf(home)).toHaveLength(4);
    expect((await undo(home, newest(home))).status).toBe(200);
    expect(await eventsOf(home)).toHaveLength(5);
    expect((await phone.get(path)).body).not.toContain("EXDATE");
  });

  test("A child cannot change or delete a series with a calendar program, but can move an instance", async () => {
    const { home, phone, path, text } = await series();
    const mia = davClient(home, home.members.mia as never, { name: "Mia's iPad" });
    const own = mia.at("family", "series.ics");
    const refused = await mia.put(own, text("LOCATION:Elsewhere"));
    expect([refused.status, refused.body]).toEqual([403, expect.stringContaining("<D:need-privileges>")]);
    expect((await mia.delete(own)).status).toBe(403);
    expect((await phone.get(path)).body).toBe(text());
    const moved = [
      ...["BEGIN:VEVENT", "UID:series@phone", "DTSTAMP:20261101T100000Z", "SUMMARY:Dentist"],
      "RECURRENCE-ID;TZID=Europe/Berlin:20261208T160000",
      ...["DTSTART;TZID=Europe/Berlin:20261208T180000", "DTEND;TZID=Europe/Berlin:20261208T184500", "END:VEVENT"],
    ].join("\r\n");
    const ics = text().replace("END:VCALENDAR", `${moved}\r\nEND:VCALENDAR`);
    expect((await mia.put(own, ics)).status).toBe(204);
    expect(home.entries()[0]).toMatchObject({ actor: { name: "Mia", agentName: "Mia's iPad" } });
  });
});

describe("objects that the app cannot express", () => {
  const dates = "RDATE;TZID=Europe/Berlin:20261205T160000,20261209T170000";
  const strange = event("strange@phone", ...weekly, dates);

  test("A calendar object that the app cannot express as an event is shown as read-only dates", async () => {
    const { home, phone } = await setUp();
    const path = phone.at("family", "strange.ics");
    const put = await phone.put(path, strange);
    expect([put.status, (await phone.get(path)).body, etagOf(put)]).toEqual([
      201,
      strange,
      etagOf(await phone.get(path)),
    ]);
    const shown = await eventsOf(home);
    expect(shown).toHaveLength(3);
    expect(shown.every(({ readOnly }: { readOnly: boolean }) => readOnly)).toBe(true);
    const refused = await home.patch(`/v1/events/${shown[0].id}`, { title: "No" });
    expect(refused.status).toBe(422);
    expect(refused.body.error).toBe("This event repeats in a way that can't be edited here: change it in “Test”");
    expect(Object.keys(await phone.list("family"))).toEqual(["strange.ics"]);
    expect((await undo(home, newest(home))).status).toBe(200);
    expect(await phone.list("family")).toEqual({});
    expect(await eventsOf(home)).toEqual([]);
  });

  test("An object that the app cannot express as an event becomes an event once a phone simplifies it", async () => {
    const { home, phone } = await setUp();
    const path = phone.at("family", "strange.ics");
    await phone.put(path, strange);
    const simple = event("strange@phone", ...weekly);
    expect((await phone.put(path, simple)).status).toBe(204);
    expect(await mastersOf(home)).toMatchObject([{ readOnly: false, title: "Dentist" }]);
    expect((await phone.put(path, strange)).status).toBe(204);
    expect(await eventsOf(home)).toHaveLength(3);
    expect((await undo(home, newest(home))).status).toBe(200);
    expect(await eventsOf(home)).toHaveLength(1);
    expect((await phone.get(path)).body).toBe(simple);
    expect((await phone.delete(path)).status).toBe(204);
    expect(await eventsOf(home)).toEqual([]);
  });

  test("A cancelled event is stored for calendar programs, but not shown in the app", async () => {
    const { home, phone } = await setUp();
    const path = phone.at("family", "gone.ics");
    const cancelled = event("gone@phone", "STATUS:CANCELLED");
    const before = home.entries().length;
    expect((await phone.put(path, cancelled)).status).toBe(201);
    expect([(await phone.get(path)).body, await eventsOf(home)]).toEqual([cancelled, []]);
    expect(Object.keys(await phone.list("family"))).toEqual(["gone.ics"]);
    expect(home.entries()).toHaveLength(before);
    expect((await phone.put(path, event("gone@phone"))).status).toBe(204);
    expect(await eventsOf(home)).toHaveLength(1);
    expect((await phone.put(path, cancelled)).status).toBe(204);
    expect(await eventsOf(home)).toEqual([]);
    expect(home.entries()[0]?.summary).toContain("deleted the event “Dentist”");
    expect((await phone.delete(path)).status).toBe(204);
    expect(await phone.list("family")).toEqual({});
  });

  test("A change of only the iCalendar text of an event creates no activity entry", async () => {
    const { home, phone } = await setUp();
    const path = phone.at("family", "one.ics");
    const first = await phone.put(path, event("one@phone"));
    const before = home.entries().length;
    const snoozed = event("one@phone", "X-MOZ-LASTACK:20261201T085500Z");
    const second = await phone.put(path, snoozed, { "If-Match": etagOf(first) });
    expect([second.status, (await phone.get(path)).body]).toEqual([204, snoozed]);
    expect(etagOf(second)).not.toBe(etagOf(first));
    expect(home.entries()).toHaveLength(before);
  });
});

describe("people", () => {
  const idsOf = (home: Home, ...names: ("anna" | "ben" | "mia")[]) => names.map((name) => home.members[name].id);

  test("A new event from a phone concerns the member of the calendar", async () => {
    const { home, phone } = await setUp();
    await phone.put(phone.at(home.members.ben.id, "ben.ics"), event("ben@phone"));
    expect(await mastersOf(home)).toMatchObject([{ memberIds: idsOf(home, "ben"), isGeneral: false }]);
    expect(Object.keys(await phone.list(home.members.ben.id))).toEqual(["ben.ics"]);
    expect(await phone.list("family")).toEqual({});
  });

  test.each([
    ["CATEGORIES:Mia", ["mia"], true],
    ["CATEGORIES:mia,Ben,Work", ["ben", "mia"], false],
    ["CATEGORIES:Work", [], true],
  ] as const)(
    "The line %s of an event in the family's calendar decides which members the event concerns",
    async (line, names, isGeneral) => {
      const { home, phone } = await setUp();
      const path = phone.at("family", "one.ics");
      const ics = event("one@phone", line);
      const put = await phone.put(path, ics);
      expect([put.status, etagOf(put), (await phone.get(path)).body]).toEqual([
        201,
        etagOf(await phone.get(path)),
        ics,
      ]);
      expect(await mastersOf(home)).toMatchObject([{ memberIds: idsOf(home, ...names), isGeneral }]);
      await phone.put(path, event("one@phone", "LOCATION:Here"));
      expect(await mastersOf(home)).toMatchObject([{ memberIds: idsOf(home, ...names), location: "Here" }]);
    },
  );

  test("The categories of an event in the family's calendar show the event's members", async () => {
    const { home, phone } = await setUp();
    const times = { startsAt: "2026-12-01T16:00:00+01:00", endsAt: "2026-12-01T16:45:00+01:00" };
    const memberIds = idsOf(home, "ben", "mia");
    const { body: made } = await home.post("/v1/events", { title: "Zoo", ...times, memberIds });
    const path = phone.at("family", `${made.id}.ics`);
    const { body } = await phone.get(path);
    expect(body).toContain("CATEGORIES:Ben,Mia");
    await phone.put(path, body.replace("CATEGORIES:Ben,Mia", "CATEGORIES:Mia"));
    expect(await mastersOf(home)).toMatchObject([{ memberIds: idsOf(home, "mia"), isGeneral: true }]);
  });
});

describe("a move", () => {
  async function moved(move: (phone: Dav, from: string, to: string) => Promise<unknown>) {
    const { home, phone } = await setUp();
    const from = phone.at("family", "one.ics");
    const to = phone.at(home.members.mia.id, "other name.ics");
    await phone.put(from, event("one@phone"));
    const [{ id }] = await mastersOf(home);
    await move(phone, from, to);
    expect((await phone.get(from)).status).toBe(404);
    expect((await phone.get(to)).body).toContain("UID:one@phone");
    expect(await mastersOf(home)).toMatchObject([{ id, memberIds: [home.members.mia.id] }]);
    expect((await undo(home, newest(home))).status).toBe(200);
    expect(Object.keys(await phone.list("family"))).toEqual(["one.ics"]);
    expect(await phone.list(home.members.mia.id)).toEqual({});
  }

  test("An event that a phone moves with MOVE keeps the same id", () => {
    return moved(async (phone, from, to) => expect((await phone.move(from, to)).status).toBe(201));
  });

  test("An event that a phone moves with PUT and DELETE keeps the same id", () => {
    return moved(async (phone, from, to) => {
      expect((await phone.put(to, event("one@phone"), { "If-None-Match": "*" })).status).toBe(201);
      expect((await phone.delete(from)).status).toBe(404);
    });
  });

  test("A CalDAV MOVE to a taken name replaces the object there, except with “Overwrite: F”", async () => {
    const { home, phone } = await setUp();
    const [from, to] = [phone.at("family", "one.ics"), phone.at("family", "two.ics")];
    await phone.put(from, event("one@phone"));
    await phone.put(to, event("two@phone", "SUMMARY:Two"));
    expect((await phone.move(from, to, { Overwrite: "F" })).status).toBe(412);
    expect((await phone.move(from, `http://elsewhere.example${to}`)).status).toBe(502);
    expect((await phone.move(from, "/elsewhere/two.ics")).status).toBe(403);
    expect((await phone.move(from, phone.at("unknown", "two.ics"))).status).toBe(409);
    expect((await phone.move(from, `http://localhost${to}`)).status).toBe(204);
    expect(await mastersOf(home)).toMatchObject([{ title: "Dentist" }]);
    expect(Object.keys(await phone.list("family"))).toEqual(["two.ics"]);
  });
});

test("An event of the app keeps its resource name when a phone adds extra dates", async () => {
  const { home, phone } = await setUp();
  const times = { startsAt: "2026-12-01T16:00:00+01:00", endsAt: "2026-12-01T16:45:00+01:00" };
  const { body: made } = await home.post("/v1/events", { title: "Piano", ...times });
  const path = phone.at("family", `${made.id}.ics`);
  const strange = event(made.id, "DTSTART:20261205T090000Z", "RDATE:20261209T100000Z,20270105T090000Z");
  expect((await phone.put(path, strange)).status).toBe(204);
  expect(Object.keys(await phone.list("family"))).toEqual([`${made.id}.ics`]);
  expect((await phone.get(path)).body).toBe(strange);
});

describe("a snooze from a calendar program", () => {
  const snoozed = (text: string) => text.replace("END:VEVENT", "X-MOZ-LASTACK:20261201T085500Z\r\nEND:VEVENT");

  test("A snooze from a calendar program does not prevent the undo of other changes", async () => {
    const { home, phone } = await setUp();
    const times = { startsAt: "2026-12-01T16:00:00+01:00", endsAt: "2026-12-01T16:45:00+01:00" };
    const { body: made } = await home.post("/v1/events", { title: "Piano", ...times });
    const added = newest(home);
    await home.patch(`/v1/events/${made.id}`, { location: "School" });
    const moved = newest(home);
    const path = phone.at("family", `${made.id}.ics`);
    const { body } = await phone.get(path);
    expect((await phone.put(path, snoozed(body))).status).toBe(204);
    expect((await undo(home, moved)).status).toBe(200);
    expect((await phone.get(path)).body).toContain("X-MOZ-LASTACK");
    expect((await phone.get(path)).body).not.toContain("LOCATION:School");
    expect((await undo(home, added)).status).toBe(200);
    const count = "SELECT count(*) AS n FROM calendar_object WHERE household_id = ?";
    expect(home.db.$client.query(count).get(home.id)).toEqual({ n: 0 });
    expect((await undo(home)).status).toBe(200);
    expect((await phone.get(path)).body).toContain("X-MOZ-LASTACK");
    expect((await phone.delete(path)).status).toBe(204);
    expect((await phone.put(path, event(made.id))).status).toBe(201);
  });

  test("A snooze from a calendar program does not prevent the undo of the creation of the event", async () => {
    const { home, phone } = await setUp();
    const path = phone.at("family", "one.ics");
    await phone.put(path, event("one@phone"));
    const added = newest(home);
    await phone.put(path, snoozed(event("one@phone")));
    await phone.move(path, phone.at("family", "other name.ics"));
    expect((await undo(home, added)).status).toBe(200);
    expect(await phone.list("family")).toEqual({});
    expect((await phone.put(path, event("one@phone"))).status).toBe(201);
  });

  test("A snooze of an object with extra dates adds no entry to the feed of activity", async () => {
    const { home, phone } = await setUp();
    const path = phone.at("family", "one.ics");
    const dates = event("one@phone", "DTSTART:20261205T090000Z", "RDATE:20261209T100000Z");
    await phone.put(path, dates);
    const added = newest(home);
    const before = await eventsOf(home);
    const token = tokenIn((await phone.sync("family")).body);
    expect((await phone.put(path, snoozed(dates))).status).toBe(204);
    expect([newest(home), await eventsOf(home)]).toEqual([added, before]);
    expect((await phone.get(path)).body).toBe(snoozed(dates));
    expect(responsesIn((await phone.sync("family", token)).body).map(({ href }) => href)).toEqual([path]);
    expect((await undo(home, added)).status).toBe(200);
    expect(await phone.list("family")).toEqual({});
    expect((await undo(home)).status).toBe(200);
    expect((await phone.get(path)).body).toBe(snoozed(dates));
  });
});
