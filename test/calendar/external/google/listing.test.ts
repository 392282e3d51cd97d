/** Listing a calendar at Google: first everything, then what changed. */
import { describe, expect, test } from "bun:test";
import { listOfferedCalendars } from "#calendar/external/google/calendar.ts";
import {
  calendarId,
  eventOf,
  googleAccount,
  googleEvent,
  googleInstance,
  never,
} from "../../../support/google/account.ts";

const weekly = ["RRULE:FREQ=WEEKLY;COUNT=10"];
const day = 86_400_000;

const titles = (account: ReturnType<typeof googleAccount>) =>
  [...account.known.values()].map(({ text }) => eventOf(text).title).sort();

describe("the first listing", () => {
  test("The first listing of a Google calendar returns all events in one request", async () => {
    const account = googleAccount();
    account.events.put(googleEvent("single"));
    account.events.put(googleEvent("series", { summary: "Choir", recurrence: weekly }));
    account.events.put(googleInstance("series", "2027-01-12", { summary: "Concert" }));
    const { isWhole, heads } = await account.sync();
    expect(isWhole).toBe(true);
    expect(heads.map(({ id }) => id)).toEqual(["single", "series"]);
    expect(account.shown("series").exceptions).toMatchObject([{ own: { title: "Concert" } }]);
    expect(account.google.seen.filter(({ kind }) => kind === "list")).toHaveLength(1);
    const { query } = account.google.seen.at(-1)!;
    expect(Object.fromEntries(query)).toMatchObject({
      timeMin: "2025-10-16T08:00:00.000Z",
      singleEvents: "false",
      showDeleted: "true",
      maxResults: "1000",
    });
    expect(account.google.takeCounts()).toEqual({ token: 1, list: 1 });
  });

  test("The first listing of a Google calendar reads all pages", async () => {
    const account = googleAccount();
    account.google.pageSize = 3;
    for (let count = 0; count < 10; count++) account.events.put(googleEvent(`event${count}`, { summary: `E${count}` }));
    await account.sync();
    expect(account.known.size).toBe(10);
    expect(account.google.takeCounts()).toEqual({ token: 1, list: 4 });
  });

  test("The first listing of a Google calendar leaves out deleted events and past events", async () => {
    const account = googleAccount();
    account.events.put(googleEvent("kept0"));
    account.events.put(googleEvent("gone0", { status: "cancelled" }));
    account.events.put(googleEvent("where", { eventType: "workingLocation" }));
    const at = (hours: string) => ({ dateTime: `2025-01-05T${hours}:00+01:00`, timeZone: "Europe/Berlin" });
    account.events.put(googleEvent("old00", { start: at("09:00"), end: at("10:00") }));
    const { heads } = await account.sync();
    expect(heads.map(({ id }) => id)).toEqual(["kept0"]);
  });

  test("The first listing of a Google calendar also reads the series of a listed instance", async () => {
    const account = googleAccount();
    const at = (hours: string) => ({ dateTime: `2024-01-09T${hours}:00+01:00`, timeZone: "Europe/Berlin" });
    const recurrence = ["RRULE:FREQ=WEEKLY;COUNT=3"];
    account.events.put(googleEvent("series", { start: at("09:00"), end: at("10:00"), recurrence }));
    const slot = { recurringEventId: "series", originalStartTime: at("09:00") };
    account.events.put({ ...googleEvent("series_20240109T080000Z"), ...slot });
    await account.sync();
    expect(account.shown("series").exceptions).toMatchObject([{ times: { startAt: Date.UTC(2027, 0, 5, 8) } }]);
    expect(account.google.takeCounts()).toEqual({ token: 1, list: 1, get: 1, instances: 1 });
  });

  test("The first listing of a Google calendar shows an instance alone if the series is unreadable", async () => {
    const account = googleAccount();
    const ben = { email: "ben@example.org" };
    account.events.put(googleInstance("unknown", "2027-01-12", { organizer: ben }));
    await account.sync();
    expect(account.textOf("unknown")).toContain("RECURRENCE-ID;TZID=Europe/Berlin:20270112T090000");
    account.google.takeCounts();
    account.events.put(googleInstance("unknown", "2027-01-12", { organizer: ben, summary: "Moved" }));
    await account.sync();
    expect(account.textOf("unknown")).toContain("SUMMARY:Moved");
    expect(account.google.takeCounts()).toEqual({ list: 1 });
  });

  test("The first listing of a Google calendar is refused beyond 10,000 events", async () => {
    const account = googleAccount();
    account.google.pageSize = 4_000;
    for (let count = 0; count < 10_001; count++) account.events.put(googleEvent(`event${count}`));
    await expect(account.sync()).rejects.toThrow("too_large (items)");
  });
});

