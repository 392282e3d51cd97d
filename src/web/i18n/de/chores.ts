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
  anyone: "Wer mag",
  doneOf: (done, total) => `${done} von ${total} erledigt`,
  progress: (name, done, total) => `${name}: ${done} von ${total} erledigt`,
  allDone: "Alles erledigt!",
  since: (day) => `seit ${day}`,
  next: (name) => `danach ${name}`,
  doneBy: (name) => `${name} war’s`,
  stoodIn: (name) => `${name} ist eingesprungen`,
  added: (name) => `Neues Ämtchen: ${name}`,
  changed: (name) => `Geändert: ${name}`,
  paused: (name) => `Pausiert: ${name}`,
  resumed: (name) => `Geht weiter: ${name}`,
  deleted: (name) => `Gelöscht: ${name}. Die Sterne bleiben.`,
};
