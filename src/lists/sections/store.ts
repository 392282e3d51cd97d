import { and, asc, eq, sql } from "drizzle-orm";
import { readHousehold } from "#accounts/households/store.ts";
import { noSuch, notFound, unprocessable } from "#lib/errors.ts";
import { changedPositions, positionsBefore, requireSameSet } from "#lib/reordering.ts";
import { say } from "#lib/sentence.ts";
import { actorId, actorsOf } from "#platform/activity/actors.ts";
import { imageOf } from "#platform/activity/images.ts";
import { changesBetween, type Entry, record } from "#platform/activity/record.ts";
import { fields, insertParams, prepared, preparedWrite } from "#platform/db/prepare.ts";
import { list, listSection } from "#platform/db/tables.ts";
import type { Actor, Work } from "#platform/work.ts";

const ofHousehold = eq(listSection.householdId, sql.placeholder("householdId"));
const isOne = and(ofHousehold, eq(listSection.id, sql.placeholder("id")));
const sectionFields = fields(listSection, "id", "name", "position", "createdAt", "updatedAt", "createdBy");

const sectionsInOrder = prepared((db) =>
  db.select(sectionFields).from(listSection).where(ofHousehold).orderBy(asc(listSection.position), asc(listSection.id)),
);

const sectionById = prepared((db) => db.select(sectionFields).from(listSection).where(isOne));

const insertSection = preparedWrite((db) =>
  db.insert(listSection).values({
    ...insertParams("id", "householdId", "name", "position", "createdBy"),
    createdAt: sql.placeholder("now"),
    updatedAt: sql.placeholder("now"),
  }),
);

const changeName = preparedWrite((db) =>
  db
    .update(listSection)
    .set({ name: sql`${sql.placeholder("name")}`, updatedAt: sql`${sql.placeholder("now")}` })
    .where(isOne),
);

const setPosition = preparedWrite((db) =>
  db
    .update(listSection)
    .set({ position: sql`${sql.placeholder("position")}` })
    .where(isOne),
);

const removeSection = preparedWrite((db) => db.delete(listSection).where(isOne));

/** Reads whether a section has lists, including lists that the caller cannot see. */
const anyListIn = prepared((db) =>
  db
    .select(fields(list, "id"))
    .from(list)
    .where(and(eq(list.householdId, sql.placeholder("householdId")), eq(list.sectionId, sql.placeholder("sectionId"))))
    .limit(1),
);

export type SectionRow = NonNullable<ReturnType<typeof sectionById.get>>;
type Section = ReturnType<typeof toSection>;

export function sectionRows({ db, householdId }: Work): SectionRow[] {
  return sectionsInOrder.all(db, { householdId });
}

/** Returns the section whose id is in a request body. @throws ApiError 422 if there is no such section */
export function requireSection({ db, householdId }: Work, id: string): SectionRow {
  const row = sectionById.get(db, { householdId, id });
  if (!row) throw noSuch("sectionId", "section");
  return row;
}

export function createSection(work: Work, { name }: { name: string }): Section {
  const id = addSection(work, name);
  const after = readSection(work, id);
  record(work, {
    ...about(after),
    action: "created",
    summary: say`added the section “${name}”`,
    changes: null,
    before: null,
    after: imageOf(work, "listSection", { id }),
  });
  return after;
}

/** Adds a section after all existing sections. Does not record activity. */
export function addSection(work: Work, name: string): string {
  const { db, householdId, now } = work;
  const id = Bun.randomUUIDv7("hex", now);
  const position = (sectionRows(work).at(-1)?.position ?? -1) + 1;
  insertSection(db, { id, householdId, name, position, now: now.toISOString(), createdBy: actorId(work) });
  return id;
}

export function renameSection(work: Work, id: string, patch: { name: string }): Section {
  const { db, householdId, now } = work;
  const before = readSection(work, id);
  const changes = changesBetween(before, patch);
  if (!changes) return before;
  const image = imageOf(work, "listSection", { id });
  changeName(db, { householdId, id, name: patch.name, now: now.toISOString() });
  const after = readSection(work, id);
  record(work, {
    ...about(after),
    action: "updated",
    summary: say`renamed the section “${before.name}” to “${after.name}”`,
    changes,
    before: image,
    after: imageOf(work, "listSection", { id }),
  });
  return after;
}

/** Changes the order of the sections. @throws ApiError 422 unless `ids` contains each section exactly once. */
export function reorderSections(work: Work, ids: string[]): { ids: string[] } {
  const { db, householdId } = work;
  const present = sectionRows(work);
  const before = present.map(({ id }) => id);
  requireSameSet(ids, before, "section");
  if (Bun.deepEquals(ids, before)) return { ids };
  const moved = changedPositions(ids, present);
  for (const { id, position } of moved) setPosition(db, { householdId, id, position });
  record(work, {
    action: "reordered",
    subject: { type: "household", id: householdId, label: readHousehold(db, householdId).name },
    summary: say`put the sections of the lists in another order`,
    changes: null,
    before: { listSection: positionsBefore(moved, present) },
    after: { listSection: moved },
  });
  return { ids };
}

/** Deletes a section. @throws ApiError 404; 422 if the section contains lists. */
export function deleteSection(work: Work, id: string): { id: string; deleted: true } {
  const { db, householdId } = work;
  const section = readSection(work, id);
  if (anyListIn.get(db, { householdId, sectionId: id }))
    throw unprocessable(null, "Section still contains lists", "not_empty");
  const before = imageOf(work, "listSection", { id });
  removeSection(db, { householdId, id });
  record(work, {
    ...about(section),
    action: "deleted",
    summary: say`deleted the section “${section.name}”`,
    changes: null,
    before,
    after: null,
  });
  return { id, deleted: true };
}

function readSection(work: Work, id: string): Section {
  const row = sectionById.get(work.db, { householdId: work.householdId, id });
  if (!row) throw notFound("Section");
  return toSection(row, actorsOf(work));
}

function about({ id, name }: Section): Pick<Entry, "subject"> {
  return { subject: { type: "section", id, label: name } };
}

export function toSection(row: SectionRow, actorOf: (id: number) => Actor) {
  return {
    id: row.id,
    name: row.name,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    createdBy: actorOf(row.createdBy),
  };
}
