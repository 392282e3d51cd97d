/** Rows of background jobs. No cache holds these rows, so they are written with `writeUncached`. */
import { and, eq, gt, isNotNull, isNull, lte, min, sql } from "drizzle-orm";
import type { Db } from "../db/client.ts";
import { fields, insertParams, prepared, preparedWrite, updateParams } from "../db/prepare.ts";
import { instance, job } from "../db/tables.ts";

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
const isRow = and(eq(job.kind, sql.placeholder("kind")), eq(job.subjectId, sql.placeholder("subjectId")));
/** Excludes rows of unknown kinds. Such kinds belong to a newer version or are turned off. */
const isKnown = sql`${job.kind} in (select value from json_each(${sql.placeholder("kinds")}))`;

const allJobs = prepared((db) => db.select(rowFields).from(job).orderBy(job.kind, job.subjectId));

const interruptedJobs = prepared((db) => db.select(rowFields).from(job).where(isNotNull(job.runningSince)));

const laterJobs = prepared((db) =>
  db
    .select(rowFields)
    .from(job)
    .where(and(gt(job.nextAt, sql.placeholder("now")), isKnown)),
);

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
    .where(and(lte(job.nextAt, sql.placeholder("now")), isNull(job.runningSince), isKnown))
    .groupBy(job.householdId, job.kind)
    .orderBy(sql`ifnull(${job.householdId}, '')`, sql`"nextAt"`),
);

const earliestAfter = prepared((db) =>
  db
    .select(fields(job, "nextAt"))
    .from(job)
    .where(and(gt(job.nextAt, sql.placeholder("now")), isKnown))
    .orderBy(job.nextAt)
    .limit(1),
);

const jobById = prepared((db) => db.select(rowFields).from(job).where(isRow));

const upsertJob = preparedWrite((db) =>
  db
    .insert(job)
    .values(insertParams("kind", "subjectId", "householdId", "nextAt"))
    .onConflictDoUpdate({ target: [job.kind, job.subjectId], set: { nextAt: sql`excluded.next_at` } }),
);

const setRunning = preparedWrite((db) => db.update(job).set(updateParams("runningSince")).where(isRow));

const setNext = preparedWrite((db) => db.update(job).set(updateParams("nextAt")).where(isRow));

const setOk = preparedWrite((db) =>
  db
    .update(job)
    .set({ ...updateParams("nextAt", "okAt"), runningSince: null, failures: 0, deaths: 0, error: null })
    .where(isRow),
);

const setFailed = preparedWrite((db) =>
  db
    .update(job)
    .set({ ...updateParams("nextAt", "failures", "deaths", "error"), runningSince: null })
    .where(isRow),
);

const removeJob = preparedWrite((db) => db.delete(job).where(isRow));

const insertInstanceId = preparedWrite((db) =>
  db
    .insert(instance)
    .values({ name: "id", value: sql.placeholder("value") })
    .onConflictDoNothing(),
);

const instanceIdRow = prepared((db) =>
  db.select(fields(instance, "value")).from(instance).where(eq(instance.name, "id")),
);

/** Whether a job is on hold: it waits for some hours, because the process ended three times in a row during the job. */
export function isOnHold({ deaths }: Pick<JobRow, "deaths">): boolean {
  return deaths >= deathsUntilOnHold;
}

export function listJobs(db: Db): JobRow[] {
  return allJobs.all(db);
}

export function listInterrupted(db: Db): JobRow[] {
  return interruptedJobs.all(db);
}

export function listLater(db: Db, kinds: string, now: Date): JobRow[] {
  return laterJobs.all(db, { kinds, now: now.toISOString() });
}

/** Returns the first due job of each household and kind, ordered by household and time. */
export function listDue(db: Db, kinds: string, now: Date): DueJob[] {
  return firstDue.all(db, { kinds, now: now.toISOString() });
}

export function findEarliestAfter(db: Db, kinds: string, now: Date): number | null {
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
  setOk(db, { kind, subjectId, okAt: now.toISOString(), nextAt: nextAt.toISOString() });
}

export type JobFailure = {
  readonly nextAt: Date;
  readonly failures: number;
  readonly deaths: number;
  readonly error: string;
};

export function markFailed(db: Db, { kind, subjectId }: JobId, { nextAt, ...failure }: JobFailure): void {
  setFailed(db, { kind, subjectId, nextAt: nextAt.toISOString(), ...failure });
}

export function deleteJob(db: Db, { kind, subjectId }: JobId): void {
  removeJob(db, { kind, subjectId });
}

/** Returns the random id of this installation. The first call creates the id. */
export function instanceId(db: Db): string {
  const known = instanceIdRow.get(db);
  if (known) return known.value;
  insertInstanceId(db, { value: crypto.randomUUID() });
  return instanceIdRow.get(db)?.value ?? "";
}
