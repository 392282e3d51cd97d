import { type TSchema, Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { Cursor, closed, integer, nullable, Uuid } from "#lib/wire.ts";
import { context, operationsOf } from "../http/operation.ts";
import { ActivityEntry, ActivityEntryDetails, ActivityEntryInParts } from "./model.ts";
import { listActivity, listActivityDetails, listActivityInParts } from "./store.ts";

const operation = operationsOf("Activity");

const query = closed({ cursor: Type.Optional(Cursor), limit: integer(1, 100, { default: 50 }) });
const pageOf = <Entry extends TSchema>(entry: Entry) =>
  closed({ entries: Type.Array(entry), nextCursor: nullable(Uuid) });

export const activityInApp = new Elysia({ prefix: "/app/activity" }).use(context).get(
  "",
  ({ call, query }) => call.read((work) => listActivityInParts(work, query)),
  operation({
    id: "listActivityInParts",
    summary: "Who changed what, with each summary in parts",
    description:
      "As `GET /v1/activity`. `sentence` is the summary, for an app that words it in another language; null for entries of " +
      "older versions.",
    access: "app",
    query,
    answer: pageOf(ActivityEntryInParts),
  }),
);

export const activity = new Elysia({ prefix: "/v1/activity" })
  .use(context)
  .get(
    "/details",
    ({ call, query }) => call.read((work) => listActivityDetails(work, query)),
    operation({
      id: "listActivityDetails",
      summary: "Who changed what, with what was undone",
      description: "As `GET /v1/activity`, with the names of the items that a batch changed.",
      access: "activity.read",
      query,
      answer: pageOf(ActivityEntryDetails),
    }),
  )
  .get(
    "",
    ({ call, query }) => call.read((work) => listActivity(work, query)),
    operation({
      id: "listActivity",
      summary: "Who changed what, newest first",
      description: "`nextCursor` is the id of the last entry; send it as `cursor` to get the next page.",
      access: "activity.read",
      query,
      answer: pageOf(ActivityEntry),
    }),
  );
