/**
 * Expired sign-ins and expired idempotent answers: never valid, and deleted by a nightly sweep, not by the next write.
 */
import { describe, expect, test } from "bun:test";
import { startSession } from "#accounts/sign-in/store.ts";
import { nightlySweep, sweep as sweepUntil } from "#accounts/sign-in/sweep.ts";
import { type Db, transact } from "#platform/db/client.ts";
import { household, refusal, serverInProcess } from "../support/home/home.ts";
import { plansOf } from "../support/home/queries.ts";
import { createJobDeps, runJobs, until } from "../support/reminders/jobs.ts";

const day = 24 * 3_600_000;

const sweep = (db: Db, now: Date) => sweepUntil(db, now, new AbortController().signal);

async function home() {
  const own = await household({ server: serverInProcess() });
  const count = (table: "session" | "idempotency") =>
    (own.db.$client.query(`SELECT count(*) AS n FROM ${table}`).get() as { n: number }).n;
  const send = (key: string) =>
    own.post("/v1/tasks", { label: "x", memberId: own.members.anna.id }, { headers: { "Idempotency-Key": key } });
  return { ...own, count, send };
}

describe("a write while there are expired rows", () => {
  test("A new sign-in is stored without reading other sign-ins", async () => {
    const { db, work, members } = await home();
    const plans = await plansOf(db, () => transact(db, () => startSession(work(), members.anna.id, "Test browser")));
    expect(plans.some(({ statement }) => statement.startsWith('insert into "session"'))).toBe(true);
    expect(plans.filter(isScan)).toEqual([]);
  });

  test("Expired sign-ins are refused before the nightly cleanup has deleted them", async () => {
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

  test("An expired idempotency key gives a new answer, and does not delete other old answers", async () => {
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

describe("the nightly cleanup", () => {
  test("The nightly cleanup deletes expired sign-ins and stored answers, and nothing else", async () => {
    const { db, as, members, clock, count, send } = await home();
    for (let index = 0; index < 1_234; index++) as(members.anna);
    await send("a");
    clock.advance(30 * day - 1);
    const ben = as(members.ben);
    await send("b");
    expect(await sweep(db, clock.now)).toEqual({ sessions: 0, replies: 1 });
    clock.advance(1);
    expect(await sweep(db, clock.now)).toEqual({ sessions: 1_234, replies: 0 });
    expect({ sessions: count("session"), answers: count("idempotency") }).toEqual({ sessions: 1, answers: 1 });
    expect((await ben.get("/app/session")).status).toBe(200);
    expect(await sweep(db, clock.now)).toEqual({ sessions: 0, replies: 0 });
  });

  test("The nightly cleanup finds expired rows by an index, without reading all rows", async () => {
    const { db, clock } = await home();
    const plans = await plansOf(db, () => sweep(db, clock.now));
    expect(plans.filter(isScan)).toEqual([]);
    expect(plans.map(({ steps }) => steps.find((step) => step.includes("<")))).toEqual([
      "SEARCH session USING INDEX session_age (last_seen_at<?)",
      "SEARCH idempotency USING COVERING INDEX idempotency_age (created_at<?)",
    ]);
  });

  test("The nightly cleanup runs soon after the start and then once each night, also if backups are off", async () => {
    const { db, as, members, clock, count } = await home();
    const parts = createJobDeps({ db, clock });
    const { lines, log, timers } = parts;
    as(members.anna);
    clock.advance(31 * day);
    const kind = nightlySweep({ db, at: "03:30", zone: () => "Europe/Berlin", clock: () => clock.now, log });
    const { stop } = runJobs(parts, [kind]);
    await parts.pass(2_999);
    expect(count("session")).toBe(1);
    await parts.pass(1);
    await until(() => lines.length === 1);
    as(members.anna);
    as(members.ben);
    clock.advance(31 * day);
    await parts.pass(15_000);
    await until(() => lines.length === 2);
    await until(() => parts.row("sweep")?.runningSince === null);
    expect(parts.row("sweep")?.nextAt).toBe("2027-01-29T02:30:00.000Z");
    await stop();
    expect(lines).toEqual(["deleted 1 ended sign-ins and 0 old answers", "deleted 2 ended sign-ins and 0 old answers"]);
    expect({ sessions: count("session"), timers: timers.size }).toEqual({ sessions: 0, timers: 0 });
  });

  test("The nightly cleanup ends early when the server stops, and is due again", async () => {
    const { db, as, members, clock, count } = await home();
    for (let index = 0; index < 450; index++) as(members.anna);
    clock.advance(31 * day);
    const stopping = new AbortController();
    const swept = sweepUntil(db, clock.now, stopping.signal);
    stopping.abort(new Error("the server stops"));
    await expect(swept).rejects.toThrow("the server stops");
    expect(count("session")).toBe(250);
  });
});

function isScan({ steps }: { steps: string[] }): boolean {
  return steps.some((step) => step.startsWith("SCAN"));
}
