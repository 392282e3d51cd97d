import { type Phrase, type Sentence, say, sayDate, sayFields, saySeries, sayTime } from "#lib/sentence.ts";
import { dateIn, isoOf } from "#lib/time.ts";
import { toLocalMs } from "#lib/zone.ts";
import type { Changes } from "#platform/activity/record.ts";
import type { BlockType } from "./model.ts";

const maxLabelLength = 80;

type BlockText = { readonly type: BlockType; readonly content: string };
type Dates = { readonly timeZone: string; readonly now: Date };

export function labelOf({ type, content }: BlockText): string {
  const [line = ""] = content.split("\n", 1);
  const letters = [...line];
  if (letters.length > maxLabelLength) return `${letters.slice(0, maxLabelLength - 1).join("")}…`;
  return line === "" ? typeNames[type] : line;
}

export const typeNames: Readonly<Record<BlockType, string>> = {
  task: "task",
  header: "heading",
  paragraph: "note",
  divider: "divider",
};

/** Returns the name of a block in a sentence: `“Milk”`, `the heading “Dairy”` or `a divider`. */
export function namedBlock(block: BlockText): Phrase {
  if (block.content === "") return emptyBlocks[block.type];
  const label = labelOf(block);
  if (block.type === "task") return say`“${label}”`;
  return block.type === "header" ? say`the heading “${label}”` : say`the note “${label}”`;
}

const emptyBlocks: Readonly<Record<BlockType, Phrase>> = {
  task: say`a task`,
  header: say`a heading`,
  paragraph: say`a note`,
  divider: say`a divider`,
};

export function convertedSummary(before: BlockText, type: BlockType, listName: string, subtasks: number): Sentence {
  const dropped =
    subtasks === 0 ? "" : subtasks === 1 ? say` without its subtask` : say` without its ${subtasks} subtasks`;
  return say`turned ${namedBlock(before)} on “${listName}” into ${emptyBlocks[type]}${dropped}`;
}

/** Returns the end of a sentence such as ` with its 3 subtasks`, or an empty text if the count is 0. */
export function countedSubtasks(count: number): Phrase | "" {
  if (count === 0) return "";
  return count === 1 ? say` with its subtask` : say` with its ${count} subtasks`;
}

/** Returns the end of a sentence such as ` with its 12 items`, or an empty text if the count is 0. */
export function countedItems(count: number): Phrase | "" {
  if (count === 0) return "";
  return count === 1 ? say` with its item` : say` with its ${count} items`;
}

/** Returns a sentence such as `changed “Groceries”: 3 items added, 2 ticked off, 1 deleted`. */
export function batchSummary(listName: string, actions: readonly string[]): Sentence {
  const [[action = "", { length: count } = []] = [], ...others] = Map.groupBy(actions, (each) => each);
  const word = nameOfAction(action);
  const first = count === 1 ? say`1 item ${word}` : say`${count} items ${word}`;
  const rest = others.map(([each, { length }]) => say`${length} ${nameOfAction(each)}`);
  return say`changed “${listName}”: ${saySeries([first, ...rest])}`;
}

const actionNames: Readonly<Record<string, Phrase>> = {
  created: say`added`,
  updated: say`changed`,
  completed: say`ticked off`,
  reopened: say`reopened`,
  converted: say`converted`,
  moved: say`moved`,
  deleted: say`deleted`,
};

function nameOfAction(action: string): Phrase {
  return actionNames[action] ?? { english: action, arg: action };
}

type Levels = { readonly parent: BlockText | null; readonly formerParent: BlockText | null };

/** Returns the sentence about a block that moved within a list. `levels` is null if the block stays at its level. */
export function movedWithinListSummary(block: BlockText, levels: Levels | null, listName: string): Sentence {
  const named = namedBlock(block);
  if (levels?.parent) return say`moved ${named} under ${namedBlock(levels.parent)} on “${listName}”`;
  if (levels?.formerParent) return say`moved ${named} out of ${namedBlock(levels.formerParent)} on “${listName}”`;
  return say`moved ${named} to another place on “${listName}”`;
}

