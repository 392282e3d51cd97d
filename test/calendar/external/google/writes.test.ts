/** Changes from here, as Google gets them. */
import { describe, expect, test } from "bun:test";
import type { Event, Exception } from "#calendar/events/event.ts";
import { RemoteConflictError } from "#calendar/external/remote.ts";
import { eventOf, googleAccount, googleEvent, googleInstance, never, render } from "../../../support/google/account.ts";

const hour = 3_600_000;
const weekly = ["RRULE:FREQ=WEEKLY;COUNT=10"];
const wall = (date: number, hours = 9) => Date.UTC(2027, 0, date, hours);
const eventId = "0190aaaa-bbbb-7ccc-8ddd-eeeeeeeeeeee";
const ownId = "0190aaaabbbb7ccc8dddeeeeeeeeeeee";

type Account = ReturnType<typeof googleAccount>;

async function withSeries(instances: Parameters<Account["events"]["put"]>[0][] = []) {
  const account = googleAccount();
  account.events.put(googleEvent("series", { summary: "Choir", recurrence: weekly, colorId: "7" }));
  for (const each of instances) account.events.put(each);
  await account.ready();
  return account;
}

/** Bodies of writes, in order; every one must spare the guests. */
function writesOf({ google }: Account) {
  const writes = google.seen.filter(({ kind }) => ["insert", "patch", "delete"].includes(kind));
  expect(writes.filter(({ query }) => query.get("sendUpdates") !== "none")).toEqual([]);
  return writes.map(({ kind, path, headers, body }) => {
    const id = path.split("/").slice(6).join("/");
    return { kind, id, etag: headers.get("if-match"), body };
  });
}

/** Checks that the known text is the one that Google has. */
async function expectSame(account: Account, id: string) {
  const known = account.known.get(id)!;
  expect(await account.sync()).toMatchObject({ heads: [], removed: [] });
  const [fresh] = await account.read([{ id, etag: null }]);
  expect({ ...eventOf(fresh!.text) }).toEqual(eventOf(known.text));
}

const cancelled = (at: number): Exception => ({ wall: at, cancelled: true, own: {}, times: null });
const titled = (at: number, title: string): Exception => ({ wall: at, cancelled: false, own: { title }, times: null });
const shifted = (event: Event, by: number): Event => ({
  ...event,
  startAt: event.startAt + by,
  endAt: event.endAt + by,
  startWall: event.startWall + by,
  endWall: event.endWall + by,
});

