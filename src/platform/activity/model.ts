import { type Static, Type } from "@sinclair/typebox";
import { CreatedBy, closed, Instant, nullable, oneOf, SentenceInParts, Uuid } from "#lib/wire.ts";
import { subjectTypes } from "../traits.ts";
import { actions } from "./record.ts";

export const entryFields = {
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
  canUndo: Type.Boolean({
    description:
      "False if nobody can undo it: it is undone already, or what it changed is not kept. That is so for some kinds, 25 " +
      "hours after a change of more than 64 KB, and for the oldest changes once those of a household take 200 MB.",
  }),
};

export const ActivityEntry = closed(entryFields, { title: "ActivityEntry" });
/** An entry of the activity feed with its summary in parts, so that the app can translate the summary. */
export const ActivityEntryInParts = closed(
  { ...entryFields, isUndone: Type.Boolean(), sentence: nullable(SentenceInParts) },
  { title: "ActivityEntryInParts" },
);

const items = Type.Array(Type.String(), {
  description: "The first list items that a batch changed",
  examples: [["Milk"]],
});
export const ActivityEntryDetails = closed(
  { ...entryFields, isUndone: Type.Boolean(), items },
  { title: "ActivityEntryDetails" },
);

export type ActivityEntryDetails = Static<typeof ActivityEntryDetails>;
export type ActivityEntry = Static<typeof ActivityEntry>;
