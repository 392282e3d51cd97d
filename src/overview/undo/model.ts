import { type Static, Type } from "@sinclair/typebox";
import { closed, Instant, oneOf, Uuid } from "#lib/wire.ts";
import { ActivityEntry, entryFields } from "#platform/activity/model.ts";
import { subjectTypes } from "#platform/traits.ts";

const restoredFields = {
  notRestored: Type.Array(Type.String()),
  restored: Type.Array(closed({ type: oneOf(subjectTypes), id: Uuid }, { title: "RestoredRecord" })),
};

export const UndoneEntry = closed({ ...entryFields, ...restoredFields }, { title: "UndoneEntry" });
export type UndoneEntry = Static<typeof UndoneEntry>;

export const UndoSince = closed({
  since: Type.Optional(Instant),
  sinceId: Type.Optional(Uuid),
  partly: Type.Optional(Type.Boolean({ description: "Leaves out what stands in the way" })),
});
export type UndoSince = Static<typeof UndoSince>;

export const UndoneEntries = closed(
  {
    undone: Type.Array(ActivityEntry, { description: "Newest first" }),
    ...restoredFields,
    stayed: Type.Optional(
      Type.Array(closed({ id: Uuid, code: Type.String(), error: Type.String() }, { title: "StayedEntry" }), {
        description: "With `partly`: the entries that were left out, and why",
      }),
    ),
  },
  { title: "UndoneEntries" },
);
export type UndoneEntries = Static<typeof UndoneEntries>;
