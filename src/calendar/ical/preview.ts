import { day, isoOf } from "#lib/time.ts";
import { type Event, seriesOf } from "../events/event.ts";
import type { Preview } from "../imports/model.ts";
import type { Reading } from "./read.ts";
import { type Remark, type RemarkCode, showRemark } from "./remarks.ts";

const maxShown = 200;
const unreadable: ReadonlySet<RemarkCode> = new Set(["no_start", "out_of_range", "object_too_large"]);

type Read = {
  readonly uid: string;
  readonly kind: Reading["kind"];
  readonly remarks: readonly Remark[];
};

type Shown = {
  readonly event: Event;
  readonly isKnown: boolean;
  readonly knownFor: readonly string[] | null;
};

/** States of an event in a preview: `known` to the household, `new` to it, or `past`, which is new but has ended. */
export const previewStates = ["new", "known", "past"] as const;

type PreviewEvent = Preview["events"][number];

/** Builds a preview of events. Parsed events are added one by one, so that the caller can yield in between. */
export class PreviewBuilder {
  private readonly counts = { new: 0, known: 0, past: 0, unreadable: 0, toDos: 0 };
  private events: PreviewEvent[] = [];
  private readonly remarks: Remark[] = [];
  private readonly knownFor = new Map<string, Preview["knownFor"][number]>();
  private from = Number.POSITIVE_INFINITY;
  private to = Number.NEGATIVE_INFINITY;

  constructor(private readonly now: number) {}

  addRemarks(remarks: readonly Remark[]): void {
    for (const each of remarks) {
      if (each.code === "to_do") this.counts.toDos += Number(each.values?.count ?? 1);
      if (this.remarks.length < maxShown) this.remarks.push(each);
    }
  }

  add({ uid, kind, remarks }: Read, shown: readonly Shown[]): void {
    this.addRemarks(remarks);
    if (shown.length === 0) {
      if (remarks.some(({ code }) => unreadable.has(code))) this.counts.unreadable++;
      // All dates of the object are older than those that a followed calendar shows.
      else if (kind === "unrolled") this.counts.past++;
    }
    for (const { event, isKnown, knownFor: members } of shown) {
      const end = endOf(event);
      this.from = Math.min(this.from, event.startAt);
      this.to = Math.max(this.to, end - (event.allDay ? day : 0));
      const state = isKnown ? "known" : end < this.now ? "past" : "new";
      this.counts[state]++;
      const { title, startAt, allDay, recurrenceRule: rule } = event;
      const knownFor = members && [...members];
      if (knownFor) this.addKnownFor(knownFor);
      this.events.push({ uid, title, startsAt: isoOf(startAt), allDay, rule, state, knownFor });
      if (this.events.length > 2 * maxShown) this.events = firstOf(this.events);
    }
  }

  private addKnownFor(memberIds: string[]): void {
    const group = this.knownFor.get(memberIds.join()) ?? { memberIds, count: 0 };
    group.count++;
    this.knownFor.set(memberIds.join(), group);
  }

  finish(): Preview {
    const { counts, from, to, remarks, events, knownFor } = this;
    return {
      counts,
      from: Number.isFinite(from) ? isoOf(from) : null,
      to: Number.isFinite(to) ? isoOf(to) : null,
      events: firstOf(events),
      knownFor: [...knownFor.values()],
      remarks: remarks.map(showRemark),
    };
  }
}

function firstOf(events: readonly PreviewEvent[]): PreviewEvent[] {
  const byStart = events.toSorted((one, other) => (one.startsAt < other.startsAt ? -1 : 1));
  return byStart.slice(0, maxShown);
}

function endOf(event: Event): number {
  const series = seriesOf(event);
  if (series === null) return event.endAt;
  return series.last === null ? Number.POSITIVE_INFINITY : series.last.at + event.endAt - event.startAt;
}
