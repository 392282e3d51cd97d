import { invalid, unprocessable } from "#lib/errors.ts";
import { say } from "#lib/sentence.ts";
import { record } from "#platform/activity/record.ts";
import type { PictureCopy } from "#platform/images/files.ts";
import type { Work } from "#platform/work.ts";
import { blockRowsOf } from "../blocks/rows.store.ts";
import { addBlocks, type NewItem } from "../blocks/store.ts";
import { type CoverColumns, copiedCover } from "../covers/model.ts";
import { readList } from "../list-tree.ts";
import { aboutList, listRow, requireList } from "../lists/rows.store.ts";
import { addList } from "../lists/store.ts";
import type { ListWithBlocks, NewCopy, NewList, Visibility } from "../model.ts";
import { countedItems } from "../summary.ts";
import { findTemplate, requireTemplate, templateItems, visibilityOf } from "./store.ts";

type Look = Pick<NewList, "icon" | "colorKey" | "hideDone">;
type Original = {
  readonly look: Look;
  readonly cover: CoverColumns;
  readonly visibility: Visibility;
  readonly items: readonly NewItem[];
};

/** Returns the picture that is copied with a list. Null if the original is missing or has no picture. */
export function coverToCopy(work: Work, { templateId, copyOf }: NewCopy): string | null {
  if (copyOf !== undefined) return listRow(work, copyOf)?.coverFile ?? null;
  return templateId === undefined ? null : (findTemplate(work, templateId)?.coverFile ?? null);
}

/**
 * Makes a list from a template or from another list.
 * @throws ApiError 400 if neither id is given; 422 if both ids are given, or if the given original does not exist.
 */
export function createCopy(
  work: Work,
  { templateId, copyOf, ...list }: NewCopy,
  copy: PictureCopy | null = null,
): ListWithBlocks {
  const { look, cover, visibility, items } = originalOf(work, templateId, copyOf);
  // Unless the caller chooses otherwise, the copy of a personal list or template is not shown to others.
  const row = addList(work, { visibility, ...look, cover: copiedCover(cover, copy), ...list });
  const blocks = addBlocks(work, row.id, items);
  record(work, {
    ...aboutList(row),
    action: "created",
    summary: say`made the list “${row.name}”${countedItems(blocks.length)}`,
    after: { list: [row], ...(blocks.length === 0 ? {} : { block: blocks }) },
  });
  return readList(work, row.id);
}

function originalOf(work: Work, templateId: string | undefined, copyOf: string | undefined): Original {
  if (templateId !== undefined && copyOf !== undefined)
    throw unprocessable("copyOf", "must not be combined with templateId");
  if (copyOf !== undefined) return listAsOriginal(work, copyOf);
  if (templateId === undefined) throw invalid("templateId", "is required", "required");
  const template = requireTemplate(work, templateId, "templateId");
  const { icon, colorKey } = template;
  return {
    look: { icon, colorKey },
    cover: template,
    visibility: visibilityOf(template),
    items: templateItems(work, template),
  };
}

/** Returns a list in the form in which it is copied: with assignees, but with all tasks open and without due dates. */
function listAsOriginal(work: Work, id: string): Original {
  const original = requireList(work, id, "copyOf");
  const { icon, colorKey, hideDone, visibility } = original;
  const levels = Map.groupBy(blockRowsOf(work, id), ({ parentId }) => parentId);
  const items = (levels.get(null) ?? []).map((row) => ({ ...row, subtasks: levels.get(row.id) ?? [] }));
  return { look: { icon, colorKey, hideDone: hideDone === 1 }, cover: original, visibility, items };
}
