/** Results of the synchronisation of one calendar, and the state that is stored afterwards. */

import { day, minute } from "#lib/time.ts";
import type { Remark } from "../../ical/remarks.ts";
import { isStale } from "../jobs.ts";
import { RemoteError } from "../remote.ts";
import { providerOf } from "./providers.ts";
import type { SentCounts } from "./push.ts";
import type { AccountCalendarRow, AccountRow } from "./rows.store.ts";
import type { PullResult, SyncSession } from "./session.ts";

const maxRemarks = 200;
export const maxRunMs = 5 * minute;

export type CalendarRun = {
  readonly session: SyncSession;
  readonly started: Date;
  /** Number of the last change of any event when the synchronisation began. */
  readonly newestChange: number;
  pulled: PullResult | null;
  /**
   * Whether all changes and deletions of the listing are applied. Only then may the next listing begin after this
   * listing.
   */
  isApplied: boolean;
  sent: SentCounts;
  error: RemoteError | null;
  /** Whether the synchronisation ended early, because the settings of the calendar changed. */
  isCancelled: boolean;
};

export const nothingSent: SentCounts = { sent: 0, failed: 0 };

export function stateAfter(
  row: AccountCalendarRow,
  { pulled, isApplied, error }: CalendarRun,
  now: Date,
): Partial<AccountCalendarRow> {
  if (error) {
    const failures = row.failures + 1;
    const isFailed = error.code === "gone" || error.code === "no_calendar" || row.heardAt === null;
    const state = isFailed ? "failed" : isStale({ failures, heardAt: row.heardAt }, now) ? "stale" : row.state;
    return { failures, state };
  }
  if (!pulled) return {};
  const successState = {
    heardAt: now.toISOString(),
    state: "fresh" as const,
    failures: 0,
    remarks: remarksAfter(row, pulled),
  };
  if (pulled.massDeletion) return { ...successState, held: JSON.stringify(pulled.massDeletion) };
  if (!isApplied) return successState;
  const listedAt = pulled.isWhole ? now.toISOString() : row.listedAt;
  return { ...successState, held: null, syncState: pulled.state, listedAt };
}

function remarksAfter(row: AccountCalendarRow, { remarks }: PullResult): string {
  const known = JSON.parse(row.remarks) as Remark[];
  const lasting = known.filter(({ uid }) => uid !== null && !remarks.has(uid));
  return JSON.stringify([...remarks.values()].flat().concat(lasting).slice(0, maxRemarks));
}

/**
 * Whether a Google grant has probably expired because the client is in testing mode. Google ends such grants after
 * seven days.
 */
export function isTestGrant(account: AccountRow, now: number): boolean {
  const age = (now - Date.parse(account.signedInAt)) / day;
  return providerOf(account) === "google" && age >= 6 && age <= 8;
}

export function timeoutError(): RemoteError {
  return new RemoteError("no_answer", { detail: `took longer than ${maxRunMs / minute} minutes` });
}
