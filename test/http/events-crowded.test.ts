/** Many single events: pages have every event exactly once, and read about as many rows as they return. */
import { describe, expect, test } from "bun:test";
import { createEvent } from "#calendar/events/edits.ts";
import { transact } from "#platform/db/client.ts";
import { type Home, household, serverInProcess } from "../support/home/home.ts";
import { rowCounter } from "./rows.ts";

type New = Parameters<typeof createEvent>[1];

/** Adds events without requests, which would take a minute. */
function addAll(home: Home, events: readonly New[]): void {
  transact(home.db, () => {
    for (const event of events) createEvent(home.work(), event);
  });
}

const minute = 60_000;
const day = 86_400_000;
const iso = (instant: number) => new Date(instant).toISOString();

/** Pseudo-random numbers from 0 to `below`, the same in each run. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Code points above and below the surrogates, which UTF-16 orders differently. */
const titles = ["Dentist", "Ärztin", "🎉 Party", "ＦＵＬＬ ＷＩＤＴＨ", "Dentist 2", "😀", "\u{e000}", "dentist"];

/** Some hundred events of all kinds and lengths in twelve days. Many start at the same time. */
function crowd(home: Home, first: string, seed: number): New[] {
  const next = numbers(seed);
  const start = Date.parse(`${first}T00:00:00Z`);
  const members = [[], [home.members.anna.id], [home.members.mia.id], [home.members.anna.id, home.members.ben.id]];
  return Array.from({ length: 400 }, () => {
    const details = {
      title: titles[next(titles.length)] ?? "",
      memberIds: members[next(members.length)] ?? [],
      ...(next(4) === 0 ? { isGeneral: next(2) === 0 } : {}),
    };
    if (next(3) === 0) {
      const from = start + next(12) * day;
      const to = from + (1 + next(next(6) === 0 ? 31 : 3)) * day;
      return { ...details, allDay: true, startsAt: iso(from).slice(0, 10), endsAt: iso(to).slice(0, 10) };
    }
    const from = start + next(24) * 12 * 60 * minute - next(2) * 10 * 60 * minute;
    const length = [0, 30 * minute, day, 12 * 60 * minute, 31 * day][next(next(6) === 0 ? 5 : 3)] ?? 0;
    return { ...details, startsAt: iso(from), endsAt: iso(from + length) };
  });
}

type Placed = { readonly id: string; readonly from: number; readonly to: number; readonly allDay: boolean } & {
  readonly title: string;
  readonly startsAt: string;
  readonly memberIds: readonly string[];
  readonly isGeneral: boolean;
};

/** Every event of the household with its time span, in the order of every list. */
async function everything(home: Home, timeZone: string): Promise<Placed[]> {
  const stored = home.db.$client.query<Record<string, any>, []>("select * from event").all();
  const midnight = (instant: string) =>
    Temporal.PlainDate.from(instant.slice(0, 10)).toZonedDateTime(timeZone).epochMilliseconds;
  const placed = stored.map((row): Placed => {
    const { id, title } = row;
    const allDay = row.all_day === 1;
    const memberIds: string[] = JSON.parse(row.member_ids);
    const isGeneral = row.is_general === null ? memberIds.length === 0 : row.is_general === 1;
    const [from, to] = allDay
      ? [midnight(row.starts_at), midnight(row.ends_at)]
      : [Date.parse(row.starts_at), Date.parse(row.ends_at)];
    return { id, title, allDay, from, to, memberIds, isGeneral, startsAt: row.starts_at };
  });
  return placed.sort(
    (one, other) =>
      one.from - other.from ||
      Number(other.allDay) - Number(one.allDay) ||
      Buffer.compare(Buffer.from(one.title), Buffer.from(other.title)) ||
      (one.id < other.id ? -1 : 1),
  );
}

const endsAfter = ({ from, to }: Placed, instant: number) => to > instant || (from === to && from >= instant);
const idsOf = (events: readonly { id: string }[]) => events.map(({ id }) => id);

/** Returns the ids of all pages, in the order of time, also for a backward agenda. */
async function paged(home: Home, query: string, limit: number): Promise<string[]> {
  const isBackward = query.includes("direction=backward");
  const ids: string[] = [];
  for (let path = `/v1/events?${query}&limit=${limit}`; path; ) {
    const { status, body } = await home.get(path);
    expect({ path, status }).toEqual({ path, status: 200 });
    expect(body.events.length).toBeLessThanOrEqual(limit);
    const page = idsOf(body.events);
    if (isBackward) ids.unshift(...page);
    else ids.push(...page);
    path = body.nextCursor ? `/v1/events?cursor=${body.nextCursor}&limit=${limit}` : "";
  }
  return ids;
}

