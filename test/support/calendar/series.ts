/** An event of the calendar's model, a plain list of instances, and how the real calendar must show it. */
import { instantOf, iso } from "./time.ts";

/** The fields that do not affect time. `isGeneral` is null until a caller sets it. */
export type Texts = { title: string; location: string | null; notes: string | null; memberIds: string[] };
/** Instants; for all-day times the dates' UTC midnight. */
export type Times = { allDay: boolean; start: number; end: number };
/** The overrides of an instance. */
export type Own = Partial<Texts> & { isGeneral?: boolean; times?: Times };
/** One instance, also a cancelled one, by the wall time of its original start. */
export type Instance = { slot: number; cancelled: boolean; own: Own };

/** One event: its values, its last pattern (to judge shifts), and all its instances. */
export type Series = Texts & {
  id: string;
  isGeneral: boolean | null;
  allDay: boolean;
  /** Wall milliseconds from start to end. */
  length: number;
  /** The first instance's times exactly as a caller sent them, to tell apart the two instants of a repeated hour. */
  exact: { start: number; end: number } | null;
  rule: string | null;
  instances: Instance[];
};

const isEmpty = (own: Own) => Object.keys(own).length === 0;

/** The series' own times for its instance number `index`. */
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

/** The effective times of an instance. */
export const timesOf = (series: Series, index: number) =>
  series.instances[index]!.own.times ?? slotTimes(series, index);

/** The text fields of an instance, with `isGeneral` resolved. */
export function valuesOf(series: Series, own: Own) {
  const { title, location, notes, memberIds } = { ...series, ...own };
  const isGeneral = own.isGeneral ?? series.isGeneral ?? memberIds.length === 0;
  return { title, location, notes, memberIds, isGeneral };
}

/** The instance as the expanded list shows it. */
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

/** The master event as read by id. */
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
