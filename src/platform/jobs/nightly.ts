import { hour } from "#lib/time.ts";
import type { Db } from "../db/client.ts";
import type { Log } from "../http/log.ts";
import type { JobKind } from "./runner.ts";

/** Returns the last time up to `now` at which clocks in the zone showed `at`, or at which a clock change skipped it. */
export function lastDue(now: Date, at: string, timeZone: string): Date {
  const { today, on } = datesAround(now, at, timeZone);
  const due = on(today);
  return due <= now ? due : on(today.subtract({ days: 1 }));
}

/** Returns the first time after `after` at which clocks in the zone show `at`, or at which a clock change skips it. */
export function nextDue(after: Date, at: string, timeZone: string): Date {
  const { today, on } = datesAround(after, at, timeZone);
  const due = on(today);
  return due > after ? due : on(today.add({ days: 1 }));
}

export type NightlySchedule = {
  /** The local time of the job as `HH:MM`. */
  readonly at: string;
  /** Returns the time zone of the household, or null while there is no household. */
  readonly zone: () => string | null;
};

export function everyNight({ at, zone }: NightlySchedule): JobKind["next"] {
  return (after) => {
    const timeZone = zone();
    return timeZone === null ? null : nextDue(after, at, timeZone);
  };
}

export type NightlyJobContext = NightlySchedule & { readonly db: Db; readonly clock: () => Date; readonly log: Log };

type Deletion = Pick<JobKind, "name" | "label" | "spreadMs"> & {
  /** Deletes data, and returns a text for the log that says what was deleted. Null if nothing was deleted. */
  run(signal: AbortSignal): Promise<string | null>;
};

export function nightlyDeletion(context: NightlyJobContext, { run, ...job }: Deletion): JobKind {
  return {
    ...job,
    timeoutMs: hour,
    next: everyNight(context),
    async run(_, signal) {
      const deleted = await run(signal);
      if (deleted !== null) context.log.info(`deleted ${deleted}`);
    },
  };
}

/** Calls `deleteBatch` until it returns 0. Each call is one transaction. Returns the sum. @throws the abort's reason */
export async function inBatches(deleteBatch: () => number, signal: AbortSignal): Promise<number> {
  let all = 0;
  for (;;) {
    signal.throwIfAborted();
    const deleted = deleteBatch();
    if (deleted === 0) return all;
    all += deleted;
    await Bun.sleep(0);
  }
}

function datesAround(now: Date, at: string, timeZone: string) {
  const zoned = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone);
  const on = (date: Temporal.PlainDate) =>
    new Date(date.toZonedDateTime({ timeZone, plainTime: at }).epochMilliseconds);
  return { today: zoned.toPlainDate(), on };
}
