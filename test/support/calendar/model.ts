/**
 * Slow and simple model of the calendar, with which tests compare the real one. An event is a plain list of its
 * instances, and each edit changes that list. The model shares no code with `src/calendar/events`. The library `rrule`
 * expands the recurrence rules, and Temporal converts times to the household's zone.
 *
 * Wall times are milliseconds as if the household's zone were UTC; instants are milliseconds. For all-day events, both
 * are midnight of the date in UTC.
 */
import {
  type Instance,
  type Series,
  type Shown,
  shown,
  slotTimes,
  type Texts,
  type Times,
  timesOf,
  valuesOf,
} from "./series.ts";
import { dayOf, endOfDay, expand, readDate, rotation, wallOf, writtenEnd } from "./time.ts";

/** Body of a POST or PATCH of an event, as a client sends it. */
export type Body = Partial<Texts> & {
  isGeneral?: boolean;
  allDay?: boolean;
  startsAt?: string;
  endsAt?: string;
  recurrenceRule?: string | null;
  editScope?: string;
  instanceStartsAt?: string;
};

/**
 * Result that the server must give for an edit. `mayRefuse`: the server may answer 422 instead. `made`: the new series
 * if the edit splits one.
 */
export type Outcome = {
  status: 200 | 404 | 422;
  error?: string;
  mayRefuse?: boolean;
  made?: Series;
  answer?: Series;
  instance?: Shown;
};

/** Thrown for an edit whose effect the API does not define. No test should make such an edit. */
export class Unclear extends Error {}

class Refused extends Error {
  constructor(
    readonly status: 404 | 422,
    readonly text?: string,
  ) {
    super(text);
  }
}

const textFields = ["title", "location", "notes", "memberIds"] as const;
const same = (a: unknown, b: unknown) => canonical(a) === canonical(b);
const canonical = (value: unknown) => JSON.stringify(Array.isArray(value) ? folded(value) : value);
const folded = (ids: string[]) => [...new Set(ids)].sort();
const hasTimes = ({ allDay, startsAt, endsAt }: Body) => [allDay, startsAt, endsAt].some((each) => each !== undefined);
const isLive = ({ cancelled }: Instance) => !cancelled;

/** Returns the times of an event after a request with this body. `now` are its times before. */
function changedTimes(body: Body, now: Times): Times {
  if (!hasTimes(body)) return now;
  const allDay = body.allDay ?? now.allDay;
  if (!allDay) {
    if (now.allDay && (body.startsAt === undefined || body.endsAt === undefined)) throw new Refused(422);
    const start = body.startsAt === undefined ? now.start : Date.parse(body.startsAt);
    const end = body.endsAt === undefined ? now.end : Date.parse(body.endsAt);
    if (end < start) throw new Refused(422);
    return { allDay, start, end };
  }
  const wallNow = now.allDay ? now : { start: wallOf(now.start), end: wallOf(now.end) };
  const start = body.startsAt === undefined ? dayOf(wallNow.start) : readDate(body.startsAt);
  if (body.endsAt === undefined && wallNow.end === start) throw new Unclear("an all-day start on the exclusive end");
  const end = body.endsAt === undefined ? endOfDay(start, wallNow.end) : writtenEnd(start, body.endsAt);
  if (end <= start) throw new Refused(422);
  return { allDay, start, end };
}

/** Sets the text fields of a body on the series. Changes the series in place. */
function setTexts(series: Series, body: Body): void {
  if (body.title !== undefined) series.title = body.title;
  if (body.location !== undefined) series.location = body.location;
  if (body.notes !== undefined) series.notes = body.notes;
  if (body.memberIds !== undefined) series.memberIds = folded(body.memberIds);
  if (body.isGeneral !== undefined) series.isGeneral = body.isGeneral;
}

/**
 * Expands a series again by a new recurrence rule. An instance keeps its overrides if its original start stays the
 * same.
 */
function layOut(series: Series, rule: string): void {
  const had = new Map(series.instances.map((each) => [each.slot, each]));
  const slots = expand(rule, series.instances[0]!.slot, series.allDay, series.instances.at(-1)!.slot);
  if (slots.length === 0) throw new Refused(422);
  series.rule = rule;
  series.instances = slots.map((slot) => had.get(slot) ?? { slot, cancelled: false, own: {} });
}

