/** Reads of a calendar whose series have thousands of overrides let others run in between. */
import { beforeEach, describe, expect, test } from "bun:test";
import ICAL from "ical.js";
import { davClient } from "../support/calendar/dav.ts";
import { heavySeries } from "../support/calendar/heavy-objects.ts";
import { type Home, household } from "../support/home/home.ts";
import { feed } from "../support/operations/calendar-operations.ts";
import { turnsOf } from "../support/turns.ts";

const uids = ["one", "two", "three", "four"];
const overrides = 1_500;
const month = "from=2026-11-01T00:00:00Z&to=2026-12-01T00:00:00Z";
let home: Home;

/** A household whose calendar nothing has read yet. */
beforeEach(async () => {
  home = await household();
  const phone = davClient(home);
  for (const uid of uids) {
    const text = heavySeries({ uid, overrides, bytes: 700_000 }).replaceAll("Changed 700", `Zebra ${uid}`);
    expect((await phone.put(phone.at("family", `${uid}.ics`), text)).status).toBe(201);
  }
});

const change = () =>
  home.post("/v1/events", { title: "Dentist", startsAt: "2026-11-28T08:00:00Z", endsAt: "2026-11-28T08:30:00Z" });

describe("a very large calendar", () => {
  test.each([
    "/v1/agenda?days=14",
    `/v1/events?${month}`,
    `/v1/events?${month}&raw=true`,
    "/v1/events?direction=backward",
    "/v1/search?query=zebra",
  ])("A very large calendar is loaded in many short steps by the first request for %s", async (path) => {
    const first = await turnsOf(() => home.get(path));
    const second = await turnsOf(() => home.get(path));
    expect(first.answer.status).toBe(200);
    expect(second.answer.body).toEqual(first.answer.body);
    expect(first.turns).toBeGreaterThanOrEqual(uids.length);
    expect(second.turns).toBeLessThan(uids.length);
  });

  test("A very large calendar is loaded again for a request if the calendar changes during the loading", async () => {
    await change();
    const reading = home.get("/v1/agenda?days=2");
    for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setImmediate(resolve));
    await change();
    const { body } = await reading;
    const dentists = (agenda: any) => agenda.days[1].events.filter(({ title }: any) => title === "Dentist").length;
    expect(dentists(body)).toBe(2);
    expect(body).toEqual((await home.get("/v1/agenda?days=2")).body);
  });

  test("A very large calendar gives the same responses to simultaneous and to separate requests", async () => {
    await change();
    const paths = ["/v1/agenda?days=3", "/v1/search?query=zebra", `/v1/events?${month}&limit=5`];
    const together = await Promise.all([...paths, ...paths, ...paths].map((path) => home.get(path)));
    for (const [index, { body }] of together.entries()) {
      expect(body).toEqual((await home.get(paths[index % paths.length] ?? "")).body);
    }
  });

  test("A search in a very large calendar finds the titles of overrides, and shows the next occurrence", async () => {
    await change();
    const { body } = await home.get("/v1/search?query=zebra%20three");
    expect(body.results.map(({ title, line }: any) => [title, line])).toEqual([
      ["Series", "Fri 27 Nov, 11:00 to 12:00, every day"],
    ]);
    expect((await home.get("/v1/search?query=zebra")).body.results).toHaveLength(uids.length);
  });

  test("A page of a very large calendar has at most 2,000 exceptions of series", async () => {
    const found: string[] = [];
    const sizes: number[] = [];
    for (let cursor = ""; ; ) {
      const { body } = await home.get(`/v1/events?${month}&raw=true&limit=100${cursor}`);
      found.push(...body.events.map(({ id }: { id: string }) => id));
      sizes.push(body.events.reduce((sum: number, { exceptions }: any) => sum + exceptions.length, 0));
      if (body.nextCursor === null) break;
      cursor = `&cursor=${encodeURIComponent(body.nextCursor)}`;
    }
    expect(sizes.filter((size) => size > 0)).toEqual(uids.map(() => overrides));
    expect(new Set(found).size).toBe(found.length);
  });

  test("The calendar feed of a very large calendar is written in several short steps", async () => {
    const made = await feed(home);
    const path = new URL(made.url).pathname;
    const { answer, turns } = await turnsOf(() => home.call("GET", path, { key: null }));
    const events = new ICAL.Component(ICAL.parse(String(answer.body))).getAllSubcomponents("vevent");
    const ids = events.flatMap((each) => each.getFirstPropertyValue("recurrence-id")?.toString() ?? []);
    expect(new Set(ids).size).toBe(overrides);
    expect(ids).toHaveLength(overrides);
    expect(events.filter((each) => each.hasProperty("rrule"))).toHaveLength(1);
    expect(turns).toBeGreaterThan(4);
  });
});
