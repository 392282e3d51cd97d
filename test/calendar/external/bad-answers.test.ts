/** A bad answer never deletes, and one that would delete most events must come twice. */
import { describe, expect, test } from "bun:test";
import { readRevision } from "#accounts/households/store.ts";
import { hour, minute } from "#lib/time.ts";
import { countRevisions } from "#platform/db/numbers/revision.ts";
import { calendarOf, comingDays, following, type TestEvent } from "../../support/calendar/host.ts";
import { refusal } from "../../support/home/home.ts";

async function followed(events: readonly TestEvent[] = comingDays(40)) {
  const all = await following();
  const { host, home, anna, follow } = all;
  host.answer({ body: calendarOf(events) });
  const { id } = (await follow()).body;
  const read = async (after = 0) => {
    home.clock.advance(after);
    const { status, body } = await anna.call("POST", `/app/subscriptions/${id}/refresh`);
    expect(status).toBe(200);
    return body;
  };
  const count = async () => (await all.events()).length;
  return { ...all, id, read, count };
}

const days = comingDays(40);
const past = (index: number): TestEvent => ({ uid: `past-${index}`, title: "Over", day: `202610${10 + index}` });
const whole = calendarOf(days);

describe("a response that is not a calendar", () => {
  test.each([
    ["an empty one", { body: "" }, "no_calendar"],
    ["a page", { body: "<html>Sign in</html>", headers: { "Content-Type": "text/html" } }, "no_calendar"],
    ["a cut body", { body: whole.slice(0, whole.length / 2) }, "no_calendar"],
    ["one without its end", { body: whole.replace("END:VCALENDAR\r\n", "") }, "no_calendar"],
    ["a page before the calendar", { body: `<!-- cached -->\r\n${whole}` }, "no_calendar"],
    ["404", { status: 404, body: calendarOf([]) }, "gone"],
    ["410", { status: 410 }, "gone"],
    ["401", { status: 401 }, "denied"],
    ["500", { status: 500, body: calendarOf([]) }, "no_answer"],
    ["206, a part", { status: 206, body: calendarOf([]) }, "no_calendar"],
    ["a redirect that loops", { status: 302, headers: { Location: "?" } }, "no_answer"],
    ["a redirect to a file", { status: 302, headers: { Location: "file:///etc/passwd" } }, "not_https"],
    ["204", { status: 204 }, "no_calendar"],
  ])("A followed calendar deletes no event if the response is not a calendar: %s", async (_, reply, error) => {
    const { host, read, count } = await followed();
    host.answer(reply);
    for (let round = 0; round < 3; round++) {
      const body = await read(2 * hour);
      expect(body).toMatchObject({ error, eventCount: 40, isHeld: false });
      expect(body.runs[0]).toMatchObject({ added: 0, changed: 0, deleted: 0, error });
    }
    expect(await count()).toBe(40);
  });
});

