import { describe, expect, test } from "bun:test";
import { createEvent, weekly } from "../support/calendar/events.ts";
import { household, refusal } from "../support/home/home.ts";

describe("the members of an event", () => {
  test("An event is for everybody if no member is named, unless the field “isGeneral” says otherwise", async () => {
    const home = await household();
    const { id } = await createEvent(home);
    const patch = async (body: object) => (await home.patch(`/v1/events/${id}`, body)).body.isGeneral;
    expect(await patch({ memberIds: [home.members.anna.id] })).toBe(false);
    expect(await patch({ memberIds: [] })).toBe(true);
    const before = home.entries().length;
    expect(await patch({ isGeneral: true })).toBe(true);
    expect(home.entries().length).toBe(before);
    expect(await patch({ memberIds: [home.members.anna.id] })).toBe(true);
    expect(await patch({ isGeneral: false })).toBe(false);
    expect(await patch({ memberIds: [] })).toBe(false);
  });

  test("A removed member is removed from the members of events and of exceptions", async () => {
    const home = await household();
    const { anna, mia } = home.members;
    const target = { memberId: mia.id, provider: "provider_a", externalCalendarId: "x" };
    const { id } = await createEvent(home, { ...weekly, memberIds: [mia.id, anna.id], syncTargets: [target] });
    const instance = { editScope: "this", instanceStartsAt: "2027-02-03T09:00:00Z" };
    await home.patch(`/v1/events/${id}`, { memberIds: [mia.id], ...instance });
    expect((await home.as(anna).delete(`/app/members/${mia.id}`)).status).toBe(200);
    const { body } = await home.get(`/v1/events/${id}`);
    expect(body).toMatchObject({ memberIds: [anna.id], syncTargets: [] });
    expect(body.exceptions).toEqual([
      { instanceStartsAt: "2027-02-03T09:00:00.000Z", cancelled: false, memberIds: [] },
    ]);
  });
});

describe("a change of a single event", () => {
  test("A change of a single event changes only the given fields, and ignores the scope", async () => {
    const home = await household();
    const { id } = await createEvent(home, { notes: "Bring the card" });
    const moved = { startsAt: "2027-01-28T09:00:00Z", endsAt: "2027-01-28T09:30:00Z" };
    const { body } = await home.patch(`/v1/events/${id}`, { ...moved, editScope: "this", location: "High Street" });
    expect(body).toMatchObject({
      startsAt: "2027-01-28T09:00:00.000Z",
      location: "High Street",
      notes: "Bring the card",
    });
    expect(home.entries()[0]).toMatchObject({
      action: "updated",
      summary: "changed the start, end and place of “Dentist”",
      changes: {
        startsAt: { from: "2027-01-27T09:00:00.000Z", to: "2027-01-28T09:00:00.000Z" },
        endsAt: { from: "2027-01-27T09:30:00.000Z", to: "2027-01-28T09:30:00.000Z" },
        location: { from: null, to: "High Street" },
      },
    });
    await home.patch(`/v1/events/${id}`, { startsAt: "2027-01-28T08:30:00Z" });
    expect(home.entries()[0]?.summary).toBe("moved “Dentist” to 09:30");
    await home.patch(`/v1/events/${id}`, { title: "Orthodontist" });
    expect(home.entries()[0]?.summary).toBe("renamed “Dentist” to “Orthodontist”");
  });

  test("A change of a single event writes nothing when no value changes", async () => {
    const home = await household();
    const created = await createEvent(home, { recurrenceRule: "FREQ=DAILY" });
    const before = home.entries().length;
    const { id, createdAt, updatedAt, createdBy, timeZone, exceptions, calendar, readOnly, busyOnly, ...all } = created;
    for (const patch of [{}, all, { title: " Dentist " }]) {
      expect((await home.patch(`/v1/events/${id}`, patch)).body).toEqual(created);
    }
    const instance = { instanceStartsAt: "2027-01-30T09:00:00Z" };
    for (const editScope of ["this", "this_and_future"]) {
      expect((await home.patch(`/v1/events/${id}`, { ...instance, editScope, title: "Dentist" })).status).toBe(200);
    }
    expect(home.entries().length).toBe(before);
  });

  test("A change that would put a single event's end before the start is refused", async () => {
    const home = await household();
    const { id } = await createEvent(home);
    const { body } = await home.patch(`/v1/events/${id}`, { startsAt: "2027-01-28T09:00:00Z" });
    expect(body).toEqual(refusal(422, "endsAt: must not lie before startsAt"));
  });
});

describe("deleting an event", () => {
  test("Deleting a single event is allowed for every role, whatever scope is given", async () => {
    const home = await household();
    const { id } = await createEvent(home);
    const mia = home.as(home.members.mia);
    expect((await mia.delete(`/v1/events/${id}?scope=this`)).body).toEqual({ id, deleted: true });
    expect((await home.get(`/v1/events/${id}`)).body).toEqual(refusal(404, "Event not found"));
    expect(home.entries()[0]).toMatchObject({
      action: "deleted",
      summary: "deleted the event “Dentist” on Wed 27 Jan 2027",
      changes: null,
    });
  });

  test("Deleting a recurring event is allowed only for owners and adults", async () => {
    const home = await household();
    const { id } = await createEvent(home, weekly);
    for (const role of ["child", "guest"] as const) {
      const { body } = await home.as(home.add(role, role)).delete(`/v1/events/${id}`);
      expect(body).toEqual(refusal(403, "Only an owner or adult can do this"));
    }
    expect((await home.as(home.members.ben).delete(`/v1/events/${id}`)).status).toBe(200);
  });
});