const blockFieldNames: Readonly<Record<string, Phrase>> = {
  content: say`text`,
  done: say`state`,
  dueDate: say`due date`,
  memberId: say`assignee`,
};

export function blockSummary(
  before: BlockText,
  after: BlockText & { readonly dueDate: string | null },
  changes: Changes,
  { listName, assignee }: { listName: string; assignee: string },
  { timeZone, now }: Dates,
): Sentence {
  const named = namedBlock(after);
  const changed = Object.keys(blockFieldNames).filter((field) => changes[field]);
  if (changes.done) {
    const others = changed.filter((field) => field !== "done");
    const also = others.length === 0 ? "" : say`, and changed its ${sayFields(others, blockFieldNames)}`;
    if (changes.done.to === true) return say`ticked off ${named} on “${listName}”${also}`;
    return say`unticked ${named} on “${listName}”${also}`;
  }
  if (changed.length > 1) {
    return say`changed the ${sayFields(changed, blockFieldNames)} of ${namedBlock(before)} on “${listName}”`;
  }
  if (changes.memberId) {
    return assignee ? say`gave ${named} on “${listName}” to ${assignee}` : say`made ${named} on “${listName}” nobody's`;
  }
  if (changes.dueDate) {
    return after.dueDate === null
      ? say`took the due date off ${named} on “${listName}”`
      : say`made ${named} on “${listName}” due on ${sayDue(after.dueDate, timeZone, now)}`;
  }
  if (before.content === "") return say`wrote ${named} on “${listName}”`;
  if (after.content === "") return say`emptied ${namedBlock(before)} on “${listName}”`;
  if (labelOf(before) === labelOf(after)) return say`changed the text of ${named} on “${listName}”`;
  return say`changed ${namedBlock(before)} to “${labelOf(after)}” on “${listName}”`;
}

/** Returns the text of a due date, such as `Fri 27 Nov at 14:30`. A due date at midnight has no time. */
export function sayDue(dueDate: string, timeZone: string, now: Date): Phrase {
  const date = sayDate(dateIn(timeZone, new Date(dueDate)), dateIn(timeZone, now));
  const time = isoOf(toLocalMs(timeZone, Date.parse(dueDate))).slice(11, 16);
  return time === "00:00" ? date : say`${date} at ${sayTime(time)}`;
}

type ListText = { readonly name: string };

const listFieldNames: Readonly<Record<string, Phrase>> = {
  name: say`name`,
  icon: say`icon`,
  colorKey: say`colour`,
  favorite: say`place among the favourites`,
  hideDone: say`view of what is done`,
  visibility: say`visibility`,
  sectionId: say`section`,
};

const colors: Readonly<Record<string, Phrase>> = {
  coral: say`coral`,
  tangerine: say`tangerine`,
  sunshine: say`sunshine`,
  leaf: say`leaf`,
  teal: say`teal`,
  sky: say`sky`,
  grape: say`grape`,
  berry: say`berry`,
};

export function listSummary(before: ListText, after: ListText, changes: Changes, sectionName: string): Sentence {
  const { name } = after;
  const changed = Object.keys(listFieldNames).filter((field) => changes[field]);
  if (changed.length > 1) return say`changed the ${sayFields(changed, listFieldNames)} of “${name}”`;
  if (changes.sectionId) return say`moved the list “${name}” to “${sectionName}”`;
  if (changes.name) return say`renamed the list “${before.name}” to “${name}”`;
  if (changes.visibility) {
    return changes.visibility.to === "personal"
      ? say`made “${name}” personal`
      : say`shared “${name}” with the household`;
  }
  if (changes.favorite) {
    return changes.favorite.to === true ? say`made “${name}” a favourite` : say`took “${name}” off the favourites`;
  }
  if (changes.hideDone) {
    return changes.hideDone.to === true ? say`hid what is done on “${name}”` : say`showed what is done on “${name}”`;
  }
  if (changes.icon) return say`gave “${name}” the icon ${String(changes.icon.to)}`;
  const { to: color = null } = changes.colorKey ?? {};
  return color === null
    ? say`took the colour off “${name}”`
    : say`coloured “${name}” ${colors[String(color)] ?? String(color)}`;
}
