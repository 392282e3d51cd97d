/** Merges two changed versions of an event. The merge uses the version from which both changed versions started. */

import type { Series } from "#lib/recurrence/series.ts";
import { midnightOf, toInstant } from "#lib/zone.ts";
import {
  cancelledAt,
  type Details,
  detailsOf,
  type Event,
  type Exception,
  isUnchanged,
  type LocalTimes,
  type OwnDetails,
  pickReminders,
  pickTimes,
  type Reminders,
  seriesOf,
  slotIn,
  sortExceptions,
  type Times,
  timesOf,
  unchangedAt,
  withoutUndefined,
} from "../events/event.ts";
import { asSingleEvent } from "../events/series.ts";
import type { CalendarDefaults } from "./read.ts";
import { remindersInForce, withKnownReminders } from "./read-details.ts";
import { isVisible } from "./write-lines.ts";

export type Side = "ours" | "theirs";

/** Discarded changes by field, with the instance's date if it has one. `from` was discarded in favour of `to`. */
export type LostChanges = Readonly<Record<string, { readonly from: unknown; readonly to: unknown }>>;

export type Merged = {
  /** Merged event. All of its instances may be cancelled. */
  readonly event: Event;
  readonly detached: readonly Event[];
  readonly lost: LostChanges;
};

/** Merges two versions. The later change of a field wins, but the members always come from `ours`. */
export function merge(base: Event, ours: Event, theirs: Event, later: Side): Merged {
  return new Merger(base, ours, theirs, later).merge();
}

type Values = {
  readonly cancelled: boolean;
  readonly times: Times | null;
  readonly title: string | undefined;
  readonly location: string | null | undefined;
  readonly notes: string | null | undefined;
  readonly privateTo: string | null | undefined;
  readonly reminders: Reminders | undefined;
};

function valuesOf(exception: Exception | undefined): Values {
  const { cancelled = false, own = {}, times = null } = exception ?? {};
  const { title, location, notes, privateTo, reminderMinutes = null, reminderMinutesList } = own;
  const reminders = reminderMinutesList && { reminderMinutes, reminderMinutesList };
  return { cancelled, times, title, location, notes, privateTo, reminders };
}

class Merger {
  readonly #sides: Readonly<Record<Side | "base", Event>>;
  readonly #moves: Readonly<Record<Side, Move>>;
  #deciding: readonly (Side | null)[] = [];
  readonly #lost: Record<string, { from: unknown; to: unknown }> = {};

  constructor(
    base: Event,
    ours: Event,
    theirs: Event,
    private readonly later: Side,
  ) {
    this.#sides = { base, ours, theirs };
    this.#moves = { ours: moveBetween(base, ours), theirs: moveBetween(base, theirs) };
  }

  merge(): Merged {
    const { base, ours, theirs } = this.#sides;
    const pick = <Value>(field: string, read: (event: Event) => Value) =>
      this.#pick(field, read(base), read(ours), read(theirs));
    const rule = pick("recurrenceRule", (event) => event.recurrenceRule);
    const times = this.#pickTimes(rule.side);
    this.#deciding = [rule.side, times.side];
    const merged: Event = {
      ...ours,
      title: pick("title", (event) => event.title).value,
      location: pick("location", (event) => event.location).value,
      notes: pick("notes", (event) => event.notes).value,
      privateTo: theirs.privateTo,
      ...pick("reminders", pickReminders).value,
      ...times.value,
      recurrenceRule: rule.value,
      exceptions: [],
    };
    const move = times.side ? this.#moves[times.side].forward : (localMs: number) => localMs;
    return { ...this.#placeExceptions(merged, move), lost: this.#lost };
  }

  #pick<Value>(field: string, base: Value, ours: Value, theirs: Value): { value: Value; side: Side | null } {
    const [isOurs, isTheirs] = [!Bun.deepEquals(base, ours), !Bun.deepEquals(base, theirs)];
    if (!isTheirs) return { value: ours, side: isOurs ? "ours" : null };
    if (!isOurs) return { value: theirs, side: "theirs" };
    const [won, lost] = this.later === "ours" ? [ours, theirs] : [theirs, ours];
    if (!Bun.deepEquals(won, lost)) this.#lost[field] = { from: lost, to: won };
    return { value: won, side: this.later };
  }

