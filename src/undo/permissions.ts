/** What it takes to undo a change, by the names of the tables and parts in its image. */
import type { RestorableTable } from "../activity/images.ts";
import type { Scope } from "../auth/scopes.ts";

/** Parts of an image that are no tables; their features restore them. */
export type PartName = "instance" | "profile" | "settings";

/** `scope`: what an API key needs, or null if no key may. `isForAdults`: refuses children and guests, even for own changes. */
export type Permission = { readonly scope: Scope | null; readonly isForAdults: boolean };

const permissions: Readonly<Record<RestorableTable | PartName, Permission>> = {
  member: { scope: null, isForAdults: true },
  profile: { scope: null, isForAdults: true },
  settings: { scope: null, isForAdults: true },
  event: { scope: "calendar.write", isForAdults: false },
  instance: { scope: "calendar.write", isForAdults: false },
  task: { scope: "tasks.write", isForAdults: false },
  listSection: { scope: "lists.write", isForAdults: false },
  list: { scope: "lists.write", isForAdults: false },
  block: { scope: "lists.write", isForAdults: false },
  recipe: { scope: "meals.write", isForAdults: false },
  meal: { scope: "meals.write", isForAdults: false },
  chore: { scope: null, isForAdults: true },
  choreCompletion: { scope: null, isForAdults: false },
  checkIn: { scope: "checkins.write", isForAdults: true },
  checkInAnswer: { scope: "checkins.write", isForAdults: false },
};

/** Null for a name without a declaration: whoever asks must refuse. */
export function permissionFor(name: string): Permission | null {
  return Object.hasOwn(permissions, name) ? permissions[name as keyof typeof permissions] : null;
}

/** Every scope that an undo may need. */
export const undoScopes: readonly Scope[] = [
  ...new Set(Object.values(permissions).flatMap(({ scope }) => scope ?? [])),
];
