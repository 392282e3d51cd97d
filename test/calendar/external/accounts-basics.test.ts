/** Calendars of CalDAV accounts, against our own server as the other side. */
import { describe, expect, test } from "bun:test";
import { connected, eventsOf, feedOf } from "../../support/calendar/accounts.ts";
import { event } from "../../support/calendar/dav.ts";
import { refusal } from "../../support/home/home.ts";

const times = { startsAt: "2026-12-01T09:00:00.000Z", endsAt: "2026-12-01T10:00:00.000Z" };

describe("a calendar that syncs both ways", () => {
  test("A synchronised calendar shows the server's events, and sends the app's changes to the server", async () => {
    const { home, phone, sync, target, far } = await connected();
    await phone.put(phone.at("family", "dentist.ics"), event("dentist@phone", "SUMMARY:Dentist", "X-KEPT:yes"));
    await sync();
    const [shown, ...others] = await eventsOf(home);
    expect(others).toEqual([]);
    expect(shown).toMatchObject({ title: "Dentist", readOnly: false, memberIds: [home.members.anna.id] });
    expect(shown.syncTargets).toEqual([{ ...target, status: "synced", syncedAt: null }]);
    expect(feedOf(home)[0]).toBe("added “Dentist” on Tue 1 Dec, from Anna's cloud");
    expect(home.entries()[0]?.actor.name).toBe("Calendar sync");

    const changed = await home.patch(`/v1/events/${shown.id}`, { title: "Dentist, Ben too" });
    expect(changed.body.syncTargets[0].status).toBe("pending");
    await sync();
    const { body } = await phone.get(phone.at("family", "dentist.ics"));
    expect(body).toContain("SUMMARY:Dentist\\, Ben too");
    expect(body).toContain("X-KEPT:yes");
    expect((await eventsOf(far)).map(({ title }) => title)).toEqual(["Dentist, Ben too"]);
    const [after] = await eventsOf(home);
    expect(after.syncTargets[0]).toMatchObject({ status: "synced" });
    expect(after.syncTargets[0].syncedAt).not.toBeNull();
  });

  test("An event made in the app is copied to the calendar server once", async () => {
    const { home, sync, target, far, phone } = await connected();
    const made = await home.post("/v1/events", { title: "Piano", ...times, syncTargets: [target] });
    expect(made.body.syncTargets[0].status).toBe("pending");
    await sync();
    await sync();
    expect(Object.keys(await phone.list("family"))).toEqual([`${made.body.id}.ics`]);
    expect((await eventsOf(home)).map(({ title }) => title)).toEqual(["Piano"]);
    await home.delete(`/v1/events/${made.body.id}`);
    await sync();
    expect(await eventsOf(far)).toEqual([]);
  });

  test("Events that are deleted together in the app are also deleted at the calendar server", async () => {
    const { home, sync, target, far } = await connected();
    const make = async (title: string) =>
      (await home.post("/v1/events", { title, ...times, syncTargets: [target] })).body.id;
    const events = [{ id: await make("Piano") }, { id: await make("Flute") }];
    await sync();
    expect(await eventsOf(far)).toHaveLength(2);
    expect((await home.post("/v1/events/batch/delete", { events })).status).toBe(200);
    await sync();
    expect(await eventsOf(far)).toEqual([]);
    const shown = await connected("in");
    await shown.phone.put(shown.phone.at("family", "a.ics"), event("a@phone"));
    await shown.sync();
    const [fixed] = await eventsOf(shown.home);
    const { body: own } = await shown.home.post("/v1/events", { title: "Mine", ...times });
    const refused = await shown.home.post("/v1/events/batch/delete", { events: [{ id: own.id }, { id: fixed.id }] });
    expect(refused.body).toEqual(refusal(422, "events[1]: This event comes from “Test”: change it there"));
    expect(await eventsOf(shown.home)).toHaveLength(2);
  });

  test("An event that is deleted at the calendar server is deleted in the app, and undo restores it", async () => {
    const { home, sync, phone, far } = await connected();
    await phone.put(phone.at("family", "swim.ics"), event("swim@phone", "SUMMARY:Swimming"));
    await sync();
    await phone.delete(phone.at("family", "swim.ics"));
    await sync();
    expect(await eventsOf(home)).toEqual([]);
    expect(feedOf(home)[0]).toBe("deleted “Swimming”, gone from Anna's cloud");
    const [entry] = home.entries();
    const undone = await home.as(home.members.anna).post(`/v1/activity/${entry?.id}/undo`, undefined);
    expect(undone.status).toBe(200);
    await sync();
    expect((await eventsOf(far)).map(({ title }) => title)).toEqual(["Swimming"]);
    expect((await eventsOf(home)).map(({ title }) => title)).toEqual(["Swimming"]);
  });

  test("Changes in the app and at the server are merged by field; the later value of a field wins", async () => {
    const { home, sync, phone, pass } = await connected();
    const at = phone.at("family", "a.ics");
    await phone.put(at, event("a@phone", "SUMMARY:Dentist", "LOCATION:Mitte"));
    await sync();
    const [shown] = await eventsOf(home);
    await home.patch(`/v1/events/${shown.id}`, { title: "Dentist (Anna)", notes: "Bring the card" });
    pass(10 * 60_000);
    const modified = "LAST-MODIFIED:20261127T093000Z";
    await phone.put(at, event("a@phone", "SUMMARY:Dr. Kind", "LOCATION:Wedding", modified));
    await sync();
    const [merged] = await eventsOf(home);
    expect(merged).toMatchObject({ title: "Dr. Kind", location: "Wedding", notes: "Bring the card" });
    expect(feedOf(home)[0]).toBe("kept the title of “Dr. Kind” from Anna's cloud; here it was “Dentist (Anna)”");
    await sync();
    const { body } = await phone.get(at);
    expect(body).toContain("SUMMARY:Dr. Kind");
    expect(body).toContain("DESCRIPTION:Bring the card");
  });

  test("An exception of a synchronised series is kept in the app and at the server", async () => {
    const { home, sync, phone } = await connected();
    const at = phone.at("family", "piano.ics");
    const rule = ["DTSTART;TZID=Europe/Berlin:20261201T160000", "DTEND;TZID=Europe/Berlin:20261201T170000"];
    await phone.put(at, event("piano@phone", "SUMMARY:Piano", ...rule, "RRULE:FREQ=WEEKLY;COUNT=4"));
    await sync();
    const instances = (await home.get("/v1/events?from=2026-12-01T00:00:00Z&to=2026-12-31T00:00:00Z")).body.events;
    expect(instances).toHaveLength(4);
    const second = { instanceStartsAt: instances[1].instanceStartsAt, editScope: "this" };
    await home.patch(`/v1/events/${instances[1].id}`, { ...second, title: "Piano recital" });
    const { body: before } = await phone.get(at);
    const cancelled = before.replace("END:VEVENT", "EXDATE;TZID=Europe/Berlin:20261215T160000\r\nEND:VEVENT");
    expect((await phone.put(at, cancelled)).status).toBe(204);
    await sync();
    await sync();
    const titles = (await home.get("/v1/events?from=2026-12-01T00:00:00Z&to=2026-12-31T00:00:00Z")).body.events.map(
      (each: any) => each.title,
    );
    expect(titles).toEqual(["Piano", "Piano recital", "Piano"]);
    const { body } = await phone.get(at);
    expect(body).toContain("RECURRENCE-ID;TZID=Europe/Berlin:20261208T160000");
    expect(body).toContain("EXDATE;TZID=Europe/Berlin:20261215T160000");
  });
});

