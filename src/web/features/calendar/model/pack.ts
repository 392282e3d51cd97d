/** Lays out overlapping events side by side (columns) or below one another (rows). */

type Stretch = { readonly start: number; readonly end: number };

export type Packed<Item> = {
  readonly item: Item;
  readonly column: number;
  readonly width: number;
  readonly columns: number;
};

/**
 * Gives each item the first free column, widened to the right until the next overlapping item. Items that overlap directly
 * or through others share their number of columns. Items shorter than `least` count as `least` long: they are drawn so.
 */
export function packColumns<Item extends Stretch>(items: readonly Item[], least = 0): Packed<Item>[] {
  const ordered = [...items].sort((a, b) => a.start - b.start || b.end - a.end);
  const endOf = (item: Item) => Math.max(item.end, item.start + least);
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

/** Gives each item the first free row; the longest first among those that start together. */
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
