/** Rows of background jobs. No cache holds these rows, so they are written with `writeUncached`. */
import { and, gt, isNotNull, isNull, lte, min, sql } from "drizzle-orm";
import type { Db } from "../db/client.ts";
import { instanceValue } from "../db/instance.ts";
import { fields, insertParams, prepared, preparedWrite, updateParams } from "../db/prepare.ts";
import { among, equal, param } from "../db/statements.ts";
import { job } from "../db/tables.ts";

export type JobId = { readonly kind: string; readonly subjectId: string };
export type JobRow = NonNullable<ReturnType<typeof allJobs.get>>;
export type DueJob = NonNullable<ReturnType<typeof firstDue.get>>;

const deathsUntilOnHold = 3;

const rowFields = fields(
  job,
  "kind",
  "subjectId",
  "householdId",
  "nextAt",
  "runningSince",
  "okAt",
  "failures",
  "deaths",
  "error",
);
const isRow = and(equal(job.kind, "kind"), equal(job.subjectId, "subjectId"));
/** Excludes rows of unknown kinds. Such kinds belong to a newer version or are turned off. */
const isKnown = among(job.kind, "kinds");
const isLater = and(gt(job.nextAt, param("now")), isKnown);

const allJobs = prepared((db) => db.select(rowFields).from(job).orderBy(job.kind, job.subjectId));

const interruptedJobs = prepared((db) => db.select(rowFields).from(job).where(isNotNull(job.runningSince)));

const laterJobs = prepared((db) => db.select(rowFields).from(job).where(isLater));

/**
 * Reads the first due job of each household and kind. In SQLite, columns beside `min()` have the values of the row with
 * the minimum ("Bare columns in an aggregate query").
 */
const firstDue = prepared((db) =>
  db
    .select({
      ...fields(job, "kind", "subjectId", "householdId"),
      nextAt: sql<string>`${min(job.nextAt)}`.as("nextAt"),
    })
    .from(job)
    .where(and(lte(job.nextAt, param("now")), isNull(job.runningSince), isKnown))
    .groupBy(job.householdId, job.kind)
    .orderBy(sql`ifnull(${job.householdId}, '')`, sql`"nextAt"`),
);

const earliestAfter = prepared((db) =>
  db.select(fields(job, "nextAt")).from(job).where(isLater).orderBy(job.nextAt).limit(1),
);

const jobById = prepared((db) => db.select(rowFields).from(job).where(isRow));

const upsertJob = preparedWrite((db) =>
  db
    .insert(job)
    .values(insertParams("kind", "subjectId", "householdId", "nextAt"))
    .onConflictDoUpdate({ target: [job.kind, job.subjectId], set: { nextAt: sql`excluded.next_at` } }),
);

function change(...names: (keyof typeof job._.columns)[]) {
  return preparedWrite((db) =>
    db
      .update(job)
      .set(updateParams(...names))
      .where(isRow),
  );
}

const setRunning = change("runningSince");
const setNext = change("nextAt");
const setOk = change("nextAt", "okAt", "failures", "deaths", "error", "runningSince");
const setFailed = change("nextAt", "failures", "deaths", "error", "runningSince");

const removeJob = preparedWrite((db) => db.delete(job).where(isRow));

/** Whether a job is on hold: it waits for some hours, because the process ended three times in a row during the job. */
export function isOnHold({ deaths }: Pick<JobRow, "deaths">): boolean {
  return deaths >= deathsUntilOnHold;
}

export const listJobs = (db: Db): JobRow[] => allJobs.all(db);

export const listInterrupted = (db: Db): JobRow[] => interruptedJobs.all(db);

export function listLater(db: Db, kinds: readonly string[], now: Date): JobRow[] {
  return laterJobs.all(db, { kinds, now: now.toISOString() });
}

/** Returns the first due job of each household and kind, ordered by household and time. */
export function listDue(db: Db, kinds: readonly string[], now: Date): DueJob[] {
  return firstDue.all(db, { kinds, now: now.toISOString() });
}

export function findEarliestAfter(db: Db, kinds: readonly string[], now: Date): number | null {
  const row = earliestAfter.get(db, { kinds, now: now.toISOString() });
  return row && Date.parse(row.nextAt);
}

export function findJob(db: Db, { kind, subjectId }: JobId): JobRow | null {
  return jobById.get(db, { kind, subjectId });
}

/** Creates a job, or moves an existing job to another time. May run inside the transaction of another write. */
export function scheduleJob(db: Db, { kind, subjectId }: JobId, householdId: string | null, nextAt: Date): void {
  upsertJob(db, { kind, subjectId, householdId, nextAt: nextAt.toISOString() });
}

export function moveJob(db: Db, { kind, subjectId }: JobId, nextAt: Date): void {
  setNext(db, { kind, subjectId, nextAt: nextAt.toISOString() });
}

/** Marks a job as running since a time. If `since` is null, marks the job as not running. The job is then still due. */
export function markRunning(db: Db, { kind, subjectId }: JobId, since: Date | null): void {
  setRunning(db, { kind, subjectId, runningSince: since?.toISOString() ?? null });
}

export function markOk(db: Db, { kind, subjectId }: JobId, now: Date, nextAt: Date): void {
  const result = { runningSince: null, failures: 0, deaths: 0, error: null };
  setOk(db, { kind, subjectId, okAt: now.toISOString(), nextAt: nextAt.toISOString(), ...result });
}

export type JobFailure = {
  readonly nextAt: Date;
  readonly failures: number;
  readonly deaths: number;
  readonly error: string;
};

export function markFailed(db: Db, { kind, subjectId }: JobId, { nextAt, ...failure }: JobFailure): void {
  setFailed(db, { kind, subjectId, nextAt: nextAt.toISOString(), runningSince: null, ...failure });
}

export function deleteJob(db: Db, { kind, subjectId }: JobId): void {
  removeJob(db, { kind, subjectId });
}

/** Returns the random id of this installation. The first call creates the id. */
export function instanceId(db: Db): string {
  return instanceValue(db, "id", () => crypto.randomUUID());
}