/** Samoa had no 30 December 2011: an all-day event of that date begins with the 31st. */
const places = [
  ["Europe/Berlin", "2026-10-20", 1],
  ["America/St_Johns", "2026-11-20", 2],
  ["Pacific/Apia", "2011-12-26", 3],
  ["Pacific/Kiritimati", "1994-12-27", 4],
] as const;

describe.each(places)("a calendar in %s, from %s on", (timeZone, first, seed) => {
  async function crowded() {
    const home = await household({ server: serverInProcess() });
    await home.as(home.members.anna).patch("/app/household", { timeZone });
    addAll(home, crowd(home, first, seed));
    const all = await everything(home, timeZone);
    const start = Date.parse(`${first}T00:00:00Z`);
    const edges = all.flatMap(({ from, to }) => [from, to, to + 1]);
    const next = numbers(seed);
    const longest = all.reduce((one, other) => (other.to - other.from > one.to - one.from ? other : one));
    const some = Array.from({ length: 5 }, () => edges[next(edges.length)] ?? start);
    const anchors = [start - 2 * day, longest.to - 1, start + 60 * day, ...some];
    return { home, all, anchors };
  }

  test.each([1, 60])(
    "Pages of %i events in a crowded calendar return every event of a date range exactly once",
    async (limit) => {
      const { home, all, anchors } = await crowded();
      for (const from of anchors.slice(0, limit === 1 ? 2 : 8)) {
        const to = from + 5 * day;
        const range = `from=${iso(from)}&to=${iso(to)}`;
        const inside = all.filter((each) => each.from < to && endsAfter(each, from));
        expect(await paged(home, range, limit)).toEqual(idsOf(inside));
        const masters = inside.toSorted((one, other) =>
          `${one.startsAt} ${one.id}` < `${other.startsAt} ${other.id}` ? -1 : 1,
        );
        expect(await paged(home, `${range}&raw=true`, limit)).toEqual(idsOf(masters));
      }
    },
  );

  test.each([7])(
    "Pages of %i events return every event before or after a given instant exactly once",
    async (limit) => {
      const { home, all, anchors } = await crowded();
      for (const anchor of anchors) {
        for (const direction of ["forward", "backward"] as const) {
          const side = all.filter((each) => endsAfter(each, anchor) === (direction === "forward"));
          const query = `anchor=${iso(anchor)}&direction=${direction}`;
          expect({ query, ids: await paged(home, query, limit) }).toEqual({ query, ids: idsOf(side) });
        }
      }
    },
  );

  test("Pages of one member's events contain that member's events and the events for everybody", async () => {
    const { home, all, anchors } = await crowded();
    const { id } = home.members.anna;
    const anchor = anchors[2] ?? 0;
    const hers = all.filter((each) => each.isGeneral || each.memberIds.includes(id));
    for (const direction of ["forward", "backward"]) {
      const side = hers.filter((each) => endsAfter(each, anchor) === (direction === "forward"));
      const query = `anchor=${iso(anchor)}&direction=${direction}&memberId=${id}`;
      expect(await paged(home, query, 9)).toEqual(idsOf(side));
    }
  });
});

/** Adds the given number of short events on one day, and a few that last for weeks. */
async function crowdedDay(events: number) {
  const home = await household({ server: serverInProcess() });
  const count = rowCounter(home.db);
  const noon = Date.parse("2026-12-03T11:00:00Z");
  const at = (index: number) => noon + (index % 60) * minute;
  const short = Array.from({ length: events }, (_, index) => ({
    ...{ title: `Short ${index}`, startsAt: iso(at(index)), endsAt: iso(at(index) + minute) },
  }));
  const long = Array.from({ length: 5 }, (_, index) => ({
    ...{ title: `Long ${index}`, startsAt: iso(noon - index * 5 * day), endsAt: iso(noon + index * day + day) },
  }));
  addAll(home, [...short, ...long]);
  return { home, count };
}

test("The last page of events, which is not full, reads no row of the database twice", async () => {
  const home = await household({ server: serverInProcess() });
  const count = rowCounter(home.db);
  const start = Date.parse("2026-12-03T11:00:00Z");
  const each = (index: number) => {
    const startsAt = iso(start + index * 60 * minute);
    return { title: `Event ${index}`, startsAt, endsAt: startsAt };
  };
  addAll(
    home,
    Array.from({ length: 190 }, (_, index) => each(index)),
  );
  for (const anchor of ["2026-12-01T00:00:00Z&direction=forward", "2027-01-01T00:00:00Z&direction=backward"]) {
    const { body } = await home.get(`/v1/events?anchor=${anchor}&limit=100`);
    const { result, rows } = await count(() => home.get(`/v1/events?cursor=${body.nextCursor}&limit=95`));
    expect(result.body.events).toHaveLength(90);
    expect(rows).toBeLessThanOrEqual(110);
  }
});

