/** The runner of jobs: when each runs, in which order, and what that costs. */
import { describe, expect, test } from "bun:test";
import { createHousehold } from "#accounts/households/store.ts";
import { hour, minute } from "#lib/time.ts";
import { transact } from "#platform/db/client.ts";
import { household, serverInProcess, start } from "../support/home/home.ts";
import { countedDatabase, plansOf } from "../support/home/queries.ts";
import { createJobDeps, failing, hourly, type JobDeps, manual, runJobs, settled } from "../support/reminders/jobs.ts";

const second = 1_000;

function homes({ db, clock }: JobDeps, count: number): string[] {
  const home = (name: string) => ({ name, timeZone: "UTC", plan: "api" as const });
  return Array.from({ length: count }, (_, n) => transact(db, () => createHousehold(db, home(`${n}`), clock.now)).id);
}

describe("a job", () => {
  test("A job runs 3 s after the first start, and then at the times of its schedule", async () => {
    const parts = createJobDeps();
    const { kind, runs } = hourly();
    const { stop } = runJobs(parts, [kind]);
    await parts.pass(3 * second - 1);
    expect(runs).toEqual([]);
    await parts.pass(1);
    expect(runs).toEqual([""]);
    await parts.pass(hour - 1);
    expect(runs.length).toBe(1);
    await parts.pass(1);
    expect(runs.length).toBe(2);
    expect(parts.row("hourly")).toMatchObject({
      okAt: new Date(start.getTime() + hour + 3 * second).toISOString(),
      nextAt: new Date(start.getTime() + 2 * hour + 3 * second).toISOString(),
      runningSince: null,
      failures: 0,
      error: null,
    });
    await stop();
    expect(parts.timers.size).toBe(0);
  });

  test("A job that was due while the server was off runs once after the start", async () => {
    const parts = createJobDeps();
    const { kind, runs } = hourly();
    const first = runJobs(parts, [kind]);
    await parts.pass(4 * second);
    await first.stop();
    const soon = runJobs(parts, [kind]);
    await parts.pass(minute);
    await soon.stop();
    expect(runs.length).toBe(1);
    parts.clock.advance(30 * hour);
    const late = runJobs(parts, [kind]);
    await parts.pass(10 * minute);
    await late.stop();
    expect(runs.length).toBe(2);
  });

  test("A job without work has no row in the database", async () => {
    const parts = createJobDeps();
    let hasWork = false;
    const { kind, runs } = hourly({ next: (after) => (hasWork ? new Date(after.getTime() + hour) : null) });
    const { stop } = runJobs(parts, [kind]);
    await parts.pass(10 * minute);
    expect({ runs: runs.length, row: parts.row("hourly") }).toEqual({ runs: 0, row: null });
    hasWork = true;
    await parts.pass(15 * second);
    expect(runs.length).toBe(1);
    hasWork = false;
    await parts.pass(hour);
    expect({ runs: runs.length, row: parts.row("hourly") }).toEqual({ runs: 2, row: null });
    await stop();
  });

  test("A job of an unknown kind in the database is neither run nor deleted", async () => {
    const parts = createJobDeps();
    parts.add("of a newer version", "");
    const { stop } = runJobs(parts, [hourly().kind]);
    await parts.pass(minute);
    await stop();
    expect(parts.row("of a newer version")).toMatchObject({ nextAt: start.toISOString(), failures: 0 });
  });

  test("A job does not run twice within a minute, even if its schedule says so", async () => {
    const parts = createJobDeps();
    const { kind, runs } = hourly({ next: (after) => after });
    const { stop } = runJobs(parts, [kind]);
    await parts.pass(2 * minute);
    expect(runs.length).toBe(2);
    await stop();
  });

  test("A job starts with a random delay, which is constant for an installation", async () => {
    const offsets = [];
    for (let count = 0; count < 3; count++) {
      const parts = createJobDeps();
      const { stop } = runJobs(parts, [hourly({ spreadMs: 10 * minute }).kind]);
      await parts.pass(3 * second);
      const first = Date.parse(parts.row("hourly")!.nextAt) - start.getTime() - 3 * second - hour;
      await parts.pass(hour + first);
      const again = Date.parse(parts.row("hourly")!.nextAt) - parts.clock.now.getTime() - hour;
      expect(again).toBe(first);
      expect(first).toBeWithin(0, 10 * minute);
      offsets.push(first);
      await stop();
    }
    expect(new Set(offsets).size).toBe(3);
  });
});

