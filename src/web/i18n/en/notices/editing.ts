/** Two people edit one record. */
export const editing = {
  /** Two people changed the same field. `value` is the other person’s; null if it has no short name. */
  changedMeanwhile: (value: string | null) =>
    value === null
      ? "Somebody else has changed this meanwhile, too."
      : value === ""
        ? "Somebody else has emptied this meanwhile."
        : `Somebody else has changed this meanwhile, to “${value}”.`,
  keepMine: "Keep mine",
  takeTheirs: "Take theirs",
  deletedMeanwhile: "Somebody has deleted this meanwhile. What you typed is still here.",
  saveAsNew: "Save as new",
};