describe("a new event", () => {
  const series = (exceptions: Exception[] = []): Event => {
    const event: Event = {
      ...({
        title: "Judo",
        location: "Hall",
        notes: "Belt",
        memberIds: [],
        isGeneral: null,
        syncTargets: [],
        privateTo: null,
      } as const),
      ...{ reminderMinutes: 15, reminderMinutesList: [15], allDay: false, timeZone: "Europe/Berlin" },
      ...{ startAt: wall(5, 8), endAt: wall(5, 9), startWall: wall(5), endWall: wall(5, 10) },
      ...{ recurrenceRule: "FREQ=WEEKLY;COUNT=5", exceptions },
    };
    return event;
  };

  test("A new event at Google gets an id that is derived from the event's id in the app", async () => {
    const account = googleAccount();
    await account.ready();
    expect(account.calendar.idFor(eventId)).toBe(ownId);
    await account.put(ownId, render({ ...series(), recurrenceRule: null }, null));
    expect(writesOf(account)).toEqual([
      {
        ...{ kind: "insert", id: "", etag: null },
        body: {
          id: ownId,
          summary: "Judo",
          location: "Hall",
          description: "Belt",
          visibility: "default",
          transparency: "opaque",
          start: { dateTime: "2027-01-05T09:00:00", timeZone: "Europe/Berlin" },
          end: { dateTime: "2027-01-05T10:00:00", timeZone: "Europe/Berlin" },
          reminders: { useDefault: false, overrides: [{ method: "popup", minutes: 15 }] },
        },
      },
    ]);
    expect(account.google.takeCounts()).toEqual({ insert: 1 });
    expect(account.textOf(ownId)).toContain(`UID:${ownId}@google.com`);
    await expectSame(account, ownId);
  });

  test("A new series is inserted at Google with its changed and cancelled instances", async () => {
    const account = googleAccount();
    await account.ready();
    await account.put(ownId, render(series([titled(wall(12), "Exam"), cancelled(wall(19))]), null));
    expect(account.google.takeCounts()).toEqual({ insert: 1, patch: 1 });
    expect(account.shown(ownId).exceptions).toMatchObject([{ own: { title: "Exam" } }, { cancelled: true }]);
    await expectSame(account, ownId);
  });

  test("A new event is a conflict if the id already exists at Google", async () => {
    const account = googleAccount();
    account.events.put(googleEvent(ownId));
    await expect(account.put(ownId, render(series(), null))).rejects.toBeInstanceOf(RemoteConflictError);
    expect((await account.read([{ id: ownId, etag: null }])).map(({ id }) => id)).toEqual([ownId]);
  });

  test("A new event is restored at Google if Google has a deleted event with the same id", async () => {
    const account = googleAccount();
    account.events.put(googleEvent(ownId, { recurrence: weekly }));
    account.events.delete(ownId, null);
    await account.ready();
    const object = await account.put(ownId, render({ ...series(), recurrenceRule: null }, null));
    expect(eventOf(object.text)).toMatchObject({ title: "Judo", recurrenceRule: null });
    expect(account.google.takeCounts()).toEqual({ insert: 1, get: 1, patch: 1 });
    await expectSame(account, ownId);
  });

  test("A new event is sent again with another name of the time zone if Google refuses the first", async () => {
    const account = googleAccount();
    account.events.unknownZones.add("Europe/Kiev");
    const inKiev = { ...series(), timeZone: "Europe/Kiev", startAt: wall(5, 7), endAt: wall(5, 8) };
    const object = await account.put(ownId, render(inKiev, null));
    expect(eventOf(object.text).startAt).toBe(wall(5, 7));
    expect(writesOf(account).map(({ body }) => body.start.timeZone)).toEqual(["Europe/Kiev", "Europe/Kyiv"]);
    account.events.unknownZones.add("Europe/Kyiv");
    const again = account.put("02900", render(inKiev, null));
    await expect(again).rejects.toThrow("refused (status 400, invalid)");
  });
});

