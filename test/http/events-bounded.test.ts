/** An answer expands at most 5,000 instances of any calendar, and reports when some are left out. */
import { describe, expect, test } from "bun:test";
import { createEvent, longEvent } from "../support/calendar/events.ts";
import { type Home, household, serverInProcess } from "../support/home/home.ts";
import { withMcpClient } from "../support/mcp/mcp.ts";
import { countingSlots } from "./slots.ts";

const most = 5_000;
/** Series are expanded in small chunks. An answer may read up to this many slots more than it uses. */
const ahead = 500;
const hours = Array.from({ length: 24 }, (_, hour) => hour).join(",");
const hourly = `FREQ=DAILY;BYHOUR=${hours}`;
const range = "from=2026-11-01T00:00:00Z&to=2026-12-01T00:00:00Z";

const paths = [
  "/v1/events",
  `/v1/events?${range}`,
  `/v1/events?${range}&limit=100`,
  `/v1/events?${range}&raw=true`,
  "/v1/events?from=2026-01-01T00:00:00Z&to=2028-01-01T00:00:00Z",
  "/v1/events?direction=forward",
  "/v1/events?direction=backward&limit=100",
  "/v1/events?anchor=2199-01-01T00:00:00Z&direction=backward",
  "/v1/agenda?days=14",
  "/v1/agenda?days=1",
  "/v1/search?query=century",
];

/** Calendars that an older version may have stored, and those that members can create now. */
const calendars = {
  "an event that lasts 130 years, every day": (home: Home) => century(home, "FREQ=DAILY"),
  "an event that lasts 130 years, every hour": (home: Home) => century(home, hourly),
  "six events that last 130 years, every hour": async (home: Home) => {
    for (let index = 0; index < 6; index++) await century(home, hourly);
  },
  "an event that lasts 130 years, every day, of one member": (home: Home) =>
    century(home, "FREQ=DAILY", { memberIds: [home.members.mia.id], isGeneral: false }),
  "whole days that last 130 years, every day": (home: Home) => century(home, "FREQ=DAILY", { allDay: true }),
  "ten events that last 92 days, every hour": async (home: Home) => {
    for (let index = 0; index < 10; index++) await season(home, index);
  },
};

const century = (home: Home, recurrenceRule: string, more: object = {}) =>
  longEvent(
    home,
    { title: "Century", startsAt: "1905-01-01T00:00:00Z", recurrenceRule, ...more },
    "2035-01-01T00:00:00.000Z",
  );

const season = (home: Home, index: number) =>
  createEvent(home, {
    ...{ title: `Season ${index}`, startsAt: "2026-01-01T00:00:00Z", endsAt: "2026-04-03T00:00:00Z" },
    recurrenceRule: hourly,
  });

async function crowded(fill: (home: Home) => Promise<unknown>) {
  const home = await household({ server: serverInProcess() });
  await fill(home);
  const dentist = { title: "Dentist", startsAt: "2026-11-27T14:00:00Z", endsAt: "2026-11-27T14:30:00Z" };
  const { id } = (await home.post("/v1/events", dentist)).body;
  return { home, id };
}

describe.each(Object.entries(calendars))("a calendar with %s", (_, fill) => {
  test("No answer about a calendar with huge series expands more than 5,000 instances", async () => {
    const { home } = await crowded(fill);
    for (const path of paths) {
      const { result, slots } = await countingSlots(() => home.call("HEAD", path));
      expect({ path, status: result.status }).toEqual({ path, status: 200 });
      expect({ path, slots, isBounded: slots <= most + ahead }).toEqual({ path, slots, isBounded: true });
    }
  });

  test("The agenda shows events of every day despite huge series, and reports if events are missing", async () => {
    const { home, id } = await crowded(fill);
    for (const days of [1, 14]) {
      const { body } = await home.get(`/v1/agenda?days=${days}`);
      const counts: number[] = body.days.map(({ events }: any) => events.length);
      const total = counts.reduce((sum, count) => sum + count, 0);
      expect(body.truncated ? total : Math.min(total, most)).toBe(body.truncated ? most : total);
      expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(Math.max(1, total / days));
      expect(body.days[0].events.some((each: any) => each.id === id)).toBe(true);
      for (const { events } of body.days) expect(events).toEqual(inOrder(events));
    }
  });

  test("The check for clashes covers only part of a calendar with huge series, and the answer says so", async () => {
    const { home } = await crowded(fill);
    const { memberIds } = (await home.get(`/v1/events?${range}&limit=1`)).body.events[0];
    const events = Array.from({ length: 30 }, (_, index) => ({
      ...{ title: `New ${index}`, startsAt: "2026-11-28T10:00:00Z", endsAt: "2026-12-28T11:00:00Z", memberIds },
    }));
    const { result, slots } = await countingSlots(() => home.post("/v1/events/batch", { events, dryRun: true }));
    expect(result.body.truncated).toBe(true);
    expect(slots).toBeLessThanOrEqual(most + 30 * 30);
  });

  test("An agent that reads a calendar with huge series gets “truncated: true”", async () => {
    const { home } = await crowded(fill);
    const { use } = withMcpClient(home);
    for (const [name, input] of [
      ["get_today", {}],
      ["get_agenda", { days: 14 }],
      ["list_events", { from: "2026-11-27", to: "2026-12-26" }],
      ["find_free_time", { durationMinutes: 60, to: "2026-12-26" }],
    ] as const) {
      const { result, slots } = await countingSlots(() => use(name, input));
      expect({ name, isError: result.isError ?? false }).toEqual({ name, isError: false });
      expect({ name, truncated: (result.structuredContent as any).truncated }).toEqual({ name, truncated: true });
      expect(slots).toBeLessThanOrEqual(most + ahead);
    }
  });
});

