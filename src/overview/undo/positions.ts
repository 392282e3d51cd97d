import { type Row, rowsWhere } from "#platform/activity/images.ts";
import type { RestorableTable } from "#platform/traits.ts";
import type { Work } from "#platform/work.ts";
import type { Restoration } from "./rows.ts";
import { identity, pick, tableFacts } from "./tables.ts";

export function isPositionOnly({ table, target, expected }: Restoration): boolean {
  return isPositionRow(table, target ?? expected ?? {});
}

export function isPositionRow(table: RestorableTable, row: Row): boolean {
  const { key, positionScope } = tableFacts(table);
  const placing = [...key, ...(positionScope ?? []), "position"];
  return Object.keys(row).every((column) => placing.includes(column));
}

/**
 * Moves rows back to their former positions if none was moved again since. Otherwise, if the entry changed only the
 * order, gives the rows that still exist their former order. If it changed more, moves no row back. Gaps between
 * positions do no harm.
 */
export function withFormerOrder(
  all: readonly Restoration[],
  isUnchangedSince: (each: Restoration) => boolean,
): Restoration[] {
  const moved = all.filter(isPositionOnly);
  if (moved.every(isUnchangedSince)) return [...all];
  if (moved.length < all.length) return all.filter((each) => !isPositionOnly(each));
  const ordered = [...groupByScope(moved.filter(isStillThere)).values()].flatMap(inFormerOrder);
  return ordered.length > 0 ? ordered : moved;
}

function isStillThere({ table, target, expected, current }: Restoration): boolean {
  const { positionScope } = tableFacts(table);
  if (!positionScope || !target || !expected || !current) return false;
  return positionScope.every((column) => !(column in expected) || expected[column] === current[column]);
}

function groupByScope(all: readonly Restoration[]): Map<string, Restoration[]> {
  return Map.groupBy(all, ({ table, target, current }) => scopeKey(table, { ...current, ...target }));
}

function inFormerOrder(siblings: readonly Restoration[]): Restoration[] {
  const positions = siblings.map(({ current }) => Number(current?.position)).sort((a, b) => a - b);
  const ordered = siblings.toSorted((a, b) => Number(a.target?.position) - Number(b.target?.position));
  return ordered.map((each, index) => ({
    ...each,
    target: { ...each.target, position: positions[index] ?? null },
    expected: { ...each.expected, position: each.current?.position ?? null },
  }));
}

/** Gives each moved or inserted row the free position nearest to the former one. Pauses between the steps. */
export function* withFreePositions(work: Work, all: readonly Restoration[]): Generator<void, Restoration[]> {
  const leaving = new Set(
    all.flatMap(({ table, ...each }) =>
      each.current && (!each.target || isMoved({ table, ...each })) ? [identity(table, each.current)] : [],
    ),
  );
  const newPositions = new Map<Restoration, number>();
  for (const [, moved] of groupByScope(all.filter(isMoved))) {
    yield;
    const [{ table, target, current } = {}] = moved;
    if (!table) continue;
    const siblings = rowsWhere(work, table, scopeOf(table, { ...current, ...target }));
    const staying = siblings.filter((row) => !leaving.has(identity(table, row)));
    const usedPositions = new Set(staying.map(({ position }) => Number(position)));
    for (const each of moved.toSorted((a, b) => targetPosition(a) - targetPosition(b))) {
      const position = nearestFree(usedPositions, targetPosition(each));
      usedPositions.add(position);
      newPositions.set(each, position);
    }
  }
  return all.map((each) => {
    const { table, target, current } = each;
    if (!target || !("position" in target) || !tableFacts(table).positionScope) return each;
    const position = newPositions.get(each) ?? current?.position ?? null;
    return { ...each, target: { ...target, position } };
  });
}

function isMoved({ table, target, expected }: Restoration): boolean {
  const { positionScope } = tableFacts(table);
  if (!target || !positionScope) return false;
  return ["position", ...positionScope].some((column) => column in target && target[column] !== expected?.[column]);
}

const targetPosition = ({ target, current }: Restoration) => Number(target?.position ?? current?.position);

/** Returns the free position nearest to `target`. If two are equally near, returns the later one. */
function nearestFree(usedPositions: ReadonlySet<number>, target: number): number {
  for (let distance = 0; ; distance++) {
    if (!usedPositions.has(target + distance)) return target + distance;
    if (target >= distance && !usedPositions.has(target - distance)) return target - distance;
  }
}

function scopeOf(table: RestorableTable, row: Row): Row {
  return pick(row, tableFacts(table).positionScope ?? []);
}

function scopeKey(table: RestorableTable, row: Row): string {
  return `${table} ${JSON.stringify(scopeOf(table, row))}`;
}
