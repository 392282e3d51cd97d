import type { Scope } from "#platform/auth/scopes.ts";

export const groups = [
  { name: "calendar", levels: ["none", "read", "write"] },
  { name: "tasks", levels: ["none", "read", "write"] },
  { name: "lists", levels: ["none", "read", "write"] },
  { name: "meals", levels: ["none", "read", "write"] },
  { name: "chores", levels: ["none", "read"] },
  { name: "checkins", levels: ["none", "read", "write"] },
  { name: "activity", levels: ["none", "read"] },
] as const;

export type Group = (typeof groups)[number]["name"];
/** Level of access of an API key to one part of the data. `write` includes reading. */
export type Level = "none" | "read" | "write";
export type Choice = Readonly<Record<Group, Level>>;

export const presets = ["read", "all", "custom"] as const;
export type Preset = (typeof presets)[number];

/**
 * Returns a choice that gives every part of the data this level. A part that does not have this level gets the highest
 * level that it has.
 */
export function choiceOf(level: Level): Choice {
  const highest = (levels: readonly Level[]) => (levels.includes(level) ? level : (levels.at(-1) ?? "none"));
  return Object.fromEntries(groups.map(({ name, levels }) => [name, highest(levels)])) as Choice;
}

/**
 * Returns the scopes of a choice. For the level `write`, returns two scopes, because a write scope does not include
 * reading on the server.
 */
export function scopesOf(choice: Choice): Scope[] {
  return groups.flatMap(({ name, levels }): Scope[] => {
    const level = choice[name];
    if (level === "none") return [];
    const read: Scope = `${name}.read`;
    const isBoth = level === "write" && levels.some((each) => each === "write");
    return isBoth ? [read, `${name}.write` as Scope] : [read];
  });
}

export function choiceWith(scopes: readonly string[]): Choice {
  const level = (name: Group): Level =>
    scopes.includes(`${name}.write`) ? "write" : scopes.includes(`${name}.read`) ? "read" : "none";
  return Object.fromEntries(groups.map(({ name }) => [name, level(name)])) as Choice;
}
