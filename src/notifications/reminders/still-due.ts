/** Checks whether the reminder of a notice is still due, right before the notice is sent. */

import { snapshot } from "#platform/db/client.ts";
import type { Work } from "#platform/work.ts";
import type { NoticeIdentity } from "../notices/notice.ts";
import { findNotice, type StoredNotice } from "../notices/store.ts";
import { searchReminders } from "./find-reminders.ts";
import { readReminderInputs } from "./inputs.store.ts";

/** Returns the ids of notices whose reminders still apply, even past ones, because a digest lists missed reminders. */
export function findStillDue(
  work: Work,
  notices: readonly StoredNotice[],
  reachable: ReadonlySet<string>,
): ReadonlySet<string> {
  const open = notices.filter(({ state }) => state === "open");
  const stillDue = new Set(open.filter(isAlwaysDue).map(({ id }) => id));
  // A snoozed notice rings for what the first one rang for.
  const checked = open.flatMap((notice) => {
    const root = notice.kind === "snooze" ? findNotice(work, notice.occurrenceKey) : notice;
    return root && !isAlwaysDue(notice) ? [{ id: notice.id, root }] : [];
  });
  if (checked.length === 0) return stillDue;
  return snapshot(work.db, () => {
    const times = checked.map(({ root }) => root.dueAt);
    const range = { from: Math.min(...times) - 1, to: Math.max(...times) };
    const found = searchReminders(readReminderInputs(work, range, reachable), range.from, range.to);
    const keys = new Set(found.map(reminderKey));
    for (const { id, root } of checked) if (keys.has(reminderKey(root))) stillDue.add(id);
    return stillDue;
  });
}

/** True for notices about the server and for digests, whose notices are checked one by one. */
function isAlwaysDue({ facts }: StoredNotice): boolean {
  return facts.type === "fold" || (facts.type === "system" && facts.what !== "key_expires");
}

function reminderKey({ memberId, kind, subject, slot, minutes, occurrenceKey }: NoticeIdentity): string {
  return [memberId, kind, subject.id, slot, minutes, occurrenceKey].join("|");
}