describe("a changed event", () => {
  test("An event without a change is not sent to Google", async () => {
    const account = await withSeries();
    await account.change("series", (event) => event);
    expect(account.google.takeCounts()).toEqual({});
  });

  test("A changed event is sent to Google with only its changed fields", async () => {
    const account = await withSeries();
    const { etag } = account.events.get("series");
    await account.change("series", (event) => ({ ...event, title: "Big choir" }));
    expect(writesOf(account)).toEqual([
      { kind: "patch", id: "series", etag: etag ?? "", body: { summary: "Big choir" } },
    ]);
    expect(account.google.takeCounts()).toEqual({ patch: 1 });
    expect(account.events.get("series")).toMatchObject({ summary: "Big choir", colorId: "7" });
    await expectSame(account, "series");
  });

  test("An event that changed in the app and at Google is a conflict, and is read again", async () => {
    const account = await withSeries();
    account.events.patch("series", { location: "Church" }, null);
    const rename = () => account.change("series", (event) => ({ ...event, title: "Big choir" }));
    await expect(rename()).rejects.toBeInstanceOf(RemoteConflictError);
    await account.sync();
    await rename();
    expect(account.shown("series")).toMatchObject({ title: "Big choir", location: "Church" });
  });

  test("An event that changed in the app and was deleted at Google is a conflict", async () => {
    const account = await withSeries();
    const base = account.textOf("series");
    const { etag } = account.known.get("series")!;
    account.events.delete("series", null);
    const put = account.put("series", render({ ...eventOf(base), title: "x" }, base));
    await expect(put).rejects.toBeInstanceOf(RemoteConflictError);
    const text = render({ ...eventOf(base), title: "x" }, base);
    const unknown = account.calendar.put({ id: "nothing", etag, base: null, text }, never);
    await expect(unknown).rejects.toBeInstanceOf(RemoteConflictError);
  });

  test("A changed event without a stored text is first read from Google, and then written", async () => {
    const account = await withSeries();
    const { text, etag } = account.known.get("series")!;
    const next = render({ ...eventOf(text), title: "Big choir" }, text);
    await account.calendar.put({ id: "series", etag, base: null, text: next }, never);
    expect(account.google.takeCounts()).toEqual({ get: 1, instances: 1, patch: 1 });
    const stale = account.calendar.put({ id: "series", etag, base: null, text: next }, never);
    await expect(stale).rejects.toBeInstanceOf(RemoteConflictError);
  });

  test.each([
    [403, "forbiddenForNonOrganizer", "refused (status 403, forbiddenForNonOrganizer)"],
    [403, "insufficientPermissions", "denied (status 403, insufficientPermissions)"],
    [403, "rateLimitExceeded", "busy (status 403, rateLimitExceeded)"],
    [413, "uploadTooLarge", "refused (status 413, uploadTooLarge)"],
  ])("A changed event that Google refuses with %i, %s, reports the reason", async (status, reason, expected) => {
    const account = await withSeries();
    account.google.failNext("patch", status, reason);
    await expect(account.change("series", (event) => ({ ...event, title: "x" }))).rejects.toThrow(expected);
  });

  test("A single event at Google can be changed to a series and back", async () => {
    const account = googleAccount();
    account.events.put(googleEvent("single"));
    await account.ready();
    await account.change("single", (event) => ({ ...event, recurrenceRule: "FREQ=DAILY;COUNT=3" }));
    expect(writesOf(account).at(-1)?.body).toMatchObject({ recurrence: ["RRULE:FREQ=DAILY;COUNT=3"] });
    await expectSame(account, "single");
    await account.change("single", (event) => ({ ...event, recurrenceRule: null }));
    expect(account.events.get("single").recurrence).toBeUndefined();
    await expectSame(account, "single");
  });
});

