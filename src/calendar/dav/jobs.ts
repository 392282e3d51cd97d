/**
 * Nightly maintenance of the calendars. Deletes records of old deletions. Some series are stored as one event for each
 * date near today; their events are computed again, because other dates are near today now.
 */

import { readHousehold } from "#accounts/households/store.ts";
import { yieldToEventLoop } from "#lib/concurrency.ts";
import { day } from "#lib/time.ts";
import { writeInHousehold, writeUncached } from "#platform/db/change-counter.ts";
import { type Db, transact } from "#platform/db/client.ts";
import { inBatches, type NightlyJobContext, nightlyDeletion } from "#platform/jobs/nightly.ts";
import type { JobKind } from "#platform/jobs/runner.ts";
import { systemWork } from "#platform/work.ts";
import { oldUnrolledObjects } from "../calendars/objects.store.ts";
import { deleteOldChanges } from "./data/changes.store.ts";
import { findByObject } from "./data/resources.store.ts";
import { refreshUnrolledDates } from "./data/writes.store.ts";

const changeLifetimeMs = 180 * day;
const windowMs = 30 * day;

export type MaintenanceResult = { readonly deletedChanges: number; readonly moved: number };

/** Runs the maintenance for all households. @throws the abort reason if the signal is aborted */
export async function maintainCalendars(db: Db, now: Date, signal: AbortSignal): Promise<MaintenanceResult> {
  const before = new Date(now.getTime() - changeLifetimeMs);
  const deletedChanges = await inBatches(
    () => writeUncached(db, () => transact(db, () => deleteOldChanges(db, before))),
    signal,
  );
  const old = oldUnrolledObjects(db, new Date(now.getTime() - windowMs).toISOString());
  for (const { householdId, id } of old) {
    signal.throwIfAborted();
    await yieldToEventLoop();
    const work = systemWork(db, readHousehold({ db, householdId }), now);
    writeInHousehold(db, householdId, () =>
      transact(db, () => {
        const resource = findByObject(work, id);
        if (resource) refreshUnrolledDates(work, resource);
      }),
    );
  }
  return { deletedChanges, moved: old.length };
}

export function nightlyCalendars(night: NightlyJobContext): JobKind {
  return nightlyDeletion(night, {
    name: "calendars",
    label: "calendars",
    async run(signal) {
      const { deletedChanges } = await maintainCalendars(night.db, night.clock(), signal);
      return deletedChanges === 0 ? null : `${deletedChanges} old deletions of events`;
    },
  });
}
