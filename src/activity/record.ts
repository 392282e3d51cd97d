/** The one call that every change makes: it writes the feed's entry and raises the household's revision. */
import { and, eq, sql } from "drizzle-orm";
import { insertParams, preparedWrite } from "../db/prepare.ts";
import { activity, household } from "../db/tables.ts";
import type { ImageName, SubjectType } from "../traits.ts";
import type { Work } from "../work.ts";
import { actorId } from "./actors.ts";

/** What can be done to a subject (contract section 4). `completed` and `reopened` win over `updated`. */
export const actions = [
  "created",
  "updated",
  "deleted",
  "completed",
  "reopened",
  "archived",
  "moved",
  "reordered",
  "converted",
  "answered",
  "revoked",
  "undone",
] as const;

/** What changed, field by field, as a reader of the API knows the fields. */
export type Changes = Readonly<Record<string, { from: unknown; to: unknown }>>;

/**
 * The data that a change touched, by the name of a table or a part in the traits: `{choreCompletion: [row]}`. A row is whole
 * (see `imageOf`); if only its position changed, it has the key and the columns of the position.
 */
export type Image = { readonly [Name in ImageName]?: readonly object[] };

/** One entry of the feed, before it is written. */
export type Entry = {
  readonly action: (typeof actions)[number];
  readonly subject: { readonly type: SubjectType; readonly id: string; readonly label: string };
  /** One English sentence without the actor: `completed “Water the plants”`. */
  readonly summary: string;
  /** Of a PATCH; null for anything else. */
  readonly changes: Changes | null;
  /** Null where there was, or is, nothing. */
  readonly before: Image | null;
  readonly after: Image | null;
  /** Who is shown it; left out: everybody. */
  readonly audience?: Audience;
};

/** An entry that a unit of work has written, under its id. */
export type Recorded = { readonly id: string; readonly entry: Entry };

/** The list whose visibility an entry follows from now on (null: none's), and who alone sees it now (null: everybody). */
export type Audience = { readonly listId: string | null; readonly viewerId: string | null };

/** The columns of an entry that the feed shows, one way or another. */
export const shownColumns = [
  "id",
  "createdAt",
  "actorId",
  "action",
  "summary",
  "changes",
  "subjectType",
  "subjectId",
  "subjectLabel",
] as const;

const insertEntry = preparedWrite((db) =>
  db.insert(activity).values(insertParams("householdId", ...shownColumns, "before", "after", "listId", "viewerId")),
);

const raiseRevision = preparedWrite((db) =>
  db
    .update(household)
    .set({ revision: sql`${household.revision} + 1` })
    .where(eq(household.id, sql.placeholder("householdId"))),
);

/** Records a change of the household; answers its entry's id. Must be in the transaction of the change, once for each request. */
export function record(work: Work, entry: Entry): string {
  const { db, householdId, now } = work;
  const id = Bun.randomUUIDv7("hex", now);
  insertEntry(db, {
    id,
    householdId,
    createdAt: now.toISOString(),
    actorId: actorId(work),
    action: entry.action,
    subjectType: entry.subject.type,
    subjectId: entry.subject.id,
    subjectLabel: entry.subject.label,
    summary: entry.summary,
    changes: json(entry.changes),
    before: json(entry.before),
    after: json(entry.after),
    listId: entry.audience?.listId ?? null,
    viewerId: entry.audience?.viewerId ?? null,
  });
  raiseRevision(db, { householdId });
  work.recorded.push({ id, entry });
  return id;
}

const showEntries = preparedWrite((db) =>
  db
    .update(activity)
    .set({ viewerId: sql`${sql.placeholder("viewerId")}` })
    .where(
      and(eq(activity.householdId, sql.placeholder("householdId")), eq(activity.listId, sql.placeholder("listId"))),
    ),
);

/** Shows all there is about a list to its owner alone, or (null) to everybody again. Must be in a transaction. */
export function showEntriesTo({ db, householdId }: Work, listId: string, viewerId: string | null): void {
  showEntries(db, { householdId, listId, viewerId });
}

function json(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value);
}

/** The fields of `before` that a PATCH would change, with both values; null where it changes nothing. */
export function changesBetween<Record extends object>(before: Record, patch: Partial<Record>): Changes | null {
  const changed = (Object.keys(patch) as (keyof Record & string)[])
    .filter((field) => patch[field] !== undefined && !Bun.deepEquals(patch[field], before[field]))
    .map((field) => [field, { from: before[field], to: patch[field] }] as const);
  return changed.length === 0 ? null : Object.fromEntries(changed);
}
