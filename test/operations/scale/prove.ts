/**
 * `bun run prove:scale`: three shards behind HAProxy, while every household writes and reads. A household moves to another
 * shard, then the machine of a third shard is lost with its disk and restored from its replica. Needs haproxy on the path and
 * Litestream 0.3 in LITESTREAM or on the path. Environment: WRITES, of each household in each phase.
 */
import { endPrograms } from "../../support/home/program.ts";
import { HostProxy } from "./proxy.ts";
import { type Household, Shard } from "./shards.ts";

const writes = Number(process.env.WRITES ?? 150);
const perShard = 3;
/** Longest loss that is allowed, because Litestream copies once a second. */
const maxLagMs = 5_000;
const maxAwayMs = 30_000;

/** A write. `at` is the instant of its end. */
type Attempt = { readonly at: number; readonly isOk: boolean };

/** Writes and reads in turn until it is stopped. */
class Family {
  readonly acknowledged = new Map<string, number>();
  readonly attempts: Attempt[] = [];
  private isEnding = false;
  private readonly work: Promise<void>;

  constructor(
    readonly household: Household,
    private readonly url: string,
  ) {
    this.work = this.live();
  }

  private async live(): Promise<void> {
    for (let number = 0; !this.isEnding; number++) {
      const label = `Task ${number}`;
      const isWritten = await this.call("POST", "/v1/tasks", { label, memberId: this.household.memberId });
      if (isWritten) this.acknowledged.set(label, performance.now());
      await this.call("GET", "/v1/households/me/members");
      await Bun.sleep(10);
    }
  }

