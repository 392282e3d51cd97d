import { type Sentence, say } from "#lib/sentence.ts";
import { dateIn } from "#lib/time.ts";
import { type BlockText, blockTexts } from "#lists/blocks/rows.store.ts";
import { listRows } from "#lists/lists/rows.store.ts";
import { sectionRows } from "#lists/sections/store.ts";
import { labelOf, sayDue } from "#lists/summary.ts";
import { cachedIndex, type Texts, toSearchable } from "../index-cache.ts";
import {
  type Find,
  finder,
  type SearchContext,
  sayPeople,
  type When,
  whenCreated,
  whenOnDate,
} from "../search-context.ts";

export function findLists({ work }: SearchContext): Find {
  const sections = new Map(sectionRows(work).map(({ id, name }) => [id, name]));
  return finder({
    texts: toSearchable(listRows(work), ({ name }) => ({ title: name })),
    when: ({ createdAt }) => whenCreated(createdAt),
    display: ({ name, sectionId, visibility }) => ({
      title: name,
      line: say`In “${sections.get(sectionId) ?? ""}”${visibility === "personal" ? say`, personal` : ""}`,
    }),
  });
}

export function findBlocks(context: SearchContext): Find {
  const lists = new Map(listRows(context.work).map(({ id, name }) => [id, name]));
  const texts = cachedIndex(context.work, "blocks", blockTexts, textsOf);
  return finder({
    texts: texts.filter(({ row: { listId } }) => lists.has(listId)),
    when: (row) => whenOf(row, context),
    display: (row) => ({
      title: labelOf(row),
      line: blockLine(row, lists.get(row.listId) ?? "", context),
      listId: row.listId,
    }),
  });
}

function textsOf({ content }: BlockText): Texts {
  const end = content.indexOf("\n");
  return end < 0 ? { title: content } : { title: content.slice(0, end), more: [content.slice(end)] };
}

function whenOf({ dueDate, done, createdAt }: BlockText, { work: { timeZone }, today }: SearchContext): When {
  return dueDate !== null && done === 0
    ? whenOnDate(dateIn(timeZone, new Date(dueDate)), today)
    : whenCreated(createdAt);
}

/** Returns a line such as `On “Groceries”, for Ben, due Fri 27 Nov`. */
function blockLine({ memberId, dueDate, done }: BlockText, listName: string, context: SearchContext): Sentence {
  const { timeZone, now } = context.work;
  const assignee = memberId === null ? "" : say`, for ${sayPeople(context, [memberId])}`;
  const due = dueDate === null || done === 1 ? "" : say`, due ${sayDue(dueDate, timeZone, now)}`;
  return say`On “${listName}”${assignee}${due}${done === 1 ? say`, ticked off` : ""}`;
}
