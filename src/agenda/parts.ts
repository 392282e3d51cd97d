/** What an agenda is made of, and what a key needs to see it. Pure. */
import type { Scope } from "../auth/scopes.ts";

/** The parts, in the order in which `hidden` names them. */
export const parts = ["events", "tasks", "chores", "checkIns", "meals"] as const;
/** See {@link parts}. */
export type Part = (typeof parts)[number];

/** The scope of each part. */
export const scopeOf: Readonly<Record<Part, Scope>> = {
  events: "calendar.read",
  tasks: "tasks.read",
  chores: "chores.read",
  checkIns: "checkins.read",
  meals: "meals.read",
};