describe("a later listing", () => {
  async function withSeries() {
    const account = googleAccount();
    account.events.put(googleEvent("single"));
    account.events.put(googleEvent("series", { summary: "Choir", recurrence: weekly }));
    account.events.put(googleInstance("series", "2027-01-12", { summary: "Concert" }));
    await account.ready();
    return account;
  }

  test("A later listing of an unchanged Google calendar takes one request and returns no event", async () => {
    const account = await withSeries();
    expect(await account.sync()).toMatchObject({ heads: [], removed: [], isWhole: false });
    const { query } = account.google.seen.at(-1)!;
    expect(Object.fromEntries(query)).toMatchObject({ showDeleted: "true", maxResults: "1000" });
    expect([query.has("timeMin"), query.has("syncToken")]).toEqual([false, true]);
    expect(account.google.takeCounts()).toEqual({ list: 1 });
  });

  test("A later listing of a Google calendar returns what was added, changed and deleted", async () => {
    const account = await withSeries();
    account.events.put(googleEvent("added"));
    account.events.patch("series", { summary: "Big choir" }, null);
    account.events.delete("single", null);
    const { heads, removed } = await account.sync();
    expect(heads.map(({ id }) => id)).toEqual(["added", "series"]);
    expect(removed).toEqual(["single"]);
    expect(account.shown("series")).toMatchObject({ title: "Big choir", exceptions: [{ own: { title: "Concert" } }] });
    expect(account.google.takeCounts()).toEqual({ list: 1 });
  });

  test.each([true, false])(
    "Changed and cancelled instances at Google are added to the series (cancelled without fields: %p)",
    async (isBare) => {
      const account = await withSeries();
      account.google.hasBareDeletions = isBare;
      account.events.patch("series_20270119T080000Z", { summary: "Party" }, null);
      account.events.delete("series_20270112T080000Z", null);
      account.events.delete("series_20270126T080000Z", null);
      const { heads } = await account.sync();
      expect(heads.map(({ id }) => id)).toEqual(["series"]);
      expect(account.shown("series").exceptions).toMatchObject([
        { wall: Date.UTC(2027, 0, 12, 9), cancelled: true },
        { wall: Date.UTC(2027, 0, 19, 9), own: { title: "Party" } },
        { wall: Date.UTC(2027, 0, 26, 9), cancelled: true },
      ]);
      account.events.patch("series_20270126T080000Z", { status: "confirmed" }, null);
      await account.sync();
      expect(account.shown("series").exceptions).toHaveLength(2);
      expect(account.google.takeCounts()).toEqual({ list: 2 });
    },
  );

  test("A later listing asks Google which exceptions still exist if a series was moved", async () => {
    const account = await withSeries();
    const at = (hours: string) => ({ dateTime: `2027-01-05T${hours}:00+01:00`, timeZone: "Europe/Berlin" });
    account.events.patch("series", { start: at("14:00"), end: at("15:00") }, null);
    await account.sync();
    expect(account.shown("series").exceptions).toEqual([]);
    expect(account.google.takeCounts()).toEqual({ list: 1, instances: 1 });
  });

  test("A later listing keeps the exceptions of a Google series if only the title changed", async () => {
    const account = await withSeries();
    account.events.patch("series", { summary: "Big choir" }, null);
    await account.sync();
    expect(account.shown("series").exceptions).toHaveLength(1);
    expect(account.google.takeCounts()).toEqual({ list: 1 });
  });

  test.each([
    [410, () => {}],
    [400, (account: Awaited<ReturnType<typeof withSeries>>) => account.setState("of another calendar")],
  ])("A Google calendar is listed completely if Google refuses the sync token with %i", async (status, spoil) => {
    const account = await withSeries();
    account.events.delete("single", null);
    if (status === 410) account.google.expireSyncTokens();
    spoil(account);
    const { isWhole, heads } = await account.sync();
    expect(isWhole).toBe(true);
    expect(heads.map(({ id }) => id)).toEqual(["series"]);
    expect(account.shown("series").exceptions).toHaveLength(1);
    expect(account.google.takeCounts()).toEqual({ list: 2 });
    expect(await account.sync()).toMatchObject({ heads: [], isWhole: false });
  });

  test("A repeated complete listing of a Google calendar returns the same entity tags", async () => {
    const account = await withSeries();
    account.events.delete("series_20270126T080000Z", null);
    await account.sync();
    const before = [...account.known.values()].map(({ id, etag }) => ({ id, etag }));
    account.google.expireSyncTokens();
    const { heads } = await account.sync();
    expect(heads).toEqual(before);
  });

  test("A repeated complete listing of a Google calendar keeps exceptions that are too old to be listed", async () => {
    const account = googleAccount();
    const at = (date: string) => ({ dateTime: `${date}T09:00:00+01:00`, timeZone: "Europe/Berlin" });
    const recurrence = ["RRULE:FREQ=WEEKLY"];
    const series = { start: at("2025-11-04"), end: at("2025-11-04"), recurrence };
    account.events.put(googleEvent("series", series));
    account.events.patch("series_20251111T080000Z", { summary: "Long ago" }, null);
    account.events.delete("series_20251118T080000Z", null);
    await account.ready();
    expect(account.shown("series").exceptions).toHaveLength(2);
    account.clock.now = new Date(account.clock.now.getTime() + 60 * day);
    account.google.expireSyncTokens();
    await account.sync();
    expect(account.shown("series").exceptions).toMatchObject([{ own: { title: "Long ago" } }, { cancelled: true }]);
  });

  test("A later listing returns a Google event that was deleted and then restored", async () => {
    const account = await withSeries();
    account.events.delete("single", null);
    await account.sync();
    account.events.patch("single", { status: "confirmed" }, null);
    await account.sync();
    expect(titles(account)).toEqual(["Choir", "Swimming"]);
  });

  test("A Google event that was in no listing is read by a separate request", async () => {
    const account = await withSeries();
    account.events.patch("series_20270119T080000Z", { summary: "Party" }, null);
    account.events.delete("single", null);
    const read = await account.read([
      { id: "series", etag: null },
      { id: "single", etag: null },
      { id: "never", etag: null },
    ]);
    expect(read.map(({ id }) => id)).toEqual(["series"]);
    expect(eventOf(read[0]!.text).exceptions).toMatchObject([
      { own: { title: "Concert" } },
      { own: { title: "Party" }, times: null },
    ]);
    expect(account.google.takeCounts()).toEqual({ get: 3, instances: 1 });
    await account.sync();
    expect(account.known.get("series")?.etag).toBe(read[0]!.etag);
  });
});

