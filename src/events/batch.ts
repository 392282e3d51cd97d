import { record } from "../activity/record.ts";
import { withFieldPath } from "../errors.ts";
import { day, isoOf } from "../lib/time.ts";
import type { Work } from "../work.ts";
import { draftEvent, type NewEventInput } from "./edits.ts";
import { type Details, type Event, extentOf, isGeneral, type Times } from "./event.ts";
import { insert, presentMaster, subjectOf } from "./store.ts";
import { addedManySummary, addedSummary } from "./summary.ts";
import { instancesOverlapping } from "./windows.ts";

type Neighbour = Details & Times & { readonly eventId: string | null; readonly otherIndex: number | null };

const maxDaysCompared = 31;
const maxCollisionsPerEvent = 20;

/**
 * Clashes and duplicates are reported, not refused. `truncated` means that some events were not compared. Must be in a
 * transaction.
 * @throws ApiError 422
 */
export function createEvents(work: Work, inputs: readonly NewEventInput[]) {
  const drafts = inputs.map((input, index) => withFieldPath(`events[${index}]`, () => draftEvent(work, input)));
  // Must come before the writes: the series cache is keyed by revision.
  const { around, isMore } = neighboursOf(work, drafts);
  const neighbours = drafts.map((_, index) => [...(around[index] ?? []), ...earlierIn(drafts, index)]);
  const collisions = (isHit: (draft: Event, other: Neighbour) => boolean) =>
    drafts.flatMap((draft, index) =>
      (neighbours[index] ?? [])
        .filter((other) => isHit(draft, other))
        .slice(0, maxCollisionsPerEvent)
        .map((other) => toCollision(index, other)),
    );
  const clashes = collisions((draft, other) => isClash(work, draft, other));
  const duplicates = collisions(isDuplicate);
  const made = drafts.map((draft) => insert(work, draft));
  const [first] = made;
  if (!first) throw new Error("A batch has at least one event");
  record(work, {
    ...subjectOf(first),
    action: "created",
    summary: made.length === 1 ? addedSummary(first.event, work) : addedManySummary(drafts),
    changes: null,
    before: null,
    after: { event: made.map(({ row }) => row) },
  });
  return { events: made.map((each) => presentMaster(work, each)), clashes, duplicates, truncated: isMore };
}

function neighboursOf(work: Work, drafts: readonly Event[]): { around: Neighbour[][]; isMore: boolean } {
  const ranges = drafts.map((draft) => {
    const { from, to } = extentOf(draft, work.timeZone);
    return { from, to: Math.min(Math.max(to, from + 1), from + maxDaysCompared * day) };
  });
  const { found, isMore } = instancesOverlapping(work, ranges);
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
