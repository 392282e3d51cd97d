/** One thing on the calendar: what the server says of it, and where it stands on the wall. Pure. */
import type { Instance } from "./source.ts";
import { type Span, toSpan } from "./span.ts";

/** See above. */
export type Occurrence = { readonly event: Instance; readonly span: Span; readonly key: string };

/** Tells occurrences apart; it stays the same while one is moved. */
export function keyOf({ id, instanceStartsAt }: Pick<Instance, "id" | "instanceStartsAt">): string {
  return instanceStartsAt === null ? id : `${id}@${instanceStartsAt}`;
}

/** An instance with its place on the wall of a zone. */
export function occurrenceOf(event: Instance, timeZone: string): Occurrence {
  return { event, span: toSpan(event, timeZone), key: keyOf(event) };
}

/** True where it is in the column that belongs to nobody in particular. */
export function isEverybodys({ memberIds, isGeneral }: Pick<Instance, "memberIds" | "isGeneral">): boolean {
  return isGeneral || memberIds.length === 0;
}

/** What concerns any of these members, and what concerns everybody; all of it where none are chosen. */
export function concerning(events: readonly Occurrence[], memberIds: readonly string[]): readonly Occurrence[] {
  if (memberIds.length === 0) return events;
  return events.filter(({ event }) => isEverybodys(event) || event.memberIds.some((id) => memberIds.includes(id)));
}

/** What stands in a member's column; `null` is everybody's. */
export function inColumnOf(events: readonly Occurrence[], memberId: string | null): readonly Occurrence[] {
  return events.filter(({ event }) => (memberId === null ? isEverybodys(event) : event.memberIds.includes(memberId)));
}