describe("a response that would delete most events", () => {
  test.each<[string, readonly TestEvent[], readonly TestEvent[]]>([
    ["all", days, []],
    ["all but one", days, days.slice(0, 1)],
    ["the only one", days.slice(0, 1), []],
    ["more than 30 % and 10", days, days.slice(0, 27)],
    ["all, for another calendar", days, [{ uid: "other", title: "Other" }]],
    ["all that are coming", [...days, past(1)], [past(1)]],
    ["all, which are past", [past(1), past(2)], []],
    ["all, which can't be read any more", days, days.map((each) => ({ ...each, lines: ["DTSTART:tomorrow"] }))],
    [
      "all, which are cancelled",
      days,
      days.map((each) => ({ ...each, lines: ["DTSTART;VALUE=DATE:20261201", "STATUS:CANCELLED"] })),
    ],
    [
      "all in another half",
      days,
      days.slice(20).map((each, index) => ({ ...each, uid: `new-${index}`, title: "New" })),
    ],
    ["11 of 36", days.slice(0, 36), days.slice(0, 25)],
    [
      "an endless series beside what is past",
      [past(1), { uid: "s", lines: ["DTSTART;VALUE=DATE:20200101", "RRULE:FREQ=DAILY"] }],
      [past(1)],
    ],
  ])(
    "A response that would delete most events of a followed calendar waits for a second one an hour later: %s",
    async (_, before, after) => {
      const { host, home, anna, read, events } = await followed(before);
      const shown = await events();
      const entries = home.entries().length;
      const revision = readRevision(home.work());
      host.answer({ body: calendarOf(after) });
      const first = await read(6 * hour);
      expect(first).toMatchObject({ isHeld: true, state: "fresh", error: null });
      expect(first.runs[0]).toMatchObject({ deleted: 0, error: "held" });
      expect(countRevisions(revision, readRevision(home.work()))).toBe(1);
      expect((await read(59 * minute)).isHeld).toBe(true);
      expect(countRevisions(revision, readRevision(home.work()))).toBe(1);
      expect(await events()).toEqual(shown);
      expect(home.entries()).toHaveLength(entries);
      const next = Date.parse(first.nextAt) - home.clock.now.getTime();
      expect(next).toBeLessThanOrEqual(8 * minute);
      const second = await read(minute);
      expect(second).toMatchObject({ isHeld: false, state: "fresh" });
      expect(second.runs[0].deleted).toBeGreaterThan(0);
      expect(home.entries()).toHaveLength(entries + 1);
      expect((await anna.get("/app/subscriptions")).body.subscriptions[0].isHeld).toBe(false);
    },
  );

  test.each<[string, readonly TestEvent[], readonly TestEvent[]]>([
    ["exactly 30 %", days, days.slice(0, 28)],
    ["10 of 20", days.slice(0, 20), days.slice(0, 10)],
    ["past ones", [...days, past(1), past(2)], days],
  ])("A response of a followed calendar that deletes %s is applied at once", async (_, before, after) => {
    const { host, read, count } = await followed(before);
    host.answer({ body: calendarOf(after) });
    expect((await read(hour)).isHeld).toBe(false);
    expect(await count()).toBe(after.length);
  });

  test("A waiting deletion of most events is cancelled if the followed calendar has the events again", async () => {
    const { host, read, count } = await followed();
    host.answer({ body: calendarOf([]) });
    expect((await read(hour)).isHeld).toBe(true);
    host.answer({ body: whole });
    expect((await read(hour)).isHeld).toBe(false);
    host.answer({ body: calendarOf([]) });
    expect((await read(hour)).isHeld).toBe(true);
    expect(await count()).toBe(40);
  });

  test("A waiting deletion of most events starts to wait again if other events are to be deleted", async () => {
    const { host, read, count } = await followed();
    host.answer({ body: calendarOf(days.slice(0, 20)) });
    expect((await read(hour)).isHeld).toBe(true);
    host.answer({ body: calendarOf(days.slice(20)) });
    expect((await read(2 * hour)).isHeld).toBe(true);
    expect(await count()).toBe(40);
    expect((await read(hour)).isHeld).toBe(false);
    expect(await count()).toBe(20);
  });

  test("A member can approve a waiting deletion of most events of a followed calendar", async () => {
    const { host, home, anna, id, read, count } = await followed([...days, past(1)]);
    const accept = (since: unknown) => anna.post(`/app/subscriptions/${id}/accept`, { since });
    const notHeld = { status: 409, body: refusal(409, "This answer is not held any more") };
    expect((await anna.get("/app/subscriptions")).body.subscriptions[0].held).toBeNull();
    expect(await accept(home.clock.now.toISOString())).toMatchObject(notHeld);
    host.answer({ body: calendarOf(days.slice(0, 20)) });
    const { held } = await read(hour);
    expect(held).toEqual({ since: home.clock.now.toISOString(), count: 21 });
    expect(await accept("2026-11-27T08:00:00Z")).toMatchObject(notHeld);
    host.answer({ body: calendarOf(days.slice(20)) });
    const other = (await accept(held.since)).body;
    expect(other).toMatchObject({ isHeld: true, held: { count: 21 } });
    expect(await count()).toBe(41);
    host.answer({ status: 503 });
    expect((await accept(other.held.since)).body).toMatchObject({ isHeld: true, error: "no_answer" });
    host.answer({ body: calendarOf(days.slice(20, 38)) });
    const { length } = home.entries();
    const wider = (await accept(other.held.since)).body;
    expect(wider).toMatchObject({ isHeld: true, held: { count: 23 } });
    const { body, status } = await accept(wider.held.since);
    expect({ status, ...body }).toMatchObject({ status: 200, isHeld: false, held: null, eventCount: 18, error: null });
    expect(await count()).toBe(18);
    expect(home.entries()).toHaveLength(length + 1);
    expect(home.entries()[0]).toMatchObject({ summary: "“School holidays”: 23 events deleted" });
    expect(await accept(wider.held.since)).toMatchObject(notHeld);
    expect(await anna.post(`/app/subscriptions/${crypto.randomUUID()}/accept`, { since: held.since })).toMatchObject({
      status: 404,
    });
  });

  test("A followed calendar with an unchanged ETag is downloaded again to confirm the deletion of its events", async () => {
    const { host, read, count } = await followed();
    const tagged = (etag: string, body: string) =>
      host.answer(({ headers }) =>
        headers.get("if-none-match") === etag ? { status: 304 } : { headers: { ETag: etag }, body },
      );
    tagged('"1"', whole);
    await read(hour);
    tagged('"2"', calendarOf([]));
    expect((await read(hour)).isHeld).toBe(true);
    expect((await read(hour)).isHeld).toBe(false);
    expect(await count()).toBe(0);
    const { runs } = await read(hour);
    expect(runs[0]).toMatchObject({ bytes: 0, error: null });
    expect(host.seen.at(-1)?.headers.get("if-none-match")).toBe('"2"');
  });
});
