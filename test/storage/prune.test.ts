/** Old notices and deliveries are deleted at night, in batches, without a trace in revisions and caches. */
import { describe, expect, test } from "bun:test";
import { day } from "#lib/time.ts";
import { nightlyPrune, prune as pruneUntil } from "#notifications/delivery/store.ts";
import { type Home, household, serverInProcess } from "../support/home/home.ts";
import { countedDatabase, plansOf } from "../support/home/queries.ts";
import { createJobDeps, runJobs, until } from "../support/reminders/jobs.ts";
import { addChannel, addDelivery, addNotice } from "../support/reminders/notices.ts";

const prune = ({ db, clock }: Home) => pruneUntil(db, clock.now, new AbortController().signal);

function idsIn({ db }: Home, table: "notice" | "delivery"): string[] {
  return db.$client.query(`SELECT id FROM ${table} ORDER BY id`).values().flat() as string[];
}

describe("pruning", () => {
  test("A notice is deleted at an age of exactly 60 days, and the delivery of a notification at 30 days", async () => {
    const own = await household({ server: serverInProcess() });
    const channelId = addChannel(own);
    const agesOf = (ms: number) => new Date(own.clock.now.getTime() - ms);
    const kept = addNotice(own, { createdAt: agesOf(60 * day - 1) });
    const old = addNotice(own, { createdAt: agesOf(60 * day) });
    const fresh = addDelivery(own, { noticeId: kept, channelId, createdAt: agesOf(30 * day - 1) });
    addDelivery(own, { noticeId: old, channelId, createdAt: agesOf(30 * day) });
    expect(await prune(own)).toEqual({ notices: 1, deliveries: 1 });
    expect({ notices: idsIn(own, "notice"), deliveries: idsIn(own, "delivery") }).toEqual({
      notices: [kept],
      deliveries: [fresh],
    });
    expect(await prune(own)).toEqual({ notices: 0, deliveries: 0 });
  });

  test("Old notices are deleted in batches, and a stop of the server ends the deletion early", async () => {
    const own = await household({ server: serverInProcess() });
    const createdAt = new Date(own.clock.now.getTime() - 61 * day);
    for (let n = 0; n < 450; n++) addNotice(own, { createdAt });
    const stopping = new AbortController();
    const stopped = pruneUntil(own.db, own.clock.now, stopping.signal);
    await until(() => idsIn(own, "notice").length < 450);
    stopping.abort(new Error("the server stops"));
    await expect(stopped).rejects.toThrow("the server stops");
    expect(idsIn(own, "notice").length).toBeOneOf([50, 250]);
    const left = idsIn(own, "notice").length;
    expect(await prune(own)).toEqual({ notices: left, deliveries: 0 });
  });

  test("Old notices and deliveries are found by an index, without reading all rows", async () => {
    const own = await household({ server: serverInProcess() });
    const plans = await plansOf(own.db, () => prune(own));
    const deletes = plans.filter(({ statement }) => statement.startsWith("delete"));
    expect(deletes.map(({ steps }) => steps.find((step) => step.includes("<")))).toEqual([
      "SEARCH delivery USING COVERING INDEX delivery_age (created_at<?)",
      "SEARCH notice USING COVERING INDEX notice_age (created_at<?)",
    ]);
  });

  test("The deletion of old notices does not raise a household's revision", async () => {
    const { db, meanwhile } = countedDatabase();
    const own = await household({ server: { ...serverInProcess({}, { db }), db } });
    addNotice(own, { createdAt: new Date(own.clock.now.getTime() - 61 * day) });
    for (let count = 0; count < 2; count++) await own.get("/v1/tasks");
    const readsOf = () => meanwhile(() => own.get("/v1/tasks"));
    const unchanged = await readsOf();
    expect(await prune(own)).toEqual({ notices: 1, deliveries: 0 });
    expect(await readsOf()).toBe(unchanged);
  });

  test("Old notices are deleted once a night, a few minutes after the backup, and the number is logged", async () => {
    const own = await household({ server: serverInProcess() });
    const { db, clock } = own;
    addNotice(own, { createdAt: new Date(clock.now.getTime() - 61 * day) });
    const parts = createJobDeps({ db, clock });
    const zone = () => "Europe/Berlin";
    const kind = nightlyPrune({ db, at: "03:30", zone, clock: () => clock.now, log: parts.log });
    const { stop } = runJobs(parts, [kind]);
    await parts.pass(3_000);
    await until(() => parts.row("prune")?.okAt !== null && parts.row("prune")?.runningSince === null);
    expect(parts.lines).toEqual(["deleted 1 old notices and 0 old deliveries"]);
    expect(parts.row("prune")?.nextAt).toMatch(/^2026-11-28T02:3\d:\d\d\.\d{3}Z$/);
    await stop();
  });
});
