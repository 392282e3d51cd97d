import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { transact } from "../db/client.ts";
import type { Deps } from "../deps.ts";
import { ApiError } from "../errors.ts";
import { closed } from "../schema.ts";
import { operation } from "./operation.ts";

const Ok = closed({ status: Type.Literal("ok") });

/** What a supervisor asks: is the process alive, and may it be sent requests. */
export function health({ db, lifecycle }: Deps) {
  return new Elysia()
    .get(
      "/healthz",
      () => ({ status: "ok" as const }),
      operation({ id: "isAlive", tag: "Server", summary: "Is the process alive?", access: "public", answer: Ok }),
    )
    .get(
      "/readyz",
      () => {
        if (lifecycle.isDraining) throw new ApiError(503, "Shutting down");
        transact(db, () => {});
        return { status: "ok" as const };
      },
      operation({
        id: "isReady",
        tag: "Server",
        summary: "Is the database writable and migrated, and the server not shutting down?",
        access: "public",
        answer: Ok,
        refusals: { 503: "Shutting down" },
      }),
    );
}
