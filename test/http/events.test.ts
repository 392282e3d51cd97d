import { describe, expect, test } from "bun:test";
import { type Home, household, refusal } from "../support/home.ts";

const unknownId = "01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42";
const dentist = { title: "Dentist", startsAt: "2027-01-27T10:00:00+01:00", endsAt: "2027-01-27T10:30:00+01:00" };
const weekly = { ...dentist, title: "Piano", recurrenceRule: "FREQ=WEEKLY" };

const create = async (home: Home, more: object = {}) => (await home.post("/v1/events", { ...dentist, ...more })).body;

describe("a new event", () => {
  test("has the defaults of the specification, and the household's zone", async () => {
    const home = await household();
    const { status, body } = await home.post("/v1/events", dentist, { headers: { "X-Agent-Name": "Planner" } });
    expect(status).toBe(200);
    const { createdAt } = body;
    expect(body).toEqual({
      id: body.id,
      title: "Dentist",
      startsAt: "2027-01-27T09:00:00.000Z",
      endsAt: "2027-01-27T09:30:00.000Z",
      allDay: false,
      location: null,
      notes: null,
      recurrenceRule: null,
      memberIds: [],
      reminderMinutes: null,
      reminderMinutesList: [],
      isGeneral: true,
      syncTargets: [],
      timeZone: "Europe/Berlin",
      exceptions: [],
      createdAt,
      updatedAt: createdAt,
      createdBy: { kind: "api_key", id: home.key.id, name: "Test key", agentName: "Planner" },
    });
    expect((await home.get(`/v1/events/${body.id}`)).body).toEqual(body);
    expect(home.entries()[0]).toMatchObject({
      action: "created",
      subject: { type: "event", id: body.id, label: "Dentist" },
      summary: expect.stringMatching(/^added “Dentist” on Wed 27 Jan( 2027)?$/),
      changes: null,
    });
  });

  test("keeps everything that it is given", async () => {
    const home = await household();
    const { anna, mia } = home.members;
    const body = await create(home, {
      title: "  Dentist  ",
      location: "x".repeat(500),
      notes: "🦷".repeat(2000),
      memberIds: [mia.id, anna.id, mia.id],
      reminderMinutesList: [60, 0, 60, 40_320],
      syncTargets: [{ memberId: anna.id, provider: "provider_b", externalCalendarId: "home" }],
      recurrenceRule: " rrule:FREQ=YEARLY;X-SOURCE=paper ",
    });
    expect(body).toMatchObject({
      title: "Dentist",
      memberIds: [mia.id, anna.id],
      isGeneral: false,
      reminderMinutes: 0,
      reminderMinutesList: [0, 60, 40_320],
      recurrenceRule: "FREQ=YEARLY;X-SOURCE=paper",
    });
    expect(body.syncTargets).toEqual([
      {
        memberId: anna.id,
        provider: "provider_b",
        externalCalendarId: "home",
        status: "not_connected",
        syncedAt: null,
      },
    ]);
  });

  test.each([
    [{ title: undefined }, 400, "title: is required"],
    [{ title: " " }, 400, "title: must be 1 to 200 characters"],
    [{ title: "x".repeat(201) }, 400, "title: must be 1 to 200 characters"],
    [
      { startsAt: "2027-01-27T10:00:00" },
      400,
      "startsAt: must be a date-time with an offset, such as 2026-05-01T09:00:00Z",
    ],
    [
      { endsAt: "2027-02-30T10:00:00Z" },
      400,
      "endsAt: must be a date-time with an offset, such as 2026-05-01T09:00:00Z",
    ],
    [{ location: "x".repeat(501) }, 400, "location: must be at most 500 characters or null"],
    [{ notes: "x".repeat(2001) }, 400, "notes: must be at most 2000 characters or null"],
    [{ recurrenceRule: "" }, 400, "recurrenceRule: must be 1 to 2000 characters or null"],
    [
      { recurrenceRule: `FREQ=DAILY;X-A=${"1".repeat(2000)}` },
      400,
      "recurrenceRule: must be 1 to 2000 characters or null",
    ],
    [{ memberIds: ["x"] }, 400, "memberIds[0]: must be a UUID"],
    [{ reminderMinutes: -2 }, 400, "reminderMinutes: must be a whole number from -1 to 40320 or null"],
    [{ reminderMinutes: 40_321 }, 400, "reminderMinutes: must be a whole number from -1 to 40320 or null"],
    [{ reminderMinutesList: [-1] }, 400, "reminderMinutesList[0]: must be a whole number from 0 to 40320"],
    [{ reminderMinutesList: Array(11).fill(1) }, 400, "reminderMinutesList: must be a list of 0 to 10 items"],
    [
      { syncTargets: [{ provider: "provider_a", externalCalendarId: "x" }] },
      400,
      "syncTargets[0].memberId: is required",
    ],
    [
      { syncTargets: [{ memberId: unknownId, provider: "google", externalCalendarId: "x" }] },
      400,
      "syncTargets[0].provider: must be one of provider_a, provider_b",
    ],
    [
      { syncTargets: [{ memberId: unknownId, provider: "provider_a", externalCalendarId: "x", status: "synced" }] },
      400,
      "syncTargets[0].status: unknown field",
    ],
    [{ memberIds: [unknownId] }, 422, "memberIds: no such member"],
    [
      { syncTargets: [{ memberId: unknownId, provider: "provider_a", externalCalendarId: "x" }] },
      422,
      "syncTargets[0].memberId: no such member",
    ],
    [{ endsAt: "2027-01-27T08:59:59Z" }, 422, "endsAt: must not lie before startsAt"],
    [
      { reminderMinutes: 5, reminderMinutesList: [10] },
      422,
      "reminderMinutes: must be the first of reminderMinutesList, or be left out",
    ],
    [
      { recurrenceRule: "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30" },
      422,
      "recurrenceRule: gives no instance between startsAt and 2200",
    ],
    [
      { recurrenceRule: "FREQ=DAILY;UNTIL=20260101T000000Z" },
      422,
      "recurrenceRule: gives no instance between startsAt and 2200",
    ],
    [{ recurrenceRule: "FREQ=DAILY;INTERVAL=0" }, 422, "recurrenceRule: INTERVAL must be at least 1"],
  ])("is refused with %j", async (more, status, error) => {
    const home = await household();
    const before = home.entries().length;
    expect((await home.post("/v1/events", { ...dentist, ...more })).body).toEqual(refusal(status, error));
    expect((await home.get("/v1/events?from=2027-01-01T00:00:00Z")).body.events).toEqual([]);
    expect(home.entries().length).toBe(before);
  });

  test.each([
    "FREQ=HOURLY",
    "FREQ=WEEKLY;FREQ=DAILY",
    "FREQ=DAILY;COUNT=1;UNTIL=20280101",
    "BYDAY=MO",
    "FREQ=DAILY\nFREQ=DAILY",
  ])("is refused with the rule %j", async (recurrenceRule) => {
    const home = await household();
    const { status, body } = await home.post("/v1/events", { ...dentist, recurrenceRule });
    expect(status).toBe(422);
    expect(body.error).toStartWith("recurrenceRule: ");
  });
});

