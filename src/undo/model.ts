import { type Static, Type } from "@sinclair/typebox";
import { entryFields } from "../activity/model.ts";
import { subjectTypes } from "../traits.ts";
import { closed, oneOf, Uuid } from "../wire.ts";

export const UndoneEntry = closed(
  {
    ...entryFields,
    notRestored: Type.Array(Type.String()),
    restored: Type.Array(closed({ type: oneOf(subjectTypes), id: Uuid }, { title: "RestoredRecord" })),
  },
  { title: "UndoneEntry" },
);
export type UndoneEntry = Static<typeof UndoneEntry>;
