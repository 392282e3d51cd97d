import { describe, expect, test } from "bun:test";
import { type Home, household, refusal } from "../support/home/home.ts";

const timed = (title: string, startsAt: string, endsAt: string, more: object = {}) => ({
  title,
  startsAt,
  endsAt,
  ...more,
});
const allDay = (title: string, first: string, last: string, more: object = {}) =>
  timed(title, `${first}T00:00:00Z`, `${last}T12:00:00Z`, { allDay: true, ...more });

async function add(home: Home, ...events: object[]): Promise<string[]> {
  const ids = [];
  for (const event of events) {
    const { status, body } = await home.post("/v1/events", event);
    expect(status).toBe(200);
    ids.push(body.id);
  }
  return ids;
}

const list = async (home: Home, query: string) => (await home.get(`/v1/events?${query}`)).body;
const titles = async (home: Home, query: string) =>
  (await list(home, query)).events.map(({ title }: { title: string }) => title);

/** Returns the events of all pages of a query, in the order of time. */
async function pages(home: Home, query: string, isBackward = false) {
  let all: any[] = [];
  let sent = query;
  for (let count = 0; count < 200; count++) {
    const { events, nextCursor } = await list(home, sent);
    all = isBackward ? [...events, ...all] : [...all, ...events];
    if (nextCursor === null) return all;
    sent = `${query}&cursor=${nextCursor}`;
  }
  throw new Error("The pages do not end");
}

const range = "from=2027-03-01T00:00:00Z&to=2027-03-08T00:00:00Z";

describe("the events of a range", () => {
  test("The events of a range are all events that overlap the range, the end of the range excluded", async () => {
    const home = await household();
    await add(
      home,
      timed("ends at its start", "2027-02-28T23:00:00Z", "2027-03-01T00:00:00Z"),
      timed("reaches into it", "2027-02-28T23:00:00Z", "2027-03-01T00:00:01Z"),
      timed("spans it", "2026-12-01T00:00:00Z", "2027-06-01T00:00:00Z"),
      timed("point at its start", "2027-03-01T00:00:00Z", "2027-03-01T00:00:00Z"),
      timed("starts at its last moment", "2027-03-07T23:59:59.999Z", "2027-03-08T02:00:00Z"),
      timed("point at its end", "2027-03-08T00:00:00Z", "2027-03-08T00:00:00Z"),
    );
    expect(await titles(home, range)).toEqual([
      "spans it",
      "reaches into it",
      "point at its start",
      "starts at its last moment",
    ]);
  });

  test("All-day events in a range last from midnight to midnight in the household's time zone", async () => {
    const home = await household();
    await add(home, allDay("Sunday", "2027-02-28", "2027-02-28"), allDay("Monday", "2027-03-01", "2027-03-01"));
    expect(await titles(home, "from=2027-02-28T22:59:59Z&to=2027-02-28T23:00:00Z")).toEqual(["Sunday"]);
    expect(await titles(home, "from=2027-02-28T23:00:00Z&to=2027-02-28T23:00:01Z")).toEqual(["Monday"]);
  });

  test("The events of a range are sorted by start, then all-day before timed, then by title, then by id", async () => {
    const home = await household();
    const midnight = ["2027-02-28T23:00:00Z", "2027-02-28T23:30:00Z"] as const;
    const [, second] = await add(
      home,
      timed("B", ...midnight),
      timed("A", ...midnight),
      allDay("C", "2027-03-01", "2027-03-01"),
    );
    const [third] = await add(
      home,
      timed("A", ...midnight),
      timed("0", "2027-02-28T23:00:01Z", "2027-03-01T00:00:00Z"),
    );
    const { events } = await list(home, "from=2027-02-28T00:00:00Z&to=2027-03-02T00:00:00Z");
    expect(events.map(({ title }: { title: string }) => title)).toEqual(["C", "A", "A", "B", "0"]);
    expect([events[1].id, events[2].id]).toEqual([second!, third!].sort());
  });

  test("The events of a range contain each instance of a series, marked as an instance", async () => {
    const home = await household();
    const [id] = await add(
      home,
      timed("Piano", "2027-02-23T15:00:00Z", "2027-02-23T16:00:00Z", { recurrenceRule: "RRULE:FREQ=WEEKLY" }),
      timed("Dentist", "2027-03-03T09:00:00Z", "2027-03-03T09:30:00Z"),
    );
    const { events, nextCursor } = await list(home, range);
    expect(nextCursor).toBeNull();
    expect(events).toEqual([
      expect.objectContaining({
        id,
        startsAt: "2027-03-02T15:00:00.000Z",
        endsAt: "2027-03-02T16:00:00.000Z",
        recurrenceRule: "FREQ=WEEKLY",
        recurring: true,
        instanceStartsAt: "2027-03-02T15:00:00.000Z",
        isException: false,
      }),
      expect.objectContaining({ title: "Dentist", recurring: false, instanceStartsAt: null, isException: false }),
    ]);
    expect(events[0]).not.toHaveProperty("exceptions");
  });

  test.each([
    ["from=2027-03-01T00:00:00Z&to=2027-03-01T00:00:00Z", 422, "to: must lie after from"],
    ["from=2027-03-01T00:00:00Z&to=2027-02-01T00:00:00Z", 422, "to: must lie after from"],
    ["from=2027-03-01T00:00:00Z&to=2029-03-20T00:00:01Z", 422, "to: must lie at most 750 days after from"],
    ["from=2027-03-01", 400, "from: must be a date-time with an offset, such as 2026-05-01T09:00:00Z"],
    ["limit=0", 400, "limit: must be a whole number from 1 to 100"],
    ["limit=101", 400, "limit: must be a whole number from 1 to 100"],
    ["raw=yes", 400, "raw: must be true or false"],
    ["memberId=me", 400, "memberId: must be a UUID"],
    ["direction=up", 400, "direction: must be one of forward, backward"],
    ["cursor=x", 400, "Invalid cursor"],
    ["cursor=", 400, "Invalid cursor"],
    [
      "anchor=2027-03-01T00:00:00Z&to=2027-03-02T00:00:00Z",
      400,
      "to: must not be given together with anchor, direction or an agenda's cursor",
    ],
    [
      "direction=forward&from=2027-03-01T00:00:00Z",
      400,
      "from: must not be given together with anchor, direction or an agenda's cursor",
    ],
  ])("A request for events is refused with the query %s", async (query, status, error) => {
    const home = await household();
    expect(await list(home, query)).toEqual(refusal(status, error));
  });

  test("A request for events may cover a range of 750 days", async () => {
    const home = await household();
    expect((await list(home, "from=2027-03-01T00:00:00Z&to=2029-03-20T00:00:00Z")).events).toEqual([]);
  });
});

