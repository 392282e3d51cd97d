import { isScope, readScopes, type Scope, scopes } from "#platform/auth/scopes.ts";

/** Parts of the data to which an API key may have access, in the order of the form. */
export const groups = ["calendar", "tasks", "lists", "meals", "chores", "checkins", "activity"] as const;
type Group = (typeof groups)[number];

/** Level of access of an API key to one part of the data. `write` includes reading. */
export type Level = "none" | "read" | "write";
export type Choice = Readonly<Record<Group, Level>>;

export const presets = ["read", "all", "custom"] as const;
export type Preset = (typeof presets)[number];

export function levelsOf(group: Group): Level[] {
  return isScope(`${group}.write`) ? ["none", "read", "write"] : ["none", "read"];
}

/** Returns the levels of access of a preset. The levels of the preset “custom” are those in `custom`. */
export function choiceOf(preset: Preset, custom: Choice): Choice {
  return preset === "custom" ? custom : choiceWith(preset === "read" ? readScopes : scopes);
}

/** Returns, for each part of the data, the level of access of an API key with the scopes `given`. */
export function choiceWith(given: readonly string[]): Choice {
  const level = (group: Group) => levelsOf(group).findLast((each) => given.includes(`${group}.${each}`)) ?? "none";
  return Object.fromEntries(groups.map((group) => [group, level(group)])) as Choice;
}

/**
 * Returns the scopes of a choice. The level `write` needs two scopes, because for the server a write scope does not
 * include reading.
 */
export function scopesOf(choice: Choice): Scope[] {
  const upTo = (group: Group) => levelsOf(group).slice(0, levelsOf(group).indexOf(choice[group]) + 1);
  return groups.flatMap((group) => upTo(group).map((level) => `${group}.${level}`)).filter(isScope);
}
