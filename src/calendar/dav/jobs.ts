/** What nothing else does: forgets old deletions, and shows the dates near today of objects that no event can express. */

import { readHousehold } from "#accounts/households/store.ts";
import { yieldToEventLoop } from "#lib/concurrency.ts";
import { day } from "#lib/time.ts";
import { writeInHousehold, writeUncached } from "#platform/db/change-counter.ts";
import { type Db, transact } from "#platform/db/client.ts";
import { inBatches, type NightlyJobContext, nightlyDeletion } from "#platform/jobs/nightly.ts";
import type { JobKind } from "#platform/jobs/runner.ts";
import { systemWork } from "#platform/work.ts";
import { oldUnrolledObjects } from "../calendars/objects.store.ts";
import { forgetChanges } from "./data/changes.store.ts";
import { findByObject } from "./data/resources.store.ts";
import { moveWindow } from "./data/writes.store.ts";

const keptMs = 180 * day;
const windowMs = 30 * day;

export type Tended = { readonly forgotten: number; readonly moved: number };

/** @throws the reason of an abort */
export async function tendCalendars(db: Db, now: Date, signal: AbortSignal): Promise<Tended> {
  const before = new Date(now.getTime() - keptMs);
  const forgotten = await inBatches(
    () => writeUncached(db, () => transact(db, () => forgetChanges(db, before))),
    signal,
  );
  const old = oldUnrolledObjects(db, new Date(now.getTime() - windowMs).toISOString());
  for (const { householdId, id } of old) {
    signal.throwIfAborted();
    await yieldToEventLoop();
    const work = systemWork(db, readHousehold(db, householdId), now);
    writeInHousehold(db, householdId, () =>
      transact(db, () => {
        const resource = findByObject(work, id);
        if (resource) moveWindow(work, resource);
      }),
    );
  }
  return { forgotten, moved: old.length };
}

export function nightlyCalendars(night: NightlyJobContext): JobKind {
  return nightlyDeletion(night, {
    name: "calendars",
    label: "calendars",
    async run(signal) {
      const { forgotten } = await tendCalendars(night.db, night.clock(), signal);
      return forgotten === 0 ? null : `${forgotten} old deletions of events`;
    },
  });
}
