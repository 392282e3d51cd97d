type Stretch = { readonly start: number; readonly end: number };

export type Packed<Item> = {
  readonly item: Item;
  readonly column: number;
  readonly width: number;
  readonly columns: number;
};

/**
 * Widens each column to the next overlapping item. Items that overlap, directly or through others, share `columns`. Items
 * shorter than `least` are drawn, and count, as `least`.
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

/** Of items that start together, the longest gets the first row. */
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
