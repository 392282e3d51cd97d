import { seriesOf } from "../../events/event.ts";
import { objectFrom } from "../../ical/objects.ts";
import { readObject } from "../../ical/read.ts";
import { RemoteConflictError, RemoteError } from "../remote.ts";
import {
  type Body,
  bodyOf,
  changedFields,
  hasNewDates,
  instanceBodyAt,
  type JsonBody,
  recurrenceOf,
  wholeBody,
} from "./bodies.ts";
import { type GoogleEvents, itemFields } from "./events.ts";
import { applyItems, type GoogleObject, idOf, instantIn, partEtag, wholeMaster, writeText } from "./icalendar.ts";
import { type GoogleItem, readItem, textIn } from "./items.ts";
import type { Answer } from "./requests.ts";

/** Newer and older names of the same time zones. Google may know only one name of a pair. */
const renamedZones: readonly (readonly [string, string])[] = [
  ["Europe/Kyiv", "Europe/Kiev"],
  ["Asia/Kolkata", "Asia/Calcutta"],
  ["Asia/Ho_Chi_Minh", "Asia/Saigon"],
  ["Asia/Kathmandu", "Asia/Katmandu"],
  ["Asia/Yangon", "Asia/Rangoon"],
  ["America/Nuuk", "America/Godthab"],
  ["America/Argentina/Buenos_Aires", "America/Buenos_Aires"],
  ["America/Ciudad_Juarez", "America/Ojinaga"],
  ["Atlantic/Faroe", "Atlantic/Faeroe"],
  ["Africa/Asmara", "Africa/Asmera"],
  ["Pacific/Kanton", "Pacific/Enderbury"],
  ["Pacific/Pohnpei", "Pacific/Ponape"],
  ["Pacific/Chuuk", "Pacific/Truk"],
];
const otherNames = new Map(
  renamedZones.flatMap(([newer, older]) => [[newer, older] as const, [older, newer] as const]),
);

type Write = {
  readonly method: "POST" | "PATCH" | "DELETE";
  /** Id of the event. Null for a new event. */
  readonly id: string | null;
  readonly body?: JsonBody;
  readonly etag?: string | null;
};

/** Sends a write to Google. Asks Google not to mail the guests about the write. */
async function write(events: GoogleEvents, { method, id, body, etag = null }: Write, signal: AbortSignal) {
  const path = id === null ? events.path : [...events.path, id];
  const query = { sendUpdates: "none", fields: method === "DELETE" ? null : itemFields };
  const accepts = [400, 404, 409, 410, 412];
  const call = (sent: JsonBody | undefined) =>
    events.api.call({ method, path, query, body: sent, etag, accepts }, signal);
  const first = await call(body);
  const renamed = first.status === 400 && body && isAboutZone(first) ? withOtherZone(body) : null;
  const answer = renamed ? await call(renamed) : first;
  if (answer.status === 412) throw new RemoteConflictError();
  if (answer.status === 400) {
    throw new RemoteError("refused", { detail: `status 400, ${textIn(answer.json, "reason") ?? "no reason"}` });
  }
  return answer;
}

const isAboutZone = ({ json }: Answer): boolean => /time ?zone/i.test(textIn(json, "message") ?? "");

function withOtherZone(body: JsonBody): JsonBody | null {
  const times = ["start", "end"].flatMap((name) => {
    const time = body[name] as JsonBody | undefined;
    const other = otherNames.get(String(time?.timeZone));
    return other === undefined ? [] : [[name, { ...time, timeZone: other }] as const];
  });
  return times.length > 0 ? { ...body, ...Object.fromEntries(times) } : null;
}

export async function removeEvent(events: GoogleEvents, id: string, etag: string | null, signal: AbortSignal) {
  await write(events, { method: "DELETE", id, etag }, signal);
}

/** Writes an event with its exceptions. Each method returns the event as Google stored it. */
export class ObjectWriter {
  readonly #body: Body;

  constructor(
    private readonly events: GoogleEvents,
    private readonly id: string,
    private readonly wanted: GoogleObject,
    private readonly signal: AbortSignal,
  ) {
    const master = wholeMaster(wanted);
    const body = master && bodyOf(master);
    if (!body) throw new RemoteError("refused", { detail: "no start" });
    this.#body = body;
  }