describe("a member's events", () => {
  test("The events of one member include events for everybody and changed instances with that member", async () => {
    const home = await household();
    const { anna, ben } = home.members;
    const day = ["2027-03-02T15:00:00Z", "2027-03-02T16:00:00Z"] as const;
    const [, , series] = await add(
      home,
      timed("general", ...day),
      timed("Anna's", ...day, { memberIds: [anna.id] }),
      timed("daily", ...day, { memberIds: [ben.id], recurrenceRule: "FREQ=DAILY;COUNT=3" }),
      timed("Ben's and general", ...day, { memberIds: [ben.id], isGeneral: true }),
    );
    await home.patch(`/v1/events/${series}`, {
      editScope: "this",
      instanceStartsAt: "2027-03-03T15:00:00Z",
      memberIds: [anna.id],
    });
    expect(await titles(home, `${range}&memberId=${anna.id}`)).toEqual([
      "Anna's",
      "Ben's and general",
      "general",
      "daily",
    ]);
    expect(await titles(home, `${range}&memberId=${ben.id}`)).toEqual([
      "Ben's and general",
      "daily",
      "general",
      "daily",
    ]);
    const unknown = "01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42";
    expect(await titles(home, `${range}&memberId=${unknown}`)).toEqual(["Ben's and general", "general"]);
  });
});

/** Adds events of every kind around 2 March 2027. */
async function variedHousehold(): Promise<Home> {
  const home = await household();
  const [weekly, daily] = await add(
    home,
    timed("weekly", "2025-01-07T15:00:00Z", "2025-01-07T16:00:00Z", { recurrenceRule: "FREQ=WEEKLY;UNTIL=20280101" }),
    timed("daily", "2027-02-20T05:30:00Z", "2027-02-20T05:30:00Z", { recurrenceRule: "FREQ=DAILY;COUNT=30" }),
    allDay("birthday", "2020-03-02", "2020-03-02", { recurrenceRule: "FREQ=YEARLY;COUNT=12" }),
    allDay("holiday", "2027-02-26", "2027-03-05"),
    timed("long", "2026-11-01T00:00:00Z", "2027-05-01T00:00:00Z"),
    timed("same", "2027-03-02T15:00:00Z", "2027-03-02T16:00:00Z"),
    timed("same", "2027-03-02T15:00:00Z", "2027-03-02T16:00:00Z"),
  );
  const edit = (id: string | undefined, instanceStartsAt: string, more: object) =>
    home.patch(`/v1/events/${id}`, { editScope: "this", instanceStartsAt, ...more });
  await edit(weekly, "2027-03-02T15:00:00Z", { startsAt: "2027-03-09T15:00:00Z", endsAt: "2027-03-09T16:00:00Z" });
  await edit(weekly, "2027-03-16T15:00:00Z", { startsAt: "2027-02-01T15:00:00Z", endsAt: "2027-04-01T16:00:00Z" });
  await edit(daily, "2027-03-01T05:30:00Z", { title: "Daily, later" });
  await home.delete(`/v1/events/${daily}?scope=this&instanceStartsAt=2027-03-02T05:30:00Z`);
  return home;
}

const whole = "from=2026-06-01T00:00:00Z&to=2028-06-01T00:00:00Z";

