import { foldText } from "#lib/case-folding.ts";
import { yieldToEventLoop } from "#lib/concurrency.ts";
import { day } from "#lib/time.ts";
import type { Work } from "#platform/work.ts";
import { hasUnrolledBefore, headsAfter, type ObjectHead } from "../calendars/objects.store.ts";
import type { Event } from "../events/event.ts";
import { countOfSource, outlinesAfter } from "../events/store.ts";
import { type CalendarObject, isTooLarge, objectText } from "../ical/objects.ts";
import { eventsIn, type Reading, readObject, shownSpan, tooLargeReading } from "../ical/read.ts";
import type { Remark } from "../ical/remarks.ts";
import { type DeletedEvents, deletionKey, isMassDeletion } from "./mass-deletion.ts";
import type { ParsedCalendar, ParsedObject } from "./parsed-calendar.ts";
import { RemoteError } from "./remote.ts";
import { maxRemarks, rowsInPages } from "./rows.store.ts";

/**
 * Age in milliseconds at which dates of a series are computed again. Applies to an object that is stored as single
 * events. Only dates near today are stored.
 */
const windowMs = 30 * day;
/**
 * Maximum of the events before an update plus the events that the update writes, for one calendar. A series that is
 * stored as single events counts once for each stored date.
 */
const maxEvents = 30_000;

/** Step of an update: writes or deletes one object. Text and events are computed when the step runs, to save memory. */
export type Step =
  | {
      readonly kind: "put";
      readonly known: ObjectHead | null;
      readonly incoming: ParsedObject;
      readonly reading: Reading;
    }
  | { readonly kind: "remove"; readonly known: ObjectHead };

export type Plan = {
  readonly steps: readonly Step[];
  readonly remarks: readonly Remark[];
  /**
   * Events that a mass deletion would delete, or null if the update contains no mass deletion. A later response must
   * confirm the mass deletion.
   */
  readonly massDeletion: DeletedEvents | null;
};

export type PlanOptions = { readonly remarks: readonly Remark[]; readonly holdsMassDeletions: boolean };

const windowStart = ({ now }: Work): string => new Date(now.getTime() - windowMs).toISOString();

/** Whether stored dates of a series must be computed again. Dates of an unchanged calendar can be outdated too. */
export function hasOutdatedDates(work: Work, sourceId: string): boolean {
  return hasUnrolledBefore(work, sourceId, windowStart(work));
}

export function readEvents(work: Work, object: CalendarObject): Reading {
  return readObject(object, { timeZone: work.timeZone, defaultReminder: null }, shownSpan(work.now));
}

/** Plans the update to a parsed calendar. Writes nothing. Yields to other requests between two steps. */
export async function planUpdate(
  work: Work,
  sourceId: string,
  incoming: ParsedCalendar,
  known: PlanOptions,
  signal: AbortSignal,
): Promise<Plan> {
  const yieldToRequests = async () => {
    signal.throwIfAborted();
    await yieldToEventLoop();
  };
  const stored = new Map<string, ObjectHead>();
  const headPage = (after: string, limit: number) => headsAfter(work, sourceId, after, limit);
  for await (const head of rowsInPages(headPage, ({ uid }) => uid, yieldToRequests)) stored.set(head.uid, head);
  const outlinePage = (after: string, limit: number) => outlinesAfter(work, sourceId, after, limit);
  const outlines = () => rowsInPages(outlinePage, ({ objectId }) => objectId ?? "", yieldToRequests);
  const steps: Step[] = [];
  const tooLarge: Remark[] = [];
  let events = countOfSource(work, sourceId);
  const put = async (known: ObjectHead | null, incoming: ParsedObject, reading: Reading) => {
    events += eventsIn(reading).length;
    if (events > maxEvents) throw new RemoteError("too_many_dates", { detail: String(events) });
    if (isTooLarge(incoming.object, objectText(incoming.object))) {
      tooLarge.push(...tooLargeReading(incoming.object).remarks);
      return;
    }
    steps.push({ kind: "put", known, incoming, reading });
    await yieldToRequests();
  };
  const unknown: ParsedObject[] = [];
  const windowFrom = windowStart(work);
  const isSame = (head: ObjectHead, { hash }: ParsedObject) =>
    head.hash === hash && !(head.kind === "unrolled" && head.at < windowFrom);
  for (const each of incoming.objects) {
    const head = stored.get(each.object.uid);
    if (!head) unknown.push(each);
    else if (!isSame(head, each)) await put(head, each, readEvents(work, each.object));
    stored.delete(each.object.uid);
  }
  const unmatched = new UnmatchedObjects(stored.values());
  const added: ParsedObject[] = [];
  for (const each of unknown) {
    const head = unmatched.take(each.hash);
    if (!head) added.push(each);
    else if (!isSame(head, each)) await put(head, each, readEvents(work, each.object));
  }
  if (unmatched.size > 0 && added.length > 0) {
    for await (const { objectId, title, startWall, allDay } of outlines()) {
      if (objectId !== null) unmatched.add(objectId, titleAndStartKey({ title, startWall, allDay: allDay === 1 }));
    }
  }
  for (const each of added) {
    const reading = readEvents(work, each.object);
    const [first] = eventsIn(reading);
    const head = first === undefined ? null : unmatched.take(titleAndStartKey(first));
    await put(head, each, reading);
  }
  for (const head of unmatched.values()) steps.push({ kind: "remove", known: head });
  const massDeletion = known.holdsMassDeletions ? await findMassDeletion(work.now, outlines, steps) : null;
  return { steps, massDeletion, remarks: remarksAfter(known.remarks, incoming, steps, tooLarge) };
}

