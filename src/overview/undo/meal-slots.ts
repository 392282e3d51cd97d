import { slotsOf } from "#kitchen/meals/cell.ts";
import { type MealType, mealTypes } from "#lib/wire.ts";
import { type Row, rowsWhere } from "#platform/activity/images.ts";
import type { Work } from "#platform/work.ts";
import { changedSince } from "./errors.ts";
import type { Restoration } from "./rows.ts";
import { pick } from "./tables.ts";

const place = ["date", "mealType", "slot"];

/**
 * Gives each restored or moved meal its former slot, or the other one if that slot was taken since.
 * @throws ApiError 422 if the day has no room for the meal any more
 */
export function withFreeSlots(work: Work, all: readonly Restoration[]): Restoration[] {
  const moved = all.filter(isMoved);
  if (moved.length === 0) return [...all];
  const leaving = new Set(
    all.flatMap(({ table, target, current }) =>
      table === "meal" && current && (!target || moved.some((each) => each.current === current)) ? [current.id] : [],
    ),
  );
  const slots = new Map<Restoration, number>();
  const key = (row: Row, slot: unknown) => `${row.date} ${row.mealType} ${slot}`;
  const taken = new Map<string, Row>();
  for (const { target } of moved) {
    const staying = rowsWhere(work, "meal", pick(target ?? {}, ["date", "mealType"]));
    for (const row of staying) if (!leaving.has(row.id)) taken.set(key(row, row.slot), row);
  }
  for (const each of moved) {
    const target = each.target ?? {};
    const possible = slotsOf(mealTypeOf(target));
    const slot = [Number(target.slot), ...possible].find((one) => !taken.has(key(target, one)));
    if (slot === undefined)
      throw changedSince(possible.flatMap((one) => String(taken.get(key(target, one))?.id ?? target.id)));
    taken.set(key(target, slot), target);
    slots.set(each, slot);
  }
  return all.map((each) => {
    const slot = slots.get(each);
    return slot === undefined ? each : { ...each, target: { ...each.target, slot } };
  });
}

function isMoved({ table, target, current }: Restoration): boolean {
  return table === "meal" && target !== null && place.some((column) => target[column] !== current?.[column]);
}

const mealTypeOf = ({ mealType }: Row): MealType => mealTypes.find((each) => each === mealType) ?? "dinner";
