import type { Occurrence } from "./occurrence.ts";
import { dayMinutes, isBar, midnightOf, touches } from "./span.ts";

type Stretch = { readonly start: number; readonly end: number };

export type Packed<Item> = {
  readonly item: Item;
  readonly column: number;
  readonly width: number;
  readonly columns: number;
};

/**
 * Places items side by side in columns, so that no item covers another. Items that overlap, directly or through other
 * items, form a group. `columns` is the number of columns of the item's group. `width` is the number of columns that
 * the item fills: its own `column`, and the free columns after it. If an item is shorter than `minLength`, it is treated
 * as if its length were `minLength`.
 */
export function packColumns<Item extends Stretch>(items: readonly Item[], minLength = 0): Packed<Item>[] {
  const ordered = [...items].sort((a, b) => a.start - b.start || b.end - a.end);
  const endOf = (item: Item) => Math.max(item.end, item.start + minLength);
  const packed: Packed<Item>[] = [];
  let cluster: { item: Item; column: number }[] = [];
  let clusterEnd = Number.NEGATIVE_INFINITY;
  const close = () => {
    const columns = Math.max(0, ...cluster.map(({ column }) => column + 1));
    for (const { item, column } of cluster) {
      const isInWay = (other: { item: Item; column: number }) =>
        other.column > column && other.item.start < endOf(item) && endOf(other.item) > item.start;
      const next = Math.min(columns, ...cluster.filter(isInWay).map((other) => other.column));
      packed.push({ item, column, width: next - column, columns });
    }
    cluster = [];
  };
  for (const item of ordered) {
    if (item.start >= clusterEnd) close();
    const taken = cluster.filter((other) => endOf(other.item) > item.start).map(({ column }) => column);
    let column = 0;
    while (taken.includes(column)) column++;
    cluster.push({ item, column });
    clusterEnd = cluster.length === 1 ? endOf(item) : Math.max(clusterEnd, endOf(item));
  }
  close();
  return packed;
}

/**
 * Places items in rows, so that the items in a row do not overlap. If several items start together, the longest gets
 * the first row.
 */
export function packRows<Item extends Stretch>(
  items: readonly Item[],
): { readonly item: Item; readonly row: number }[] {
  const ends: number[] = [];
  return [...items]
    .sort((a, b) => a.start - b.start || b.end - a.end)
    .map((item) => {
      const free = ends.findIndex((end) => end <= item.start);
      const row = free < 0 ? ends.length : free;
      ends[row] = item.end;
      return { item, row };
    });
}

/**
 * Event as a bar in one week of the month view. The bar begins in the column `start` (0 to 6) and ends before the
 * column `end` (1 to 7). `isCut` says on which sides the event continues in another week.
 */
export type WeekBar = {
  readonly occurrence: Occurrence;
  readonly start: number;
  readonly end: number;
  readonly row: number;
  /** Number of rows that the bar fills. A long title has two lines if the day has room for them. */
  readonly lines: 1 | 2;
  readonly isCut: { readonly start: boolean; readonly end: boolean };
};

/**
 * Returns the bars of the events in a week. `more` gives for each day the number of events that do not fit into `rows`
 * rows. `isLong` says whether the title of an event needs two lines.
 */
export function weekBars(
  events: readonly Occurrence[],
  first: string,
  rows: number,
  isLong: (occurrence: Occurrence) => boolean = () => false,
): { readonly bars: readonly WeekBar[]; readonly more: readonly number[] } {
  const from = midnightOf(first);
  const to = from + 7 * dayMinutes;
  const stretches = events
    .filter(({ span }) => touches(span, from, to))
    .sort((a, b) => Number(isBar(b.span)) - Number(isBar(a.span)) || a.span.start - b.span.start)
    .map((occurrence) => ({ occurrence, ...daysOfWeek(occurrence, from) }));
  const packed = packRows(stretches);
  const used = days((day) => Math.max(0, ...packed.filter(({ item }) => covers(item, day)).map(({ row }) => row + 1)));
  const isFull = used.map((count) => count > rows);
  const isHidden = ({ item, row }: (typeof packed)[number]) =>
    row >= rows - 1 && isFull.some((full, day) => full && covers(item, day));
  const hidden = packed.filter(isHidden);
  return {
    bars: withSecondLines(
      packed.filter((each) => !isHidden(each)),
      (day) => rows - (used[day] ?? 0),
      isLong,
    ).map(({ item, row, lines }) => ({
      ...item,
      row,
      lines,
      isCut: { start: item.occurrence.span.start < from, end: item.occurrence.span.end > to },
    })),
    more: days((day) => hidden.filter(({ item }) => covers(item, day)).length),
  };
}

type Placed = { readonly item: Stretch & { readonly occurrence: Occurrence }; readonly row: number };

/**
 * Gives long titles a second line, from the top of each day, as long as the day has `free` rows. Only events of one day
 * grow or move down, and only below the bars of several days.
 */
function withSecondLines<Each extends Placed>(
  bars: readonly Each[],
  free: (day: number) => number,
  isLong: (occurrence: Occurrence) => boolean,
): readonly (Each & { readonly lines: 1 | 2 })[] {
  const isOfOneDay = ({ item }: Each) => item.end - item.start === 1;
  const placed = new Map<Each, { readonly row: number; readonly lines: 1 | 2 }>();
  for (const day of days((index) => index)) {
    const ofDay = bars.filter(({ item }) => covers(item, day)).sort((a, b) => a.row - b.row);
    let added = 0;
    for (const bar of ofDay.slice(ofDay.findLastIndex((each) => !isOfOneDay(each)) + 1)) {
      const lines = added < free(day) && isLong(bar.item.occurrence) ? 2 : 1;
      placed.set(bar, { row: bar.row + added, lines });
      added += lines - 1;
    }
  }
  return bars.map((bar) => ({ ...bar, lines: 1 as const, ...placed.get(bar) }));
}

function days<Value>(of: (day: number) => Value): Value[] {
  return Array.from({ length: 7 }, (_, day) => of(day));
}

function covers({ start, end }: { readonly start: number; readonly end: number }, day: number): boolean {
  return start <= day && day < end;
}

/**
 * Returns the columns of the week that an occurrence covers. A timed event of less than 24 hours that lasts past
 * midnight covers only its first day.
 */
function daysOfWeek({ span }: Occurrence, from: number) {
  const start = Math.max(Math.floor((span.start - from) / dayMinutes), 0);
  if (!isBar(span)) return { start, end: start + 1 };
  return { start, end: Math.min(Math.max(Math.ceil((span.end - from) / dayMinutes), start + 1), 7) };
}
