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
import { CalendarFault } from "./faults.ts";
import { type HeldEvents, heldKey, isMassDeletion } from "./held.ts";
import type { Incoming, IncomingObject } from "./incoming.ts";

const pageSize = 500;
/** Then the dates of an unrolled object are counted from today again. */
const windowMs = 30 * day;
export const maxRemarks = 200;
/** With the dates of unrolled objects, before and after. */
const maxEvents = 30_000;

/** To write. Texts and events are made when it is their turn. */
export type Step =
  | {
      readonly kind: "put";
      readonly known: ObjectHead | null;
      readonly incoming: IncomingObject;
      readonly reading: Reading;
    }
  | { readonly kind: "remove"; readonly known: ObjectHead };

export type Plan = {
  readonly steps: readonly Step[];
  readonly remarks: readonly Remark[];
  /** If it would delete so many events that the answer must come twice. */
  readonly held: HeldEvents | null;
};

export type Known = { readonly remarks: readonly Remark[]; readonly isGuarded: boolean };

function windowStart({ now }: Work): string {
  return new Date(now.getTime() - windowMs).toISOString();
}

/** Dates of unrolled objects are due that no answer changed. */
export function hasOldWindow(work: Work, sourceId: string): boolean {
  return hasUnrolledBefore(work, sourceId, windowStart(work));
}

export function readingOf(work: Work, object: CalendarObject): Reading {
  return readObject(object, { timeZone: work.timeZone, defaultReminder: null }, shownSpan(work.now));
}

export function textOf({ object }: IncomingObject): string {
  return objectText(object);
}

/** Compares an answer with what is stored, and writes nothing. Yields to requests. */
export async function planUpdate(
  work: Work,
  sourceId: string,
  incoming: Incoming,
  known: Known,
  signal: AbortSignal,
): Promise<Plan> {
  const pause = async () => {
    signal.throwIfAborted();
    await yieldToEventLoop();
  };
  const stored = new Map<string, ObjectHead>();
  for (let after = ""; ; ) {
    const page = headsAfter(work, sourceId, after, pageSize);
    for (const head of page) stored.set(head.uid, head);
    after = page.at(-1)?.uid ?? "";
    if (page.length < pageSize) break;
    await pause();
  }
  const steps: Step[] = [];
  const tooLarge: Remark[] = [];
  let events = countOfSource(work, sourceId);
  const put = async (known: ObjectHead | null, incoming: IncomingObject, reading: Reading) => {
    events += eventsIn(reading).length;
    if (events > maxEvents) throw new CalendarFault("too_many_dates", String(events));
    if (isTooLarge(incoming.object, textOf(incoming))) {
      tooLarge.push(...tooLargeReading(incoming.object).remarks);
      return;
    }
    steps.push({ kind: "put", known, incoming, reading });
    await pause();
  };
  const unmatched: IncomingObject[] = [];
  const oldWindow = windowStart(work);
  const isSame = (head: ObjectHead, { hash }: IncomingObject) =>
    head.hash === hash && !(head.kind === "unrolled" && head.at < oldWindow);
  for (const each of incoming.objects) {
    const head = stored.get(each.object.uid);
    if (!head) unmatched.push(each);
    else if (!isSame(head, each)) await put(head, each, readingOf(work, each.object));
    stored.delete(each.object.uid);
  }
  const rest = new Rest(stored.values());
  const added: IncomingObject[] = [];
  for (const each of unmatched) {
    const head = rest.takeHash(each.hash);
    if (!head) added.push(each);
    else if (!isSame(head, each)) await put(head, each, readingOf(work, each.object));
  }
  if (rest.size > 0 && added.length > 0) await nameByStart(work, sourceId, rest, pause);
  for (const each of added) {
    const reading = readingOf(work, each.object);
    const [first] = eventsIn(reading);
    const head = first === undefined ? null : rest.takeName(nameOf(first));
    await put(head, each, reading);
  }
  for (const head of rest.values()) steps.push({ kind: "remove", known: head });
  const held = known.isGuarded ? await findHeld(work, sourceId, steps, pause) : null;
  return { steps, held, remarks: remarksAfter(known.remarks, incoming, steps, tooLarge) };
}

type Pause = () => Promise<void>;

/** Stored objects whose UIDs the answer lacks: some calendars give new ones each time. */
class Rest {
  private readonly byId: Map<string, ObjectHead>;
  private readonly byHash: Map<string, ObjectHead[]>;
  private readonly byName = new Map<string, ObjectHead[]>();

  constructor(heads: Iterable<ObjectHead>) {
    const all = [...heads];
    this.byId = new Map(all.map((head) => [head.id, head]));
    this.byHash = Map.groupBy(all, ({ hash }) => hash);
  }

  get size(): number {
    return this.byId.size;
  }

  values(): Iterable<ObjectHead> {
    return this.byId.values();
  }

  has(id: string): boolean {
    return this.byId.has(id);
  }

  addName(id: string, name: string): void {
    const head = this.byId.get(id);
    if (head) this.byName.set(name, [...(this.byName.get(name) ?? []), head]);
  }

  takeHash(hash: string): ObjectHead | null {
    return this.take(this.byHash.get(hash));
  }

  takeName(name: string): ObjectHead | null {
    return this.take(this.byName.get(name));
  }

  private take(heads: ObjectHead[] | undefined): ObjectHead | null {
    const head = heads?.shift() ?? null;
    if (head) this.byId.delete(head.id);
    return head;
  }
}

type Outline = ReturnType<typeof outlinesAfter>[number];

async function* outlinesOf(work: Work, sourceId: string, pause: Pause): AsyncGenerator<Outline> {
  for (let after = ""; ; ) {
    const page = outlinesAfter(work, sourceId, after, pageSize);
    yield* page;
    after = page.at(-1)?.objectId ?? "";
    if (page.length < pageSize) return;
    await pause();
  }
}

async function nameByStart(work: Work, sourceId: string, rest: Rest, pause: Pause): Promise<void> {
  for await (const { objectId, title, startWall, allDay } of outlinesOf(work, sourceId, pause)) {
    if (objectId !== null) rest.addName(objectId, nameOf({ title, startWall, allDay: allDay === 1 }));
  }
}

function nameOf({ title, startWall, allDay }: Pick<Event, "title" | "startWall" | "allDay">): string {
  return JSON.stringify([foldText(title), startWall, allDay]);
}

/** Also counts events that the answer has, but that can't be read any more. */
async function findHeld(
  work: Work,
  sourceId: string,
  steps: readonly Step[],
  pause: Pause,
): Promise<HeldEvents | null> {
  const lost = new Set(
    steps.flatMap((step) =>
      step.known && (step.kind === "remove" || eventsIn(step.reading).length === 0) ? [step.known.id] : [],
    ),
  );
  if (lost.size === 0) return null;
  const now = work.now.toISOString();
  const keys: string[] = [];
  const shown = new Set<string>();
  let all = 0;
  let coming = 0;
  let kept = 0;
  for await (const { objectId, seriesEnd } of outlinesOf(work, sourceId, pause)) {
    if (objectId === null) continue;
    const isComing = seriesEnd > now;
    all++;
    if (isComing) coming++;
    if (!lost.has(objectId)) kept++;
    else shown.add(objectId);
    if (lost.has(objectId) && isComing) keys.push(heldKey(objectId));
  }
  const isAll = all > 0 && (kept === 0 || (coming > 0 && keys.length === coming));
  return isMassDeletion(keys.length, coming) || isAll ? { keys, count: shown.size } : null;
}

function remarksAfter(
  before: readonly Remark[],
  { objects, remarks }: Incoming,
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
