/** Events at Google that are not to be changed or read here: of guests, of special kinds, private ones. */
import { describe, expect, test } from "bun:test";
import { eventsOf, feedOf } from "../../../support/calendar/accounts.ts";
import { googleEvent, googleInstance } from "../../../support/google/account.ts";
import { connectedGoogle } from "../../../support/google/home.ts";
import { refusal } from "../../../support/home/home.ts";

const guests = {
  organizer: { email: "boss@work.example", displayName: "Boss" },
  attendees: [{ email: "anna@example.org", self: true }, { email: "ben@work.example" }],
};

describe("an event that is read-only at Google", () => {
  test.each([
    ["with guests", guests, "This event has guests: change it in “Anna”"],
    ["with guests of its own", { attendees: guests.attendees }, "This event has guests: change it in “Anna”"],
    ["from a mail", { eventType: "fromGmail" }, "This event is of a special kind: change it in “Anna”"],
    ["of an absence", { eventType: "outOfOffice" }, "This event is of a special kind: change it in “Anna”"],
  ])("A Google event %s cannot be changed in the app, except for members and reminders", async (_, more, reason) => {
    const { home, events, sync, google } = await connectedGoogle();
    events.insert(googleEvent("trip1", more));
    await sync();
    const before = events.get("trip1");
    const [shown] = await eventsOf(home);
    expect(shown).toMatchObject({ title: "Swimming", readOnly: true });
    expect((await home.patch(`/v1/events/${shown.id}`, { title: "Mine" })).body).toEqual(refusal(422, reason));
    expect((await home.delete(`/v1/events/${shown.id}`)).body).toEqual(refusal(422, reason));
    const people = { memberIds: [home.members.ben.id], reminderMinutes: 30 };
    expect((await home.patch(`/v1/events/${shown.id}`, people)).body).toMatchObject(people);
    await sync();
    await sync();
    expect(events.get("trip1")).toEqual(before);
    events.patch("trip1", { summary: "Flight" }, null);
    await sync();
    expect((await eventsOf(home))[0]).toMatchObject({ title: "Flight", ...people });
    expect(Object.keys(google.takeCounts())).toEqual(["list"]);
  });

  test("A Google event with guests can be changed in the app after the guests are removed", async () => {
    const { home, events, sync } = await connectedGoogle();
    events.insert(googleEvent("trip1", guests));
    await sync();
    events.patch("trip1", { attendees: [], organizer: { email: "anna@example.org", self: true } }, null);
    await sync();
    const [shown] = await eventsOf(home);
    expect(shown.readOnly).toBe(false);
    await home.patch(`/v1/events/${shown.id}`, { title: "Mine" });
    await sync();
    expect(events.get("trip1").summary).toBe("Mine");
  });

  test("An event of the app becomes read-only when the copy at Google gets guests", async () => {
    const all = await connectedGoogle();
    const { home, events, sync, target } = all;
    const times = { startsAt: "2026-12-01T09:00:00.000Z", endsAt: "2026-12-01T10:00:00.000Z" };
    const { body } = await home.post("/v1/events", { title: "Party", ...times, syncTargets: [target] });
    await sync();
    const id = body.id.replaceAll("-", "");
    events.patch(id, guests, null);
    await sync();
    const [shown] = await eventsOf(home);
    expect(shown).toMatchObject({ title: "Party", readOnly: true });
    const before = events.get(id);
    await home.patch(`/v1/events/${shown.id}`, { reminderMinutes: 30 });
    await sync();
    expect(events.get(id)).toEqual(before);
  });

  test.each(["focusTime", "workingLocation", "birthday"])(
    "A Google event of a special type is not shown: %s",
    async (eventType) => {
      const { home, events, sync } = await connectedGoogle();
      events.insert(googleEvent("trip1", { eventType }));
      await sync();
      expect(await eventsOf(home)).toEqual([]);
    },
  );
});