type Outlines = () => AsyncIterable<ReturnType<typeof outlinesAfter>[number]>;

/**
 * Stored objects whose UIDs are missing in the new response. New objects are also matched to these by content. Some
 * servers give all events new UIDs in each response.
 */
class UnmatchedObjects {
  private readonly byId: Map<string, ObjectHead>;
  /** Objects by hash, and by {@link titleAndStartKey}. */
  private readonly byContent = new Map<string, ObjectHead[]>();

  constructor(heads: Iterable<ObjectHead>) {
    this.byId = new Map([...heads].map((head) => [head.id, head]));
    for (const { id, hash } of this.byId.values()) this.add(id, hash);
  }

  get size(): number {
    return this.byId.size;
  }

  values(): Iterable<ObjectHead> {
    return this.byId.values();
  }

  add(id: string, content: string): void {
    const head = this.byId.get(id);
    const same = this.byContent.get(content);
    if (head && same) same.push(head);
    else if (head) this.byContent.set(content, [head]);
  }

  take(content: string): ObjectHead | null {
    const head = this.byContent.get(content)?.shift() ?? null;
    if (head) this.byId.delete(head.id);
    return head;
  }
}

function titleAndStartKey({ title, startWall, allDay }: Pick<Event, "title" | "startWall" | "allDay">): string {
  return JSON.stringify([foldText(title), startWall, allDay]);
}

/**
 * Returns the events that a mass deletion would delete, or null if the update deletes few events. Also counts events
 * that are still in the calendar but can no longer be read.
 */
async function findMassDeletion(now: Date, outlines: Outlines, steps: readonly Step[]): Promise<DeletedEvents | null> {
  const isLost = (step: Step) => step.kind === "remove" || eventsIn(step.reading).length === 0;
  const lost = new Set(steps.flatMap((step) => (step.known && isLost(step) ? [step.known.id] : [])));
  if (lost.size === 0) return null;
  const keys: string[] = [];
  const shown = new Set<string>();
  let coming = 0;
  let kept = 0;
  for await (const { objectId, seriesEnd } of outlines()) {
    if (objectId === null) continue;
    const isComing = seriesEnd > now.toISOString();
    if (isComing) coming++;
    if (!lost.has(objectId)) {
      kept++;
      continue;
    }
    shown.add(objectId);
    if (isComing) keys.push(deletionKey(objectId));
  }
  const isAll = kept === 0 ? shown.size > 0 : keys.length > 0 && keys.length === coming;
  return isMassDeletion(keys.length, coming) || isAll ? { keys, count: shown.size } : null;
}

function remarksAfter(
  before: readonly Remark[],
  { objects, remarks }: ParsedCalendar,
  steps: readonly Step[],
  tooLarge: readonly Remark[],
): Remark[] {
  const present = new Set(objects.map(({ object }) => object.uid));
  const fresh = steps.flatMap((step) => (step.kind === "put" ? [step] : []));
  const read = new Set([...fresh.map(({ reading }) => reading.uid), ...tooLarge.map(({ uid }) => uid)]);
  const lasting = before.filter(({ uid }) => uid !== null && present.has(uid) && !read.has(uid));
  const onEvents = [...tooLarge, ...fresh.flatMap(({ reading }) => reading.remarks)];
  return [...remarks, ...onEvents, ...lasting].slice(0, maxRemarks);
}