describe("reminders", () => {
  test.each([
    [{}, null, []],
    [{ reminderMinutes: 15 }, 15, [15]],
    [{ reminderMinutes: -1 }, -1, []],
    [{ reminderMinutes: null }, null, []],
    [{ reminderMinutesList: [30, 10] }, 10, [10, 30]],
    [{ reminderMinutesList: [] }, null, []],
    [{ reminderMinutes: 10, reminderMinutesList: [30, 10] }, 10, [10, 30]],
    [{ reminderMinutes: -1, reminderMinutesList: [] }, -1, []],
  ])("given as %j are %p and %j", async (given, first, list) => {
    const home = await household();
    const created = await create(home, given);
    expect(created).toMatchObject({ reminderMinutes: first, reminderMinutesList: list });
    const patched = await home.patch(`/v1/events/${(await create(home, { reminderMinutes: 99 })).id}`, given);
    const isSilent = Object.keys(given).length === 0;
    expect(patched.body).toMatchObject(
      isSilent ? { reminderMinutes: 99 } : { reminderMinutes: first, reminderMinutesList: list },
    );
  });
});

describe("all-day times", () => {
  test.each([
    ["2027-01-27T23:59:00-10:00", "2027-01-27T00:00:00+02:00", "2027-01-27", "2027-01-28"],
    ["2027-01-27T00:00:00Z", "2027-01-28T00:00:00Z", "2027-01-27", "2027-01-28"],
    ["2027-01-27T00:00:00+14:00", "2027-01-28T00:00:01Z", "2027-01-27", "2027-01-29"],
    ["2027-01-27T09:00:00Z", "2027-01-27T08:00:00Z", "2027-01-27", "2027-01-28"],
    ["2027-12-30T00:00:00Z", "2028-01-02T12:00:00Z", "2027-12-30", "2028-01-03"],
  ])("from %s to %s are dates as written", async (startsAt, endsAt, first, after) => {
    const home = await household();
    expect(await create(home, { allDay: true, startsAt, endsAt })).toMatchObject({
      startsAt: `${first}T00:00:00.000Z`,
      endsAt: `${after}T00:00:00.000Z`,
    });
  });

  test("that end on an earlier date are refused", async () => {
    const home = await household();
    const dates = { allDay: true, startsAt: "2027-01-27T00:00:00Z", endsAt: "2027-01-26T23:00:00Z" };
    const { body } = await home.post("/v1/events", { ...dentist, ...dates });
    expect(body).toEqual(refusal(422, "endsAt: must not lie before startsAt"));
  });

  test("are the household's dates where a timed event is made all-day, and both must be given to go back", async () => {
    const home = await household();
    const late = { startsAt: "2027-01-27T23:30:00Z", endsAt: "2027-01-28T23:00:00Z" };
    const { id } = await create(home, late);
    const dated = await home.patch(`/v1/events/${id}`, { allDay: true });
    expect(dated.body).toMatchObject({ startsAt: "2027-01-28T00:00:00.000Z", endsAt: "2027-01-29T00:00:00.000Z" });
    const half = await home.patch(`/v1/events/${id}`, { allDay: false, startsAt: dentist.startsAt });
    expect(half.body).toEqual(refusal(422, "endsAt: must be given where allDay is turned off"));
    const timed = await home.patch(`/v1/events/${id}`, { allDay: false, ...late });
    expect(timed.body).toMatchObject({ startsAt: "2027-01-27T23:30:00.000Z", endsAt: "2027-01-28T23:00:00.000Z" });
  });
});