describe("the job runner while no job is due", () => {
  test("The job runner writes nothing while no job is due, and reads the database twice every 15 seconds", async () => {
    const { db, meanwhile } = countedDatabase();
    const parts = createJobDeps({ db });
    const { stop } = runJobs(parts, [hourly().kind, hourly({ name: "other" }).kind]);
    await parts.pass(4 * second);
    const changes = () => (db.$client.query("SELECT total_changes() AS n").get() as { n: number }).n;
    const before = changes();
    const reads = await meanwhile(() => parts.pass(10 * minute));
    expect(reads).toBe((2 * 10 * minute) / (15 * second));
    expect(changes()).toBe(before);
    await stop();
  });

  test("The job runner reads due jobs by the index of due times, also among many jobs", async () => {
    const parts = createJobDeps();
    const [home = ""] = homes(parts, 1);
    for (let n = 0; n < 2_000; n++) parts.add("hourly", `${n}`, home, new Date(start.getTime() + hour));
    parts.db.$client.run("ANALYZE");
    const plans = await plansOf(parts.db, async () => {
      const { stop } = runJobs(parts, [hourly({ hasSubjects: true }).kind]);
      await parts.pass(minute);
      await stop();
    });
    const reads = plans.filter(({ statement }) => /next_at" (<=|>) .*(group|limit)/.test(statement));
    expect(reads.map(({ steps }) => steps[0])).toEqual([
      "SEARCH job USING INDEX job_next (next_at<?)",
      "SEARCH job USING INDEX job_next (next_at>?)",
    ]);
  });
});

test("Writes of the job runner neither raise a household's revision nor empty a cache", async () => {
  const { db, meanwhile } = countedDatabase();
  const own = await household({ server: { ...serverInProcess({}, { db }), db } });
  for (let count = 0; count < 2; count++) await own.get("/v1/tasks");
  const etag = (await own.get("/v1/tasks")).headers.get("ETag");
  const readsOf = () => meanwhile(() => own.get("/v1/tasks"));
  const unchanged = await readsOf();
  const parts = createJobDeps({ db });
  const { kind, runs } = hourly({ hasSubjects: true });
  const { stop } = runJobs(parts, [kind, failing().kind]);
  await parts.pass(3 * second);
  await own.get("/v1/tasks");
  parts.clock.advance(2 * hour);
  await parts.pass(minute);
  await stop();
  expect(await readsOf()).toBe(unchanged);
  expect((await own.get("/v1/tasks")).headers.get("ETag")).toBe(etag);
  expect({ runs: runs.length, row: parts.row("hourly")?.failures }).toEqual({ runs: 0, row: 2 });
});

describe("many due jobs", () => {
  test("Four of many due jobs run at the same time, but the same job never runs twice at a time", async () => {
    const parts = createJobDeps();
    const { kind, running, subjects } = manual({ hasSubjects: true });
    for (const subject of ["a", "b", "c", "d", "e", "f"]) parts.add("hourly", subject);
    const { stop } = runJobs(parts, [kind]);
    await parts.pass(2 * minute);
    expect(subjects()).toEqual(["a", "b", "c", "d"]);
    running[0]!.end();
    await settled();
    expect(subjects()).toEqual(["b", "c", "d", "e"]);
    for (const each of [...running]) each.end();
    await settled();
    expect(subjects()).toEqual(["f"]);
    running[0]!.end();
    await settled();
    await stop();
  });

  test("Only one job of a household uses the network at a time, and households take turns", async () => {
    const parts = createJobDeps();
    const [one = "", two = "", three = ""] = homes(parts, 3);
    const { kind, running } = manual({ hasSubjects: true, usesNetwork: true });
    for (let n = 0; n < 20; n++) parts.add("hourly", `1-${n}`, one);
    parts.add("hourly", "2-0", two);
    parts.add("hourly", "2-1", two);
    parts.clock.advance(1);
    parts.add("hourly", "3-0", three);
    const { stop } = runJobs(parts, [kind]);
    await parts.pass(3 * second);
    const order = running.map(({ subjectId }) => subjectId);
    while (running.length > 0) {
      const [first] = running;
      first!.end();
      await settled();
      const last = running.at(-1)?.subjectId;
      if (last && !order.includes(last)) order.push(last);
      expect(new Set(running.map(({ subjectId }) => subjectId[0])).size).toBe(running.length);
    }
    expect(order.slice(0, 4)).toEqual(["1-0", "2-0", "3-0", "1-1"]);
    expect(order.indexOf("2-1")).toBeLessThan(6);
    expect(order.length).toBe(23);
    await stop();
  });

  test("Jobs that do not use the network run beside a job of the same household that uses the network", async () => {
    const parts = createJobDeps();
    const [home = ""] = homes(parts, 1);
    const feed = manual({ name: "feed", hasSubjects: true, usesNetwork: true });
    const local = manual({ name: "local", hasSubjects: true });
    for (const n of ["1", "2"]) {
      parts.add("feed", n, home);
      parts.add("local", n, home);
    }
    const { stop } = runJobs(parts, [feed.kind, local.kind]);
    await parts.pass(3 * second);
    expect({ feed: feed.subjects(), local: local.subjects() }).toEqual({ feed: ["1"], local: ["1", "2"] });
    for (const each of [...feed.running, ...local.running]) each.end();
    await settled();
    feed.running[0]!.end();
    await settled();
    await stop();
  });
});
