/** When followed calendars are read, and what happens to one that goes silent. */
import { describe, expect, test } from "bun:test";
import { readRevision } from "#accounts/households/store.ts";
import { subscriptionJob } from "#calendar/external/jobs.ts";
import { createSubscriptions } from "#calendar/external/subscriptions.ts";
import { hour, second } from "#lib/time.ts";
import { systemTimers } from "#lib/timers.ts";
import { readConfig } from "#platform/config.ts";
import { countRevisions } from "#platform/db/numbers/revision.ts";
import { createSignals } from "#platform/deps.ts";
import { calendarOf, comingDays, following } from "../../support/calendar/host.ts";
import { createJobDeps, runJobs, settled, until } from "../../support/reminders/jobs.ts";

type Options = { count?: number; head?: string[]; everyHours?: number };

async function running({ count = 3, head = [], everyHours = 6 }: Options = {}) {
  const signals = createSignals();
  const all = await following({}, signals);
  const { host, home, anna, follow } = all;
  host.answer({ body: calendarOf(comingDays(count), head) });
  const { id } = (await follow({ everyHours })).body;
  const parts = createJobDeps({ db: home.db, clock: home.clock });
  const config = readConfig({ CALENDAR_ORIGINS: host.origin, DATA_DIR: home.server.dataDir });
  const service = () =>
    createSubscriptions({ ...parts, ...signals, timers: systemTimers, clock: () => home.clock.now, config });
  const start = () => runJobs(parts, [subscriptionJob(home.db, service())]);
  const read = async () => (await anna.get("/app/subscriptions")).body.subscriptions[0];
  const waitHours = async () => (Date.parse((await read()).nextAt) - home.clock.now.getTime()) / hour;
  /** Waits until the next refresh has ended. */
  const next = async () => {
    const { runs, nextAt } = await read();
    const seen = host.seen.length;
    const last = runs[0]?.at;
    await parts.pass(Date.parse(nextAt) - home.clock.now.getTime() + second);
    await until(() => host.seen.length > seen);
    for (;;) {
      const now = await read();
      if (now.runs[0]?.at !== last && Date.parse(now.nextAt) > home.clock.now.getTime()) return now;
      await settled();
    }
  };
  return { ...all, id, parts, service, start, read, next, waitHours, signals };
}