  /** Selects the times of the merged event. If a side's new rule was discarded, its new times are discarded too. */
  #pickTimes(ruleSide: Side | null): { value: LocalTimes; side: Side | null } {
    const { base, ours, theirs } = this.#sides;
    const isMoved = (event: Event) => !Bun.deepEquals(pickTimes(event), pickTimes(base));
    const other = ruleSide === "ours" ? theirs : ours;
    const hasBothChanged = other.recurrenceRule !== base.recurrenceRule && isMoved(other);
    if (!ruleSide || !hasBothChanged) return this.#pick("times", pickTimes(base), pickTimes(ours), pickTimes(theirs));
    const value = pickTimes(this.#sides[ruleSide]);
    if (!Bun.deepEquals(value, pickTimes(other))) this.#lost.times = { from: pickTimes(other), to: value };
    return { value, side: ruleSide };
  }

  #placeExceptions(event: Event, move: (localMs: number) => number): Omit<Merged, "lost"> {
    const series = seriesOf(event);
    const exceptions: Exception[] = [];
    const detached: Event[] = [];
    for (const exception of this.#mergeExceptions()) {
      const localMs = move(exception.wall);
      const slot = slotIn(event, series, localMs);
      if (series && slot) exceptions.push({ ...exception, wall: slot.localMs });
      else if (!exception.cancelled && isVisible(exception)) {
        const at = event.allDay ? localMs : toInstant(event.timeZone, localMs);
        detached.push(asSingleEvent(event, { localMs, at }, exception));
      }
    }
    return { event: { ...event, exceptions: sortExceptions(exceptions) }, detached };
  }

  /** Returns the merged exceptions. The keys are the original starts of the instances in the base version. */
  #mergeExceptions(): Exception[] {
    const { base, ours, theirs } = this.#sides;
    const series = { ours: seriesOf(ours), theirs: seriesOf(theirs) };
    const back = (event: Event, { back: toBase }: Move) =>
      new Map(event.exceptions.map((each) => [toBase(each.wall), each]));
    const known = new Map(base.exceptions.map((each) => [each.wall, each]));
    const own = back(ours, this.#moves.ours);
    const other = back(theirs, this.#moves.theirs);
    const localTimes = new Set([...known.keys(), ...own.keys(), ...other.keys()]);
    return [...localTimes].flatMap((localMs) => {
      const before = valuesOf(known.get(localMs));
      const after = (side: Side, exception: Exception | undefined) =>
        exception || this.#hasSlot(side, series[side], localMs) ? valuesOf(exception) : this.#withoutSlot(side, before);
      const [now, then] = [after("ours", own.get(localMs)), after("theirs", other.get(localMs))];
      const merged = this.#mergeOne(localMs, before, now, then, peopleOf(own.get(localMs)));
      return isUnchanged(merged) ? [] : [merged];
    });
  }

  #hasSlot(side: Side, series: Series | null, localMs: number): boolean {
    const moved = this.#moves[side].forward(localMs);
    return slotIn(this.#sides[side], series, moved) !== null;
  }

  /** Returns the values of an instance that `side` lacks: cancelled if its rule or times win, otherwise `base`. */
  #withoutSlot(side: Side, base: Values): Values {
    return this.#deciding.includes(side) ? { ...base, cancelled: true } : base;
  }

  #mergeOne(localMs: number, base: Values, ours: Values, theirs: Values, people: OwnDetails): Exception {
    const field = (name: keyof Values) => `${new Date(localMs).toISOString().slice(0, 10)} ${name}`;
    const pick = <Name extends keyof Values>(name: Name): Values[Name] =>
      this.#pick(field(name), base[name], ours[name], theirs[name]).value;
    const edited = editedOver(base, ours, theirs);
    if (edited) {
      this.#lost[field("cancelled")] = { from: true, to: false };
      return exceptionFrom(localMs, edited, people);
    }
    const cancelled = pick("cancelled");
    if (cancelled) return cancelledAt(localMs);
    const values = { cancelled, times: pick("times"), title: pick("title"), location: pick("location") };
    const { privateTo } = theirs;
    return exceptionFrom(localMs, { ...values, notes: pick("notes"), privateTo, reminders: pick("reminders") }, people);
  }
}

function editedOver(base: Values, ours: Values, theirs: Values): Values | null {
  if (base.cancelled || ours.cancelled === theirs.cancelled) return null;
  const kept = ours.cancelled ? theirs : ours;
  return Bun.deepEquals(kept, base) ? null : kept;
}

