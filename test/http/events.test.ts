import { describe, expect, test } from "bun:test";
import { createEvent, dentist } from "../support/calendar/events.ts";
import { household, refusal } from "../support/home/home.ts";

const unknownId = "01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42";

describe("a new event", () => {
  test("A new event has the documented defaults, and the household's time zone", async () => {
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
      calendar: { key: "family", name: "Test" },
      readOnly: false,
      busyOnly: false,
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

  test("A new event stores all given fields", async () => {
    const home = await household();
    const { anna, mia } = home.members;
    const body = await createEvent(home, {
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
      "recurrenceRule: must give at least one instance between startsAt and 2200",
    ],
    [
      { recurrenceRule: "FREQ=DAILY;UNTIL=20260101T000000Z" },
      422,
      "recurrenceRule: must give at least one instance between startsAt and 2200",
    ],
    [{ recurrenceRule: "FREQ=DAILY;INTERVAL=0" }, 422, "recurrenceRule: INTERVAL must be at least 1"],
  ])("A new event is refused with %j", async (more, status, error) => {
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
  ])("A new event is refused with the recurrence rule %j", async (recurrenceRule) => {
    const home = await household();
    const { status, body } = await home.post("/v1/events", { ...dentist, recurrenceRule });
    expect(status).toBe(422);
    expect(body.error).toStartWith("recurrenceRule: ");
  });
});

describe("the reminders of an event", () => {
  test.each([
    [{}, null, []],
    [{ reminderMinutes: 15 }, 15, [15]],
    [{ reminderMinutes: -1 }, -1, []],
    [{ reminderMinutes: null }, null, []],
    [{ reminderMinutesList: [30, 10] }, 10, [10, 30]],
    [{ reminderMinutesList: [] }, null, []],
    [{ reminderMinutes: 10, reminderMinutesList: [30, 10] }, 10, [10, 30]],
    [{ reminderMinutes: -1, reminderMinutesList: [] }, -1, []],
  ])("The reminders %j of an event are stored as %p and %j", async (given, first, list) => {
    const home = await household();
    const created = await createEvent(home, given);
    expect(created).toMatchObject({ reminderMinutes: first, reminderMinutesList: list });
    const patched = await home.patch(`/v1/events/${(await createEvent(home, { reminderMinutes: 99 })).id}`, given);
    const isSilent = Object.keys(given).length === 0;
    expect(patched.body).toMatchObject(
      isSilent ? { reminderMinutes: 99 } : { reminderMinutes: first, reminderMinutesList: list },
    );
  });
});

describe("the times of an all-day event", () => {
  test.each([
    ["2027-01-27T23:59:00-10:00", "2027-01-27T00:00:00+02:00", "2027-01-27", "2027-01-28"],
    ["2027-01-27T00:00:00Z", "2027-01-28T00:00:00Z", "2027-01-27", "2027-01-28"],
    ["2027-01-27T00:00:00+14:00", "2027-01-28T00:00:01Z", "2027-01-27", "2027-01-29"],
    ["2027-01-27T09:00:00Z", "2027-01-27T08:00:00Z", "2027-01-27", "2027-01-28"],
    ["2027-12-30T00:00:00Z", "2028-01-02T12:00:00Z", "2027-12-30", "2028-01-03"],
  ])(
    "The times of an all-day event from %s to %s are stored as dates, whatever the UTC offset",
    async (startsAt, endsAt, first, after) => {
      const home = await household();
      expect(await createEvent(home, { allDay: true, startsAt, endsAt })).toMatchObject({
        startsAt: `${first}T00:00:00.000Z`,
        endsAt: `${after}T00:00:00.000Z`,
      });
    },
  );

  test("An all-day event with an end date before the start date is refused", async () => {
    const home = await household();
    const dates = { allDay: true, startsAt: "2027-01-27T00:00:00Z", endsAt: "2027-01-26T23:00:00Z" };
    const { body } = await home.post("/v1/events", { ...dentist, ...dates });
    expect(body).toEqual(refusal(422, "endsAt: must not lie before startsAt"));
  });

  test("An event that becomes all-day gets dates in the household's time zone", async () => {
    const home = await household();
    const late = { startsAt: "2027-01-27T23:30:00Z", endsAt: "2027-01-28T23:00:00Z" };
    const { id } = await createEvent(home, late);
    const dated = await home.patch(`/v1/events/${id}`, { allDay: true });
    expect(dated.body).toMatchObject({ startsAt: "2027-01-28T00:00:00.000Z", endsAt: "2027-01-29T00:00:00.000Z" });
    const half = await home.patch(`/v1/events/${id}`, { allDay: false, startsAt: dentist.startsAt });
    expect(half.body).toEqual(refusal(422, "endsAt: must be given where allDay is turned off"));
    const timed = await home.patch(`/v1/events/${id}`, { allDay: false, ...late });
    expect(timed.body).toMatchObject({ startsAt: "2027-01-27T23:30:00.000Z", endsAt: "2027-01-28T23:00:00.000Z" });
  });
});