describe("rules of events from accounts", () => {
  test("A synchronised event with guests is read-only in the app, except for members and reminders", async () => {
    const { home, sync, phone } = await connected();
    const guests = ["ORGANIZER:mailto:boss@work.example", "ATTENDEE:mailto:ben@home.example"];
    await phone.put(phone.at("family", "m.ics"), event("m@phone", "SUMMARY:Meeting", ...guests));
    await sync();
    const [shown] = await eventsOf(home);
    expect(shown.readOnly).toBe(true);
    const refused = await home.patch(`/v1/events/${shown.id}`, { title: "Mine" });
    expect(refused.body).toEqual(refusal(422, `This event has guests: change it in “Test”`));
    const people = { memberIds: [home.members.ben.id], reminderMinutes: 30 };
    expect((await home.patch(`/v1/events/${shown.id}`, people)).body).toMatchObject(people);
    await sync();
    expect((await phone.get(phone.at("family", "m.ics"))).body).not.toContain("VALARM");
  });

  test("An event that comes from a synchronised calendar cannot be excluded from the sync", async () => {
    const { home, sync, phone } = await connected();
    await phone.put(phone.at("family", "a.ics"), event("a@phone"));
    await sync();
    const [shown] = await eventsOf(home);
    const refused = await home.patch(`/v1/events/${shown.id}`, { syncTargets: [] });
    const reason = "syncTargets[0]: this event comes from that calendar: delete the event instead";
    expect(refused.body).toEqual(refusal(422, reason));
  });

  test("A read-only synchronised calendar does not accept copies of events from the app", async () => {
    const { home, target, sync, phone } = await connected("in");
    const refused = await home.post("/v1/events", { title: "Piano", ...times, syncTargets: [target] });
    expect(refused.body).toEqual(refusal(422, "syncTargets[0]: that calendar is read-only"));
    await phone.put(phone.at("family", "a.ics"), event("a@phone"));
    await sync();
    const [shown] = await eventsOf(home);
    expect(shown).toMatchObject({ readOnly: true, syncTargets: [], reminderMinutes: -1 });
    const edited = await home.patch(`/v1/events/${shown.id}`, { title: "Mine" });
    expect(edited.body).toEqual(refusal(422, "This event comes from “Test”: change it there"));
  });

  test.each([
    ["busy", { title: "Busy", location: null, notes: null, readOnly: true, busyOnly: true }],
    ["full", { title: "Doctor", location: "Mitte", readOnly: false }],
  ] as const)(
    "Private events of a synchronised calendar are shown to other members as the setting says: %s",
    async (privacy, wanted) => {
      const { home, sync, phone, anna } = await connected("both", { privacy });
      await phone.put(
        phone.at("family", "a.ics"),
        event("a@phone", "SUMMARY:Doctor", "LOCATION:Mitte", "CLASS:PRIVATE"),
      );
      await sync();
      expect(await eventsOf(home)).toEqual([expect.objectContaining(wanted)]);
      const whole = { title: "Doctor", location: "Mitte", readOnly: false, busyOnly: false };
      expect(await eventsOf(anna)).toEqual([expect.objectContaining(whole)]);
    },
  );

  test("A new setting for private events also applies to events that are already in the app", async () => {
    const { home, sync, phone, choose } = await connected("both", { privacy: "busy" });
    await phone.put(phone.at("family", "a.ics"), event("a@phone", "SUMMARY:Doctor", "CLASS:PRIVATE"));
    await sync();
    const titles = async () => (await eventsOf(home)).map(({ title }) => title);
    expect(await titles()).toEqual(["Busy"]);
    for (const [privacy, wanted] of [
      ["full", ["Doctor"]],
      ["busy", ["Busy"]],
      ["hidden", []],
    ] as const) {
      await choose("both", { privacy });
      await sync();
      expect(await titles()).toEqual([...wanted]);
    }
  });

  test("Hidden fields of a private event stay unchanged at the calendar server", async () => {
    const { home, sync, phone, anna } = await connected("both", { privacy: "busy" });
    const at = phone.at("family", "a.ics");
    await phone.put(at, event("a@phone", "SUMMARY:Doctor", "LOCATION:Mitte", "CLASS:PRIVATE"));
    await sync();
    const { body: before } = await phone.get(at);
    const [shown] = await eventsOf(home);
    const changes = { memberIds: [home.members.ben.id] };
    expect((await home.patch(`/v1/events/${shown.id}`, changes)).body).toEqual(
      refusal(403, "Only its owner can change this event"),
    );
    expect((await anna.patch(`/v1/events/${shown.id}`, changes)).status).toBe(200);
    await sync();
    await sync();
    expect((await phone.get(at)).body).toBe(before);
    const [after] = await eventsOf(home);
    expect(after).toMatchObject({ title: "Busy", ...changes });
    expect(after.syncTargets[0]).toMatchObject({ status: "synced" });
  });

  test("Private events of a synchronised calendar can be hidden from other members by a setting", async () => {
    const { home, sync, phone } = await connected("both", { privacy: "hidden" });
    await phone.put(phone.at("family", "a.ics"), event("a@phone", "SUMMARY:Doctor", "CLASS:CONFIDENTIAL"));
    await sync();
    expect(await eventsOf(home)).toEqual([]);
  });

  test("New events of a member are copied to the calendar that the member chose", async () => {
    const { home, target, sync, far } = await connected("out", { isDefault: true });
    const anna = { memberIds: [home.members.anna.id] };
    const made = await home.post("/v1/events", { title: "Piano", ...times, ...anna });
    expect(made.body.syncTargets).toMatchObject([target]);
    const other = await home.post("/v1/events", { title: "Football", ...times, memberIds: [home.members.ben.id] });
    expect(other.body.syncTargets).toEqual([]);
    await sync();
    expect((await eventsOf(far)).map(({ title }) => title)).toEqual(["Piano"]);
  });
});

describe("disconnecting an account", () => {
  test.each(["keep", "remove"] as const)(
    "Disconnecting a calendar account keeps or removes the account's events, as chosen: %s",
    async (events) => {
      const { home, sync, phone, anna, at, far } = await connected();
      await phone.put(phone.at("family", "a.ics"), event("a@phone"));
      await sync();
      expect((await anna.delete(`${at}?events=${events}`)).status).toBe(200);
      const left = await eventsOf(home);
      expect(left.map((each) => [each.title, each.readOnly, each.syncTargets])).toEqual(
        events === "keep" ? [["Dentist", false, []]] : [],
      );
      expect((await eventsOf(far)).map(({ title }) => title)).toEqual(["Dentist"]);
      expect(feedOf(home)[0]).toBe("disconnected Anna's cloud");
    },
  );
});
