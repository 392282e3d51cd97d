import type { BlockingChange } from "#lib/errors.ts";
import { plural } from "../../locale.ts";

/** Texts shown when two people edit the same record, and when a change is undone. */
export const editing = {
  /**
   * Question that is asked when two people have changed the same field. `value` is the other person's value, or null if
   * the value has no short text.
   */
  changedByOthers: (value: string | null) =>
    value === null
      ? "Somebody else has changed this, too."
      : value === ""
        ? "Somebody else has emptied this field."
        : `Somebody else has changed this to “${value}”.`,
  keepMine: "Keep mine",
  takeTheirs: "Take theirs",
  deletedMeanwhile: "Somebody has deleted this. What you typed is still here.",
  saveAsNew: "Save as new",
  undoneBut: (covers: number) =>
    plural(covers, {
      one: "Taken back, but the picture of one cover is gone.",
      other: "Taken back, but the pictures of # covers are gone.",
    }),
  /**
   * Message after an undo. `what` describes the undone change, such as `Deleted “Milk”`, or is null if there is no
   * description.
   */
  undone: (what: string | null) => (what === null ? "Taken back" : `Taken back: ${what}`),
  redone: (what: string | null) => (what === null ? "Done again" : `Done again: ${what}`),
  /**
   * Message that explains why an undo was refused: the record was changed later. `date` and `time` are formatted as in
   * the app.
   */
  changedBy: ({ label, by, date, time, isDeleted }: BlockingChange) => {
    const what = label === "" ? "It" : `“${label}”`;
    const whom = by.kind === "system" ? "automatically" : `by ${by.name}`;
    const when = `${date} at ${time}`;
    return `${what} was ${isDeleted ? "deleted" : "changed"} ${whom} on ${when}. Take that back first, or change it by hand.`;
  },
};
