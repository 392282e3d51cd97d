import { addObject, deleteObject, replaceObject } from "../calendars/objects.store.ts";
import type { Event } from "../events/event.ts";
import { listOfObject, madeHere, removeOfObject, replaceDates } from "../events/store.ts";
import { eventsIn } from "../ical/read.ts";
import type { Work } from "../work.ts";
import { type Counts, noCounts } from "./counts.ts";
import { type Step, textOf } from "./plan.ts";
import type { Settings } from "./store.ts";

type People = Pick<Settings, "memberIds" | "isGeneral">;

/** Needs a transaction. */
export function applyStep(work: Work, sourceId: string, step: Step, people: People): Counts {
  if (step.kind === "remove") {
    const removed = removeOfObject(work, step.known.id);
    deleteObject(work, step.known.id);
    return { ...noCounts, deleted: Math.min(removed, 1) };
  }
  const { known, incoming, reading } = step;
  const id = known?.id ?? Bun.randomUUIDv7("hex", work.now);
  const { uid } = reading;
  const object = {
    id,
    sourceId,
    uid,
    ics: textOf(incoming),
    hash: incoming.hash,
    kind: reading.kind,
    calendar: null,
    clientName: null,
  };
  const kept = { ...object, at: work.now.toISOString() };
  if (known) replaceObject(work, kept);
  else addObject(work, kept);
  const wanted = eventsIn(reading).map((event) => asFollowed(event, people));
  const before = known ? listOfObject(work, id) : [];
  const isUnrolled = Number(reading.kind === "unrolled");
  const { isChanged } = replaceDates(work, before, wanted, { ...madeHere, sourceId, objectId: id, isUnrolled });
  if (before.length === 0) return { ...noCounts, added: Math.min(wanted.length, 1) };
  if (wanted.length === 0) return { ...noCounts, deleted: 1 };
  return { ...noCounts, changed: Number(isChanged) };
}

/** Reminders of others' calendars would surprise. */
function asFollowed(event: Event, { memberIds, isGeneral }: People): Event {
  return {
    ...event,
    memberIds: [...memberIds],
    isGeneral,
    reminderMinutes: -1,
    reminderMinutesList: [],
    syncTargets: [],
    exceptions: event.exceptions.flatMap((each) => {
      const { reminderMinutes: _, reminderMinutesList: __, ...own } = each.own;
      return each.cancelled || each.times !== null || Object.keys(own).length > 0 ? [{ ...each, own }] : [];
    }),
  };
}
