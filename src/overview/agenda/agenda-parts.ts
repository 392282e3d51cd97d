import type { Scope } from "#platform/auth/scopes.ts";

/** Parts of the agenda. In a response, `hidden` lists parts in this order. */
export const agendaParts = ["events", "tasks", "chores", "checkIns", "meals"] as const;
export type AgendaPart = (typeof agendaParts)[number];

export const scopeOf: Readonly<Record<AgendaPart, Scope>> = {
  events: "calendar.read",
  tasks: "tasks.read",
  chores: "chores.read",
  checkIns: "checkins.read",
  meals: "meals.read",
};
