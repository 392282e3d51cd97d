import type { CSSProperties } from "preact";
import { useText } from "#web/i18n/catalogue.ts";
import { AvatarStack, EverybodyAvatar, isForEverybody, maxFaces } from "#web/people/avatar.tsx";
import { type Member, useMembers } from "#web/sync/session.ts";
import { formatDay, formatNames } from "#web/time/format.ts";
import { personAttributes, stripesOf } from "#web/ui/person-color.ts";
import type { Occurrence } from "../model/occurrence.ts";
import { daysOf } from "../model/span.ts";
import { formatSpan } from "../model/when.ts";

/** Returns the members with these ids, in the household's order. */
export function peopleOf(memberIds: readonly string[], members: readonly Member[]): readonly Member[] {
  return members.filter(({ id }) => memberIds.includes(id));
}

/**
 * Returns the colour attributes of an event. If the event has several members, the CSS property `--stripes` has all
 * their colours, beginning with the colour of the member `first`. If `from` is given, the event comes from that
 * followed calendar and has only the colour of the calendar.
 */
export function colorsOf(people: readonly Member[], first?: Member, from?: Occurrence["from"]) {
  if (from) return { ...personAttributes(from.color), style: {} as CSSProperties };
  const ordered = first ? [first, ...people.filter((each) => each !== first)] : people;
  const stripes = ordered.length > 1 ? { "--stripes": stripesOf(ordered.map(({ color }) => color)) } : {};
  return { ...personAttributes(ordered[0]?.color), style: stripes as CSSProperties };
}

/**
 * Returns a function that describes an event for screen readers. With `withDay`, the description includes the first
 * day.
 */
export function useEventLabel(): (occurrence: Occurrence, withDay?: boolean) => string {
  const text = useText();
  const members = useMembers();
  return ({ event, span, from }, withDay = false) => {
    const names = peopleOf(event.memberIds, members).map(({ name }) => name);
    const { first } = daysOf(span);
    const parts = [
      event.title,
      withDay ? formatDay(first, "long") : null,
      formatSpan(span, text),
      names.length > 0 ? formatNames(names) : text.common.everybody,
      from ? text.calendar.comesFrom(from.name) : null,
      event.location,
      event.recurring ? text.calendar.repeating : null,
    ];
    return parts.filter(Boolean).join(", ");
  };
}

function hasDisc({ event, from }: Occurrence, members: readonly Member[]): boolean {
  return isForEverybody(event.memberIds, members, from !== undefined && from !== null);
}

/** Returns the number of faces that {@link Faces} shows, including the disc and the number of further people. */
export function faceCount(occurrence: Occurrence, people: readonly Member[], members: readonly Member[]): number {
  return hasDisc(occurrence, members) ? 1 : Math.min(people.length, maxFaces);
}

/** Faces of the people of an event. `people` may lack the member to whom the column belongs. */
export function Faces(props: {
  occurrence: Occurrence;
  people: readonly Member[];
  /** Whether the event is in the column of the events for everybody, which needs no disc. */
  isInColumnOfAll?: boolean | undefined;
  /** Whether screen readers read the names. Without it, the label of the event has them. */
  isNamed?: boolean;
}) {
  const { occurrence, people, isInColumnOfAll, isNamed = false } = props;
  const { common } = useText();
  const members = useMembers();
  if ((isInColumnOfAll && people.length === 0) || !hasDisc(occurrence, members)) {
    return <AvatarStack people={people} size="xs" max={maxFaces} decorative={!isNamed} />;
  }
  return <EverybodyAvatar people={members} size="xs" {...(isNamed && { label: common.everybody })} />;
}
