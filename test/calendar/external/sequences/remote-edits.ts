/** Random edits of objects at another server, as another calendar program makes them. */

import { type Event, seriesOf } from "#calendar/events/event.ts";
import { cancelOne, editAll, editOne } from "#calendar/events/series.ts";
import { objectFrom } from "#calendar/ical/objects.ts";
import { readObject, shownSpan } from "#calendar/ical/read.ts";
import { renderCalendar, renderObject } from "#calendar/ical/write.ts";
import type { Slot } from "#lib/recurrence/series.ts";
import { hour, isoOf } from "#lib/time.ts";
import type { Dice } from "../../../support/random/rules.ts";

export const zone = "Europe/Berlin";
const home = { timeZone: zone, defaultReminder: null };

export type Edit = {
  /** `title`, `location`, `notes`, `times`, `cancelled`, `deleted`, `added`. */
  readonly field: string;
  /** Wall time of the instance; null: the whole event. */
  readonly wall: number | null;
  readonly value: unknown;
};

export type Edited = { readonly text: string; readonly edit: Edit };

export function readEvent(text: string, now: Date): Event | null {
  const object = objectFrom(text);
  return object && readObject(object, home, shownSpan(now)).event;
}

/** A slot of the series that is not cancelled. Null: no series, or the whole. */
export function pickSlot(event: Event, dice: Dice): Slot | null {
  const series = seriesOf(event);
  if (!series || dice.chance(0.3)) return null;
  const cancelled = new Set(event.exceptions.filter((each) => each.cancelled).map(({ wall }) => wall));
  const slots = series
    .slots(event.startAt, event.startAt + 400 * 24 * hour)
    .filter(({ localMs: wall }) => !cancelled.has(wall));
  return slots.length < 3 ? null : dice.pick(slots.slice(0, 12));
}

/** Null: the event cannot be edited so. */
export function editText(text: string, uid: string, now: Date, dice: Dice): Edited | null {
  const event = readEvent(text, now);
  if (!event) return null;
  const slot = pickSlot(event, dice);
  const field = dice.pick(slot ? ["title", "location", "notes", "times", "cancelled"] : ["title", "location", "notes"]);
  const wall = slot?.localMs ?? null;
  if (slot && field === "cancelled")
    return written(text, uid, cancelOne(event, slot), now, { field, wall, value: true });
  const input = inputFor(event, slot, field, dice);
  const next = slot ? editOne(event, slot, input, zone) : editAll(event, seriesOf(event), null, input, zone);
  if (Bun.deepEquals(next, event)) return null;
  const value = field === "times" ? input.startsAt : input[field as "title"];
  return written(text, uid, next, now, { field, wall, value });
}

export type Input = {
  title?: string;
  location?: string | null;
  notes?: string | null;
  startsAt?: string;
  endsAt?: string;
};

export function inputFor(event: Event, slot: Slot | null, field: string, dice: Dice): Input {
  const number = dice.whole(1, 1_000_000_000);
  if (field === "title") return { title: `Title ${number}` };
  if (field === "location") return { location: dice.chance(0.2) ? null : `Place ${number}; with, marks` };
  if (field === "notes") return { notes: dice.chance(0.2) ? null : `Note ${number}\nline two` };
  const start = (slot?.at ?? event.startAt) + dice.whole(-3, 5) * (event.allDay ? 24 : 1) * hour;
  const length = Math.max(event.endAt - event.startAt, event.allDay ? 24 * hour : 0);
  return { startsAt: isoOf(start), endsAt: isoOf(start + length) };
}

function written(text: string, uid: string, next: Event, now: Date, edit: Edit): Edited {
  const context = { uid, createdAt: now.getTime(), updatedAt: now.getTime(), home, categories: [] };
  return { text: renderCalendar([renderObject(next, { ics: text }, context)], []), edit };
}
