/**
 * The calendar's dependence on the current time and the household's time zone, and concurrent writers. Runs in this
 * process, with a clock that the tests move.
 */
import { describe, expect, test } from "bun:test";
import { type Home, household, refusal, serverInProcess } from "../support/home/home.ts";

const hour = 3_600_000;
const add = async (home: Home, event: object) => (await home.post("/v1/events", event)).body.id as string;
const titles = async (home: Home, query = "") =>
  (await home.get(`/v1/events${query}`)).body.events.map(({ title }: { title: string }) => title);
const point = (title: string, at: string) => ({ title, startsAt: at, endsAt: at });

describe("a calendar without a range", () => {
  test("A request for events without a range returns the events of this month and the next two months", async () => {
    const home = await household({ server: serverInProcess() }); // It is 27 November 2026 in Berlin.
    await add(home, point("October", "2026-10-31T22:59:59Z"));
    await add(home, point("first of November", "2026-10-31T23:00:00Z"));
    await add(home, point("last of January", "2027-01-31T22:59:59Z"));
    await add(home, point("February", "2027-01-31T23:00:00Z"));
    expect(await titles(home)).toEqual(["first of November", "last of January"]);
    expect(await titles(home, "?from=2027-01-31T22:59:59Z")).toEqual(["last of January", "February"]);
    expect(await titles(home, "?to=2026-11-01T00:00:00Z")).toEqual(["first of November"]);
    expect((await home.get("/v1/events?to=2026-10-01T00:00:00Z")).body).toEqual(
      refusal(422, "to: must lie after from"),
    );
  });

  test("A request for the agenda without a range starts at the present time, and the response has no ETag", async () => {
    const home = await household({ server: serverInProcess() });
    await add(home, { ...point("meeting", "2026-11-27T08:30:00Z"), endsAt: "2026-11-27T09:30:00Z" });
    const forward = await home.get("/v1/events?direction=forward");
    expect(forward.body.events.length).toBe(1);
    expect(forward.headers.get("ETag")).toBeNull();
    expect((await home.get("/v1/events?anchor=2026-11-27T09:00:00Z")).headers.get("ETag")).not.toBeNull();
    expect(await titles(home, "?direction=backward")).toEqual([]);
    home.clock.advance(hour / 2);
    expect(await titles(home, "?direction=forward")).toEqual([]);
    expect(await titles(home, "?direction=backward")).toEqual(["meeting"]);
  });

  test("The agenda of a household without events has no next page", async () => {
    const home = await household();
    for (const query of [
      "direction=forward",
      "direction=backward",
      "anchor=1900-01-01T00:00:00Z",
      "anchor=2200-01-01T00:00:00Z",
    ]) {
      expect((await home.get(`/v1/events?${query}`)).body).toEqual({ events: [], nextCursor: null });
    }
  });

  test("The agenda contains events on the first and the last date of the calendar", async () => {
    const home = await household();
    await add(home, { ...point("first", "1900-01-01T00:00:00Z"), allDay: true });
    await add(home, { ...point("last", "2199-12-31T00:00:00Z"), allDay: true });
    await add(home, { ...point("yearly", "1900-06-01T00:00:00Z"), recurrenceRule: "FREQ=YEARLY;INTERVAL=250" });
    expect(await titles(home, "?direction=backward")).toEqual(["first", "yearly"]);
    expect(await titles(home, "?direction=forward")).toEqual(["yearly", "last"]);
    expect(await titles(home, "?anchor=1900-01-01T00:00:00Z&limit=1")).toEqual(["first"]);
  });
});

describe("a household that changes its time zone", () => {
  test("A new time zone of a household keeps the instants of timed events, and moves all-day events", async () => {
    const home = await household({ server: serverInProcess() });
    const series = { ...point("piano", "2027-03-01T15:00:00Z"), recurrenceRule: "FREQ=WEEKLY" };
    await add(home, series);
    await add(home, { ...point("holiday", "2027-03-01T00:00:00Z"), allDay: true });
    await home.as(home.members.anna).patch("/app/household", { timeZone: "America/New_York" });
    const { body } = await home.get("/v1/events?from=2027-03-28T00:00:00Z&to=2027-04-01T00:00:00Z");
    expect(body.events[0]).toMatchObject({ startsAt: "2027-03-29T14:00:00.000Z", timeZone: "Europe/Berlin" });
    expect(await titles(home, "?from=2027-03-01T04:59:59Z&to=2027-03-01T05:00:00Z")).toEqual([]);
    expect(await titles(home, "?from=2027-03-02T04:59:59Z&to=2027-03-02T05:00:00Z")).toEqual(["holiday"]);
  });
});

describe("simultaneous changes of a series", () => {
  test("Simultaneous changes of different dates of one series are all stored", async () => {
    const home = await household();
    const id = await add(home, { ...point("daily", "2027-03-01T15:00:00Z"), recurrenceRule: "FREQ=DAILY;COUNT=20" });
    const starts = Array.from({ length: 20 }, (_, day) => `2027-03-${String(day + 1).padStart(2, "0")}T15:00:00Z`);
    const edits = starts.map((instanceStartsAt, index) =>
      home.patch(`/v1/events/${id}`, { editScope: "this", instanceStartsAt, title: `number ${index}` }),
    );
    expect((await Promise.all(edits)).map(({ status }) => status)).toEqual(starts.map(() => 200));
    expect(await titles(home, "?from=2027-03-01T00:00:00Z")).toEqual(starts.map((_, index) => `number ${index}`));
  });

  test("Two simultaneous requests to split a series at the same date split the series once", async () => {
    const home = await household();
    const id = await add(home, { ...point("daily", "2027-03-01T15:00:00Z"), recurrenceRule: "FREQ=DAILY;COUNT=9" });
    const edit = { editScope: "this_and_future", instanceStartsAt: "2027-03-05T15:00:00Z" };
    const answers = await Promise.all(["A", "B"].map((title) => home.patch(`/v1/events/${id}`, { ...edit, title })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect((await home.get("/v1/events?from=2027-03-01T00:00:00Z")).body.events.length).toBe(9);
  });
});

test("A series holds 2,000 changed dates and refuses more", async () => {
  const home = await household({ server: serverInProcess() });
  const id = await add(home, {
    ...point("daily", "2027-03-01T15:00:00Z"),
    recurrenceRule: "FREQ=DAILY;BYHOUR=15,16,17,18",
  });
  const exceptions = Array.from({ length: 2_000 }, (_, index) => {
    const wall = Date.UTC(2027, 2, 1 + (index >> 2), 15 + (index & 3));
    return { wall, cancelled: index > 0, own: index === 0 ? { title: "first" } : {}, times: null };
  });
  home.db.$client.run("UPDATE event SET exceptions = ? WHERE id = ?", [JSON.stringify(exceptions), id]);
  const more = { editScope: "this", instanceStartsAt: "2029-03-01T15:00:00Z", title: "one more" };
  expect((await home.patch(`/v1/events/${id}`, more)).body).toEqual(
    refusal(422, "An event can have at most 2,000 changed or cancelled instances"),
  );
  const again = { ...more, instanceStartsAt: "2027-03-01T14:00:00Z" };
  expect((await home.patch(`/v1/events/${id}`, again)).status).toBe(404);
});
