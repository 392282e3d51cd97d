import { eq, isNull, sql } from "drizzle-orm";
import { type Sentence, straightenQuotes } from "#lib/sentence.ts";
import { nextRevision } from "../db/numbers/revision.ts";
import { fields, insertParams, prepared, preparedWrite } from "../db/prepare.ts";
import { equal, param, updateIn } from "../db/statements.ts";
import { activity, household } from "../db/tables.ts";
import type { ImageName, SubjectType } from "../traits.ts";
import type { Work } from "../work.ts";
import { actorId } from "./actors.ts";
import { limitImages } from "./image-bounds.store.ts";

/** An update that completes or reopens a record has the action `completed` or `reopened`. */
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
  "imported",
] as const;

export type Changes = Readonly<Record<string, { from: unknown; to: unknown }>>;

/**
 * Rows that a change affected, from either before or after the change. The keys are names of tables and virtual tables.
 * If only the position of a row changed, the image holds only its key and position columns.
 */
export type Image = { readonly [Name in ImageName]?: readonly object[] };

export function mergeImages(one: Image, other: Image): Image {
  const names = new Set([...Object.keys(one), ...Object.keys(other)] as (keyof Image)[]);
  return Object.fromEntries([...names].map((name) => [name, [...(one[name] ?? []), ...(other[name] ?? [])]]));
}

/** Returns the images of a change of one row. Null stands for a row that did not exist before, or does not any more. */
export function rowImages(name: ImageName, before: object | null, after: object | null) {
  return { before: before && { [name]: [before] }, after: after && { [name]: [after] } };
}

export type Entry = {
  readonly action: (typeof actions)[number];
  readonly subject: { readonly type: SubjectType; readonly id: string; readonly label: string };
  /** The summary, such as `completed “Water the plants”`. A plain string is shown in English in every language. */
  readonly summary: Sentence | string;
  /** The fields that a PATCH changed. Omitted or null for all other changes. */
  readonly changes?: Changes | null;
  /** Rows from before the change. Omitted or null if the change affected no existing row. */
  readonly before?: Image | null;
  readonly after?: Image | null;
  readonly privateTo?: string | null;
  /** The members who see the entry. Everybody sees an entry that has no audience. */
  readonly audience?: Audience;
  readonly undoes?: string;
};

/** The result of changing a record: the answer, and the entry for the feed, which is null if nothing changed. */
export type Change<Answer> = { readonly answer: Answer; readonly entry: Entry | null };

export type Recorded = { readonly id: string; readonly entry: Entry };

/**
 * `listId` is the list that decides who sees an entry. `viewerId` is the only member who sees the entry, or null if
 * everybody does.
 */
export type Audience = { readonly listId: string | null; readonly viewerId: string | null };

export const feedColumns = [
  "id",
  "createdAt",
  "actorId",
  "action",
  "summary",
  "sentence",
  "changes",
  "subjectType",
  "subjectId",
  "subjectLabel",
  "privateTo",
] as const;

const insertEntry = preparedWrite((db) =>
  db.insert(activity).values({
    ...insertParams("householdId", ...feedColumns, "before", "after", "listId", "viewerId"),
    seq: sql`(select ${household.revision} from ${household} where ${household.id} = ${param("householdId")})`,
  }),
);

const raiseRevision = prepared((db) =>
  db
    .update(household)
    .set({
      revision: sql.raw(nextRevision),
      imageBytes: sql`${household.imageBytes} + ${param("imageBytes")}`,
    })
    .where(equal(household.id, "householdId"))
    .returning(fields(household, "imageBytes")),
);

/** Adds an entry to the feed and returns its id. Must run in the transaction of the change, once per request. */
export function record(work: Work, entry: Entry): string {
  const { db, householdId, now } = work;
  const { action, subject, summary, changes, audience = { listId: null, viewerId: null }, privateTo = null } = entry;
  const id = Bun.randomUUIDv7("hex", now);
  const [before, after] = [json(entry.before), json(entry.after)];
  const addedBytes = Buffer.byteLength(before ?? "") + Buffer.byteLength(after ?? "");
  const imageBytes = raiseRevision.get(db, { householdId, imageBytes: addedBytes })?.imageBytes ?? 0;
  insertEntry(db, {
    ...audience,
    id,
    householdId,
    createdAt: now.toISOString(),
    actorId: actorId(work),
    action,
    subjectType: subject.type,
    subjectId: subject.id,
    subjectLabel: subject.label,
    summary: typeof summary === "string" ? summary : summary.english,
    sentence: typeof summary === "string" ? null : summary.arg,
    changes,
    before,
    after,
    privateTo,
  });
  limitImages(work, imageBytes);
  work.recorded.push({ id, entry });
  return id;
}

export function recordChange<Answer>(work: Work, { answer, entry }: Change<Answer>): Answer {
  if (entry) record(work, entry);
  return answer;
}

const hideEntries = updateIn(
  activity,
  ["privateTo"],
  [
    eq(activity.subjectType, "event"),
    isNull(activity.privateTo),
    sql`(${activity.subjectId} = ${param("id")} or (instr(${activity.summary}, ${param("quoted")}) > 0
      and instr(ifnull(${activity.before}, '') || ifnull(${activity.after}, ''), ${param("id")}) > 0))`,
  ],
);

/** Shows the entries about an event only to the member `privateTo`. Must run in a transaction. */
export function hideEntriesAbout(work: Work, id: string, title: string, privateTo: string): void {
  hideEntries(work, { id, privateTo, quoted: `“${straightenQuotes(title)}”` });
}

/** Raises the revision after a change without an entry in the activity feed. Must run in a transaction. */
export function raiseRevisionOf({ db, householdId }: Work): void {
  raiseRevision.get(db, { householdId, imageBytes: 0 });
}

const showEntries = updateIn(activity, ["viewerId"], equal(activity.listId, "listId"));

/** Shows the entries of a list to the member `viewerId`, or to everybody if null. Must run in a transaction. */
export function showEntriesTo(work: Work, listId: string, viewerId: string | null): void {
  showEntries(work, { listId, viewerId });
}

function json(value: Image | null | undefined): string | null {
  return value ? JSON.stringify(value) : null;
}

export function changesBetween<Record extends object>(before: Record, patch: Partial<Record>): Changes | null {
  const changed = (Object.keys(patch) as (keyof Record & string)[])
    .filter((field) => patch[field] !== undefined && !Bun.deepEquals(patch[field], before[field]))
    .map((field) => [field, { from: before[field], to: patch[field] }] as const);
  return changed.length === 0 ? null : Object.fromEntries(changed);
}
