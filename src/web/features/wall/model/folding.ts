/** Rules of what the screen Today of a tablet on the wall folds until the day fits on exactly one screen. */

import { countsOf, type Entry, type PersonDay } from "../../today/model/timeline.ts";

/**
 * Numbers of what a region of the screen shows. `rows` has the number of tasks and chores of each person. The others
 * are 0 or 1, except for `later`, which counts events. A region without a part has 0 of it.
 */
export type Parts = {
  /** Tomorrow's meal and tasks. */
  readonly meal: number;
  readonly later: number;
  /** Whether the line with the number of folded events is there in any case, because of past events. */
  readonly hasRest: boolean;
  readonly rows: readonly number[];
  /** First chore of “Anyone”. Without it, the chores are only counted. */
  readonly anyone: number;
  readonly tomorrow: number;
};

export const noParts: Parts = { meal: 0, later: 0, hasRest: false, rows: [], anyone: 0, tomorrow: 0 };

type Part = Exclude<keyof Parts, "hasRest">;

/** Order in which parts are folded, each to a number before the next part is folded. */
const order: readonly (readonly [part: Part, least: number])[] = [
  ["meal", 0],
  ["later", 3],
  ["rows", 2],
  ["later", 1],
  ["tomorrow", 0],
  ["rows", 1],
  ["anyone", 0],
  ["rows", 0],
  ["later", 0],
];

/**
 * Returns what is left of a region after `steps` steps of folding, and the place of the next step in the order, or null
 * if nothing more can be folded. A line such as “2 more” takes a place, so the first step of a list takes two entries.
 */
export function folded(all: Parts, steps: number): { readonly parts: Parts; readonly next: number | null } {
  const rows = [...all.rows];
  const parts = { ...all, rows };
  let left = steps;
  for (const [place, [part, least]] of order.entries()) {
    for (;;) {
      const rests = rows.map((count, index) => foldedOnce(count, all.rows[index] ?? 0, least));
      const foldable = rows.map((count, index) => (rests[index] === null ? 0 : count));
      const fullest = foldable.lastIndexOf(Math.max(...foldable));
      const isList = part === "later" && !all.hasRest;
      const rest = part === "rows" ? rests[fullest] : foldedOnce(parts[part], isList ? all[part] : 0, least);
      if (rest === undefined || rest === null) break;
      if (left === 0) return { parts, next: place };
      left--;
      if (part === "rows") rows[fullest] = rest;
      else parts[part] = rest;
    }
  }
  return { parts, next: null };
}

/** Returns a number after one step. Null if the step would free no room, or if less than `least` would be left. */
function foldedOnce(count: number, whole: number, least: number): number | null {
  const rest = count - (count === whole ? 2 : 1);
  if (count <= least || (rest < least && least > 0)) return null;
  return Math.max(rest, 0);
}

/**
 * Returns the steps of each region after one more look at the screen. Returns null if everything fits, or if nothing
 * more can be folded. The first region has the events, and the others are the columns of people. `excess` has the
 * height that each region lacks, in rem. `places` has the place of each region's next step in the order. In landscape,
 * each region has a height of its own. In portrait, the columns are below the events, so that both can make room.
 */
export function furtherSteps(
  steps: readonly number[],
  excess: readonly number[],
  places: readonly (number | null)[],
  isPortrait: boolean,
): readonly number[] | null {
  const further = places.map((_, region) => steps[region] ?? 0);
  const [first = null] = places;
  let isFolded = false;
  for (const [region, height] of excess.entries()) {
    const place = places[region] ?? null;
    const isFirst = isPortrait && first !== null && (place === null || first < place);
    if (height <= 0 || (place === null && !isFirst)) continue;
    const at = isFirst ? 0 : region;
    further[at] = (steps[at] ?? 0) + (isPortrait ? 1 : Math.max(1, Math.floor(height / mostInOneStep)));
    isFolded = true;
  }
  return isFolded ? further : null;
}

/** Height in rem that one step frees at most: two rows of three lines less the line “2 more”. */
const mostInOneStep = 11;

const [maxInTwo, maxWithRows] = [4, 6];
/** Width in rem that three columns need. */
const threeColumns = 25;

/** Whether there are few enough people to show their rows. More people have only heads, of which one can be opened. */
export function hasRows(people: number): boolean {
  return people <= maxWithRows;
}

/**
 * Returns the people in columns. Each person goes to the shorter column, in the order of the household. `width` is the
 * width of all columns in rem.
 */
export function columnsOf(people: readonly PersonDay[], width: number): PersonDay[][] {
  const count = people.length > maxInTwo && width >= threeColumns ? 3 : 2;
  const columns: PersonDay[][] = Array.from({ length: Math.min(count, people.length) }, () => []);
  const heightOf = (column: readonly PersonDay[]) =>
    column.reduce((sum, day) => sum + 1 + (hasRows(people.length) ? toDo(day).length : 0), 0);
  for (const day of people) columns.toSorted((one, other) => heightOf(one) - heightOf(other))[0]?.push(day);
  return columns;
}

/**
 * Returns the number of rows of each person of a column. In a column with the person that is opened, only that person
 * has rows. `hasAllRows` is false if there are too many people for rows.
 */
export function rowsOf(column: readonly PersonDay[], opened: string | null, hasAllRows: boolean): readonly number[] {
  const isShut = !hasAllRows || column.some(({ memberId }) => memberId === opened);
  return column.map((day) => (isShut && day.memberId !== opened ? 0 : toDo(day).length));
}

/** Returns the open tasks and chores of a person. A tablet on the wall has a screen of its own for check-ins. */
export function toDo({ open }: Pick<PersonDay, "open">): readonly Entry[] {
  return open.filter(({ kind }) => kind === "task" || kind === "chore");
}

export function isFinished(day: PersonDay): boolean {
  const { done, total } = countsOf(day);
  return total > 0 && done === total;
}

/** Returns the size of the title of the next event: short titles are larger, because they are read from further away. */
export function titleSize(title: string): "short" | "long" | "longest" {
  const { length } = [...title];
  return length <= 14 ? "short" : length <= 20 ? "long" : "longest";
}