const inOrder = (events: any[]) =>
  events.toSorted((a, b) => a.startsAt.localeCompare(b.startsAt) || Number(b.allDay) - Number(a.allDay));

describe("pages and batches with very many instances", () => {
  /** Returns every instance that overlaps a range, over all pages, as event id and slot. */
  async function paged(home: Home, query: string): Promise<string[]> {
    const names: string[] = [];
    let path = `/v1/events?${query}`;
    for (let cursor: string | null = ""; cursor !== null; path = `/v1/events?cursor=${cursor}&limit=100`) {
      const { body } = await home.get(path);
      for (const each of body.events) names.push(`${each.id} ${each.instanceStartsAt ?? each.startsAt}`);
      cursor = body.nextCursor;
    }
    return names;
  }

  test("Pages of long events return every instance once, in the order of time, in either direction", async () => {
    const home = await household({ server: serverInProcess() });
    const long = await longEvent(
      home,
      { title: "Long", startsAt: "2020-01-01T00:00:00Z", recurrenceRule: `FREQ=DAILY;BYHOUR=${hours};COUNT=1900` },
      "2027-01-01T00:00:00.000Z",
    );
    const short = await createEvent(home, {
      ...{ title: "Short", startsAt: "2020-01-01T03:00:00Z", endsAt: "2020-01-01T03:00:00Z" },
      recurrenceRule: "FREQ=DAILY;COUNT=50",
    });
    const slotsOf = (id: string, first: string, count: number, hoursBetween: number) =>
      Array.from({ length: count }, (_, index) => {
        return `${id} ${new Date(Date.parse(first) + index * hoursBetween * 3_600_000).toISOString()}`;
      });
    const at = (name: string) => name.slice(-24);
    // Instances with the same start are ordered by title.
    const byStart = (a: string, b: string) => at(a).localeCompare(at(b)) || (a.startsWith(long) ? -1 : 1);
    const expected = [
      ...slotsOf(long, "2020-01-01T00:00:00Z", 1_900, 1),
      ...slotsOf(short.id, "2020-01-01T03:00:00Z", 50, 24),
    ].sort(byStart);
    expect(await paged(home, "from=2020-01-01T00:00:00Z&to=2021-01-01T00:00:00Z")).toEqual(expected);
    expect(await paged(home, "anchor=2019-12-31T00:00:00Z&direction=forward&limit=100")).toEqual(expected);
    const back = await paged(home, "anchor=2040-01-01T00:00:00Z&direction=backward&limit=100");
    expect(back.toSorted(byStart)).toEqual(expected);
    const running = await paged(home, "from=2026-01-01T00:00:00Z&to=2026-02-01T00:00:00Z");
    expect(running).toEqual(expected.filter((name) => name.startsWith(long)));
  });

  test("Pages of events return every instance once, even if many series begin at the same instant", async () => {
    const home = await household({ server: serverInProcess() });
    const events = Array.from({ length: 30 }, (_, index) => ({
      ...{ title: `Same ${index % 7}`, startsAt: "2026-12-01T10:00:00Z", endsAt: "2027-02-01T10:00:00Z" },
      recurrenceRule: "FREQ=DAILY;COUNT=60",
    }));
    for (let batch = 0; batch < 5; batch++) await home.post("/v1/events/batch", { events });
    const names = await paged(home, "from=2026-12-01T00:00:00Z&to=2027-03-01T00:00:00Z&limit=100");
    expect([names.length, new Set(names).size]).toEqual([9_000, 9_000]);
    const back = await paged(home, "anchor=2027-12-01T00:00:00Z&direction=backward&limit=100");
    expect([back.length, new Set(back).size]).toEqual([9_000, 9_000]);
  });
});

test("An agenda with 5,000 events is reported as complete, and a larger agenda is not", async () => {
  const home = await household({ server: serverInProcess() });
  const day = "from=2031-06-05&days=1";
  const add = (title: string, count: number) =>
    createEvent(home, {
      ...{ title, startsAt: "2031-04-01T00:00:00Z", endsAt: "2031-06-30T00:00:00Z" },
      recurrenceRule: `${hourly};COUNT=${count}`,
    });
  for (const [index, count] of [1_500, 1_500, 1_500, 500].entries()) await add(`Part ${index}`, count);
  const { body: whole } = await home.get(`/v1/agenda?${day}`);
  expect([whole.days[0].events.length, whole.truncated]).toEqual([5_000, false]);
  await add("One more", 1);
  const { body: cut } = await home.get(`/v1/agenda?${day}`);
  expect([cut.days[0].events.length, cut.truncated]).toEqual([5_000, true]);
});

test("The check of a batch of events for clashes expands each existing series only once", async () => {
  const home = await household({ server: serverInProcess() });
  const times = { startsAt: "2026-12-01T10:00:00Z", endsAt: "2026-12-01T11:00:00Z" };
  for (let index = 0; index < 80; index++) {
    await createEvent(home, { title: `Every day ${index}`, ...times, recurrenceRule: "FREQ=DAILY" });
  }
  const events = Array.from({ length: 30 }, (_, index) => ({
    ...{ title: `New ${index}`, startsAt: "2026-12-03T10:00:00Z", endsAt: "2026-12-31T11:00:00Z" },
  }));
  const { result, slots } = await countingSlots(() => home.post("/v1/events/batch", { events, dryRun: true }));
  expect(result.body.truncated).toBe(false);
  expect(slots).toBeLessThanOrEqual(80 * 32);
});
