import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { closed, Uuid } from "#lib/wire.ts";
import { context, operationsOf } from "#platform/http/operation.ts";
import { followedBy, setFollowed } from "./follows.store.ts";
import { Follow } from "./model.ts";

const operation = operationsOf("Notifications");

const change = {
  access: "app",
  params: closed({ id: Uuid }),
  writes: true,
  answer: Follow,
} as const;

export const follows = new Elysia()
  .use(context)
  .get(
    "/app/lists/follows",
    ({ call }) => call.read((work) => ({ ids: followedBy(work, call.caller.id) })),
    operation({
      id: "listFollowedLists",
      summary: "The lists that the reader follows",
      access: "app",
      isVolatile: true,
      answer: closed({ ids: Type.Array(Uuid) }),
    }),
  )
  .put(
    "/app/lists/:id/follow",
    ({ call, params }) => call.write((work) => setFollowed(work, call.caller.id, params.id, true)),
    operation({
      id: "followList",
      ...change,
      summary: "Get a notice when somebody else changes a list",
      refusals: { 404: ["List not found"], 422: ["At most 50 followed lists"] },
    }),
  )
  .delete(
    "/app/lists/:id/follow",
    ({ call, params }) => call.write((work) => setFollowed(work, call.caller.id, params.id, false)),
    operation({
      id: "unfollowList",
      ...change,
      summary: "Get no more notices about a list",
      refusals: { 404: ["List not found"] },
    }),
  );
