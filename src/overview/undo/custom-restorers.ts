import { restoreSettings, type SettingsRow } from "#accounts/households/store.ts";
import { type Profile, restoreProfile } from "#accounts/members/store.ts";
import { type InstanceImage, restoreInstance } from "#calendar/events/edits.ts";
import type { Image } from "#platform/activity/record.ts";
import type { ImageName, RestorableVirtualTable } from "#platform/traits.ts";
import type { Work } from "#platform/work.ts";
import { changedSince, notUndoable } from "./errors.ts";
import { membersIn, requirePresentIn } from "./members.ts";
import { virtualTablesIn } from "./rows.ts";

/** Restores `target`. Returns false and changes nothing if the data are not `expected`: somebody changed them since. */
type Restore = (work: Work, target: object, expected: object) => boolean;

const restores: Readonly<Record<RestorableVirtualTable, Restore>> = {
  instance: (work, target, expected) => {
    requirePresentIn(work, membersIn(target), membersIn(expected));
    return restoreInstance(work, target as InstanceImage, expected as InstanceImage);
  },
  profile: (work, target, expected) => {
    const { id, ...profile } = target as Profile & { id: string };
    const { id: _, ...left } = expected as Profile & { id: string };
    return restoreProfile(work, id, profile, left);
  },
  settings: (work, target, expected) => restoreSettings(work, target as SettingsRow, expected as SettingsRow),
};

/**
 * Restores data that are not stored as rows of a database table. Must run in a transaction.
 * @throws ApiError 422 if data changed since, or cannot be restored
 */
export function restoreVirtualTables(work: Work, before: Image | null, after: Image | null): void {
  for (const name of new Set([...virtualTablesIn(before), ...virtualTablesIn(after)])) {
    if (!isRestorable(name)) throw notUndoable();
    const [target, expected] = [before?.[name] ?? [], after?.[name] ?? []];
    if (target.length !== expected.length) throw changedSince();
    for (const [index, each] of target.entries()) {
      if (!restores[name](work, each, expected[index] ?? {}))
        throw changedSince(["id" in each ? String(each.id) : work.householdId]);
    }
  }
}

function isRestorable(name: ImageName): name is RestorableVirtualTable {
  return Object.hasOwn(restores, name);
}