  /** Adds the event, or restores a deleted one with its id, as Google keeps such ids. @throws RemoteConflictError */
  async insert(): Promise<GoogleObject> {
    const repeats = this.#body.rules.length > 0;
    const body = { ...wholeBody(this.#body), ...(repeats ? { recurrence: recurrenceOf(this.#body) } : {}) };
    const added = await this.#write({ method: "POST", id: null, body: { id: this.id, ...body } });
    const answer = added.status === 409 ? await this.#restore(body) : added;
    const item = this.#read(answer);
    const master = this.#apply(null, item, []);
    const patched: GoogleItem[] = [];
    for (const key of this.wanted.overrides.keys()) {
      const instance = await this.#updateInstance(key, master);
      if (instance && instance !== "same") patched.push(instance);
    }
    return this.#apply(master, null, patched);
  }

  async #restore(body: JsonBody): Promise<Answer> {
    const known = await this.events.fetchItem(this.id, this.signal);
    if (!known?.isCancelled) throw new RemoteConflictError();
    return this.#patchMaster({ status: "confirmed", recurrence: [], ...body }, known.etag);
  }

  /** Changes the event, whose last version from Google is `base`. @throws RemoteConflictError */
  async update(base: GoogleObject): Promise<GoogleObject> {
    const before = base.master && bodyOf(base.master);
    if (!before || !base.master) throw new RemoteError("refused", { detail: "no series" });
    const excluded = new Set(this.#body.excludedSlots);
    const isNewRecurrence = hasNewDates(before, this.#body) || before.excludedSlots.some((each) => !excluded.has(each));
    const changes = changedFields(before, this.#body);
    const recurrence = recurrenceOf(this.#body);
    const isSame = Bun.deepEquals(recurrence, recurrenceOf(before));
    const body = isNewRecurrence && !isSame ? { ...changes, recurrence } : changes;
    let master: GoogleObject = base;
    if (Object.keys(body).length > 0) {
      const item = this.#read(await this.#patchMaster(body, partEtag(base.master)));
      master = this.#apply(isNewRecurrence ? null : base, item, []);
    }
    return isNewRecurrence ? this.#restoreLost(base, master) : this.#updateInstances(base, master, before);
  }

  async #updateInstances(base: GoogleObject, master: GoogleObject, before: Body): Promise<GoogleObject> {
    const answers: GoogleItem[] = [];
    const excluded = new Set(this.#body.excludedSlots);
    const known = new Set([...before.excludedSlots, ...base.cancelled.keys()]);
    const keys = new Set([...this.wanted.overrides.keys(), ...base.overrides.keys(), ...base.cancelled.keys()]);
    for (const key of keys) {
      if (excluded.has(key)) continue;
      const instance = await this.#updateInstance(key, base);
      if (instance === "same") continue;
      if (!instance) throw new RemoteConflictError();
      answers.push(instance);
    }
    for (const key of excluded) {
      if (known.has(key)) continue;
      const override = base.overrides.get(key);
      const id = await this.#cancelInstance(key, override && idOf(override), override && partEtag(override));
      if (id === null) throw new RemoteConflictError();
      answers.push(...cancelledItem(id, key));
    }
    return this.#apply(master, null, answers);
  }

  /**
   * Restores the exceptions of a series after a change of its times or its rule. After such a change, Google drops
   * exceptions or keeps outdated exceptions.
   */
  async #restoreLost(base: GoogleObject, master: GoogleObject): Promise<GoogleObject> {
    const span = this.#body.rules.length > 0 ? this.events.exceptionSpan([base, this.wanted]) : null;
    if (!span) return master;
    const instances = await this.events.listInstances(this.id, span, this.signal);
    const found = await this.events.addExceptions(master, instances);
    const excluded = new Set(this.#body.excludedSlots);
    const isSlot = createSlotTest(this.wanted);
    const answers: GoogleItem[] = [];
    for (const key of new Set([
      ...this.wanted.overrides.keys(),
      ...found.overrides.keys(),
      ...found.cancelled.keys(),
    ])) {
      const isWanted = this.wanted.overrides.has(key) || isSlot(key);
      if (excluded.has(key) || !isWanted) continue;
      const instance = await this.#updateInstance(key, found);
      if (instance && instance !== "same") answers.push(instance);
    }
    return this.#apply(found, null, answers);
  }

  /** Changes an instance of `known` to the wanted instance. Returns null if the instance does not exist. */
  async #updateInstance(key: string, { overrides, cancelled }: GoogleObject): Promise<GoogleItem | "same" | null> {
    const override = overrides.get(key);
    const wanted = this.wanted.overrides.get(key);
    const regular = instanceBodyAt(this.#body, key);
    const next = (wanted && bodyOf(wanted)) ?? regular;
    const cancelledId = cancelled.get(key);
    const body =
      cancelledId === undefined ? changedFields((override && bodyOf(override)) ?? regular, next) : restoringBody(next);
    if (Object.keys(body).length === 0) return "same";
    return this.#patchInstance(key, cancelledId ?? (override && idOf(override)), body, override && partEtag(override));
  }

  async #patchMaster(body: JsonBody, etag: string | null): Promise<Answer> {
    const answer = await this.#write({ method: "PATCH", id: this.id, body, etag });
    if (answer.status !== 200) throw new RemoteConflictError();
    return answer;
  }

  async #patchInstance(key: string, known: string | null | undefined, body: JsonBody, etag: string | null = null) {
    const done = await this.#writeInstance(key, known, (id) => ({ method: "PATCH", id, body, etag }));
    if (!done) return null;
    if (done.answer.status !== 200) throw new RemoteConflictError();
    const item = this.#read(done.answer);
    // Somebody else cancelled the instance.
    if (item.isCancelled) throw new RemoteConflictError();
    return item;
  }

  async #cancelInstance(key: string, known: string | null | undefined, etag: string | null = null) {
    const done = await this.#writeInstance(key, known, (id) => ({ method: "DELETE", id, etag }));
    return done?.id ?? null;
  }

  async #writeInstance(key: string, known: string | null | undefined, writeTo: (id: string) => Write) {
    const id = known ?? `${this.id.replace(splitMark, "")}_${key}`;
    const answer = await this.#write(writeTo(id));
    if (answer.status !== 404) return { id, answer };
    const originalStart = new Date(instantIn(key)).toISOString().slice(0, key.includes("T") ? undefined : 10);
    const [instance] = await this.events.listInstances(this.id, { originalStart }, this.signal);
    return instance ? { id: instance.id, answer: await this.#write(writeTo(instance.id)) } : null;
  }

  #write(sent: Write): Promise<Answer> {
    return write(this.events, sent, this.signal);
  }

  #read({ json }: Answer): GoogleItem {
    const item = readItem(json);
    if (!item) throw new RemoteError("no_calendar", { detail: "no event" });
    return item;
  }

