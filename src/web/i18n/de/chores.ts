import type { chores as english } from "../en/chores.ts";
import { number, plural } from "../plural.ts";

export const chores: typeof english = {
  ticked: (name) => `Erledigt: ${name}`,
  reopened: (name) => `Doch nicht erledigt: ${name}`,
  stars: (count) => plural(count, { one: "# Stern", other: "# Sterne" }),
  isDone: "erledigt",
  isOpen: "noch offen",
  wasDone: (name) => `„${name}“ war schon erledigt: da war jemand schneller.`,
  anyone: "Wer mag",
  doneOf: (done, total) => `${number(done)} von ${number(total)} erledigt`,
  progress: (name, done, total) => `${name}: ${number(done)} von ${number(total)} erledigt`,
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