function expectLive(series: Series): void {
  if (!series.instances.some(isLive)) throw new Refused(422);
}

/**
 * Applies an edit of scope `all` to a series, in place: moves every instance as far as the instance that the edit
 * names, or as the first. Returns true if the server may answer 422 instead.
 */
function editAll(series: Series, named: number | null, body: Body): boolean {
  let mayRefuse = false;
  if (series.isGeneral === null && body.isGeneral === valuesOf({ ...series, ...body, isGeneral: null }, {}).isGeneral)
    throw new Unclear("is a value that follows anyway set by being given?");
  setTexts(series, body);
  if (hasTimes(body)) {
    const index = named ?? 0;
    const planned = slotTimes(series, index);
    const next = changedTimes(body, named === null ? planned : timesOf(series, index));
    const { slot, own } = series.instances[index]!;
    if (named !== null && same(next, own.times)) throw new Unclear("an instance's own times given to the whole series");
    // A slot in the hour that the clock skips shows a later time than its own; sending that time back must change
    // nothing.
    const wall = (instant: number, known: number, itsWall: number) =>
      next.allDay ? instant : !series.allDay && instant === known ? itsWall : wallOf(instant);
    const start = wall(next.start, planned.start, slot);
    const end = wall(next.end, planned.end, slot + series.length);
    const move = (each: number) => (next.allDay ? dayOf(each) + start - dayOf(slot) : each + start - slot);
    const isMoved = start !== slot || end - start !== series.length || next.allDay !== series.allDay;
    if (series.rule && body.recurrenceRule === undefined) {
      const [first] = series.instances as [Instance];
      const turned = rotation(series.rule, first.slot, move(first.slot));
      if (turned === "refused") throw new Refused(422, "recurrenceRule: say how the rule changes");
      if (turned === "unclear") throw new Unclear("a shift that the rule may not be able to say");
      mayRefuse = turned.mayRefuse;
      series.rule = turned.rule;
    }
    series.instances = series.instances.map((each) => ({ ...each, slot: move(each.slot) }));
    series.allDay = next.allDay;
    series.length = end - start;
    if (index === 0) series.exact = { start: next.start, end: next.end };
    else if (isMoved) series.exact = null;
    if (named !== null) delete series.instances[index]!.own.times;
  }
  if (typeof body.recurrenceRule === "string") layOut(series, body.recurrenceRule);
  if (body.recurrenceRule === null) {
    series.rule = null;
    series.instances = [{ slot: series.instances[0]!.slot, cancelled: false, own: {} }];
  }
  return mayRefuse;
}

/** Applies an edit of scope `this` to one instance of a series, in place. */
function editThis(series: Series, index: number, body: Body): void {
  if (body.recurrenceRule !== undefined) throw new Refused(422);
  const instance = series.instances[index]!;
  if (instance.cancelled) Object.assign(instance, { cancelled: false, own: {} });
  const { own } = instance;
  for (const field of textFields) {
    if (body[field] === undefined) continue;
    if (same(body[field], series[field])) delete own[field];
    else Object.assign(own, { [field]: field === "memberIds" ? folded(body[field] ?? []) : body[field] });
  }
  if (body.isGeneral !== undefined) {
    delete own.isGeneral;
    // The series' own value is no override, unless the instance's own members would change it here.
    const isSeries = valuesOf(series, {}).isGeneral === body.isGeneral;
    if (!isSeries || valuesOf(series, own).isGeneral !== body.isGeneral) own.isGeneral = body.isGeneral;
  }
  const times = changedTimes(body, timesOf(series, index));
  if (same(times, slotTimes(series, index))) delete own.times;
  else if (hasTimes(body)) own.times = times;
}

/** Model of all events of a household. Only edits that are accepted change it. */
export class ModelCalendar {
  series: Series[] = [];

  /** Returns a deep copy of the model. */
  copy(): ModelCalendar {
    return Object.assign(new ModelCalendar(), { series: structuredClone(this.series) });
  }

