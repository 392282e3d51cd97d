/** The longest event lasts 400 days, and 92 days when it repeats. Lengths are elapsed time. */
import { describe, expect, test } from "bun:test";
import { longEvent, series } from "../support/calendar/events.ts";
import { type Home, household, refusal } from "../support/home/home.ts";

const tooLong = refusal(422, "endsAt: must lie within 400 days of startsAt");
const repeatsTooLong = refusal(422, "endsAt: an event that repeats can last at most 92 days");

const first = Date.UTC(2027, 0, 4, 9);
const dayMs = 86_400_000;
const at = (days: number, milliseconds = 0) => new Date(first + days * dayMs + milliseconds).toISOString();
const lasting = (days: number, milliseconds = 0) => ({ startsAt: at(0), endsAt: at(days, milliseconds) });
const yearly = { recurrenceRule: "FREQ=YEARLY" };

const add = (home: Home, body: object) => home.post("/v1/events", { title: "Away", ...body });
const added = async (home: Home, body: object): Promise<string> => (await add(home, body)).body.id;

describe("the length of a new event", () => {
  test.each([
    ["400 days", lasting(400)],
    ["400 whole days", { allDay: true, startsAt: "2027-01-01T00:00:00Z", endsAt: "2028-02-05T00:00:00Z" }],
    ["92 days, every year", { ...lasting(92), ...yearly }],
    [
      "92 whole days, every year",
      { allDay: true, startsAt: "2027-07-01T00:00:00Z", endsAt: "2027-10-01T00:00:00Z", ...yearly },
    ],
  ])("A new event may last %s", async (_, body) => {
    expect((await add(await household(), body)).status).toBe(200);
  });

  test.each([
    ["400 days and a moment", lasting(400, 1), tooLong],
    ["401 whole days", { allDay: true, startsAt: "2027-01-01T00:00:00Z", endsAt: "2028-02-06T00:00:00Z" }, tooLong],
    ["289 years", { startsAt: "1905-01-01T00:00:00Z", endsAt: "2194-01-01T00:00:00Z" }, tooLong],
    ["92 days and a moment, and repeat", { ...lasting(92, 1), ...yearly }, repeatsTooLong],
    ["500 days, and repeat", { ...lasting(500), ...yearly }, repeatsTooLong],
    ["93 days, and repeat only once", { ...lasting(93), recurrenceRule: "FREQ=DAILY;COUNT=1" }, repeatsTooLong],
    [
      "92 days by the clock of autumn, which is an hour more, and repeat",
      { startsAt: "2027-09-01T09:00:00+02:00", endsAt: "2027-12-02T09:00:00+01:00", ...yearly },
      repeatsTooLong,
    ],
  ])("A new event is refused if the event would last %s", async (_, body, expected) => {
    const home = await household();
    expect((await add(home, body)).body).toEqual(expected);
    expect((await home.get("/v1/events?from=2026-12-01T00:00:00Z&to=2027-03-01T00:00:00Z")).body.events).toEqual([]);
  });

  test("The error about a too long event in a batch names the index of that event", async () => {
    const home = await household();
    const batch = (body: object) =>
      home.post("/v1/events/batch", {
        events: [
          { title: "A day", ...lasting(1) },
          { title: "Long", ...body },
        ],
      });
    expect((await batch(lasting(401))).body).toEqual(refusal(422, `events[1].${tooLong.error}`));
    expect((await batch({ ...lasting(93), ...yearly })).body).toEqual(
      refusal(422, `events[1].${repeatsTooLong.error}`),
    );
  });
});

