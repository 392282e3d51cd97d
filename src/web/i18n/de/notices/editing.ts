import type { editing as English } from "../../en/notices/editing.ts";
import { plural } from "../../locale.ts";

export const editing: typeof English = {
  changedByOthers: (value) =>
    value === null
      ? "Jemand anderes hat das inzwischen auch geändert."
      : value === ""
        ? "Jemand anderes hat das inzwischen geleert."
        : `Jemand anderes hat das inzwischen geändert, in „${value}“.`,
  keepMine: "Meins behalten",
  takeTheirs: "Anderes übernehmen",
  deletedMeanwhile: "Jemand hat das inzwischen gelöscht. Was du eingegeben hast, ist noch da.",
  saveAsNew: "Neu anlegen",
  undoneBut: (covers) =>
    plural(covers, {
      one: "Rückgängig gemacht, aber ein Titelbild ist weg.",
      other: "Rückgängig gemacht, aber # Titelbilder sind weg.",
    }),
  undone: (what) => (what === null ? "Rückgängig gemacht" : `Rückgängig gemacht: ${what}`),
  redone: (what) => (what === null ? "Wieder ausgeführt" : `Wieder ausgeführt: ${what}`),
  changedBy: ({ label, by, date, time, isDeleted }) => {
    const what = label === "" ? "Das" : `„${label}“`;
    const whom = by.kind === "system" ? "automatisch" : `von ${by.name}`;
    const when = `${date} um ${time}`;
    return `${what} wurde am ${when} ${whom} ${isDeleted ? "gelöscht" : "geändert"}. Mach zuerst das rückgängig, oder ändere es von Hand.`;
  },
};
