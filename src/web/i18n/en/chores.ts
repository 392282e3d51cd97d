import { number, plural } from "../plural.ts";

export const chores = {
  ticked: (name: string) => `Done: ${name}`,
  reopened: (name: string) => `Not done yet: ${name}`,
  stars: (count: number) => plural(count, { one: "# star", other: "# stars" }),
  isDone: "done",
  isOpen: "not done yet",
  /** Somebody else was quicker, on another screen. */
  wasDone: (name: string) => `“${name}” was done already: somebody was quicker.`,
  anyone: "Anyone",
  doneOf: (done: number, total: number) => `${number(done)} of ${number(total)} done`,
  progress: (name: string, done: number, total: number) => `${name}: ${number(done)} of ${number(total)} done`,
  allDone: "All done!",
  since: (day: string) => `since ${day}`,
  next: (name: string) => `then ${name}`,
  doneBy: (name: string) => `${name} did it`,
  stoodIn: (name: string) => `${name} stood in`,
  added: (name: string) => `New chore: ${name}`,
  changed: (name: string) => `Changed: ${name}`,
  paused: (name: string) => `Paused: ${name}`,
  resumed: (name: string) => `Goes on: ${name}`,
  deleted: (name: string) => `Deleted: ${name}. The stars stay.`,
};
