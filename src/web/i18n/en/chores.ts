import { plural } from "../plural.ts";
export const chores = {
  ticked: (name: string) => `Done: ${name}`,
  reopened: (name: string) => `Not done yet: ${name}`,
  stars: (count: number) => plural(count, { one: "# star", other: "# stars" }),
  isDone: "done",
  isOpen: "not done yet",
  /** Somebody else was quicker, on another screen. */
  wasDone: (name: string) => `“${name}” was done already: somebody was quicker.`,
  added: (name: string) => `New chore: ${name}`,
  changed: (name: string) => `Changed: ${name}`,
  paused: (name: string) => `Paused: ${name}`,
  resumed: (name: string) => `Goes on: ${name}`,
  deleted: (name: string) => `Deleted: ${name}. The stars stay.`,
};