  /** Creates an event, as POST /v1/events does. */
  create(body: Body): Outcome {
    return this.attempt(() => {
      const times = changedTimes({ allDay: false, ...body }, { allDay: body.allDay ?? false, start: 0, end: 0 });
      const wall = (instant: number) => (times.allDay ? instant : wallOf(instant));
      const made: Series = {
        ...{ id: "", title: "", location: null, notes: null, memberIds: [], isGeneral: null, rule: null },
        allDay: times.allDay,
        length: wall(times.end) - wall(times.start),
        exact: { start: times.start, end: times.end },
        instances: [{ slot: wall(times.start), cancelled: false, own: {} }],
      };
      setTexts(made, body);
      if (body.recurrenceRule) layOut(made, body.recurrenceRule);
      this.series.push(made);
      return { status: 200, made, answer: made };
    });
  }

  /** Changes an event, as PATCH /v1/events/{id} does. */
  patch(id: string, body: Body): Outcome {
    return this.attempt(() => {
      const series = this.find(id);
      if (series.rule === null) return this.editWhole(series, null, body);
      const scope = body.editScope ?? "all";
      const index = this.target(series, scope, body.instanceStartsAt);
      if (scope === "this") {
        editThis(series, index ?? 0, body);
        return { status: 200, instance: shown(series, index ?? 0) };
      }
      if (scope === "all" || index === null || index <= series.instances.findIndex(isLive))
        return this.editWhole(series, index, body);
      return this.split(series, index, body);
    });
  }

  /** Deletes an event or instances of a series, as DELETE /v1/events/{id} does. */
  remove(id: string, scope: string, instanceStartsAt?: string): Outcome {
    return this.attempt(() => {
      const series = this.find(id);
      const index = series.rule === null ? null : this.target(series, scope, instanceStartsAt);
      if (index === null || scope === "all") series.instances = [];
      else if (scope === "this") Object.assign(series.instances[index]!, { cancelled: true, own: {} });
      else series.instances.splice(index);
      if (!series.instances.some(isLive)) this.series = this.series.filter((each) => each !== series);
      return { status: 200 };
    });
  }

  private editWhole(series: Series, index: number | null, body: Body): Outcome {
    const mayRefuse = editAll(series, index, body);
    expectLive(series);
    return { status: 200, mayRefuse, answer: series };
  }

  private split(series: Series, index: number, body: Body): Outcome {
    const made: Series = { ...structuredClone(series), id: "", exact: null };
    made.instances.splice(0, index);
    if (body.recurrenceRule === null) {
      const { cancelled, own } = made.instances[0]!;
      if (cancelled) throw new Unclear("a one-off made of a cancelled instance");
      const { times = slotTimes(made, 0), ...texts } = own;
      const wall = (instant: number) => (times.allDay ? instant : wallOf(instant));
      Object.assign(made, texts, { allDay: times.allDay, length: wall(times.end) - wall(times.start) });
      Object.assign(made, { rule: null, exact: { start: times.start, end: times.end } });
      made.instances = [{ slot: wall(times.start), cancelled: false, own: {} }];
      editAll(made, null, { ...body, recurrenceRule: undefined });
    } else {
      const state = () => canonical({ ...made, exact: slotTimes(made, 0), rule: "" });
      const before = state();
      const mayRefuse = editAll(made, 0, body);
      if (before === state()) {
        if (body.recurrenceRule !== undefined) throw new Unclear("a rule that says the same in other words");
        return { status: 200, answer: series };
      }
      expectLive(made);
      if (mayRefuse) throw new Unclear("a split that may be refused");
    }
    series.instances.splice(index);
    this.series.push(made);
    return { status: 200, made, answer: made };
  }

  private find(id: string): Series {
    const found = this.series.find((each) => each.id === id);
    if (!found) throw new Refused(404);
    return found;
  }

  private target(series: Series, scope: string, instanceStartsAt?: string): number | null {
    if (instanceStartsAt === undefined) {
      if (scope === "all") return null;
      throw new Refused(422);
    }
    const wanted = series.allDay ? readDate(instanceStartsAt) : Date.parse(instanceStartsAt);
    const index = series.instances.findIndex((_, each) => slotTimes(series, each).start === wanted);
    if (index < 0) throw new Refused(404, "Instance not found");
    return index;
  }

  private attempt(edit: () => Outcome): Outcome {
    const before = structuredClone(this.series);
    try {
      return edit();
    } catch (error) {
      this.series = before;
      if (error instanceof Refused) return { status: error.status, ...(error.text && { error: error.text }) };
      throw error;
    }
  }
}