test("A new time zone of the household does not change the event at which the next page begins", async () => {
  const home = await household({ server: serverInProcess() });
  const dates = ["2026-12-01", "2026-12-02", "2026-12-03"];
  const events = dates.flatMap((startsAt) =>
    [..."abcdef"].map((title) => ({
      title,
      allDay: true,
      startsAt,
      endsAt: iso(Date.parse(startsAt) + day).slice(0, 10),
    })),
  );
  addAll(home, events);
  const { body } = await home.get("/v1/events?from=2026-11-30T00:00:00Z&limit=9");
  await home.as(home.members.anna).patch("/app/household", { timeZone: "Asia/Tokyo" });
  const { body: next } = await home.get(`/v1/events?cursor=${body.nextCursor}`);
  const ofThird = next.events.filter(({ startsAt }: any) => startsAt.startsWith("2026-12-03"));
  expect(ofThird.map(({ title }: any) => title)).toEqual([..."abcdef"]);
});

describe("a calendar with 6,000 events in one hour", async () => {
  const { home, count } = await crowdedDay(6_000);
  const all = await everything(home, "Europe/Berlin");

  test("The agenda returns 5,000 of the 6,000 events, and reports that events are missing", async () => {
    const { body } = await home.get("/v1/agenda?from=2026-12-01&days=14");
    expect(body.truncated).toBe(true);
    const shown: any[][] = body.days.map(({ events }: any) => events);
    expect(shown.flat()).toHaveLength(5_000);
    for (const [index, { date }] of body.days.entries()) {
      const midnight = (days: number) =>
        Temporal.PlainDate.from(date).add({ days }).toZonedDateTime("Europe/Berlin").epochMilliseconds;
      const inside = all.filter((each) => each.from < midnight(1) && endsAfter(each, midnight(0)));
      const newest = inside.slice(-(shown[index]?.length ?? 0) || inside.length);
      expect(idsOf(shown[index] ?? [])).toEqual(idsOf(newest));
      if (date !== "2026-12-03") expect(shown[index]).toHaveLength(inside.length);
    }
  });

  const cases = [
    ["/v1/events?limit=50", 200],
    ["/v1/events?raw=true&limit=50", 200],
    ["/v1/events?anchor=2026-12-03T12:00:00Z&direction=backward&limit=50", 200],
    ["/v1/events?anchor=2026-12-03T11:30:00Z&limit=50", 200],
    ["/v1/events?from=2026-12-04T00:00:00Z&to=2026-12-05T00:00:00Z", 200],
    ["/v1/agenda?from=2026-12-01&days=13", 10_500],
    ["/v1/agenda?from=2026-12-04&days=7", 200],
  ] as const;

  test.each(cases)(
    "A request for %s reads at most %i rows of a calendar with 6,000 events in one hour",
    async (path, most) => {
      const { result, rows } = await count(() => home.get(path));
      expect(result.status).toBe(200);
      expect(rows).toBeGreaterThan(0);
      expect(rows).toBeLessThanOrEqual(most);
    },
  );

  test("The check of a batch for clashes reads none of 6,000 events on earlier days", async () => {
    const events = Array.from({ length: 30 }, (_, index) => {
      const startsAt = iso(Date.parse("2026-12-04T10:00:00Z") + index * 60 * minute);
      return { title: `New ${index}`, startsAt, endsAt: startsAt };
    });
    const { result, rows } = await count(() => home.post("/v1/events/batch", { events, dryRun: true }));
    expect(result.body.truncated).toBe(false);
    expect(rows).toBeLessThanOrEqual(200);
  });

  test("The check of a batch for clashes considers at most 5,000 simultaneous events", async () => {
    const events = Array.from({ length: 30 }, (_, index) => ({
      ...{ title: `New ${index}`, startsAt: "2026-12-03T10:00:00Z", endsAt: "2026-12-03T13:00:00Z" },
    }));
    const { result, rows } = await count(() => home.post("/v1/events/batch", { events, dryRun: true }));
    expect(result.body.truncated).toBe(true);
    expect(rows).toBeLessThanOrEqual(13_000);
  });
});