describe("an instance", () => {
  test("An instance of a Google series is changed without changing the series", async () => {
    const account = await withSeries();
    await account.change("series", (event) => ({ ...event, exceptions: [titled(wall(12), "Concert")] }));
    expect(writesOf(account)).toEqual([
      { kind: "patch", id: "series_20270112T080000Z", etag: null, body: { summary: "Concert" } },
    ]);
    await expectSame(account, "series");
  });

  test("An instance of a Google series is moved", async () => {
    const account = await withSeries();
    const times = { allDay: false, startAt: wall(13, 17), endAt: wall(13, 18) };
    const moved: Exception = { wall: wall(12), cancelled: false, own: {}, times };
    await account.change("series", (event) => ({ ...event, exceptions: [moved] }));
    expect(writesOf(account)[0]?.body).toEqual({
      start: { dateTime: "2027-01-13T18:00:00", timeZone: "Europe/Berlin" },
      end: { dateTime: "2027-01-13T19:00:00", timeZone: "Europe/Berlin" },
    });
    expect(account.google.takeCounts()).toEqual({ patch: 1 });
    await expectSame(account, "series");
  });

  test("A changed instance of a Google series is written with the entity tag of the instance", async () => {
    const account = await withSeries([googleInstance("series", "2027-01-12", { summary: "Concert" })]);
    const { etag } = account.events.get("series_20270112T080000Z");
    await account.change("series", (event) => {
      const [first] = event.exceptions;
      return { ...event, exceptions: [{ ...first!, own: { title: "Big concert" } }] };
    });
    expect(writesOf(account)).toEqual([
      { kind: "patch", id: "series_20270112T080000Z", etag: etag ?? "", body: { summary: "Big concert" } },
    ]);
    await expectSame(account, "series");
  });

  test("An instance of a Google series gets the series' values when the exception is removed", async () => {
    const account = await withSeries([googleInstance("series", "2027-01-12", { summary: "Concert" })]);
    await account.change("series", (event) => ({ ...event, exceptions: [] }));
    expect(writesOf(account)[0]?.body).toMatchObject({
      summary: "Choir",
      start: { dateTime: "2027-01-12T09:00:00", timeZone: "Europe/Berlin" },
    });
    expect(account.shown("series").exceptions).toEqual([]);
    await expectSame(account, "series");
  });

  test("An instance of a Google series is cancelled and restored", async () => {
    const account = await withSeries([googleInstance("series", "2027-01-12", { summary: "Concert" })]);
    await account.change("series", (event) => ({ ...event, exceptions: [cancelled(wall(12)), cancelled(wall(19))] }));
    expect(writesOf(account).map(({ kind, id, etag }) => [kind, id, etag !== null])).toEqual([
      ["delete", "series_20270112T080000Z", true],
      ["delete", "series_20270119T080000Z", false],
    ]);
    await expectSame(account, "series");
    account.google.takeCounts();
    await account.change("series", (event) => ({ ...event, exceptions: [cancelled(wall(19))] }));
    expect(writesOf(account)).toMatchObject([
      { kind: "patch", id: "series_20270112T080000Z", body: { status: "confirmed", summary: "Choir" } },
    ]);
    await expectSame(account, "series");
  });

  test("An instance that a Google series excludes by EXDATE is restored by sending new recurrence lines", async () => {
    const account = googleAccount();
    const recurrence = [...weekly, "EXDATE;TZID=Europe/Berlin:20270112T090000,20270119T090000"];
    account.events.put(googleEvent("series", { recurrence }));
    await account.ready();
    await account.change("series", (event) => ({ ...event, exceptions: [cancelled(wall(19))] }));
    expect(writesOf(account)[0]?.body).toEqual({
      recurrence: [...weekly, "EXDATE;TZID=Europe/Berlin:20270119T090000"],
    });
    await expectSame(account, "series");
  });

  test("An instance of a Google series with an unexpected id is found by the start", async () => {
    const account = googleAccount();
    account.events.put(googleEvent("part_R20270105T080000", { recurrence: weekly }));
    account.events.put({
      ...googleInstance("part_R20270105T080000", "2027-01-12", { summary: "Concert" }),
      id: "other_20270112T080000Z",
    });
    await account.ready();
    const base = account.textOf("part_R20270105T080000").replace(/^X-INGLENOOK-GOOGLE-ID:other.*\r\n/m, "");
    account.known.set("part_R20270105T080000", { ...account.known.get("part_R20270105T080000")!, text: base });
    await account.change("part_R20270105T080000", (event) => {
      return { ...event, exceptions: event.exceptions.map((each) => ({ ...each, own: { title: "Big concert" } })) };
    });
    expect(account.events.get("other_20270112T080000Z").summary).toBe("Big concert");
    expect(account.google.takeCounts()).toEqual({ patch: 2, instances: 1 });
  });

  test("An instance of an all-day Google series is changed and cancelled by date", async () => {
    const account = googleAccount();
    const days = { start: { date: "2027-01-05" }, end: { date: "2027-01-06" } };
    account.events.put(googleEvent("series", { ...days, recurrence: ["RRULE:FREQ=DAILY;COUNT=5"] }));
    await account.ready();
    const exceptions = [titled(wall(6, 0), "Free"), cancelled(wall(7, 0))];
    await account.change("series", (event) => ({ ...event, exceptions }));
    expect(writesOf(account).map(({ kind, id }) => `${kind} ${id}`)).toEqual([
      "patch series_20270106",
      "delete series_20270107",
    ]);
    await expectSame(account, "series");
  });

  test("An instance that changed in the app and at Google is a conflict", async () => {
    const account = await withSeries([googleInstance("series", "2027-01-12", { summary: "Concert" })]);
    account.events.patch("series_20270112T080000Z", { location: "Church" }, null);
    const cancel = account.change("series", (event) => ({ ...event, exceptions: [cancelled(wall(12))] }));
    await expect(cancel).rejects.toBeInstanceOf(RemoteConflictError);
  });
});

