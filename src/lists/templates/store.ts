import { asc, isNull, or } from "drizzle-orm";
import { membersForReminders } from "#accounts/members/store.ts";
import { invalid, limitReached, noSuch, notFound, raise, unprocessable } from "#lib/errors.ts";
import { say } from "#lib/sentence.ts";
import { authorsOf, newRecordFields } from "#platform/activity/actors.ts";
import { type Entry, record } from "#platform/activity/record.ts";
import { byId, deleteFrom, equal, type RowOf, records, selectFrom, updateIn } from "#platform/db/statements.ts";
import { listTemplate } from "#platform/db/tables.ts";
import type { PictureChange, PictureCopy } from "#platform/images/files.ts";
import type { Actor, Work } from "#platform/work.ts";
import { type BlockRow, blockRowsOf } from "../blocks/rows.store.ts";
import { addBlocks } from "../blocks/store.ts";
import { copiedCover, toCover } from "../covers/model.ts";
import { readList } from "../list-tree.ts";
import { aboutList, listRow, requireList } from "../lists/rows.store.ts";
import { addList } from "../lists/store.ts";
import type { NewCopy, Visibility } from "../model.ts";
import { countedItems } from "../summary.ts";
import type { ListTemplate, NewTemplate, TemplateItem } from "./model.ts";

const maxTemplates = 50;
const maxItems = 500;

/** Filter of templates that the caller can see. The template of a personal list is visible only to the owner. */
const isVisible = or(isNull(listTemplate.ownerId), equal(listTemplate.ownerId, "viewerId"));
const isOwned = equal(listTemplate.ownerId, "memberId");

const templates = records(listTemplate);
const templatesByName = selectFrom(listTemplate, templates.columns, {
  where: isVisible,
  orderBy: [asc(listTemplate.name), asc(listTemplate.id)],
});
const templateById = selectFrom(listTemplate, templates.columns, { where: [byId(listTemplate), isVisible] });
const ownedCovers = selectFrom(listTemplate, ["coverFile"], { where: isOwned });
const removeOwned = deleteFrom(listTemplate, isOwned);
const shareOwned = updateIn(listTemplate, ["updatedAt"], isOwned, { ownerId: null });

type TemplateRow = RowOf<typeof listTemplate>;

export function listTemplates(work: Work): { templates: ListTemplate[] } {
  const rows = visibleRows(work);
  const actorOf = authorsOf(work, rows);
  return { templates: rows.map((row) => toTemplate(work, row, actorOf)) };
}

/** Creates a template from a list. @throws ApiError 422 for an unknown list, or too many templates or items. */
export function createTemplate(work: Work, { listId, name }: NewTemplate, copy: PictureCopy | null): ListTemplate {
  const list = requireList(work, listId, "listId");
  const blocks = blockRowsOf(work, listId);
  if (blocks.length > maxItems) throw limitReached("A template holds at most 500 items");
  if (visibleRows(work).length >= maxTemplates) throw limitReached("A household holds at most 50 templates");
  const row = templates.insert(work, {
    ownerId: list.visibility === "personal" ? list.ownerId : null,
    name: name ?? list.name,
    icon: list.icon,
    colorKey: list.colorKey,
    ...copiedCover(list, copy),
    items: JSON.stringify(toTemplateItems(blocks)),
    ...newRecordFields(work),
  });
  record(work, {
    ...about(row),
    action: "created",
    summary: say`saved the template “${row.name}”${countedItems(blocks.length)}`,
    after: { listTemplate: [row] },
  });
  return toTemplate(work, row, authorsOf(work, [row]));
}

/** Deletes a template. The caller deletes the file `orphan` after the transaction. @throws ApiError 404 */
export function deleteTemplate(work: Work, id: string): PictureChange<{ id: string; deleted: true }> {
  const row = findTemplate(work, id) ?? raise(notFound("Template"));
  templates.remove(work, id);
  record(work, {
    ...about(row),
    action: "deleted",
    summary: say`deleted the template “${row.name}”`,
    before: { listTemplate: [row] },
  });
  return { answer: { id, deleted: true }, orphan: row.coverFile };
}

const findTemplate = (work: Work, id: string): TemplateRow | null =>
  templateById.get(work, { id, viewerId: work.viewerId });

/** Deletes or shares templates. Returns cover files to delete after the transaction. Does not record activity. */
export function removeMemberFromTemplates(work: Work, memberId: string, fate: "delete" | "share"): string[] {
  if (fate === "share") {
    shareOwned(work, { memberId, updatedAt: work.now.toISOString() });
    return [];
  }
  const files = ownedCovers.all(work, { memberId });
  removeOwned(work, { memberId });
  return files.flatMap(({ coverFile }) => coverFile ?? []);
}