  private async call(method: string, path: string, body?: unknown): Promise<boolean> {
    const { host, key } = this.household;
    const headers = { Host: host, Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
    const init = { method, headers, body: body === undefined ? null : JSON.stringify(body) };
    const isOk = await fetch(`${this.url}${path}`, init).then(
      async (response) => (await response.text()) !== "" && response.status === 200,
      () => false,
    );
    this.attempts.push({ at: performance.now(), isOk });
    return isOk;
  }

  async end(): Promise<void> {
    this.isEnding = true;
    await this.work;
  }

  failuresSince(since: number): number {
    return this.attempts.filter(({ at, isOk }) => at >= since && !isOk).length;
  }

  /** The longest time without a success that ended after `since`. */
  outageSince(since: number): number {
    const successes = this.attempts.filter(({ isOk }) => isOk).map(({ at }) => at);
    const gaps = successes.map((at, index) => (at < since ? 0 : at - (successes[index - 1] ?? at)));
    return Math.max(...gaps, performance.now() - (successes.at(-1) ?? 0));
  }
}

/** Returns when each family has written so often from now on. */
async function untilWritten(families: readonly Family[], count: number): Promise<void> {
  const goals = families.map((family) => ({ family, goal: family.acknowledged.size + count }));
  while (goals.some(({ family, goal }) => family.acknowledged.size < goal)) await Bun.sleep(10);
}

const programs = { haproxy: Bun.which("haproxy"), litestream: process.env.LITESTREAM ?? Bun.which("litestream") };

function expectThat(isTrue: boolean, says: string): void {
  console.log(`${isTrue ? "ok   " : "WRONG"}  ${says}`);
  if (!isTrue) process.exitCode = 1;
}

const failures = (families: readonly Family[], since: number) =>
  families.reduce((total, family) => total + family.failuresSince(since), 0);

const longest = (families: readonly Family[], since: number) =>
  Math.round(Math.max(...families.map((family) => family.outageSince(since))));

async function prove(haproxy: string, litestream: string): Promise<void> {
  const shards = ["one", "two", "three"].map((name) => new Shard(name, litestream));
  const [one, two, three] = shards as [Shard, Shard, Shard];
  const homes = new Map<Shard, Household[]>();
  for (const shard of shards) {
    const hosts = Array.from({ length: perShard }, (_, at) => `home-${at}.${shard.name}.example.com`);
    const made: Household[] = [];
    for (const host of hosts) made.push(await shard.addHousehold(host));
    homes.set(shard, made);
  }
  const routes = [...homes].flatMap(([{ name }, made]) => made.map(({ host }) => [host, name] as const));
  const names = shards.map(({ name }) => name);
  const proxy = new HostProxy(haproxy, names, new Map(routes));
  for (const shard of shards) {
    await proxy.point(shard.name, await shard.serve());
    shard.replicate();
  }
  const families = new Map([...homes].map(([shard, made]) => [shard, made.map((each) => new Family(each, proxy.url))]));
  const of = (...some: Shard[]) => some.flatMap((shard) => families.get(shard) ?? []);
  let rescued: Shard | null = null;
  try {
    await untilWritten(of(one, two, three), writes);

    const movedAt = performance.now();
    const [mover] = of(one) as [Family];
    const { id, host } = mover.household;
    await Promise.all([one.stop(), two.stop()]);
    await one.verb("household", "move", id, "--from", one.dataDir, "--to", two.dataDir);
    await proxy.route(host, two.name);
    for (const shard of [one, two]) await proxy.point(shard.name, await shard.serve());
    await untilWritten(of(one, two, three), writes);
    const before = [...mover.acknowledged].filter(([, at]) => at < movedAt).length;
    const others = of(one, two).filter((family) => family !== mover);
    const away = { mover: longest([mover], movedAt), others: longest(others, movedAt) };
    expectThat(away.mover < maxAwayMs, `the moved household was away for ${away.mover} ms`);
    expectThat(away.others < maxAwayMs, `the others of both shards for at most ${away.others} ms`);
    expectThat(
      failures(of(three), movedAt) === 0,
      `no request of the third shard failed meanwhile; it was quiet for at most ${longest(of(three), movedAt)} ms`,
    );

    const lostAt = performance.now();
    await three.lose();
    const downAt = performance.now();
    await untilWritten(of(one, two), writes / 3);
    rescued = await three.restored();
    await proxy.point(three.name, await rescued.serve());
    rescued.replicate();
    const backAfter = Math.round(performance.now() - lostAt);
    await untilWritten(of(one, two, three), writes);
    for (const family of [...families.values()].flat()) await family.end();

    expectThat(
      failures(of(one, two), lostAt) === 0,
      `no request of the first two failed while the third was lost; they were quiet for at most ${longest(of(one, two), lostAt)} ms`,
    );
    const lost = of(three).flatMap(({ household, acknowledged }) => {
      const has = rescued?.labelsOf(household);
      return [...acknowledged].filter(([label]) => !has?.has(label));
    });
    const lag = Math.round(Math.max(0, ...lost.map(([, at]) => lostAt - at)));
    const count = of(three).reduce((total, { acknowledged }) => total + acknowledged.size, 0);
    expectThat(
      lag < maxLagMs && lost.every(([, at]) => at < downAt),
      `the lost shard was back after ${backAfter} ms with ${count - lost.length} of ${count} acknowledged writes; the oldest lost was acknowledged ${lag} ms before`,
    );
    for (const shard of [one, two]) {
      const own = of(one, two).filter((family) => (shard === two) === (family === mover || of(two).includes(family)));
      const missing = own.flatMap(({ household, acknowledged }) => {
        const has = shard.labelsOf(household);
        return [...acknowledged.keys()].filter((label) => !has.has(label));
      });
      const written = own.reduce((total, { acknowledged }) => total + acknowledged.size, 0);
      expectThat(missing.length === 0, `shard ${shard.name} has all of ${written} acknowledged writes`);
    }
    const after = mover.acknowledged.size - before;
    expectThat(before > 0 && after > 0, `the moved household wrote ${before} times before, and ${after} times after`);
    expectThat(one.labelsOf(mover.household).size === 0, "its former shard keeps nothing of it");
    for (const shard of [one, two, rescued]) await shard.requireSound();
    expectThat(true, "the doctor finds nothing wrong on any shard");
  } finally {
    for (const family of [...families.values()].flat()) await family.end();
    for (const shard of [...shards, ...(rescued ? [rescued] : [])]) await shard.end();
    await proxy.end();
  }
}

const { haproxy, litestream } = programs;
if (haproxy && litestream) {
  try {
    await prove(haproxy, litestream);
  } finally {
    endPrograms();
  }
} else {
  console.log("Needs haproxy (Debian: haproxy), and Litestream in LITESTREAM (npm: @flydotio/litestream-linux-x64)");
  process.exitCode = 1;
}
