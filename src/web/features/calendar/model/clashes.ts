/** What else somebody has at the same time. Pure. */
import type { Draft } from "./draft.ts";
import type { Occurrence } from "./occurrence.ts";

/** Something that is in the way, and of whom. */
export type Clash = { readonly occurrence: Occurrence; readonly memberIds: readonly string[] };

/** What overlaps a draft for somebody in both. Whole days and hours don't get in each other's way. `own` is the event itself. */
export function clashesOf(
  { span, memberIds }: Draft,
  events: readonly Occurrence[],
  own: string | null,
): readonly Clash[] {
  return events.flatMap((occurrence) => {
    const { event } = occurrence;
    const isOther = event.id !== own && occurrence.span.allDay === span.allDay;
    const overlaps = occurrence.span.start < span.end && occurrence.span.end > span.start;
    const both = event.memberIds.filter((id) => memberIds.includes(id));
    return isOther && overlaps && both.length > 0 ? [{ occurrence, memberIds: both }] : [];
  });
}