describe("a refused request", () => {
  test("A refused Google request for one event does not affect other events", async () => {
    const account = googleAccount();
    for (const id of ["first", "second"]) account.events.put(googleEvent(id));
    account.google.failNext("get", 403, "forbidden");
    const found: string[] = [];
    const read = async () => {
      const heads = ["first", "second"].map((id) => ({ id, etag: null }));
      for await (const batch of account.calendar.read(heads, never)) found.push(...batch.map(({ id }) => id));
    };
    await expect(read()).rejects.toThrow("refused (1 objects)");
    expect(found).toEqual(["second"]);
  });

  test("A Google series that cannot be read is shown by its listed instances", async () => {
    const account = googleAccount();
    account.events.put(googleInstance("unknown", "2027-01-12"));
    account.google.failNext("get", 403, "forbidden");
    await account.sync();
    expect(account.textOf("unknown")).toContain("RECURRENCE-ID");
  });

  test.each([
    [403, "rateLimitExceeded", "busy (status 403, rateLimitExceeded)"],
    [403, "userRateLimitExceeded", "busy (status 403, userRateLimitExceeded)"],
    [403, "quotaExceeded", "busy (status 403, quotaExceeded)"],
    [429, "rateLimitExceeded", "busy (status 429, rateLimitExceeded)"],
    [503, "backendError", "busy (status 503, backendError)"],
    [500, "backendError", "no_answer (status 500, backendError)"],
    [403, "insufficientPermissions", "denied (status 403, insufficientPermissions)"],
    [403, "forbidden", "denied (status 403, forbidden)"],
    [404, "notFound", "gone (status 404, notFound)"],
    [400, "in valid <b>", "no_calendar (status 400)"],
  ])("A Google request that is refused with status %i, %s, reports the reason", async (status, reason, expected) => {
    const account = googleAccount();
    account.google.failNext("list", status, reason);
    await expect(account.sync()).rejects.toThrow(expected);
    await account.sync();
  });

  test("A Google request that is refused with 401 renews the access token once", async () => {
    const account = googleAccount();
    await account.ready();
    account.google.expireAccessToken();
    await account.sync();
    expect(account.google.takeCounts()).toEqual({ list: 2, token: 1 });
    account.google.failNext("list", 401, "authError");
    account.google.failNext("list", 401, "authError");
    await expect(account.sync()).rejects.toThrow("denied (status 401, authError)");
  });

  test("A Google request is denied if the grant was revoked", async () => {
    const account = googleAccount();
    await account.ready();
    account.google.expireAccessToken();
    account.google.isGrantRevoked = true;
    await expect(account.sync()).rejects.toThrow("denied (invalid_grant)");
  });

  test("An aborted Google request ends with the reason of the abort signal", async () => {
    const account = googleAccount();
    await expect(account.calendar.list(null, AbortSignal.abort(new Error("stopped")))).rejects.toThrow("stopped");
  });
});

describe("offered calendars", () => {
  test("The offered Google calendars are the calendars whose events the account may read", async () => {
    const { google, api } = googleAccount();
    google.pageSize = 2;
    google.addCalendar({ id: "team@group", summary: "Team", summaryOverride: "Our team", accessRole: "writer" });
    google.addCalendar({ id: "holidays@group", summary: "Holidays", accessRole: "reader", backgroundColor: "#ff0000" });
    google.addCalendar({ id: "busy@group", accessRole: "freeBusyReader" });
    google.addCalendar({ id: "gone@group", deleted: true });
    const offer = await listOfferedCalendars(api, never);
    expect(offer).toEqual({
      account: calendarId,
      calendars: [
        { externalId: calendarId, name: "Anna", color: null, isReadOnly: false },
        { externalId: "team@group", name: "Our team", color: null, isReadOnly: false },
        { externalId: "holidays@group", name: "Holidays", color: "#ff0000", isReadOnly: true },
      ],
    });
    expect(google.takeCounts()).toEqual({ token: 1, calendarList: 3 });
  });
});
