import type { Scope } from "#platform/auth/scopes.ts";

/** In the order in which `hidden` lists them. */
export const parts = ["events", "tasks", "chores", "checkIns", "meals"] as const;
export type Part = (typeof parts)[number];

export const scopeOf: Readonly<Record<Part, Scope>> = {
  events: "calendar.read",
  tasks: "tasks.read",
  chores: "chores.read",
  checkIns: "checkins.read",
  meals: "meals.read",
};
