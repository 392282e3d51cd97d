import { and, asc, eq, isNull, or, sql } from "drizzle-orm";
import { membersForReminders } from "#accounts/members/store.ts";
import { limitReached, noSuch, notFound } from "#lib/errors.ts";
import { say } from "#lib/sentence.ts";
import { actorId, actorsWith } from "#platform/activity/actors.ts";
import { imageOf } from "#platform/activity/images.ts";
import { type Entry, record } from "#platform/activity/record.ts";
import { fields, insertParams, prepared, preparedWrite } from "#platform/db/prepare.ts";
import { listTemplate } from "#platform/db/tables.ts";
import type { PictureCopy } from "#platform/images/files.ts";
import type { Actor, Work } from "#platform/work.ts";
import { type BlockRow, blockRowsOf } from "../blocks/rows.store.ts";
import { copiedCover, toCover } from "../covers/model.ts";
import { requireList } from "../lists/rows.store.ts";
import type { Visibility } from "../model.ts";
import { countedItems } from "../summary.ts";
import type { TemplateItem } from "./model.ts";

const maxTemplates = 50;
const maxItems = 500;

const ofHousehold = eq(listTemplate.householdId, sql.placeholder("householdId"));
/** Filter of templates that the caller can see. The template of a personal list is visible only to the owner. */
const isVisible = or(isNull(listTemplate.ownerId), eq(listTemplate.ownerId, sql.placeholder("viewerId")));
const isOne = and(ofHousehold, eq(listTemplate.id, sql.placeholder("id")));
const isOwn = and(ofHousehold, eq(listTemplate.ownerId, sql.placeholder("memberId")));
const templateFields = {
  ...fields(listTemplate, "id", "ownerId", "name", "icon", "colorKey", "items", "createdAt", "updatedAt", "createdBy"),
  ...fields(listTemplate, "coverFile", "coverHidden", "coverAttribution"),
};

const templatesByName = prepared((db) =>
  db
    .select(templateFields)
    .from(listTemplate)
    .where(and(ofHousehold, isVisible))
    .orderBy(asc(listTemplate.name), asc(listTemplate.id)),
);

const templateById = prepared((db) => db.select(templateFields).from(listTemplate).where(and(isOne, isVisible)));

const insertTemplate = preparedWrite((db) =>
  db.insert(listTemplate).values({
    ...insertParams("id", "householdId", "ownerId", "name", "icon", "colorKey", "items", "createdBy"),
    ...insertParams("coverFile", "coverHidden", "coverAttribution"),
    createdAt: sql.placeholder("now"),
    updatedAt: sql.placeholder("now"),
  }),
);

const removeTemplate = preparedWrite((db) => db.delete(listTemplate).where(isOne));

const ownedCovers = prepared((db) => db.select(fields(listTemplate, "coverFile")).from(listTemplate).where(isOwn));

const removeOwned = preparedWrite((db) => db.delete(listTemplate).where(isOwn));

const shareOwned = preparedWrite((db) =>
  db
    .update(listTemplate)
    .set({ ownerId: null, updatedAt: sql`${sql.placeholder("now")}` })
    .where(isOwn),
);

export type TemplateRow = NonNullable<ReturnType<typeof templateById.get>>;

export function listTemplates(work: Work) {
  const rows = visibleRows(work);
  const authors = rows.map(({ createdBy }) => createdBy);
  const actorOf = actorsWith(work, authors);
  return { templates: rows.map((row) => toTemplate(work, row, actorOf)) };
}

/** Creates a template from a list. @throws ApiError 422 for an unknown list, or too many templates or items. */
export function createTemplate(
  work: Work,
  { listId, name }: { listId: string; name?: string },
  copy: PictureCopy | null = null,
) {
  const { db, householdId, now } = work;
  const list = requireList(work, listId, "listId");
  const blocks = blockRowsOf(work, listId);
  if (blocks.length > maxItems) throw limitReached("A template holds at most 500 items");
  if (visibleRows(work).length >= maxTemplates) throw limitReached("A household holds at most 50 templates");
  const id = Bun.randomUUIDv7("hex", now);
  insertTemplate(db, {
    id,
    householdId,
    ownerId: list.visibility === "personal" ? list.ownerId : null,
    name: name ?? list.name,
    icon: list.icon,
    colorKey: list.colorKey,
    ...copiedCover(list, copy),
    items: JSON.stringify(toTemplateItems(blocks)),
    now: now.toISOString(),
    createdBy: actorId(work),
  });
  const row = findTemplate(work, id);
  record(work, {
    ...about(row),
    action: "created",
    summary: say`saved the template “${row.name}”${countedItems(blocks.length)}`,
    changes: null,
    before: null,
    after: imageOf(work, "listTemplate", { id }),
  });
  return toTemplate(work, row, actorsWith(work, [row.createdBy]));
}

/** Deletes a template. The caller deletes the file `orphan` after the transaction. @throws ApiError 404 */
export function deleteTemplate(work: Work, id: string) {
  const row = findTemplate(work, id);
  const before = imageOf(work, "listTemplate", { id });
  removeTemplate(work.db, { householdId: work.householdId, id });
  record(work, {
    ...about(row),
    action: "deleted",
    summary: say`deleted the template “${row.name}”`,
    changes: null,
    before,
    after: null,
  });
  return { answer: { id, deleted: true as const }, orphan: row.coverFile };
}

/**
 * Returns the template whose id is in a field of a request body. `path` is the path of that field.
 * @throws ApiError 422 if the caller can see no such template
 */
export function requireTemplate({ db, householdId, viewerId }: Work, id: string, path: string): TemplateRow {
  const row = templateById.get(db, { householdId, viewerId, id });
  if (!row) throw noSuch(path, "template");
  return row;
}

/**
 * Deletes or shares the templates of a member who is removed. Returns cover files to delete after the transaction. Does
 * not record activity.
 */
export function removeMemberFromTemplates(work: Work, memberId: string, fate: "delete" | "share"): string[] {
  const { db, householdId, now } = work;
  if (fate === "share") {
    shareOwned(db, { householdId, memberId, now: now.toISOString() });
    return [];
  }
  const files = ownedCovers.all(db, { householdId, memberId });
  removeOwned(db, { householdId, memberId });
  return files.flatMap(({ coverFile }) => coverFile ?? []);
}

/** Returns the cover file of a template. Null if no such template exists, or if the template has no picture. */
export function templateCover({ db, householdId, viewerId }: Work, id: string): string | null {
  return templateById.get(db, { householdId, viewerId, id })?.coverFile ?? null;
}

function visibleRows({ db, householdId, viewerId }: Work): TemplateRow[] {
  return templatesByName.all(db, { householdId, viewerId });
}

function findTemplate({ db, householdId, viewerId }: Work, id: string): TemplateRow {
  const row = templateById.get(db, { householdId, viewerId, id });
  if (!row) throw notFound("Template");
  return row;
}

export function visibilityOf({ ownerId }: TemplateRow): Visibility {
  return ownerId === null ? "shared" : "personal";
}

/** An item of a template as the database stores it. Rows of older versions have no assignees. */
type StoredItem = Omit<TemplateItem, "memberId" | "subtasks"> & {
  readonly memberId?: string | null;
  readonly subtasks: readonly (string | TemplateItem["subtasks"][number])[];
};

/** Returns the items of a template. Leaves out assignees who were removed since. */
export function templateItems(work: Work, { items }: TemplateRow): TemplateItem[] {
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

function toTemplate(work: Work, row: TemplateRow, actorOf: (id: number) => Actor) {
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
