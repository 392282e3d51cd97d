/** Calendars at Google both ways, over HTTP. */
import { describe, expect, test } from "bun:test";
import { eventsOf, feedOf } from "../../../support/calendar/accounts.ts";
import { googleEvent } from "../../../support/google/account.ts";
import type { GoogleEvent } from "../../../support/google/events.ts";
import { connectedGoogle, type GoogleHome } from "../../../support/google/home.ts";
import { undo } from "../../../support/home/undo.ts";

const times = { startsAt: "2026-12-01T09:00:00.000Z", endsAt: "2026-12-01T10:00:00.000Z" };

/** Returns the id at Google of an event that was created here. */
const idOf = ({ id }: { id: string }) => id.replaceAll("-", "");

function make({ home, target }: GoogleHome, more: object = {}) {
  return home.post("/v1/events", { title: "Piano", ...times, syncTargets: [target], ...more });
}

function presentAt({ events }: GoogleHome): GoogleEvent[] {
  return events.all(0).filter(({ status }) => status !== "cancelled");
}

describe("events from Google", () => {
  test("Events from Google are shown in the app, and changes in the app are made at Google", async () => {
    const all = await connectedGoogle();
    const { home, events, sync, target } = all;
    events.insert(googleEvent("judo1", { location: "Bath" }));
    await sync();
    const [shown, ...others] = await eventsOf(home);
    expect(others).toEqual([]);
    expect(shown).toMatchObject({ title: "Swimming", location: "Bath", startsAt: "2027-01-05T08:00:00.000Z" });
    expect(shown).toMatchObject({ readOnly: false, memberIds: [home.members.anna.id], calendar: { name: "Anna" } });
    expect(shown.syncTargets).toEqual([{ ...target, status: "synced", syncedAt: null }]);
    expect(feedOf(home)[0]).toBe("added “Swimming” on Tue 5 Jan 2027, from anna@example.org");
    events.patch("judo1", { summary: "Diving" }, null);
    await sync();
    expect((await eventsOf(home)).map(({ title }) => title)).toEqual(["Diving"]);
    events.delete("judo1", null);
    await sync();
    expect(await eventsOf(home)).toEqual([]);
    expect(feedOf(home)[0]).toBe("deleted “Diving”, gone from anna@example.org");
    await undo(home);
    await sync();
    await sync();
    expect((await eventsOf(home)).map(({ title }) => title)).toEqual(["Diving"]);
    expect(presentAt(all)).toEqual([expect.objectContaining({ summary: "Diving", location: "Bath" })]);
  });

  test("A Google calendar that is set to read-only never receives a change", async () => {
    const all = await connectedGoogle("in");
    const { home, events, sync, google } = all;
    events.insert(googleEvent("judo1"));
    await sync();
    const [shown] = await eventsOf(home);
    expect(shown).toMatchObject({ readOnly: true, syncTargets: [] });
    expect((await make(all)).body.error).toBe("syncTargets[0]: that calendar is read-only");
    await home.patch(`/v1/events/${shown.id}`, { memberIds: [home.members.ben.id] });
    await sync();
    expect(Object.keys(google.takeCounts())).toEqual(["list"]);
  });

  test("Undoing a change that the sync took over from Google also reverts the change at Google", async () => {
    const { home, events, sync } = await connectedGoogle();
    events.insert(googleEvent("judo1"));
    await sync();
    events.patch("judo1", { summary: "Diving", location: "Lake" }, null);
    await sync();
    await undo(home);
    await sync();
    expect(events.get("judo1")).toMatchObject({ summary: "Swimming", location: "" });
    expect((await eventsOf(home))[0]).toMatchObject({ title: "Swimming", location: null });
  });

  test("Changes in the app and at Google are merged by field, and the later value of a field wins", async () => {
    const { home, events, sync, pass } = await connectedGoogle();
    events.insert(googleEvent("judo1"));
    await sync();
    const [{ id }] = await eventsOf(home);
    await home.patch(`/v1/events/${id}`, { title: "Swimming (Anna)", notes: "Bring the card" });
    pass(10 * 60_000);
    events.patch("judo1", { summary: "Diving", location: "Lake" }, null);
    await sync();
    const merged = { title: "Diving", location: "Lake", notes: "Bring the card" };
    expect((await eventsOf(home))[0]).toMatchObject(merged);
    expect(feedOf(home)[0]).toBe("kept the title of “Diving” from anna@example.org; here it was “Swimming (Anna)”");
    expect(events.get("judo1")).toMatchObject({ summary: "Diving", location: "Lake", description: "Bring the card" });
    events.patch("judo1", { summary: "Old" }, null);
    pass(10 * 60_000);
    await home.patch(`/v1/events/${id}`, { title: "New" });
    await sync();
    expect(events.get("judo1").summary).toBe("New");
  });
});