describe("whose an event is", () => {
  test("follows its members until somebody says so", async () => {
    const home = await household();
    const { id } = await create(home);
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

  test("no longer names a member who is removed, in exceptions neither", async () => {
    const home = await household();
    const { anna, mia } = home.members;
    const target = { memberId: mia.id, provider: "provider_a", externalCalendarId: "x" };
    const { id } = await create(home, { ...weekly, memberIds: [mia.id, anna.id], syncTargets: [target] });
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
  test("changes what is given, ignores the scope, and says what it did", async () => {
    const home = await household();
    const { id } = await create(home, { notes: "Bring the card" });
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

  test("that changes no value writes nothing", async () => {
    const home = await household();
    const created = await create(home, { recurrenceRule: "FREQ=DAILY" });
    const before = home.entries().length;
    const { id, createdAt, updatedAt, createdBy, timeZone, exceptions, ...all } = created;
    for (const patch of [{}, all, { title: " Dentist " }]) {
      expect((await home.patch(`/v1/events/${id}`, patch)).body).toEqual(created);
    }
    const instance = { instanceStartsAt: "2027-01-30T09:00:00Z" };
    for (const editScope of ["this", "this_and_future"]) {
      expect((await home.patch(`/v1/events/${id}`, { ...instance, editScope, title: "Dentist" })).status).toBe(200);
    }
    expect(home.entries().length).toBe(before);
  });

  test("moves an end before the start for nobody", async () => {
    const home = await household();
    const { id } = await create(home);
    const { body } = await home.patch(`/v1/events/${id}`, { startsAt: "2027-01-28T09:00:00Z" });
    expect(body).toEqual(refusal(422, "endsAt: must not lie before startsAt"));
  });
});

describe("deleting", () => {
  test("a single event is for everybody, whatever scope it says", async () => {
    const home = await household();
    const { id } = await create(home);
    const mia = home.as(home.members.mia);
    expect((await mia.delete(`/v1/events/${id}?scope=this`)).body).toEqual({ id, deleted: true });
    expect((await home.get(`/v1/events/${id}`)).body).toEqual(refusal(404, "Event not found"));
    expect(home.entries()[0]).toMatchObject({ action: "deleted", summary: "deleted “Dentist”", changes: null });
  });

  test("a recurring one is for owners and adults", async () => {
    const home = await household();
    const { id } = await create(home, weekly);
    for (const role of ["child", "guest"] as const) {
      const { body } = await home.as(home.add(role, role)).delete(`/v1/events/${id}`);
      expect(body).toEqual(refusal(403, "Only an owner or adult can do this"));
    }
    expect((await home.as(home.members.ben).delete(`/v1/events/${id}`)).status).toBe(200);
  });
});
