/** Parts of an image that are no rows, and that their features put back themselves. */
import type { Image } from "../activity/record.ts";
import type { Work } from "../actor.ts";
import { type InstanceImage, restoreInstance } from "../events/restore.ts";
import { restoreSettings, type Settings } from "../households/store.ts";
import { type Profile, restoreProfile } from "../members/store.ts";
import { requirePresentIn } from "./members.ts";
import { changedSince } from "./refusals.ts";
import { partsOf } from "./rows.ts";

/** Puts one part back; false where it is not as the change left it. */
type Restore = (work: Work, wanted: object, expected: object) => boolean;

const restores: Readonly<Record<string, Restore>> = {
  instance: (work, wanted, expected) => {
    requirePresentIn(work, JSON.stringify(wanted), JSON.stringify(expected));
    return restoreInstance(work, wanted as InstanceImage, expected as InstanceImage);
  },
  profile: (work, wanted, expected) => {
    const { id, ...profile } = wanted as Profile & { id: string };
    const { id: _, ...left } = expected as Profile & { id: string };
    return restoreProfile(work, id, profile, left);
  },
  settings: (work, wanted, expected) => restoreSettings(work, wanted as Settings, expected as Settings),
};

/** True where all parts of a change can be put back. */
export function canRestoreParts(before: Image | null, after: Image | null): boolean {
  return [...partsOf(before), ...partsOf(after)].every((name) => name in restores);
}

/**
 * Puts the parts of a change back that are no rows; they are there before as well as after it, one each. Must be in a
 * transaction. @throws ApiError 422 where one is not as the change left it.
 */
export function putPartsBack(work: Work, before: Image | null, after: Image | null): void {
  for (const name of partsOf(after)) {
    const [wanted, expected] = [before?.[name]?.[0], after?.[name]?.[0]];
    if (!wanted || !expected || !restores[name]?.(work, wanted, expected)) throw changedSince();
  }
}