describe("events to Google", () => {
  test("A new event is inserted at Google once, with an id that is derived from the id in the app", async () => {
    const all = await connectedGoogle();
    const { home, google, sync } = all;
    const made = await make(all, { location: "Mitte", reminderMinutes: 15 });
    expect(made.body.syncTargets[0].status).toBe("pending");
    await sync();
    const [insert] = google.seen.filter(({ kind }) => kind === "insert");
    expect(insert?.query.get("sendUpdates")).toBe("none");
    expect(insert?.body).toMatchObject({ id: idOf(made.body), summary: "Piano", location: "Mitte" });
    expect(insert?.body.reminders).toEqual({ useDefault: false, overrides: [{ method: "popup", minutes: 15 }] });
    expect(google.takeCounts()).toEqual({ list: 1, insert: 1 });
    await sync();
    await sync();
    expect(google.takeCounts()).toEqual({ list: 2 });
    const [after, ...others] = await eventsOf(home);
    expect(others).toEqual([]);
    expect(after.syncTargets[0]).toMatchObject({ status: "synced" });
    await home.patch(`/v1/events/${after.id}`, { title: "Cello" });
    await sync();
    expect(presentAt(all).map(({ summary }) => summary)).toEqual(["Cello"]);
    expect(google.seen.find(({ kind }) => kind === "patch")?.body).toEqual({ summary: "Cello" });
    await home.delete(`/v1/events/${after.id}`);
    await sync();
    expect(presentAt(all)).toEqual([]);
    await undo(home);
    await sync();
    expect(presentAt(all).map(({ id, summary }) => [id, summary])).toEqual([[idOf(made.body), "Cello"]]);
    const writes = google.seen.filter(({ kind }) => !["list", "get", "instances", "token"].includes(kind));
    expect(writes.filter(({ query }) => query.get("sendUpdates") !== "none")).toEqual([]);
  });

  test.each(["both", "out"] as const)(
    "Each of many changes in the app causes one write request to Google: %s",
    async (mode) => {
      const all = await connectedGoogle(mode);
      const { home, google, sync, calendar } = all;
      const made = await make(all, { recurrenceRule: "FREQ=WEEKLY;COUNT=5" });
      await sync();
      const scope = { editScope: "this", instanceStartsAt: made.body.startsAt };
      const edits = [
        { title: "Cello" },
        { ...scope, title: "Recital" },
        { title: "Harp" },
        { ...scope, notes: "Hall" },
      ];
      for (const edit of edits) {
        google.takeCounts();
        await home.patch(`/v1/events/${made.body.id}`, edit);
        await sync();
        expect(google.takeCounts()).toEqual({ list: 1, patch: 1 });
        expect((await calendar()).failures).toEqual([]);
      }
      await sync();
      expect(google.takeCounts()).toEqual({ list: 1 });
      const [first] = all.events.instances(idOf(made.body), -Infinity, Infinity);
      expect(first).toMatchObject({ summary: "Recital", description: "Hall" });
      expect(all.events.get(idOf(made.body)).summary).toBe("Harp");
      await home.delete(`/v1/events/${made.body.id}`);
      await sync();
      expect(google.takeCounts()).toEqual({ list: 1, delete: 1 });
      expect(presentAt(all)).toEqual([]);
    },
  );

  test("A Google calendar that only receives copies gets the app's events, and adds no events to the app", async () => {
    const all = await connectedGoogle("out", { isDefault: true });
    const { home, events, sync } = all;
    events.insert(googleEvent("theirs"));
    const made = await home.post("/v1/events", { title: "Judo", ...times, memberIds: [home.members.anna.id] });
    await sync();
    expect(presentAt(all).map(({ summary }) => summary)).toEqual(["Swimming", "Judo"]);
    expect((await eventsOf(home)).map(({ title }) => title)).toEqual(["Judo"]);
    events.patch(idOf(made.body), { summary: "Theirs" }, null);
    await sync();
    expect((await eventsOf(home)).map(({ title }) => title)).toEqual(["Judo"]);
    events.delete(idOf(made.body), null);
    await sync();
    const [left] = await eventsOf(home);
    expect(left).toMatchObject({ title: "Judo", syncTargets: [] });
    expect(feedOf(home)[0]).toBe("stopped copying “Judo” to anna@example.org, where it was deleted");
  });

  test("An event's copy at Google is deleted when the event is no longer set to be copied", async () => {
    const all = await connectedGoogle();
    const made = await make(all);
    await all.sync();
    await all.home.patch(`/v1/events/${made.body.id}`, { syncTargets: [] });
    await all.sync();
    expect(presentAt(all)).toEqual([]);
    expect(await eventsOf(all.home)).toHaveLength(1);
  });

  test("The app does not change fields of a Google event that the app does not know", async () => {
    const { home, events, sync } = await connectedGoogle();
    const more = { colorId: "7", hangoutLink: "https://meet.example/x", extendedProperties: { private: { a: "b" } } };
    const description = '<b>Bring</b> the <a href="https://x.example">card</a><br>&amp; shoes';
    events.insert(googleEvent("judo1", { ...more, description }));
    await sync();
    const [shown] = await eventsOf(home);
    expect(shown.notes).not.toContain("<b>");
    await home.patch(`/v1/events/${shown.id}`, { title: "Diving" });
    await sync();
    expect(events.get("judo1")).toMatchObject({ ...more, description, summary: "Diving" });
    await home.patch(`/v1/events/${shown.id}`, { notes: "Plain & short\nsecond line" });
    await sync();
    expect(events.get("judo1")).toMatchObject({ ...more, description: "Plain & short\nsecond line" });
  });

  test.each([
    [
      "all-day",
      { allDay: true, startsAt: "2026-12-24T00:00:00.000Z", endsAt: "2026-12-26T00:00:00.000Z" },
      { date: "2026-12-24" },
      { date: "2026-12-26" },
    ],
    [
      "in the household's zone",
      { startsAt: "2027-07-01T16:00:00Z", endsAt: "2027-07-01T17:30:00Z", recurrenceRule: "FREQ=WEEKLY" },
      { dateTime: "2027-07-01T18:00:00+02:00", timeZone: "Europe/Berlin" },
      { dateTime: "2027-07-01T19:30:00+02:00", timeZone: "Europe/Berlin" },
    ],
  ])("An event has the same times in the app as at Google: %s", async (_, input, start, end) => {
    const all = await connectedGoogle();
    const made = await make(all, input);
    expect(made.status).toBe(200);
    await all.sync();
    expect(all.events.get(idOf(made.body))).toMatchObject({ start, end });
    const before = await all.home.get(`/v1/events/${made.body.id}`);
    await all.sync();
    expect((await all.home.get(`/v1/events/${made.body.id}`)).body).toEqual(before.body);
  });

  test("A Google event in another time zone keeps that zone when the app moves the event", async () => {
    const { home, events, sync } = await connectedGoogle();
    const timeZone = "America/New_York";
    const start = { dateTime: "2027-03-08T09:00:00-05:00", timeZone };
    const end = { dateTime: "2027-03-08T10:00:00-05:00", timeZone };
    events.insert(googleEvent("call1", { start, end, recurrence: ["RRULE:FREQ=WEEKLY;COUNT=3"] }));
    await sync();
    const shown = await eventsOf(home);
    // The clocks change there on 14 March, in Berlin on 28 March.
    expect(shown.map(({ startsAt }) => startsAt.slice(0, 13))).toEqual([
      "2027-03-08T14",
      "2027-03-15T13",
      "2027-03-22T13",
    ]);
    await home.patch(`/v1/events/${shown[0].id}`, {
      editScope: "all",
      instanceStartsAt: shown[0].startsAt,
      startsAt: "2027-03-08T15:00:00.000Z",
      endsAt: "2027-03-08T16:00:00.000Z",
    });
    await sync();
    expect(events.get("call1")).toMatchObject({
      start: { dateTime: "2027-03-08T10:00:00-05:00", timeZone },
      end: { dateTime: "2027-03-08T11:00:00-05:00", timeZone },
    });
  });

  test("Reminders are synchronised in both directions between the app and Google", async () => {
    const { home, events, sync } = await connectedGoogle();
    const overrides = [{ method: "popup", minutes: 10 }];
    events.insert(googleEvent("judo1", { reminders: { useDefault: false, overrides } }));
    await sync();
    const [shown] = await eventsOf(home);
    expect(shown.reminderMinutesList).toEqual([10]);
    await home.patch(`/v1/events/${shown.id}`, { reminderMinutesList: [30, 60] });
    await sync();
    expect(events.get("judo1").reminders).toEqual({
      useDefault: false,
      overrides: [
        { method: "popup", minutes: 30 },
        { method: "popup", minutes: 60 },
      ],
    });
  });
});