describe("a moved series", () => {
  test("A moved series gets back the exceptions that Google dropped", async () => {
    const account = await withSeries([googleInstance("series", "2027-01-12", { summary: "Concert" })]);
    await account.change("series", (event) => ({ ...event, exceptions: [...event.exceptions, cancelled(wall(19))] }));
    account.google.takeCounts();
    await account.change("series", (event) => {
      const exceptions = event.exceptions.map((each) => ({ ...each, wall: each.wall + hour }));
      return { ...shifted(event, hour), exceptions };
    });
    expect(writesOf(account).map(({ kind, id }) => `${kind} ${id}`)).toEqual([
      "patch series",
      "patch series_20270112T090000Z",
    ]);
    expect(writesOf(account)[0]?.body.recurrence).toEqual([...weekly, "EXDATE;TZID=Europe/Berlin:20270119T100000"]);
    expect(account.google.takeCounts()).toEqual({ patch: 2, instances: 1 });
    expect(account.shown("series").exceptions).toMatchObject([
      { wall: wall(12, 10), own: { title: "Concert" }, times: { startAt: wall(12, 10) } },
      { wall: wall(19, 10), cancelled: true },
    ]);
    await expectSame(account, "series");
  });

  test("A moved Google series without exceptions needs one request", async () => {
    const account = await withSeries();
    await account.change("series", (event) => shifted(event, hour));
    expect(account.google.takeCounts()).toEqual({ patch: 1 });
    await expectSame(account, "series");
  });

  test("A moved Google series with a new rule keeps the exceptions at dates that still exist", async () => {
    const account = await withSeries([googleInstance("series", "2027-01-12", { summary: "Concert" })]);
    await account.change("series", (event) => ({ ...event, recurrenceRule: "FREQ=WEEKLY;COUNT=4" }));
    expect(account.shown("series")).toMatchObject({ exceptions: [{ own: { title: "Concert" } }] });
    await expectSame(account, "series");
  });
});

describe("a deletion", () => {
  test("A deletion is sent to Google with the entity tag of the series", async () => {
    const account = await withSeries([googleInstance("series", "2027-01-12")]);
    const { etag } = account.events.get("series");
    await account.calendar.remove(account.known.get("series")!, never);
    expect(writesOf(account)).toEqual([{ kind: "delete", id: "series", etag: etag ?? "", body: null }]);
    account.known.delete("series");
    expect(await account.sync()).toMatchObject({ heads: [], removed: ["series"] });
  });

  test("A deletion of an event that no longer exists at Google succeeds", async () => {
    const account = await withSeries();
    const head = account.known.get("series")!;
    account.events.delete("series", null);
    await account.calendar.remove(head, never);
    await account.calendar.remove({ id: "unknown", etag: null }, never);
    await account.calendar.remove({ id: "unknown", etag: "x" }, never);
  });

  test("A deletion of an event that changed at Google is a conflict", async () => {
    const account = await withSeries();
    const head = account.known.get("series")!;
    account.events.patch("series", { summary: "x" }, null);
    await expect(account.calendar.remove(head, never)).rejects.toBeInstanceOf(RemoteConflictError);
    account.known.clear();
    await expect(account.calendar.remove(head, never)).rejects.toBeInstanceOf(RemoteConflictError);
  });
});
