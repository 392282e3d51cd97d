import { type Sentence, say, saySeries } from "../lib/sentence.ts";

/** Of events; what shows nothing is not counted. */
export type Counts = { readonly added: number; readonly changed: number; readonly deleted: number };

export const noCounts: Counts = { added: 0, changed: 0, deleted: 0 };

export function addCounts(one: Counts, other: Counts): Counts {
  return {
    added: one.added + other.added,
    changed: one.changed + other.changed,
    deleted: one.deleted + other.deleted,
  };
}

export function sumOf({ added, changed, deleted }: Counts): number {
  return added + changed + deleted;
}

/** `“School holidays”: 3 events added, 2 changed` */
export function sayCounts(name: string, { added, changed, deleted }: Counts): Sentence {
  const parts = [
    ...(added > 0 ? [added === 1 ? say`an event added` : say`${added} events added`] : []),
    ...(changed > 0 ? [sayChanged(changed, added > 0)] : []),
    ...(deleted > 0 ? [sayDeleted(deleted, added + changed > 0)] : []),
  ];
  return say`“${name}”: ${saySeries(parts)}`;
}

function sayChanged(count: number, isLater: boolean): Sentence {
  if (isLater) return say`${count} changed`;
  return count === 1 ? say`an event changed` : say`${count} events changed`;
}

function sayDeleted(count: number, isLater: boolean): Sentence {
  if (isLater) return say`${count} deleted`;
  return count === 1 ? say`an event deleted` : say`${count} events deleted`;
}
