import { type Event, seriesOf } from "../events/event.ts";
import { day, isoOf } from "../lib/time.ts";
import { type Remark, type ShownRemark, showRemark } from "./remarks.ts";

const mostShown = 200;

export type Read = {
  readonly uid: string;
  readonly event: Event | null;
  readonly singles: readonly Event[];
  readonly isCancelled: boolean;
  readonly remarks: readonly Remark[];
};

/** `past`: it would be new, and has ended. */
export const previewStates = ["new", "known", "past"] as const;
export type PreviewState = (typeof previewStates)[number];

type PreviewEvent = {
  readonly uid: string;
  readonly title: string;
  readonly startsAt: string;
  readonly allDay: boolean;
  readonly rule: string | null;
  readonly state: PreviewState;
};

export type Preview = {
  readonly counts: Readonly<Record<PreviewState | "unreadable" | "toDos", number>>;
  readonly from: string | null;
  /** Of an all-day event its last day. Null also if a series never ends. */
  readonly to: string | null;
  /** The first ones by start. */
  readonly events: PreviewEvent[];
  readonly remarks: ShownRemark[];
};

/** Takes the readings of a calendar one by one, so that the caller can yield in between. */
export class PreviewMaker {
  private readonly counts = { new: 0, known: 0, past: 0, unreadable: 0, toDos: 0 };
  private events: PreviewEvent[] = [];
  private readonly remarks: Remark[] = [];
  private from = Number.POSITIVE_INFINITY;
  private to = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly now: number,
    private readonly isKnown: (reading: Read) => boolean,
  ) {}

  addRemarks(remarks: readonly Remark[]): void {
    for (const each of remarks) {
      if (each.code === "to_do") this.counts.toDos += Number(each.values?.count ?? 1);
      if (this.remarks.length < mostShown) this.remarks.push(each);
    }
  }

  add(reading: Read): void {
    const { uid, event, singles, isCancelled } = reading;
    this.addRemarks(reading.remarks);
    const shown = event === null ? singles : [event];
    const [first] = shown;
    if (!first) {
      if (!isCancelled) this.counts.unreadable++;
      return;
    }
    let end = Number.NEGATIVE_INFINITY;
    for (const each of shown) {
      this.from = Math.min(this.from, each.startAt);
      end = Math.max(end, endOf(each));
      this.to = Math.max(this.to, endOf(each) - (each.allDay ? day : 0));
    }
    const state = this.isKnown(reading) ? "known" : end < this.now ? "past" : "new";
    this.counts[state]++;
    const { title, startAt, allDay, recurrenceRule: rule } = first;
    this.events.push({ uid, title, startsAt: isoOf(startAt), allDay, rule, state });
    if (this.events.length > 2 * mostShown) this.events = firstOf(this.events);
  }

  finish(): Preview {
    const { counts, from, to, remarks, events } = this;
    return {
      counts,
      from: Number.isFinite(from) ? isoOf(from) : null,
      to: Number.isFinite(to) ? isoOf(to) : null,
      events: firstOf(events),
      remarks: remarks.map(showRemark),
    };
  }
}

function firstOf(events: readonly PreviewEvent[]): PreviewEvent[] {
  const byStart = events.toSorted((one, other) => (one.startsAt < other.startsAt ? -1 : 1));
  return byStart.slice(0, mostShown);
}

/** Of the last instance; infinite for an endless series. */
function endOf(event: Event): number {
  const series = seriesOf(event);
  if (series === null) return event.endAt;
  return series.last === null ? Number.POSITIVE_INFINITY : series.last.at + event.endAt - event.startAt;
}
