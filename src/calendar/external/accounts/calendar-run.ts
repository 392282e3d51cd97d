/** Results of the synchronisation of one calendar, and the state that is stored afterwards. */

import { day, minute } from "#lib/time.ts";
import { RemoteError } from "../remote.ts";
import { failureState, successState } from "../remote-reader.ts";
import { type CalendarRow, maxRemarks, remarksOf } from "../rows.store.ts";
import { providerOf } from "./providers.ts";
import type { AccountRow } from "./rows.store.ts";
import type { SyncSession } from "./session.ts";

export const maxRunMs = 5 * minute;

export function stateAfter(
  row: CalendarRow,
  { pulled, isApplied, error, remarks }: SyncSession,
  now: Date,
): Partial<CalendarRow> {
  if (error) {
    const isFailed = error.code === "gone" || error.code === "no_calendar" || row.heardAt === null;
    return failureState(row, row.failures + 1, isFailed, now);
  }
  if (!pulled) return {};
  const lasting = remarksOf(row).filter(({ uid }) => uid !== null && !remarks.has(uid));
  const all = [...remarks.values()].flat().concat(lasting).slice(0, maxRemarks);
  const read = { ...successState(now), remarks: JSON.stringify(all) };
  if (pulled.massDeletion) return { ...read, held: JSON.stringify(pulled.massDeletion) };
  if (!isApplied) return read;
  const listedAt = pulled.isWhole ? now.toISOString() : row.listedAt;
  return { ...read, held: null, syncState: pulled.state, listedAt };
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
