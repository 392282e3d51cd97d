/** What an undo answers. */
import { type Static, Type } from "@sinclair/typebox";
import { entryFields } from "../activity/model.ts";
import { subjectTypes } from "../traits.ts";
import { closed, oneOf, Uuid } from "../wire.ts";

/** The entry of an undo, with what came back and what did not. */
export const UndoneEntry = closed(
  {
    ...entryFields,
    notRestored: Type.Array(Type.String()),
    restored: Type.Array(closed({ type: oneOf(subjectTypes), id: Uuid }, { title: "RestoredRecord" })),
  },
  { title: "UndoneEntry" },
);
/** See {@link UndoneEntry}. */
export type UndoneEntry = Static<typeof UndoneEntry>;
