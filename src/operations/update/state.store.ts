import { writeUncached } from "#platform/db/change-counter.ts";
import { type Db, transact } from "#platform/db/client.ts";
import { findInstanceValue, setInstanceValue } from "#platform/db/instance.ts";
import { deleteJob, scheduleJob } from "#platform/jobs/store.ts";
import { version } from "#platform/version.ts";
import { isNewer } from "./release.ts";

export type UpdateState = {
  readonly isOn: boolean;
  /** Time of the last successful check. Null if no check was successful yet. */
  readonly checkedAt: string | null;
  readonly newest: string | null;
  readonly fault: string | null;
};

export const checkJob = { kind: "update-check", subjectId: "" } as const;
const name = "update-check";
const off: UpdateState = { isOn: false, checkedAt: null, newest: null, fault: null };

export function readUpdateState(db: Db): UpdateState {
  const text = findInstanceValue(db, name);
  return text === null ? off : { ...off, ...JSON.parse(text) };
}

/** Returns the newest known version, or null if it is no newer than the running one, for example after a restore. */
export function newerVersionIn({ newest }: UpdateState): string | null {
  return newest !== null && isNewer(newest, version) ? newest : null;
}

/** Turns the weekly check on or off. Once it is on, the first check follows at once. Must run in a transaction. */
export function switchUpdateCheck(db: Db, isOn: boolean, now: Date): void {
  if (readUpdateState(db).isOn === isOn) return;
  setInstanceValue(db, name, JSON.stringify({ ...off, isOn }));
  if (isOn) scheduleJob(db, checkJob, null, now);
  else deleteJob(db, checkJob);
}

/** Saves the result of a check. Does nothing if the check was turned off while it ran. */
export function saveCheck(db: Db, result: Partial<Omit<UpdateState, "isOn">>): void {
  const change = () => {
    const state = readUpdateState(db);
    if (state.isOn) setInstanceValue(db, name, JSON.stringify({ ...state, ...result }));
  };
  writeUncached(db, () => transact(db, change));
}
