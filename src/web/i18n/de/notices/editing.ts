import type { editing as English } from "../../en/notices/editing.ts";

export const editing: typeof English = {
  changedMeanwhile: (value) =>
    value === null
      ? "Jemand anderes hat das inzwischen auch geändert."
      : value === ""
        ? "Jemand anderes hat das inzwischen geleert."
        : `Jemand anderes hat das inzwischen geändert, in „${value}“.`,
  keepMine: "Meins behalten",
  takeTheirs: "Anderes übernehmen",
  deletedMeanwhile: "Jemand hat das inzwischen gelöscht. Was du eingegeben hast, ist noch da.",
  saveAsNew: "Neu anlegen",
};
