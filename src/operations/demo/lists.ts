import { minute } from "#lib/time.ts";
import type { ColorKeyName } from "#lib/wire.ts";
import { createBlock, updateBlock } from "#lists/blocks/store.ts";
import { setCover } from "#lists/covers/store.ts";
import { createList, updateList } from "#lists/lists/store.ts";
import type { BlockType, Visibility } from "#lists/model.ts";
import { createSection } from "#lists/sections/store.ts";
import type { Work } from "#platform/work.ts";
import type { DemoCover } from "./photos.ts";
import type { DemoContext, DemoStep } from "./steps.ts";

/**
 * One item of a list: `# Dairy` is a heading, `---` a divider, `> …` a note, `x …` a completed task, and any other text
 * an open task.
 */
type Line = string | readonly [task: string, ...subtasks: string[]];

type DemoList = readonly [
  section: string,
  name: string,
  style: { readonly icon: string; readonly colorKey: ColorKeyName; readonly favorite: boolean },
  made: readonly [by: string, hoursAgo: number, visibility: Visibility],
  lines: readonly Line[],
];

const demoLists: readonly DemoList[] = [
  [
    "Shopping",
    "Groceries",
    { icon: "🛒", colorKey: "leaf", favorite: true },
    ["Anna", 68, "shared"],
    [
      "# Fruit and vegetables",
      "Apples",
      "x Carrots",
      "Spinach",
      "---",
      "# Dairy",
      "Oat milk",
      "x Butter",
      "Yoghurt for Leo",
      "# Everything else",
      "Spaghetti",
      "Birthday candles",
      "> The good bread is only there before ten.",
    ],
  ],
  [
    "Shopping",
    "Drugstore",
    { icon: "🧴", colorKey: "sky", favorite: false },
    ["Ben", 45, "shared"],
    ["Toothpaste", "x Plasters", "Sun cream for the holiday"],
  ],
  [
    "Holiday",
    "Packing for the mountains",
    { icon: "🧳", colorKey: "tangerine", favorite: true },
    ["Anna", 43, "shared"],
    [
      ["Walking boots", "x Waterproof them", "Try Mia's on", "Spare laces"],
      ["Documents", "Passports", "x Insurance cards"],
      ["Leo's rucksack", "Cuddly fox", "Headphones", "Two books"],
      "Roof box for the car",
      "> We leave on Saturday at six, whatever anybody says.",
    ],
  ],
  [
    "House",
    "House projects",
    { icon: "🔨", colorKey: "coral", favorite: false },
    ["Ben", 26, "shared"],
    [
      ["Paint the hall", "x Choose the colour", "Buy paint and rollers", "Ask Uncle Jo for the ladder"],
      ["Garden", "x Cut the roses back", "Clear the gutters"],
      "Mend the squeaking stair",
      "Quote for new windows",
    ],
  ],
  [
    "House",
    "Gift ideas",
    { icon: "🎁", colorKey: "berry", favorite: false },
    ["Anna", 23, "personal"],
    ["# Ben", "Concert tickets", "Warm gloves", "# Mia", "x Telescope", "# Leo", "Marble run", "Frog lamp"],
  ],
];

const sectionsBy = "Anna";
const minutesBetween = 2;

export function listSteps(demo: DemoContext, covers: ReadonlyMap<string, DemoCover>): DemoStep[] {
  const sectionIds = new Map<string, string>();
  const sectionOf = (name: string, at: Date) => {
    const known = sectionIds.get(name) ?? createSection(demo.as(sectionsBy, at), { name }).id;
    sectionIds.set(name, known);
    return known;
  };
  return demoLists.flatMap((list) => stepsOf(demo, list, covers.get(list[1]), sectionOf));
}

function stepsOf(
  demo: DemoContext,
  [section, name, style, [by, hoursAgo, visibility], lines]: DemoList,
  cover: DemoCover | undefined,
  sectionOf: (name: string, at: Date) => string,
): DemoStep[] {
  const start = demo.hoursAgo(hoursAgo).getTime();
  let id = "";
  const later = (minutes: number, run: (work: Work) => void) => demo.step(new Date(start + minutes * minute), by, run);
  const made = later(0, (work) => {
    id = createList(work, { name, sectionId: sectionOf(section, work.now), visibility }).id;
  });
  const styled = later(1, (work) => {
    updateList(work, id, style);
    if (cover) setCover(work, id, cover);
  });
  const filled = lines.map((line, index) =>
    later(minutesBetween * (index + 1), (work) => {
      const [first = "", ...subtasks] = typeof line === "string" ? [line] : line;
      const parentId = add(work, id, first);
      for (const subtask of subtasks) add(work, id, subtask, parentId);
    }),
  );
  return [made, styled, ...filled];
}

function add(work: Work, listId: string, line: string, parentId?: string): string {
  const isDone = line.startsWith("x ");
  const [type, content] = kindOf(isDone ? line.slice(2) : line);
  const more = { ...(type === "divider" ? {} : { content }), ...(parentId ? { parentId } : {}) };
  const { id } = createBlock(work, listId, { type, ...more });
  if (isDone) updateBlock(work, listId, id, { done: true });
  return id;
}

function kindOf(line: string): [BlockType, string] {
  if (line === "---") return ["divider", ""];
  if (line.startsWith("# ")) return ["header", line.slice(2)];
  if (line.startsWith("> ")) return ["paragraph", line.slice(2)];
  return ["task", line];
}
