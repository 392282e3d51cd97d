/**
 * Expired sign-ins and expired idempotent answers: never valid, and deleted by a nightly sweep, not by the next write.
 */
import { describe, expect, test } from "bun:test";
import { transact } from "../../src/db/client.ts";
import { silentLog } from "../../src/http/log.ts";
import { minute } from "../../src/lib/time.ts";
import { startSession } from "../../src/sign-in/store.ts";
import { startSweeping, sweep } from "../../src/sign-in/sweep.ts";
import { household, refusal, serverInProcess } from "../support/home.ts";
import { plansOf } from "../support/queries.ts";
import { TestTimers } from "../support/timers.ts";

const day = 24 * 3_600_000;

async function home() {
  const own = await household({ server: serverInProcess() });
  const count = (table: "session" | "idempotency") =>
    (own.db.$client.query(`SELECT count(*) AS n FROM ${table}`).get() as { n: number }).n;
  const send = (key: string) =>
    own.post("/v1/tasks", { label: "x", memberId: own.members.anna.id }, { headers: { "Idempotency-Key": key } });
  return { ...own, count, send };
}

describe("writing", () => {
  test("reads no sign-ins of other members", async () => {
    const { db, work, members } = await home();
    const plans = await plansOf(db, () => transact(db, () => startSession(work(), members.anna.id, "Test browser")));
    expect(plans.some(({ statement }) => statement.startsWith('insert into "session"'))).toBe(true);
    expect(plans.filter(isScan)).toEqual([]);
  });

  test("deletes no expired sign-ins, and they are still invalid", async () => {
    const { as, members, clock, count } = await home();
    const anna = as(members.anna);
    const other = as(members.anna);
    clock.advance(30 * day);
    const fresh = as(members.anna);
    expect(count("session")).toBe(3);
    expect((await anna.get("/app/session")).body).toEqual(refusal(401, "Not signed in"));
    expect((await other.post("/v1/tasks", { label: "x" })).body).toEqual(refusal(401, "Missing API key"));
    expect((await fresh.get("/app/sessions")).body.sessions.length).toBe(1);
  });

  test("under an idempotency key deletes no other old answers, and replaces the expired answer of the same key", async () => {
    const { send, clock, count } = await home();
    const first = await send("a");
    await send("b");
    clock.advance(day);
    const again = await send("a");
    expect(again.body.id).not.toBe(first.body.id);
    expect((await send("a")).body).toEqual(again.body);
    expect(count("idempotency")).toBe(2);
  });
});

describe("the sweep", () => {
  test("deletes expired rows and keeps the rest, in transactions of its own", async () => {
    const { db, as, members, clock, count, send } = await home();
    for (let index = 0; index < 1_234; index++) as(members.anna);
    await send("a");
    clock.advance(30 * day - 1);
    const ben = as(members.ben);
    await send("b");
    expect(await sweep(db, clock.now)).toEqual({ sessions: 0, answers: 1 });
    clock.advance(1);
    expect(await sweep(db, clock.now)).toEqual({ sessions: 1_234, answers: 0 });
    expect({ sessions: count("session"), answers: count("idempotency") }).toEqual({ sessions: 1, answers: 1 });
    expect((await ben.get("/app/session")).status).toBe(200);
    expect(await sweep(db, clock.now)).toEqual({ sessions: 0, answers: 0 });
  });

  test("finds expired rows by an index", async () => {
    const { db, clock } = await home();
    const plans = await plansOf(db, () => sweep(db, clock.now));
    expect(plans.filter(isScan)).toEqual([]);
    expect(plans.map(({ steps }) => steps.find((step) => step.includes("<")))).toEqual([
      "SEARCH session USING INDEX session_age (last_seen_at<?)",
      "SEARCH idempotency USING COVERING INDEX idempotency_age (created_at<?)",
    ]);
  });

  test("runs after the start and then once each night, with or without backups", async () => {
    const { db, as, members, clock, count } = await home();
    const timers = new TestTimers();
    const heard: string[] = [];
    const log = { ...silentLog, info: (message: string) => heard.push(message) };
    /** Advances the timers and waits for the sweep, if one has started. */
    const pass = async (milliseconds: number, lines: number) => {
      timers.advance(milliseconds);
      while (heard.length < lines) await new Promise((resolve) => setImmediate(resolve));
    };
    as(members.anna);
    clock.advance(31 * day);
    const stop = startSweeping({ db, at: "03:30", clock: () => clock.now, timers, log });
    timers.advance(1_999);
    expect(count("session")).toBe(1);
    await pass(1, 1);
    as(members.anna);
    as(members.ben);
    clock.advance(31 * day);
    await pass(minute, 2);
    await stop();
    expect(heard).toEqual(["deleted 1 ended sign-ins and 0 old answers", "deleted 2 ended sign-ins and 0 old answers"]);
    expect({ sessions: count("session"), timers: timers.size }).toEqual({ sessions: 0, timers: 0 });
  });
});

function isScan({ steps }: { steps: string[] }): boolean {
  return steps.some((step) => step.startsWith("SCAN"));
}
