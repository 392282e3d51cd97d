import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { context, operation } from "../http/operation.ts";
import { Cursor, closed, integer, nullable, Uuid } from "../wire.ts";
import { ActivityEntry } from "./model.ts";
import { listActivity } from "./store.ts";

export const activity = new Elysia({ prefix: "/v1/activity" }).use(context).get(
  "",
  ({ call, query }) => call.read((work) => listActivity(work, query)),
  operation({
    id: "listActivity",
    tag: "Activity",
    summary: "Who changed what, newest first",
    description: "`nextCursor` is the id of the last entry; send it as `cursor` to get the next page.",
    access: "activity.read",
    query: closed({
      cursor: Type.Optional(Cursor),
      limit: integer(1, 100, { default: 50 }),
    }),
    answer: closed({ entries: Type.Array(ActivityEntry), nextCursor: nullable(Uuid) }),
  }),
);
