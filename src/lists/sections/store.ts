import { asc } from "drizzle-orm";
import { reorderAll } from "#accounts/households/reordering.ts";
import { noSuch, notFound, raise, unprocessable } from "#lib/errors.ts";
import { say } from "#lib/sentence.ts";
import { actorsOf, newRecordFields } from "#platform/activity/actors.ts";
import { changesBetween, type Entry, record } from "#platform/activity/record.ts";
import { byId, countIn, equal, type RowOf, records, selectFrom, updateIn } from "#platform/db/statements.ts";
import { list, listSection } from "#platform/db/tables.ts";
import type { Actor, Work } from "#platform/work.ts";
import type { Section, SectionFields } from "../model.ts";

const sections = records(listSection);
const sectionsInOrder = selectFrom(listSection, sections.columns, {
  orderBy: [asc(listSection.position), asc(listSection.id)],
});
const setPosition = updateIn(listSection, ["position"], byId(listSection));
/** Counts the lists of a section, including lists that the caller cannot see. */
const countLists = countIn(list, equal(list.sectionId, "sectionId"));

export type SectionRow = RowOf<typeof listSection>;

export const sectionRows = (work: Work): SectionRow[] => sectionsInOrder.all(work);

export const requireSection = (work: Work, id: string): SectionRow =>
  sections.find(work, id) ?? raise(noSuch("sectionId", "section"));

export function createSection(work: Work, { name }: SectionFields): Section {
  const row = addSection(work, name);
  record(work, {
    ...about(row),
    action: "created",
    summary: say`added the section “${name}”`,
    after: { listSection: [row] },
  });
  return toSection(row, actorsOf(work));
}

/** Adds a section after all existing sections. Does not record activity. */
export function addSection(work: Work, name: string): SectionRow {
  const position = (sectionRows(work).at(-1)?.position ?? -1) + 1;
  return sections.insert(work, { name, position, ...newRecordFields(work) });
}

export function renameSection(work: Work, id: string, patch: SectionFields): Section {
  const row = findSection(work, id);
  const changes = changesBetween<SectionFields>(row, patch);
  if (!changes) return toSection(row, actorsOf(work));
  const after = sections.update(work, row, { ...patch, updatedAt: work.now.toISOString() });
  record(work, {
    ...about(after),
    action: "updated",
    summary: say`renamed the section “${row.name}” to “${after.name}”`,
    changes,
    before: { listSection: [row] },
    after: { listSection: [after] },
  });
  return toSection(after, actorsOf(work));
}

/** Changes the order of the sections. @throws ApiError 422 unless `ids` contains each section exactly once. */
export function reorderSections(work: Work, ids: string[]): { ids: string[] } {
  return reorderAll(work, ids, {
    table: "listSection",
    thing: "section",
    present: sectionRows(work),
    setPosition,
    summary: say`put the sections of the lists in another order`,
  });
}

export function deleteSection(work: Work, id: string): { id: string; deleted: true } {
  const row = findSection(work, id);
  if (countLists(work, { sectionId: id }) > 0) throw unprocessable(null, "Section still contains lists", "not_empty");
  sections.remove(work, id);
  record(work, {
    ...about(row),
    action: "deleted",
    summary: say`deleted the section “${row.name}”`,
    before: { listSection: [row] },
  });
  return { id, deleted: true };
}

const findSection = (work: Work, id: string) => sections.find(work, id) ?? raise(notFound("Section"));

function about({ id, name }: SectionRow): Pick<Entry, "subject"> {
  return { subject: { type: "section", id, label: name } };
}

export function toSection({ position: _, ...row }: SectionRow, actorOf: (id: number) => Actor): Section {
  return { ...row, createdBy: actorOf(row.createdBy) };
}