describe("private events", () => {
  const secret = { summary: "Oncologist", location: "Charité", description: "Results", visibility: "private" };
  const words = ["Oncologist", "Charité", "Results", "Biopsy"];

  test.each(["busy", "hidden"])(
    "Private Google events shown as %s are not revealed to other members",
    async (privacy) => {
      const all = await connectedGoogle("both", { privacy });
      const { home, events, sync, calendar } = all;
      const recurrence = ["RRULE:FREQ=WEEKLY;COUNT=4"];
      events.insert(googleEvent("single", secret));
      events.insert(googleEvent("series", { ...secret, recurrence }));
      events.insert(googleEvent("conf1", { ...secret, visibility: "confidential" }));
      events.insert(googleEvent("public", { recurrence }));
      await sync();
      // Listed alone, without its series.
      events.put(googleInstance("series", "2027-01-12", { ...secret, summary: "Biopsy" }));
      await sync();
      events.delete("series_20270119T080000Z", null);
      events.patch("single", { description: "Results, again" }, null);
      await sync();
      // One date of a series that is not private.
      events.put(googleInstance("public", "2027-01-12", { ...secret, summary: "Biopsy" }));
      all.google.expireSyncTokens();
      await sync();
      const shown = await eventsOf(home);
      const isBusy = privacy === "busy";
      expect(shown.filter(({ title }) => title === "Busy").length).toBe(isBusy ? 1 + 3 + 1 + 1 : 0);
      expect(shown.filter(({ title }) => title !== "Busy").length).toBe(isBusy ? 3 : 0);
      if (isBusy) expect((await eventsOf(all.anna)).map(({ title }) => title)).toContain("Biopsy");
      const ben = home.as(home.members.ben);
      const texts = {
        answers: JSON.stringify([shown, await calendar(), (await ben.get("/app/activity")).body]),
        feed: feedOf(home).join(),
      };
      for (const [where, text] of Object.entries(texts)) {
        expect({ where, found: words.filter((each) => text.includes(each)) }).toEqual({ where, found: [] });
      }
    },
  );

  test("A private Google event is not changed at Google when only the members change in the app", async () => {
    const { home, events, sync, anna } = await connectedGoogle("both", { privacy: "busy" });
    events.insert(googleEvent("single", secret));
    await sync();
    const before = events.get("single");
    const [shown] = await eventsOf(home);
    const changes = { memberIds: [home.members.ben.id] };
    expect((await home.patch(`/v1/events/${shown.id}`, changes)).body).toEqual(
      refusal(403, "Only its owner can change this event"),
    );
    expect((await anna.patch(`/v1/events/${shown.id}`, changes)).body).toMatchObject(changes);
    await sync();
    await sync();
    expect(events.get("single")).toEqual(before);
    events.patch("single", { start: { dateTime: "2027-01-05T08:00:00+01:00" } }, null);
    await sync();
    expect((await eventsOf(home))[0]).toMatchObject({
      title: "Busy",
      startsAt: "2027-01-05T07:00:00.000Z",
      ...changes,
    });
    events.delete("single", null);
    await sync();
    expect(await eventsOf(home)).toEqual([]);
  });

  test("A Google event is hidden from other members while it is private", async () => {
    const { home, events, sync } = await connectedGoogle("both", { privacy: "busy" });
    events.insert(googleEvent("single", { ...secret, visibility: "default" }));
    await sync();
    events.patch("single", { visibility: "private" }, null);
    await sync();
    expect(await eventsOf(home)).toEqual([expect.objectContaining({ title: "Busy", location: null, readOnly: true })]);
    expect(events.get("single").summary).toBe("Oncologist");
    events.patch("single", { visibility: "default" }, null);
    await sync();
    const public_ = { title: "Oncologist", location: "Charité", readOnly: false };
    expect(await eventsOf(home)).toEqual([expect.objectContaining(public_)]);
    await sync();
    expect(events.get("single")).toMatchObject({ summary: "Oncologist", location: "Charité", description: "Results" });
  });

  test("Private Google events can be changed in the app if the setting shows all details", async () => {
    const { home, events, sync } = await connectedGoogle("both", { privacy: "full" });
    events.insert(googleEvent("single", secret));
    await sync();
    const [shown] = await eventsOf(home);
    expect(shown).toMatchObject({ title: "Oncologist", readOnly: false });
    await home.patch(`/v1/events/${shown.id}`, { title: "Doctor" });
    await sync();
    expect(events.get("single")).toMatchObject({ ...secret, summary: "Doctor" });
  });
});