describe("a followed calendar", () => {
  test("A followed calendar is read again after the interval, plus or minus a tenth", async () => {
    const { host, id, start, next, waitHours, parts } = await running();
    const jobs = start();
    const wait = await waitHours();
    expect(wait).toBeGreaterThanOrEqual(5.4);
    expect(wait).toBeLessThanOrEqual(6.6);
    const seen = host.seen.length;
    await parts.pass((wait - 0.2) * hour);
    expect(host.seen).toHaveLength(seen);
    expect(await next()).toMatchObject({ state: "fresh", runs: [{ error: null }, { added: 3 }] });
    expect(await waitHours()).toBeGreaterThan(5.2);
    await until(() => parts.lines.length > 0);
    expect(parts.lines).toEqual([expect.stringMatching(new RegExp(`^sync calendar ${id}: 0 in, \\d+ ms, 1 KB$`))]);
    await jobs.stop();
  });

  test.each([
    ["REFRESH-INTERVAL;VALUE=DURATION:PT2H", 2],
    ["X-PUBLISHED-TTL:P1D", 24],
    ["X-PUBLISHED-TTL:PT5M", 6],
    ["X-PUBLISHED-TTL:P1W", 6],
    ["X-PUBLISHED-TTL:soon", 6],
  ])("A followed calendar that contains the line %s is read every %i hours", async (line, hours) => {
    const { waitHours } = await running({ head: [line] });
    expect((await waitHours()) / hours).toBeGreaterThanOrEqual(0.9);
    expect((await waitHours()) / hours).toBeLessThanOrEqual(1.1);
  });

  test("A followed calendar that fails is retried at growing intervals", async () => {
    const { host, home, start, next, waitHours, events } = await running();
    const jobs = start();
    host.answer({ status: 503 });
    const waits: number[] = [];
    const states: string[] = [];
    const revisions: number[] = [];
    for (let count = 0; count < 9; count++) {
      states.push((await next()).state);
      waits.push(await waitHours());
      revisions.push(readRevision(home.work()));
    }
    expect(states.slice(0, 4)).toEqual(["fresh", "fresh", "stale", "stale"]);
    const shares = waits.map((wait, index) => wait / Math.min(0.25 * 2 ** index, 24));
    for (const share of shares) expect(share).toBeCloseTo(shares[0] ?? 0, 1);
    expect(waits.at(-1)).toBeGreaterThan(20);
    // The first failure shows its reason, the third the state; the others nothing new.
    expect(new Set(revisions).size).toBe(2);
    expect(await events()).toHaveLength(3);
    expect((await home.get("/v1/calendars")).body.calendars.at(-1)).toMatchObject({
      state: "stale",
      syncedAt: "2026-11-27T09:00:00.000Z",
    });
    host.answer({ body: calendarOf(comingDays(3)) });
    expect(await next()).toMatchObject({ state: "fresh", error: null });
    expect(countRevisions(revisions.at(-1) ?? 0, readRevision(home.work()))).toBe(1);
    await jobs.stop();
  });

  test("A followed calendar that was last read two days ago is marked as stale at the first failure", async () => {
    const { host, home, anna, id } = await running();
    host.answer({ status: 404 });
    home.clock.advance(47 * hour);
    const refresh = async () => (await anna.call("POST", `/app/subscriptions/${id}/refresh`)).body;
    expect(await refresh()).toMatchObject({ state: "fresh", error: "gone" });
    home.clock.advance(hour);
    expect(await refresh()).toMatchObject({ state: "stale", error: "gone" });
  });

  test("A followed calendar is never read twice at the same time", async () => {
    const { host, anna, id, read } = await running();
    const reply = Promise.withResolvers<void>();
    const arrived = Promise.withResolvers<void>();
    host.answer(async () => {
      arrived.resolve();
      await reply.promise;
      return { body: calendarOf(comingDays(3)) };
    });
    const first = anna.call("POST", `/app/subscriptions/${id}/refresh`);
    await arrived.promise;
    const second = await anna.call("POST", `/app/subscriptions/${id}/refresh`);
    expect(second).toMatchObject({ status: 409, body: { error: "This calendar is being read" } });
    expect(second.headers.get("x-error-code")).toBe("in_progress");
    expect((await anna.patch(`/app/subscriptions/${id}`, { name: "Club" })).status).toBe(200);
    reply.resolve();
    expect((await first).body).toMatchObject({ name: "Club", state: "fresh" });
    expect((await read()).runs).toHaveLength(2);
  });

  test("A followed calendar that is deleted during a refresh stays deleted", async () => {
    const { host, home, anna, id, events } = await running();
    const reply = Promise.withResolvers<void>();
    const arrived = Promise.withResolvers<void>();
    host.answer(async () => {
      arrived.resolve();
      await reply.promise;
      return { body: calendarOf(comingDays(5)) };
    });
    const first = anna.call("POST", `/app/subscriptions/${id}/refresh`);
    await arrived.promise;
    expect((await anna.delete(`/app/subscriptions/${id}`)).status).toBe(200);
    reply.resolve();
    expect((await first).status).toBe(404);
    expect(await events()).toEqual([]);
    const left = home.db.$client
      .query("SELECT count(*) FROM calendar_object UNION ALL SELECT count(*) FROM job")
      .values();
    expect(left).toEqual([[0], [0]]);
  });

  test("A refresh that a stop of the server interrupted is completed by the next refresh", async () => {
    const { host, home, id, service, events, read } = await running();
    const count = home.entries().length;
    host.answer({ body: calendarOf(comingDays(400)) });
    const stopping = new AbortController();
    const refreshed = service().refresh(home.id, id, { aborted: stopping.signal });
    const objects = () => home.db.$client.query("SELECT count(*) AS n FROM calendar_object").get() as { n: number };
    await until(() => objects().n > 3);
    stopping.abort(new Error("the server stops"));
    const stopped = await refreshed.catch((error: Error) => error.message);
    expect(stopped).toBe("the server stops");
    const half = (await events()).length;
    expect(half).toBeGreaterThan(3);
    expect(half).toBeLessThan(400);
    expect(half).toBe(objects().n);
    expect(home.entries()).toHaveLength(count);
    expect((await read()).runs[0]).toMatchObject({ added: half - 3, error: "interrupted" });
    await service().refresh(home.id, id);
    expect(await events()).toHaveLength(400);
    expect(home.entries()).toHaveLength(count + 1);
    expect(home.entries()[0]?.summary).toBe("“School holidays”: 397 events added");
    const { runs } = await read();
    expect(runs.slice(0, 2)).toMatchObject([{ added: 400 - half, error: null }, { error: "interrupted" }]);
    await service().refresh(home.id, id);
    expect(home.entries()).toHaveLength(count + 1);
  });

  test("A refresh of a followed calendar notifies open apps of changed events", async () => {
    const { host, home, id, service, signals } = await running();
    const told: string[] = [];
    signals.committed.listen(({ householdId, recorded }) => told.push(`${householdId} ${recorded.length}`));
    await service().refresh(home.id, id);
    expect(told).toEqual([]);
    host.answer({ body: calendarOf(comingDays(4)) });
    await service().refresh(home.id, id);
    expect(told).toEqual([`${home.id} 1`]);
  });
});