  #apply(base: GoogleObject | null, master: GoogleItem | null, instances: readonly GoogleItem[]): GoogleObject {
    const object = applyItems(base, master, instances, this.events.zone);
    if (!object) throw new RemoteError("no_calendar", { detail: "no event" });
    return object;
  }
}

/** Suffix of a series' id after a change of “this and following events”. The ids of its instances lack the suffix. */
const splitMark = /_R\d{8}(?:T\d{6})?$/;

/** Returns the body that restores a cancelled instance. Leaves out the reminders if the calendar's default applies. */
function restoringBody(body: Body): JsonBody {
  const { reminders, ...rest } = wholeBody(body);
  return { status: "confirmed", ...rest, ...(body.reminders.useDefault ? {} : { reminders }) };
}

function cancelledItem(id: string, key: string): GoogleItem[] {
  const iso = new Date(instantIn(key)).toISOString();
  const originalStartTime = key.includes("T") ? { dateTime: iso } : { date: iso.slice(0, 10) };
  const item = readItem({ id, status: "cancelled", originalStartTime });
  return item ? [item] : [];
}

const noSpan = { from: 0, to: 0 };

function createSlotTest(wanted: GoogleObject): (key: string) => boolean {
  const object = objectFrom(writeText({ ...wanted, overrides: new Map() }));
  const event = object && readObject(object, { timeZone: "UTC", defaultReminder: null }, noSpan).event;
  const series = event && seriesOf(event);
  if (!series) return () => false;
  return (key) => (event.allDay ? series.slotOf(instantIn(key)) : series.slotAt(instantIn(key))) !== null;
}