function exceptionFrom(localMs: number, values: Values, people: OwnDetails): Exception {
  const { times, title, location, notes, privateTo, reminders } = values;
  const own = withoutUndefined({ ...people, title, location, notes, privateTo, ...reminders });
  return { ...unchangedAt(localMs), own, times };
}

function peopleOf(exception: Exception | undefined): OwnDetails {
  const { memberIds, isGeneral, syncTargets } = exception?.own ?? {};
  return withoutUndefined({ memberIds, isGeneral, syncTargets });
}

/** Converts starts of instances. `forward` returns the start after a move of the series, `back` the one before. */
export type Move = {
  readonly forward: (localMs: number) => number;
  readonly back: (localMs: number) => number;
};

const still: Move = { forward: (localMs) => localMs, back: (localMs) => localMs };

/**
 * Returns how the starts of instances moved between two versions. A later start has two possible meanings: the series
 * was moved, or the series only begins later. The exceptions show which meaning is true.
 */
export function moveBetween(before: Event, after: Event): Move {
  const isTimeLost = after.allDay && !before.allDay;
  const from = isTimeLost ? midnightOf(before.startWall) : before.startWall;
  const distance = after.startWall - from;
  if (distance === 0 && !isTimeLost) return still;
  const move: Move = {
    forward: (localMs) => (isTimeLost ? midnightOf(localMs) : localMs) + distance,
    back: (localMs) => localMs - distance + before.startWall - from,
  };
  if (before.allDay !== after.allDay) return move;
  const known = new Set(after.exceptions.map((each) => each.wall));
  const countKept = ({ forward }: Move) =>
    before.exceptions.filter(({ wall: localMs }) => known.has(forward(localMs))).length;
  const [moved, unmoved] = [countKept(move), countKept(still)];
  if (moved !== unmoved) return moved > unmoved ? move : still;
  return seriesOf(before)?.slotOf(after.startWall) ? still : move;
}

const peopleFields = ["memberIds", "isGeneral", "syncTargets"];
const reminderFields = ["reminderMinutes", "reminderMinutesList"];

/**
 * Returns the event `read` from an iCalendar text. Adds data of `known` that the text cannot express: the members,
 * whether reminders follow the household's default, and values of an instance that equal those of the series.
 */
export function keepLocalFields(read: Event, known: Event, home: CalendarDefaults): Event {
  const { memberIds, isGeneral, syncTargets } = known;
  const people = { memberIds, isGeneral, syncTargets };
  const privacy = home.privateTo === undefined ? { privateTo: known.privateTo } : {};
  const next: Event = { ...withKnownReminders(read, known, home), ...people, ...privacy };
  const series = known.exceptions.length > 0 ? seriesOf(next) : null;
  const { forward } = moveBetween(known, next);
  const byWall = new Map(next.exceptions.map((each) => [each.wall, each]));
  for (const before of known.exceptions) {
    const slot = before.cancelled ? null : series?.slotOf(forward(before.wall));
    const present = slot && (byWall.get(slot.localMs) ?? unchangedAt(slot.localMs));
    if (!present || present.cancelled) continue;
    const isWhere = slot && before.times && Bun.deepEquals(before.times, timesOf(next, slot));
    const times = present.times ?? (isWhere ? before.times : null);
    const instance = keepInstanceFields(next, known, { ...present, times }, before, home);
    if (isUnchanged(instance)) byWall.delete(instance.wall);
    else byWall.set(instance.wall, instance);
  }
  return { ...next, exceptions: sortExceptions(byWall.values()) };
}

function keepInstanceFields(
  event: Event,
  known: Event,
  now: Exception,
  before: Exception,
  home: CalendarDefaults,
): Exception {
  const [shown, was] = [detailsOf(event, now), detailsOf(known, before)];
  const inForce = (details: Details) => remindersInForce(details, home.defaultReminder);
  const hasSameReminders = Bun.deepEquals(inForce(shown), inForce(was));
  const stays = ([field, value]: [string, unknown]) => {
    if (reminderFields.includes(field)) return hasSameReminders;
    if (field === "privateTo" && home.privateTo === undefined) return true;
    return peopleFields.includes(field) || Bun.deepEquals(shown[field as keyof Details], value);
  };
  const isReplaced = ([field]: [string, unknown]) => hasSameReminders && reminderFields.includes(field);
  const own = Object.entries(now.own).filter((entry) => !isReplaced(entry));
  return { ...now, own: Object.fromEntries([...own, ...Object.entries(before.own).filter(stays)]) };
}
