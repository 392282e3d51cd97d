import type { Instance } from "./source.ts";
import { type Span, toSpan } from "./span.ts";

/** `key` stays the same while the instance is moved. */
export type Occurrence = { readonly event: Instance; readonly span: Span; readonly key: string };

export function keyOf({ id, instanceStartsAt }: Pick<Instance, "id" | "instanceStartsAt">): string {
  return instanceStartsAt === null ? id : `${id}@${instanceStartsAt}`;
}

export function occurrenceOf(event: Instance, timeZone: string): Occurrence {
  return { event, span: toSpan(event, timeZone), key: keyOf(event) };
}

export function isEverybodys({ memberIds, isGeneral }: Pick<Instance, "memberIds" | "isGeneral">): boolean {
  return isGeneral || memberIds.length === 0;
}

/** Events of these members or of everybody; no members: all events. */
export function concerning(events: readonly Occurrence[], memberIds: readonly string[]): readonly Occurrence[] {
  if (memberIds.length === 0) return events;
  return events.filter(({ event }) => isEverybodys(event) || event.memberIds.some((id) => memberIds.includes(id)));
}

export function inColumnOf(events: readonly Occurrence[], memberId: string | null): readonly Occurrence[] {
  return events.filter(({ event }) => (memberId === null ? isEverybodys(event) : event.memberIds.includes(memberId)));
}
