/** What a run did to a calendar, and what is kept of it. */

import { day, minute } from "#lib/time.ts";
import type { Remark } from "../../ical/remarks.ts";
import { isOutdated } from "../jobs.ts";
import { RemoteFault } from "../remote.ts";
import type { Sent } from "./push.ts";
import type { AccountCalendarRow, AccountRow } from "./rows.store.ts";
import type { Pulled, Session } from "./session.ts";

const maxRemarks = 200;
export const longestRunMs = 5 * minute;

export type Turn = {
  readonly session: Session;
  readonly started: Date;
  /** The last change of any event when it began. */
  readonly newest: number;
  pulled: Pulled | null;
  /** With its deletions: the next listing may begin after it. */
  isApplied: boolean;
  sent: Sent;
  fault: RemoteFault | null;
  /** Its settings changed. */
  isOver: boolean;
};

export const nothingSent: Sent = { sent: 0, failed: 0 };

export function stateAfter(
  row: AccountCalendarRow,
  { pulled, isApplied, fault }: Turn,
  now: Date,
): Partial<AccountCalendarRow> {
  if (fault) {
    const failures = row.failures + 1;
    const isFailed = fault.code === "gone" || fault.code === "no_calendar" || row.heardAt === null;
    const state = isFailed ? "failed" : isOutdated({ failures, heardAt: row.heardAt }, now) ? "stale" : row.state;
    return { failures, state };
  }
  if (!pulled) return {};
  const heard = {
    heardAt: now.toISOString(),
    state: "fresh" as const,
    failures: 0,
    remarks: remarksAfter(row, pulled),
  };
  if (pulled.held) return { ...heard, held: JSON.stringify(pulled.held) };
  if (!isApplied) return heard;
  const listedAt = pulled.isWhole ? now.toISOString() : row.listedAt;
  return { ...heard, held: null, syncState: pulled.state, listedAt };
}

function remarksAfter(row: AccountCalendarRow, { remarks }: Pulled): string {
  const known = JSON.parse(row.remarks) as Remark[];
  const lasting = known.filter(({ uid }) => uid !== null && !remarks.has(uid));
  return JSON.stringify([...remarks.values()].flat().concat(lasting).slice(0, maxRemarks));
}

/** Google ends the grants of apps in testing after seven days. */
export function isTestGrant({ provider, signedInAt }: AccountRow, now: number): boolean {
  const age = (now - Date.parse(signedInAt)) / day;
  return provider === "provider_b" && age >= 6 && age <= 8;
}

export function tooLong(): RemoteFault {
  return new RemoteFault("no_answer", { detail: `took longer than ${longestRunMs / minute} minutes` });
}
