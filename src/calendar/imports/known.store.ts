/** Finds the events of a file that the household already has. */
import { and, eq, inArray, isNotNull, isNull } from "drizzle-orm";
import { readRevision } from "#accounts/households/store.ts";
import { foldText } from "#lib/case-folding.ts";
import { isoOf } from "#lib/time.ts";
import { isUuid } from "#lib/wire.ts";
import { fields, prepared } from "#platform/db/prepare.ts";
import { byId, equal, ofHousehold, selectFrom } from "#platform/db/statements.ts";
import { calendarObject, event } from "#platform/db/tables.ts";
import type { Work } from "#platform/work.ts";
import { findObject, isObjectOfEvent, type ObjectRow, ownSource } from "../calendars/objects.store.ts";
import { type Event, isHiddenFrom, type People } from "../events/event.ts";
import { type PrivateColumns, privateDetailsIn } from "../events/row.ts";
import type { FileEvent } from "./read.ts";

const isOwn = isNull(event.sourceId);

const eventByUid = prepared((db) =>
  db
    .select(fields(event, "id", "isUnrolled"))
    .from(event)
    .innerJoin(calendarObject, isObjectOfEvent)
    .where(
      and(
        ofHousehold(calendarObject),
        eq(calendarObject.sourceId, ownSource),
        equal(calendarObject.uid, "uid"),
        ofHousehold(event),
        isOwn,
      ),
    ),
);

const hiddenByUid = selectFrom(calendarObject, ["id"], {
  where: [eq(calendarObject.sourceId, ownSource), equal(calendarObject.uid, "uid"), isNotNull(calendarObject.calendar)],
});

const ownEventById = selectFrom(event, ["id"], { where: [isOwn, byId(event)] });

const eventsStartingAt = selectFrom(
  event,
  ["id", "title", "recurrenceRule", "memberIds", "isGeneral", "privateTo", "privateDetails"],
  {
    where: [
      isOwn,
      inArray(event.spans, [0, 1]), // Lets SQLite use the index on the start.
      equal(event.allDay, "allDay"),
      equal(event.startsAt, "startsAt"),
    ],
  },
);

/**
 * Household's event that matches an event of a file. `id` is null if no event matches. `knownFor` is null if the match
 * holds for all members. Otherwise `knownFor` lists the members for whom the match holds. For all other members, the
 * event of the file is new.
 */
type Match = { readonly id: string | null; readonly knownFor: readonly string[] | null };

/** Finds the household's event by UID, otherwise by title, start and recurrence rule. */
export function findKnown(work: Work, { uid: objectUid, reading }: FileEvent, people: People | null): Match {
  const { db, householdId } = work;
  const { uid } = reading;
  const byUid = eventByUid.get(db, { householdId, uid });
  if (byUid) return { id: byUid.id, knownFor: null };
  const whole = uid === objectUid ? null : eventByUid.get(db, { householdId, uid: objectUid });
  if (whole?.isUnrolled === 1) return { id: whole.id, knownFor: null };
  const byId = isUuid(uid) ? ownEventById.get(work, { id: uid.toLowerCase() }) : null;
  return byId ? { id: byId.id, knownFor: null } : findSimilar(work, reading.event, people);
}

/** Finds a CalDAV client's object that has no events in the app. Ignores private objects of other members. */
export function findHidden(work: Work, uid: string): ObjectRow | null {
  const found = hiddenByUid.get(work, { uid });
  const hidden = found && findObject(work, found.id);
  return hidden && !isHiddenFrom(hidden, work.viewerId) ? hidden : null;
}

function findSimilar(work: Work, read: Event, people: People | null): Match {
  const { allDay, startAt, recurrenceRule } = read;
  const folded = foldText(read.title);
  const hasTitle = (row: PrivateColumns & { readonly title: string }) => {
    const whole = privateDetailsIn(row);
    if (whole && isHiddenFrom(whole, work.viewerId)) return false;
    return foldText((whole ?? row).title) === folded;
  };
  const similar = eventsStartingAt
    .all(work, { allDay, startsAt: isoOf(startAt) })
    .filter((each) => each.recurrenceRule === recurrenceRule && hasTitle(each))
    .map(({ id, memberIds, isGeneral }) => ({
      id,
      memberIds: JSON.parse(memberIds) as string[],
      isGeneral: isGeneral === null ? null : isGeneral === 1,
    }))
    .filter((each) => people === null || !concernOthers(people, each));
  const isUndecided = people === null && similar.length > 0 && similar.every(concernsCertainMembers);
  const knownFor = isUndecided ? [...new Set(similar.flatMap(({ memberIds }) => memberIds))].sort() : null;
  return { id: similar[0]?.id ?? null, knownFor };
}

/** Matches for the events of a file. The matches are valid only for this revision of the household. */
export type KnownEvents = {
  readonly revision: number;
  readonly matches: ReadonlyMap<FileEvent["reading"], Match>;
};

/**
 * Returns a function that finds the id of the household's event for an event of a file. Uses the earlier matches if the
 * household has not changed since.
 */
export function createKnownLookup(
  work: Work,
  { revision, matches }: KnownEvents,
  peopleOf: (categories: readonly string[]) => People | null,
): (each: FileEvent) => string | null {
  const isFresh = readRevision(work) === revision;
  return (each) => {
    const match = isFresh ? matches.get(each.reading) : undefined;
    // The import itself may have deleted the event, if it was one of several dates.
    const isThere = match && (match.id === null || ownEventById.get(work, { id: match.id }) !== null);
    return isThere ? match.id : findKnown(work, each, peopleOf(each.reading.categories)).id;
  };
}

type Named = { readonly id: string; readonly name: string };

/**
 * Returns a function that finds members by categories. Files from this app name members in categories. The function
 * returns `chosen` if no category names a member.
 */
export function peopleFrom<Chosen extends People | null>(members: readonly Named[], chosen: Chosen) {
  const byName = new Map(members.map(({ id, name }) => [foldText(name), id]));
  return (categories: readonly string[]): People | Chosen => {
    const named = categories.flatMap((each) => byName.get(foldText(each)) ?? []);
    return named.length === 0 ? chosen : { memberIds: [...new Set(named)], isGeneral: null };
  };
}

function concernOthers(one: People, other: People): boolean {
  return (
    concernsCertainMembers(one) &&
    concernsCertainMembers(other) &&
    !one.memberIds.some((id) => other.memberIds.includes(id))
  );
}

function concernsCertainMembers({ memberIds, isGeneral }: People): boolean {
  return memberIds.length > 0 && isGeneral !== true;
}
