/** Several events at once, all or none, with a look at what they collide with (contract section 9). */
import { record } from "../activity/record.ts";
import { withFieldPath } from "../errors.ts";
import { day, isoOf } from "../lib/time.ts";
import type { Work } from "../work.ts";
import { draftEvent, type NewEventInput } from "./edits.ts";
import { type Details, type Event, extentOf, isGeneral, type Times } from "./event.ts";
import { about, insert, masterOf } from "./store.ts";
import { addedSummary, addedTogether } from "./summary.ts";
import { instancesIn } from "./windows.ts";

/** Something that a new event may collide with. Of the same request (`otherIndex`) or there before (`eventId`). */
type Neighbour = Details & Times & { readonly eventId: string | null; readonly otherIndex: number | null };

/** Of an event that lasts longer, so many days are looked at, and so many collisions are told of each (our choices). */
const daysLookedAt = 31;
const collisionsTold = 20;

/**
 * Adds events, all or none. `clashes` are those that overlap, for somebody whom both have, with the first time that a new one
 * happens; all-day ones get in nobody's way. `duplicates` have the title and start of one that is there. Neither keeps anything
 * from being added. Our choice of both: the contract names them only. `truncated`: there was too much to compare all of it. Must
 * be in a transaction.
 * @throws ApiError 422 as `createEvent`, with the event's place: `events[1].memberIds: no such member`.
 */
export function createEvents(work: Work, inputs: readonly NewEventInput[]) {
  const drafts = inputs.map((input, index) => withFieldPath(`events[${index}]`, () => draftEvent(work, input)));
  // Read before anything is written: the calendar keeps series by the household's revision.
  const { around, isMore } = neighboursOf(work, drafts);
  const neighbours = drafts.map((_, index) => [...(around[index] ?? []), ...earlierIn(drafts, index)]);
  const collisions = (isHit: (draft: Event, other: Neighbour) => boolean) =>
    drafts.flatMap((draft, index) =>
      (neighbours[index] ?? [])
        .filter((other) => isHit(draft, other))
        .slice(0, collisionsTold)
        .map((other) => toCollision(index, other)),
    );
  const clashes = collisions((draft, other) => isClash(work, draft, other));
  const duplicates = collisions(isDuplicate);
  const made = drafts.map((draft) => insert(work, draft));
  const [first] = made;
  if (!first) throw new Error("A batch has at least one event");
  record(work, {
    ...about(first),
    action: "created",
    summary: made.length === 1 ? addedSummary(first.event, work) : addedTogether(drafts),
    changes: null,
    before: null,
    after: { event: made.map(({ row }) => row) },
  });
  return { events: made.map((each) => masterOf(work, each)), clashes, duplicates, truncated: isMore };
}

/** What is there already at the times of each draft. */
function neighboursOf(work: Work, drafts: readonly Event[]): { around: Neighbour[][]; isMore: boolean } {
  const stretches = drafts.map((draft) => {
    const { from, to } = extentOf(draft, work.timeZone);
    return { from, to: Math.min(Math.max(to, from + 1), from + daysLookedAt * day) };
  });
  const { found, isMore } = instancesIn(work, stretches);
  const around = found.map((instances) =>
    instances.map(({ id, instance }) => ({ ...instance, eventId: id, otherIndex: null })),
  );
  return { around, isMore };
}

function earlierIn(drafts: readonly Event[], index: number): Neighbour[] {
  return drafts.slice(0, index).map((draft, otherIndex) => ({ ...draft, eventId: null, otherIndex }));
}

function isClash({ timeZone }: Work, draft: Event, other: Neighbour): boolean {
  if (draft.allDay || other.allDay) return false;
  const [one, two] = [extentOf(draft, timeZone), extentOf(other, timeZone)];
  if (one.from >= two.to || two.from >= one.to) return false;
  return isGeneral(draft) || isGeneral(other) || draft.memberIds.some((id) => other.memberIds.includes(id));
}

function isDuplicate(draft: Event, other: Neighbour): boolean {
  const fold = (title: string) => title.normalize("NFKC").toLowerCase();
  const isSameTime = draft.allDay === other.allDay && draft.startAt === other.startAt;
  return isSameTime && fold(draft.title) === fold(other.title);
}

function toCollision(index: number, { eventId, otherIndex, title, startAt, endAt, memberIds }: Neighbour) {
  return { index, eventId, otherIndex, title, startsAt: isoOf(startAt), endsAt: isoOf(endAt), memberIds };
}
