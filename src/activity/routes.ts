import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { context, operation } from "../http/operation.ts";
import { CreatedBy, Cursor, closed, Instant, integer, nullable, oneOf, Uuid } from "../schema.ts";
import { actions, subjectTypes } from "./record.ts";
import { listActivity } from "./store.ts";

const Entry = closed(
  {
    id: Uuid,
    createdAt: Instant,
    actor: CreatedBy,
    action: oneOf(actions),
    subject: closed({ type: oneOf(subjectTypes), id: Uuid, label: Type.String() }),
    summary: Type.String({
      description: "One English sentence without the actor",
      examples: ["completed “Water the plants”"],
    }),
    changes: nullable(
      Type.Record(Type.String(), closed({ from: Type.Any(), to: Type.Any() }), {
        description: "What a PATCH changed, by field; null for anything else",
        examples: [{ dueDate: { from: null, to: "2026-05-01" } }],
      }),
    ),
  },
  { title: "ActivityEntry" },
);

/** The activity feed (interface §4, Activity). */
export const activity = new Elysia({ prefix: "/v1/activity" }).use(context).get(
  "",
  ({ call, query }) => call.read((work) => listActivity(work, query)),
  operation({
    id: "listActivity",
    tag: "Activity",
    summary: "Who changed what, newest first",
    description: "`nextCursor` is the id of the last entry; hand it back as `cursor` for the page after it.",
    access: "activity.read",
    query: closed({
      cursor: Type.Optional(Cursor),
      limit: integer(1, 100, { default: 50 }),
    }),
    answer: closed({ entries: Type.Array(Entry), nextCursor: nullable(Uuid) }),
  }),
);