describe("pages of events", () => {
  test.each([1, 3, 7, 100])(
    "Pages of %i events contain the whole range together, with and without the parameter “raw”",
    async (limit) => {
      const home = await variedHousehold();
      const { events } = await list(home, whole);
      expect(events.length).toBeGreaterThan(100);
      expect(await pages(home, `${whole}&limit=${limit}`)).toEqual(events);
      const raw = await list(home, `${whole}&raw=true`);
      expect(raw.events.length).toBe(7);
      expect(await pages(home, `${whole}&raw=true&limit=${limit}`)).toEqual(raw.events);
    },
  );

  const anchors = ["2027-03-02T15:30:00Z", "2027-03-02T05:30:00Z", "2027-03-02T16:00:00Z", "2026-01-01T00:00:00Z"];

  test.each(anchors)(
    "Pages of one event each, before and after %s, contain the same events as pages of 30 events",
    async (anchor) => {
      const home = await variedHousehold();
      expect(await firstPages(home, `anchor=${anchor}&limit=1`)).toEqual(
        await firstPages(home, `anchor=${anchor}&limit=30`),
      );
    },
  );

  test.each([4, 100])(
    "Pages of %i events, forward and backward from an instant, contain every event once",
    async (limit) => {
      const home = await variedHousehold();
      for (const anchor of anchors) {
        const query = `anchor=${anchor}&limit=${limit}`;
        const forward = await pages(home, `${query}&direction=forward`);
        const backward = await pages(home, `${query}&direction=backward`, true);
        const at = Date.parse(anchor);
        for (const each of forward.filter((event) => !event.allDay)) {
          const ends = Date.parse(each.endsAt);
          expect(ends > at || (each.endsAt === each.startsAt && ends >= at)).toBe(true);
        }
        for (const each of backward.filter((event) => !event.allDay))
          expect(Date.parse(each.endsAt)).toBeLessThanOrEqual(at);
        const nameOf = (each: any) => `${each.startsAt} ${each.id} ${each.instanceStartsAt}`;
        const all = [...forward, ...backward].map(nameOf);
        expect(new Set(all).size).toBe(all.length);
        const inRange = (await list(home, whole)).events.map(nameOf);
        expect(inRange.filter((name: string) => !all.includes(name))).toEqual([]);
      }
    },
  );

  test("A cursor of events is refused if the parameters differ from those of the first page", async () => {
    const home = await variedHousehold();
    const { nextCursor } = await list(home, `${whole}&limit=2`);
    const second = await list(home, `limit=2&cursor=${nextCursor}`);
    expect(second.events).toEqual((await list(home, whole)).events.slice(2, 4));
    for (const other of [
      "from=2026-06-02T00:00:00Z",
      "to=2028-06-02T00:00:00Z",
      "raw=true",
      "anchor=2026-06-01T00:00:00Z",
      "direction=forward",
      `memberId=${home.members.anna.id}`,
    ]) {
      expect(await list(home, `${other}&cursor=${nextCursor}`)).toEqual(refusal(400, "Invalid cursor"));
    }
    const changed = `${nextCursor.slice(0, 5)}${nextCursor[5] === "A" ? "B" : "A"}${nextCursor.slice(6)}`;
    expect(await list(home, `cursor=${changed}`)).toEqual(refusal(400, "Invalid cursor"));
    const neighbour = await home.neighbour();
    expect(await list(neighbour, `cursor=${nextCursor}`)).toEqual(refusal(400, "Invalid cursor"));
  });

  test("A cursor of the events before an instant continues backward", async () => {
    const home = await variedHousehold();
    const { nextCursor, events } = await list(home, "anchor=2027-03-01T00:00:00Z&direction=backward&limit=5");
    const next = await list(home, `limit=5&cursor=${nextCursor}`);
    expect(next.events.at(-1).startsAt <= events[0].startsAt).toBe(true);
    expect((await list(home, `direction=forward&cursor=${nextCursor}`)).error).toBe("Invalid cursor");
    expect((await list(home, `from=2027-03-01T00:00:00Z&cursor=${nextCursor}`)).statusCode).toBe(400);
  });
});

/** Returns the first thirty events of an agenda, for any page size. */
async function firstPages(home: Home, query: string) {
  const all = [];
  let sent = query;
  while (all.length < 30) {
    const { events, nextCursor } = await list(home, sent);
    all.push(...events);
    if (nextCursor === null) break;
    sent = `limit=${events.length}&cursor=${nextCursor}`;
  }
  return all.slice(0, 30);
}

describe("the parameter “raw”", () => {
  test("The parameter “raw” returns each whole series that has an instance in the range", async () => {
    const home = await variedHousehold();
    const { events } = await list(home, `from=2027-03-09T14:59:59Z&to=2027-03-09T16:00:00Z&raw=true`);
    const { events: instances } = await list(home, "from=2027-03-09T14:59:59Z&to=2027-03-09T16:00:00Z");
    expect(new Set(events.map(({ id }: any) => id))).toEqual(new Set(instances.map(({ id }: any) => id)));
    const weekly = events.find(({ title }: any) => title === "weekly");
    expect(weekly.startsAt).toBe("2025-01-07T15:00:00.000Z");
    expect(weekly.exceptions.length).toBe(2);
    const starts = events.map(({ startsAt }: any) => startsAt);
    expect(starts).toEqual(starts.toSorted());
  });
});
