import { day, hour, minute } from "#lib/time.ts";
import { backoff, fractionOf, spread } from "#lib/timers.ts";
import type { Db } from "#platform/db/client.ts";
import type { JobKind } from "#platform/jobs/runner.ts";
import { findJob } from "#platform/jobs/store.ts";
import { readMassDeletion } from "./mass-deletion.ts";
import type { CalendarRow } from "./rows.store.ts";
import { findRow, jobKind, jobOf } from "./store.ts";
import type { Subscriptions } from "./subscriptions.ts";

const retryDelays = { firstMs: 15 * minute, maxMs: day };
const confirmationMs = hour;
const spreadShare = 0.1;
const staleFailures = 3;
export const staleMs = 2 * day;

export function subscriptionJob(db: Db, subscriptions: Subscriptions): JobKind {
  const find = (id: string) => {
    const householdId = findJob(db, jobOf(id))?.householdId ?? null;
    const row = householdId === null ? null : findRow({ db, householdId }, id);
    return householdId === null || row === null ? null : { householdId, row };
  };
  return {
    name: jobKind,
    label: "reading a followed calendar",
    timeoutMs: 5 * minute,
    hasSubjects: true,
    usesNetwork: true,
    next(after, id) {
      const found = find(id);
      return found && nextRun(found.row, after);
    },
    async run(id, signal) {
      const found = find(id);
      if (!found || subscriptions.isRunning(id)) return;
      await subscriptions.runExclusively(id, () => subscriptions.refresh(found.householdId, id, { aborted: signal }));
    },
  };
}

type ScheduledCalendar = Pick<CalendarRow, "id" | "everyHours" | "askedHours" | "failures" | "held">;

/**
 * Returns the time of the next refresh. The wait differs slightly between calendars, so that a server does not get all
 * requests at once.
 */
export function nextRun({ id, everyHours, askedHours, failures, held }: ScheduledCalendar, now: Date): Date {
  const fraction = fractionOf(id);
  const massDeletion = readMassDeletion({ held });
  if (massDeletion !== null) {
    const first = Math.max(Date.parse(massDeletion.since) + confirmationMs, now.getTime() + minute);
    return new Date(Math.ceil(first + fraction * confirmationMs * spreadShare));
  }
  const wait = failures > 0 ? backoff(retryDelays, failures) : (askedHours ?? everyHours) * hour;
  return new Date(now.getTime() + Math.round(spread(wait, spreadShare, fraction)));
}

export function isStale({ failures, heardAt }: Pick<CalendarRow, "failures" | "heardAt">, now: Date): boolean {
  return failures >= staleFailures || heardAt === null || now.getTime() - Date.parse(heardAt) >= staleMs;
}
