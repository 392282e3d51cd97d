/** Looks again, right before a notice leaves, whether what it reminds of is still so. */

import { readHousehold } from "#accounts/households/store.ts";
import { type Db, snapshot } from "#platform/db/client.ts";
import { systemWork } from "#platform/work.ts";
import { findNotice, type StoredNotice } from "../notices/store.ts";
import { readHome } from "./home.store.ts";
import { findMoments } from "./moments.ts";

/**
 * A notice is wanted as long as the same moment would be found today. Returns the ids of those that are. It does not ask
 * whether they are over: a fold says what was missed.
 */
export function wantedAmong(
  db: Db,
  householdId: string,
  notices: readonly StoredNotice[],
  reachable: ReadonlySet<string>,
  now: Date,
): ReadonlySet<string> {
  const open = notices.filter(({ state }) => state === "open");
  const wanted = new Set(open.filter(isAlwaysWanted).map(({ id }) => id));
  // A snoozed notice rings for what the first one rang for.
  const looked = open.flatMap((notice) => {
    const root = notice.kind === "snooze" ? findNotice(db, householdId, notice.ring) : notice;
    return root && !isAlwaysWanted(notice) ? [{ id: notice.id, root }] : [];
  });
  if (looked.length === 0) return wanted;
  return snapshot(db, () => {
    const { timeZone } = readHousehold(db, householdId);
    const work = systemWork(db, { id: householdId, timeZone }, now);
    const times = looked.map(({ root }) => root.dueAt);
    const range = { from: Math.min(...times) - 1, to: Math.max(...times) };
    const found = findMoments(readHome(work, range, reachable), range.from, range.to);
    const keys = new Set(found.map(keyOf));
    for (const { id, root } of looked) if (keys.has(keyOf(root))) wanted.add(id);
    return wanted;
  });
}

/** News of the server, and folds: their parts are looked at. */
function isAlwaysWanted({ facts }: StoredNotice): boolean {
  return facts.type === "fold" || (facts.type === "system" && facts.what !== "key_expires");
}

type Keyed = Pick<StoredNotice, "memberId" | "kind" | "subject" | "slot" | "minutes" | "ring">;

function keyOf({ memberId, kind, subject, slot, minutes, ring }: Keyed): string {
  return [memberId, kind, subject.id, slot, minutes, ring].join("|");
}
