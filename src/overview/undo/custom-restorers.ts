/** Restores image parts that are not table rows. */

import { restoreSettings, type SettingsRow } from "#accounts/households/store.ts";
import { type Profile, restoreProfile } from "#accounts/members/store.ts";
import { type InstanceImage, restoreInstance } from "#calendar/events/edits.ts";
import type { Image } from "#platform/activity/record.ts";
import type { ImageName, RestorableVirtualTable } from "#platform/traits.ts";
import type { Work } from "#platform/work.ts";
import { membersIn, requirePresentIn } from "./members.ts";
import { changedSince, notUndoable } from "./refusals.ts";
import { partsOf } from "./rows.ts";

/** False: the part changed since. */
type Restore = (work: Work, wanted: object, expected: object) => boolean;

const restores: Readonly<Record<RestorableVirtualTable, Restore>> = {
  instance: (work, wanted, expected) => {
    requirePresentIn(work, membersIn(wanted), membersIn(expected));
    return restoreInstance(work, wanted as InstanceImage, expected as InstanceImage);
  },
  profile: (work, wanted, expected) => {
    const { id, ...profile } = wanted as Profile & { id: string };
    const { id: _, ...left } = expected as Profile & { id: string };
    return restoreProfile(work, id, profile, left);
  },
  settings: (work, wanted, expected) => restoreSettings(work, wanted as SettingsRow, expected as SettingsRow),
};

/** Needs a transaction. @throws ApiError 422. */
export function restoreParts(work: Work, before: Image | null, after: Image | null): void {
  for (const name of new Set([...partsOf(before), ...partsOf(after)])) {
    if (!isPart(name)) throw notUndoable();
    const [wanted, expected] = [before?.[name] ?? [], after?.[name] ?? []];
    if (wanted.length !== expected.length) throw changedSince();
    for (const [index, each] of wanted.entries()) {
      if (!restores[name](work, each, expected[index] ?? {}))
        throw changedSince(["id" in each ? String(each.id) : work.householdId]);
    }
  }
}

function isPart(name: ImageName): name is RestorableVirtualTable {
  return Object.hasOwn(restores, name);
}
