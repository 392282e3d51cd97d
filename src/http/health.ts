import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { canWrite, type Db } from "../db/client.ts";
import type { Deps } from "../deps.ts";
import { ApiError } from "../errors.ts";
import { closed } from "../schema.ts";
import { operation } from "./operation.ts";

const Ok = closed({ status: Type.Literal("ok") });

/** What a supervisor asks: is the process alive, and may it be sent requests. */
export function health({ db, run, clock }: Deps) {
  const isWritable = writeProbe(db);
  return new Elysia()
    .get(
      "/healthz",
      () => ({ status: "ok" as const }),
      operation({
        id: "isAlive",
        tag: "Server",
        summary: "Is the process alive?",
        access: "public",
        answer: Ok,
      }),
    )
    .get(
      "/readyz",
      () => {
        if (run.isDraining) throw new ApiError(503, "Shutting down");
        if (!isWritable(clock().getTime())) throw new ApiError(503, "The database can't be written");
        return { status: "ok" as const };
      },
      operation({
        id: "isReady",
        tag: "Server",
        summary: "Is the database writable and migrated, and the server not shutting down?",
        access: "public",
        answer: Ok,
        refusals: { 503: ["Shutting down", "The database can't be written"] },
      }),
    );
}

/** Whether the database can be written: tried in earnest, at most once a second, because anybody may ask. */
function writeProbe(db: Db): (now: number) => boolean {
  let last = { at: Number.NEGATIVE_INFINITY, isWritable: false };
  return (now) => {
    if (Math.abs(now - last.at) >= 1_000) last = { at: now, isWritable: canWrite(db) };
    return last.isWritable;
  };
}
