/** Lists and their items among what is searched, as far as the caller sees the lists. */
import { dateIn } from "../../lib/time.ts";
import { type BlockText, blockTexts } from "../../lists/blocks/rows.store.ts";
import { listRows } from "../../lists/lists/rows.store.ts";
import { sectionRows } from "../../lists/sections/store.ts";
import { labelOf, spokenDue } from "../../lists/summary.ts";
import { kept, searchable, type Texts } from "../index-cache.ts";
import { type Found, madeAt, onDate, type When } from "../result.ts";
import { fitting, namesOf, type Sought } from "../search-context.ts";

/** Lists that fit, by name. */
export function findLists(sought: Sought): Found[] {
  const sections = new Map(sectionRows(sought.work).map(({ id, name }) => [id, name]));
  const texts = searchable(listRows(sought.work), ({ name }) => ({ title: name, more: [] }));
  return fitting(sought, texts).map(
    ({ row, rank }): Found => ({
      type: "list",
      id: row.id,
      rank,
      when: madeAt(row.createdAt),
      show: () => ({
        title: row.name,
        line: `In “${sections.get(row.sectionId)}”${row.visibility === "personal" ? ", personal" : ""}`,
      }),
    }),
  );
}

/** Items that fit: the first line of their text is the title. */
export function findBlocks(sought: Sought): Found[] {
  const lists = new Map(listRows(sought.work).map(({ id, name }) => [id, name]));
  const texts = kept(sought.work, "blocks", blockTexts, textsOf);
  const seen = texts.filter(({ row: { listId } }) => lists.has(listId));
  return fitting(sought, seen).map(
    ({ row, rank }): Found => ({
      type: "block",
      id: row.id,
      rank,
      when: whenOf(row, sought),
      show: () => ({
        title: labelOf(row),
        line: blockLine(row, lists.get(row.listId) ?? "", sought),
        listId: row.listId,
      }),
    }),
  );
}

function textsOf({ content }: BlockText): Texts {
  const end = content.indexOf("\n");
  return end < 0 ? { title: content, more: [] } : { title: content.slice(0, end), more: [content.slice(end)] };
}

function whenOf({ dueDate, done, createdAt }: BlockText, { work: { timeZone }, today }: Sought): When {
  return dueDate !== null && done === 0 ? onDate(dateIn(timeZone, new Date(dueDate)), today) : madeAt(createdAt);
}

/** `On “Groceries”, for Ben, due Fri 27 Nov`. */
function blockLine({ memberId, dueDate, done }: BlockText, listName: string, sought: Sought): string {
  const { timeZone, now } = sought.work;
  const assignee = memberId === null ? "" : `, for ${namesOf(sought, [memberId])}`;
  const due = dueDate === null || done === 1 ? "" : `, due ${spokenDue(dueDate, timeZone, now)}`;
  return `On “${listName}”${assignee}${due}${done === 1 ? ", ticked off" : ""}`;
}
