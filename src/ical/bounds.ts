/** Bounds of one calendar object: a series with its overrides and excluded dates. */
import { propertiesOf, propertyOf } from "./component.ts";
import type { CalendarObject } from "./objects.ts";

export const maxObjectBytes = 1_048_576;
export const maxObjectInstances = 2_000;

export const smallestTooLarge = 2_001 * "20261101,".length;

export function hasTooManyInstances({ components }: CalendarObject): boolean {
  let count = 0;
  for (const component of components) {
    if (propertyOf(component, "RECURRENCE-ID")) count++;
    for (const { value } of propertiesOf(component, "EXDATE")) count += valuesIn(value);
    if (count > maxObjectInstances) return true;
  }
  return false;
}

export function isTooLarge(object: CalendarObject, text: string): boolean {
  return Buffer.byteLength(text) > maxObjectBytes || hasTooManyInstances(object);
}

function valuesIn(list: string): number {
  let count = 1;
  for (let at = list.indexOf(","); at >= 0 && count <= maxObjectInstances; at = list.indexOf(",", at + 1)) count++;
  return count;
}