describe("a change of the length of an event", () => {
  test("A change that would make an event longer than 400 days is refused", async () => {
    const home = await household();
    const id = await added(home, lasting(2));
    const patch = (body: object) => home.patch(`/v1/events/${id}`, body);
    expect((await patch({ endsAt: at(401) })).body).toEqual(tooLong);
    expect((await patch({ startsAt: at(-399) })).body).toEqual(tooLong);
    expect((await patch({ allDay: true, endsAt: at(400) })).body).toEqual(tooLong);
    expect((await patch({ endsAt: at(400) })).status).toBe(200);
  });

  test("A change that would make an event of 100 days repeat is refused", async () => {
    const home = await household();
    const id = await added(home, lasting(100));
    expect((await home.patch(`/v1/events/${id}`, yearly)).body).toEqual(repeatsTooLong);
    expect((await home.patch(`/v1/events/${id}`, { ...yearly, endsAt: at(92) })).status).toBe(200);
  });

  test.each(["this", "this_and_future", "all"])(
    "A change with the scope “%s” is refused if instances would last longer than 92 days",
    async (scope) => {
      const home = await household();
      const piano = await series(home);
      const edit = (body: object) => piano.edit(scope, "2027-03-16T15:00:00Z", body);
      expect((await edit({ endsAt: "2027-06-16T15:00:00.001Z" })).body).toEqual(repeatsTooLong);
      expect((await edit({ startsAt: "2026-12-10T15:00:00Z" })).body).toEqual(repeatsTooLong);
      expect((await edit({ allDay: true, endsAt: "2027-06-16T15:00:00Z" })).body).toEqual(repeatsTooLong);
      expect((await piano.master()).exceptions).toEqual([]);
      expect((await edit({ endsAt: "2027-06-16T14:00:00Z" })).status).toBe(200);
    },
  );

  test("A change of a whole series is refused if instances would last longer than 92 days", async () => {
    const home = await household();
    const { id } = await series(home);
    const patch = (body: object) => home.patch(`/v1/events/${id}`, body);
    expect((await patch({ endsAt: "2027-07-01T15:00:00Z" })).body).toEqual(repeatsTooLong);
    expect((await patch({ allDay: true, endsAt: "2027-06-03T00:00:00Z" })).body).toEqual(repeatsTooLong);
    expect((await patch({ endsAt: "2027-07-01T15:00:00Z", recurrenceRule: null })).status).toBe(200);
  });

  test("A change from all-day to timed is refused if a repeating event would last longer than 92 days", async () => {
    const home = await household();
    const whole = { allDay: true, startsAt: "2027-01-04T00:00:00Z", endsAt: "2027-01-05T00:00:00Z" };
    const id = await added(home, { ...whole, ...yearly });
    expect((await home.patch(`/v1/events/${id}`, { allDay: false, ...lasting(93) })).body).toEqual(repeatsTooLong);
    expect((await home.patch(`/v1/events/${id}`, { allDay: false, ...lasting(92) })).status).toBe(200);
  });

  test("A change cannot restore a cancelled instance that would last longer than 92 days", async () => {
    const home = await household();
    const piano = await series(home);
    await piano.drop("this", "2027-03-16T15:00:00Z");
    const back = { startsAt: "2027-03-16T15:00:00Z", endsAt: "2027-07-16T15:00:00Z" };
    expect((await piano.edit("this", "2027-03-16T15:00:00Z", back)).body).toEqual(repeatsTooLong);
  });

  test("The single event that replaces the rest of a series may last 400 days", async () => {
    const home = await household();
    const piano = await series(home);
    const alone = { recurrenceRule: null, endsAt: "2028-04-19T15:00:00Z" };
    expect((await piano.edit("this_and_future", "2027-03-16T15:00:00Z", alone)).status).toBe(200);
    const before = { recurrenceRule: null, endsAt: "2028-12-19T15:00:00Z" };
    expect((await piano.edit("this_and_future", "2027-03-09T15:00:00Z", before)).body).toEqual(tooLong);
  });
});

describe("a longer event from an older version", () => {
  const end = "2035-01-01T00:00:00.000Z";
  const old = { startsAt: "1905-01-01T00:00:00Z" };

  test.each([
    ["that happens once", old, tooLong],
    ["that repeats", { ...old, recurrenceRule: "FREQ=DAILY" }, repeatsTooLong],
  ])("An event %s and is now too long can still be read, renamed, shortened and deleted", async (_, body, expected) => {
    const home = await household();
    const id = await longEvent(home, body, end);
    const path = `/v1/events/${id}`;
    expect((await home.get(path)).body).toMatchObject({ endsAt: end });
    expect((await home.patch(path, { title: "Life" })).body).toMatchObject({ title: "Life", endsAt: end });
    expect((await home.patch(path, { endsAt: "2195-01-01T00:00:00Z" })).body).toEqual(expected);
    const shorter = { startsAt: old.startsAt, endsAt: "1905-01-02T00:00:00Z" };
    expect((await home.patch(path, shorter)).body).toMatchObject({ endsAt: "1905-01-02T00:00:00.000Z" });
    const [change] = home.entries();
    const anna = home.as(home.members.anna);
    expect((await anna.post(`/v1/activity/${change?.id}/undo`, {})).status).toBe(200);
    expect((await home.get(path)).body).toMatchObject({ endsAt: end });
    expect((await home.delete(path)).body).toEqual({ id, deleted: true });
    expect((await anna.post(`/v1/activity/${home.entries()[0]?.id}/undo`, {})).status).toBe(200);
    expect((await home.get(path)).body).toMatchObject({ endsAt: end });
  });

  test("A series from an older version that is now too long can be changed and ended", async () => {
    const home = await household();
    const id = await longEvent(home, { ...old, recurrenceRule: "FREQ=DAILY" }, end);
    const path = `/v1/events/${id}`;
    const instance = { instanceStartsAt: "2026-11-27T00:00:00Z" };
    const one = await home.patch(path, { editScope: "this", ...instance, title: "A day of it" });
    expect(one.body).toMatchObject({ title: "A day of it", isException: true });
    const rest = await home.patch(path, { editScope: "this_and_future", ...instance, title: "The rest" });
    expect(rest.body).toMatchObject({ title: "The rest", startsAt: "2026-11-27T00:00:00.000Z" });
    expect((await home.patch(path, { recurrenceRule: "FREQ=DAILY;COUNT=3" })).status).toBe(200);
    expect((await home.delete(`${path}?scope=this&instanceStartsAt=1905-01-02T00:00:00Z`)).status).toBe(200);
    expect((await home.patch(path, { recurrenceRule: null })).body).toMatchObject({ recurrenceRule: null });
    expect((await home.patch(path, { recurrenceRule: "FREQ=DAILY" })).body).toEqual(repeatsTooLong);
  });
});
