import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { notReady } from "#lib/errors.ts";
import { hour } from "#lib/time.ts";
import { closed } from "#lib/wire.ts";
import { detectWrites, totalChangeCount } from "#platform/db/change-counter.ts";
import { canWrite, type Db, hasLostFiles, isFull, seemsWritable } from "#platform/db/client.ts";
import type { Deps } from "#platform/deps.ts";
import { context, operationsOf } from "#platform/http/operation.ts";

const operation = operationsOf("Server");

const Ok = closed({ status: Type.Literal("ok") });

export function health({ db, runtime, clock }: Deps) {
  const isWritable = writeProbe(db);
  return new Elysia()
    .use(context)
    .get(
      "/healthz",
      () => ({ status: "ok" as const }),
      operation({
        id: "isAlive",
        summary: "Is the process alive?",
        access: "public",
        answer: Ok,
      }),
    )
    .get(
      "/readyz",
      () => {
        if (runtime.closing) throw notReady("Shutting down");
        if (hasLostFiles(db)) throw notReady("The data folder is gone");
        if (!isWritable(clock().getTime())) throw notReady("The database can't be written");
        return { status: "ok" as const };
      },
      operation({
        id: "isReady",
        summary: "Is the database writable and migrated, and the server not shutting down?",
        access: "public",
        answer: Ok,
        refusals: { 503: ["Shutting down", "The data folder is gone", "The database can't be written"] },
      }),
    );
}

/**
 * Returns a function that returns whether the database can be written. Usually, the function relies on the last commit,
 * because each write wakes the disks of a NAS. The function tries a real write only after an hour without a commit, or
 * if the disk was full.
 */
function writeProbe(db: Db): (now: number) => boolean {
  let last = { at: Number.NEGATIVE_INFINITY, isWritable: false };
  let committed = { state: Number.NaN, at: 0 };
  const look = (now: number) => {
    detectWrites(db, { checksOtherProcesses: true });
    const state = totalChangeCount(db);
    if (state !== committed.state) committed = { state, at: now };
    const isWritten = Math.abs(now - committed.at) >= hour || isFull(db);
    if (!seemsWritable(db) || (isWritten && !canWrite(db))) return false;
    if (isWritten) committed = { state, at: now };
    return true;
  };
  return (now) => {
    if (Math.abs(now - last.at) >= 1_000) last = { at: now, isWritable: look(now) };
    return last.isWritable;
  };
}
