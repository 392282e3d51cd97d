/** Event of the calendar's model, which is a plain list of instances, and how the real calendar must show it. */
import { instantOf, iso } from "./time.ts";

/** Fields of an event that do not affect its time. */
export type Texts = { title: string; location: string | null; notes: string | null; memberIds: string[] };
/** Start and end of an event as instants. For an all-day event, they are midnight of the dates in UTC. */
export type Times = { allDay: boolean; start: number; end: number };
/** Fields of an instance that differ from those of its series. */
export type Own = Partial<Texts> & { isGeneral?: boolean; times?: Times };
/** One instance of a series, which may be cancelled. `slot` is the wall time of its original start. */
export type Instance = { slot: number; cancelled: boolean; own: Own };

/** Series of the model: its values, its latest pattern (which decides how it may be moved), and all its instances. */
export type Series = Texts & {
  id: string;
  isGeneral: boolean | null;
  allDay: boolean;
  /** Length of an instance in milliseconds of wall time. */
  length: number;
  /**
   * Times of the first instance exactly as a caller sent them. They tell apart the two instants of an hour that a clock
   * change repeats.
   */
  exact: { start: number; end: number } | null;
  rule: string | null;
  instances: Instance[];
};

const isEmpty = (own: Own) => Object.keys(own).length === 0;

/** Returns the original times of the instance number `index`, without its overrides. */
export function slotTimes(series: Series, index: number): Times {
  const { allDay, exact } = series;
  if (index === 0 && exact) return { allDay, ...exact };
  const { slot } = series.instances[index]!;
  if (allDay) return { allDay, start: slot, end: slot + series.length };
  const start = instantOf(slot);
  const end = instantOf(slot + series.length);
  // Where the clock skips start and end, an instance keeps its length.
  return { allDay, start, end: end > start ? end : start + series.length };
}

/** Returns the times of an instance, with its overrides. */
export const timesOf = (series: Series, index: number) =>
  series.instances[index]!.own.times ?? slotTimes(series, index);

/** Returns the text fields of an instance with its overrides. A null `isGeneral` is replaced by its default. */
export function valuesOf(series: Series, own: Own) {
  const { title, location, notes, memberIds } = { ...series, ...own };
  const isGeneral = own.isGeneral ?? series.isGeneral ?? memberIds.length === 0;
  return { title, location, notes, memberIds, isGeneral };
}

/** Returns an instance as the list of events must show it. */
export function shown(series: Series, index: number) {
  const { own } = series.instances[index]!;
  const { allDay, start, end } = timesOf(series, index);
  const isRecurring = series.rule !== null;
  return {
    id: series.id,
    ...valuesOf(series, own),
    allDay,
    startsAt: iso(start),
    endsAt: iso(end),
    recurring: isRecurring,
    instanceStartsAt: isRecurring ? iso(slotTimes(series, index).start) : null,
    isException: !isEmpty(own),
  };
}

export type Shown = ReturnType<typeof shown>;

/** Returns the master event as a request for its id must show it. */
export function master(series: Series) {
  const { allDay, start, end } = slotTimes(series, 0);
  const exceptions = series.instances.flatMap(({ cancelled, own }, index): Record<string, unknown>[] => {
    const slot = slotTimes(series, index);
    const instanceStartsAt = iso(slot.start);
    if (cancelled) return [{ instanceStartsAt, cancelled }];
    if (isEmpty(own)) return [];
    const { times, ...texts } = own;
    const differing = times && {
      ...(times.allDay !== allDay && { allDay: times.allDay }),
      ...(times.start !== slot.start && { startsAt: iso(times.start) }),
      ...(times.end !== slot.end && { endsAt: iso(times.end) }),
    };
    const neither = times && times.start === slot.start && times.end === slot.end;
    const both = neither && { startsAt: iso(times.start), endsAt: iso(times.end) };
    return [{ instanceStartsAt, cancelled, ...texts, ...differing, ...both }];
  });
  return { id: series.id, ...valuesOf(series, {}), allDay, startsAt: iso(start), endsAt: iso(end), exceptions };
}