const visibleRows = (work: Work): TemplateRow[] => templatesByName.all(work, { viewerId: work.viewerId });

function visibilityOf({ ownerId }: TemplateRow): Visibility {
  return ownerId === null ? "shared" : "personal";
}

/** An item of a template as the database stores it. Rows of older versions have no assignees. */
type StoredItem = Omit<TemplateItem, "memberId" | "subtasks"> & {
  readonly memberId?: string | null;
  readonly subtasks: readonly (string | TemplateItem["subtasks"][number])[];
};

/** Returns the items of a template. Leaves out assignees who were removed since. */
function templateItems(work: Work, { items }: TemplateRow): TemplateItem[] {
  const members = new Set(membersForReminders(work).map(({ id }) => id));
  const present = (id: string | null | undefined) => (id && members.has(id) ? id : null);
  return (JSON.parse(items) as StoredItem[]).map(({ type, content, memberId, subtasks }) => ({
    type,
    content,
    memberId: present(memberId),
    subtasks: subtasks.map((each) =>
      typeof each === "string"
        ? { content: each, memberId: null }
        : { content: each.content, memberId: present(each.memberId) },
    ),
  }));
}

/** Converts blocks to items of a template. In `blocks`, parents must come before their subtasks. */
function toTemplateItems(blocks: readonly BlockRow[]): TemplateItem[] {
  const subtasks = Map.groupBy(blocks, ({ parentId }) => parentId);
  return (subtasks.get(null) ?? []).map(({ id, type, content, memberId }) => ({
    type,
    content,
    memberId,
    subtasks: (subtasks.get(id) ?? []).map((each) => ({ content: each.content, memberId: each.memberId })),
  }));
}

function about({ id, name, ownerId }: TemplateRow): Pick<Entry, "subject" | "audience"> {
  return { subject: { type: "list_template", id, label: name }, audience: { listId: null, viewerId: ownerId } };
}

function toTemplate(work: Work, row: TemplateRow, actorOf: (id: number) => Actor): ListTemplate {
  return {
    id: row.id,
    name: row.name,
    icon: row.icon,
    colorKey: row.colorKey,
    visibility: visibilityOf(row),
    cover: toCover(row),
    items: templateItems(work, row),
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    createdBy: actorOf(row.createdBy),
  };
}

/** Returns the picture that is copied with a list. Null if the original is missing or has no picture. */
export function coverToCopy(work: Work, { templateId, copyOf }: NewCopy): string | null {
  if (copyOf !== undefined) return listRow(work, copyOf)?.coverFile ?? null;
  return templateId === undefined ? null : (findTemplate(work, templateId)?.coverFile ?? null);
}

/** Copies a list or template. @throws ApiError 400 for no id; 422 for two ids, or if the original does not exist. */
export function createCopy(work: Work, { templateId, copyOf, ...list }: NewCopy, copy: PictureCopy | null) {
  const { original, hideDone, visibility, items } = originalOf(work, templateId, copyOf);
  const { icon, colorKey } = original;
  // Unless the caller chooses otherwise, the copy of a personal list or template is not shown to others.
  const look = { visibility, icon, colorKey, hideDone, cover: copiedCover(original, copy) };
  const row = addList(work, { ...look, ...list });
  const blocks = addBlocks(work, row.id, items);
  record(work, {
    ...aboutList(row),
    action: "created",
    summary: say`made the list “${row.name}”${countedItems(blocks.length)}`,
    after: { list: [row], ...(blocks.length === 0 ? {} : { block: blocks }) },
  });
  return readList(work, row.id);
}

/** Returns the template or list to copy. Its items have assignees, but all tasks are open and without due dates. */
function originalOf(work: Work, templateId: string | undefined, copyOf: string | undefined) {
  if (templateId !== undefined && copyOf !== undefined)
    throw unprocessable("copyOf", "must not be combined with templateId");
  if (copyOf !== undefined) {
    const original = requireList(work, copyOf, "copyOf");
    const { hideDone, visibility } = original;
    return { original, hideDone: hideDone === 1, visibility, items: toTemplateItems(blockRowsOf(work, copyOf)) };
  }
  if (templateId === undefined) throw invalid("templateId", "is required", "required");
  const original = findTemplate(work, templateId) ?? raise(noSuch("templateId", "template"));
  return { original, hideDone: false, visibility: visibilityOf(original), items: templateItems(work, original) };
}
