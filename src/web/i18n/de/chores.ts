/** German: chores. */
import type { chores as english } from "../en/chores.ts";

/** As the English. */
export const chores: typeof english = {
  ticked: (name) => `Erledigt: ${name}`,
  reopened: (name) => `Doch nicht erledigt: ${name}`,
  stars: (count) => (count === 1 ? "1 Stern" : `${count} Sterne`),
  isDone: "erledigt",
  isOpen: "noch offen",
  wasDone: (name) => `„${name}“ war schon erledigt: da war jemand schneller.`,
  added: (name) => `Neues Ämtchen: ${name}`,
  changed: (name) => `Geändert: ${name}`,
  paused: (name) => `Pausiert: ${name}`,
  resumed: (name) => `Geht weiter: ${name}`,
  deleted: (name) => `Gelöscht: ${name}. Die Sterne bleiben.`,
};
