import type { chores as english } from "../en/chores.ts";
import { plural } from "../plural.ts";

export const chores: typeof english = {
  ticked: (name) => `Erledigt: ${name}`,
  reopened: (name) => `Doch nicht erledigt: ${name}`,
  stars: (count) => plural(count, { one: "# Stern", other: "# Sterne" }),
  isDone: "erledigt",
  isOpen: "noch offen",
  wasDone: (name) => `„${name}“ war schon erledigt: da war jemand schneller.`,
  added: (name) => `Neues Ämtchen: ${name}`,
  changed: (name) => `Geändert: ${name}`,
  paused: (name) => `Pausiert: ${name}`,
  resumed: (name) => `Geht weiter: ${name}`,
  deleted: (name) => `Gelöscht: ${name}. Die Sterne bleiben.`,
};
