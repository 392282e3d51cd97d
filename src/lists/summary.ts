import type { Changes } from "../activity/record.ts";
import { spokenList } from "../lib/english.ts";
import { dateIn, isoOf, spokenDate } from "../lib/time.ts";
import { toWall } from "../lib/zone.ts";
import type { BlockType } from "./model.ts";

const longestLabel = 80;

type BlockText = { readonly type: BlockType; readonly content: string };
type Dates = { readonly timeZone: string; readonly now: Date };

export function labelOf({ type, content }: BlockText): string {
  const [line = ""] = content.split("\n", 1);
  const letters = [...line];
  if (letters.length > longestLabel) return `${letters.slice(0, longestLabel - 1).join("")}…`;
  return line === "" ? typeNames[type] : line;
}

export const typeNames: Readonly<Record<BlockType, string>> = {
  task: "task",
  header: "heading",
  paragraph: "note",
  divider: "divider",
};

/** `“Milk”`, `the heading “Dairy”`, `a divider`. */
export function namedBlock(block: BlockText): string {
  if (block.content === "") return `a ${typeNames[block.type]}`;
  const quoted = `“${labelOf(block)}”`;
  return block.type === "task" ? quoted : `the ${typeNames[block.type]} ${quoted}`;
}

/** ` with its 3 subtasks`, or nothing. */
export function countedSubtasks(count: number): string {
  if (count === 0) return "";
  return ` with ${count === 1 ? "its subtask" : `its ${count} subtasks`}`;
}

/** ` with its 12 items`, or nothing. */
export function countedItems(count: number): string {
  if (count === 0) return "";
  return ` with ${count === 1 ? "its item" : `its ${count} items`}`;
}

/** `changed “Groceries”: 3 items added, 2 ticked off, 1 deleted`. */
export function batchSummary(listName: string, actions: readonly string[]): string {
  const counts = [...Map.groupBy(actions, (action) => batchWords[action] ?? action)];
  const [[word, { length: count } = []] = [], ...others] = counts;
  const first = `${count} ${count === 1 ? "item" : "items"} ${word}`;
  return `changed “${listName}”: ${[first, ...others.map(([each, { length }]) => `${length} ${each}`)].join(", ")}`;
}

const batchWords: Readonly<Record<string, string>> = {
  created: "added",
  updated: "changed",
  completed: "ticked off",
};

const blockWords: Readonly<Record<string, string>> = {
  content: "text",
  done: "state",
  dueDate: "due date",
  memberId: "assignee",
};

export function blockSummary(
  before: BlockText,
  after: BlockText & { readonly dueDate: string | null },
  changes: Changes,
  { listName, assignee }: { listName: string; assignee: string },
  { timeZone, now }: Dates,
): string {
  const where = `on “${listName}”`;
  const named = namedBlock(after);
  const changed = Object.keys(changes);
  if (changes.done) {
    const others = changed.filter((field) => field !== "done");
    const also = others.length === 0 ? "" : `, and changed its ${words(others, blockWords)}`;
    return `${changes.done.to === true ? "ticked off" : "unticked"} ${named} ${where}${also}`;
  }
  if (changed.length > 1) return `changed the ${words(changed, blockWords)} of ${namedBlock(before)} ${where}`;
  if (changes.memberId) return assignee ? `gave ${named} ${where} to ${assignee}` : `made ${named} ${where} nobody's`;
  if (changes.dueDate && after.dueDate === null) return `took the due date off ${named} ${where}`;
  if (changes.dueDate && after.dueDate !== null) {
    return `made ${named} ${where} due on ${spokenDue(after.dueDate, timeZone, now)}`;
  }
  if (before.content === "") return `wrote ${named} ${where}`;
  if (after.content === "") return `emptied ${namedBlock(before)} ${where}`;
  if (labelOf(before) === labelOf(after)) return `changed the text of ${named} ${where}`;
  return `changed ${namedBlock(before)} to “${labelOf(after)}” ${where}`;
}

/** `Fri 27 Nov at 14:30`; midnight means no time. */
export function spokenDue(dueDate: string, timeZone: string, now: Date): string {
  const date = spokenDate(dateIn(timeZone, new Date(dueDate)), dateIn(timeZone, now));
  const time = isoOf(toWall(timeZone, Date.parse(dueDate))).slice(11, 16);
  return time === "00:00" ? date : `${date} at ${time}`;
}

type ListText = { readonly name: string };

const listWords: Readonly<Record<string, string>> = {
  name: "name",
  icon: "icon",
  colorKey: "colour",
  favorite: "place among the favourites",
  hideDone: "view of what is done",
  visibility: "visibility",
};

export function listSummary(before: ListText, after: ListText, changes: Changes, sectionName: string): string {
  const named = `“${after.name}”`;
  if (changes.sectionId) return `moved the list ${named} to “${sectionName}”`;
  const changed = Object.keys(changes);
  if (changed.length > 1) return `changed the ${words(changed, listWords)} of ${named}`;
  if (changes.name) return `renamed the list “${before.name}” to ${named}`;
  if (changes.visibility) {
    return changes.visibility.to === "personal" ? `made ${named} personal` : `shared ${named} with the household`;
  }
  if (changes.favorite) {
    return changes.favorite.to === true ? `made ${named} a favourite` : `took ${named} off the favourites`;
  }
  if (changes.hideDone) return `${changes.hideDone.to === true ? "hid" : "showed"} what is done on ${named}`;
  if (changes.icon) return `gave ${named} the icon ${String(changes.icon.to)}`;
  return changes.colorKey?.to === null ? `took the colour off ${named}` : `coloured ${named} ${changes.colorKey?.to}`;
}

/** In the order of `known`. */
function words(fields: readonly string[], known: Readonly<Record<string, string>>): string {
  return spokenList(Object.keys(known).flatMap((field) => (fields.includes(field) ? (known[field] ?? field) : [])));
}
