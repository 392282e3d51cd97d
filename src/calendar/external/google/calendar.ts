/** Reads and writes calendars of Google accounts (Calendar API v3). */
import { yieldToEventLoop } from "#lib/concurrency.ts";
import {
  type Listing,
  type OfferedCalendar,
  type Outgoing,
  type RemoteCalendar,
  RemoteConflictError,
  RemoteError,
  type RemoteHead,
  type RemoteObject,
  UnreadObjectsError,
} from "../remote.ts";
import { bodyOf, hasNewDates } from "./bodies.ts";
import { type Changes, GoogleEvents } from "./events.ts";
import {
  applyItems,
  etagOf,
  type GoogleObject,
  instantIn,
  isShown,
  partEtag,
  readText,
  writeText,
} from "./icalendar.ts";
import { type GoogleItem, idIn, listIn, textIn } from "./items.ts";
import type { GoogleApi } from "./requests.ts";
import { ObjectWriter, removeEvent } from "./writes.ts";

const batchSize = 50;
const maxCalendars = 1_000;

type Options = {
  readonly api: GoogleApi;
  readonly calendarId: string;
  readonly baseOf: (id: string) => string | null;
};

export const createGoogleCalendar = (options: Options): RemoteCalendar => new GoogleCalendar(options);

/** Calendars of an account, and its e-mail address as `account`. */
type CalendarList = { readonly account: string | null; readonly calendars: readonly OfferedCalendar[] };

export async function listOfferedCalendars(api: GoogleApi, signal: AbortSignal): Promise<CalendarList> {
  const calendars: OfferedCalendar[] = [];
  let account: string | null = null;
  const fields = "nextPageToken,items(id,summary,summaryOverride,backgroundColor,accessRole,primary,deleted)";
  const call = { path: ["users", "me", "calendarList"], query: { maxResults: "250", fields } };
  for await (const { json } of api.pages(call, maxCalendars, signal)) {
    for (const each of listIn(json, "items", maxCalendars)) {
      const externalId = idIn(each, "id");
      const role = textIn(each, "accessRole") ?? "";
      if (externalId === null || each.deleted === true || !["owner", "writer", "reader"].includes(role)) continue;
      if (each.primary === true) account = externalId;
      const name = textIn(each, "summaryOverride", 200) ?? textIn(each, "summary", 200) ?? externalId;
      const color = textIn(each, "backgroundColor", 20);
      calendars.push({ externalId, name, color, isReadOnly: role === "reader" });
    }
    if (calendars.length >= maxCalendars) break;
  }
  return { account, calendars: calendars.slice(0, maxCalendars) };
}

type ItemGroup = { master: GoogleItem | null; readonly instances: Map<string, GoogleItem> };

class GoogleCalendar implements RemoteCalendar {
  readonly #events: GoogleEvents;
  readonly #baseOf: Options["baseOf"];
  /** Objects from the last listing that have not been read yet. */
  readonly #listed = new Map<string, RemoteObject>();

  constructor({ api, calendarId, baseOf }: Options) {
    this.#events = new GoogleEvents(api, calendarId);
    this.#baseOf = baseOf;
  }

  async list(state: string | null, signal: AbortSignal): Promise<Listing> {
    const changes = await this.#events.listChanges(state, signal);
    const { isWhole } = changes;
    const heads: RemoteHead[] = [];
    const removed: string[] = [];
    for (const [id, group] of groupsOf(changes.items)) {
      await yieldToEventLoop();
      signal.throwIfAborted();
      this.#listed.delete(id);
      const found = await catchObjectError(this.#findChange(id, group, changes, signal), signal);
      if (found === "echo") continue;
      if (found instanceof RemoteError) heads.push({ id, etag: null });
      else if (found) {
        this.#listed.set(id, found);
        heads.push({ id, etag: found.etag });
      } else if (!isWhole) removed.push(id);
    }
    return { heads, removed, isWhole, from: changes.from, state: changes.state };
  }

  async *read(heads: readonly RemoteHead[], signal: AbortSignal): AsyncIterable<readonly RemoteObject[]> {
    const unread: string[] = [];
    for (let from = 0; from < heads.length; from += batchSize) {
      const objects: RemoteObject[] = [];
      for (const { id } of heads.slice(from, from + batchSize)) {
        signal.throwIfAborted();
        const object = this.#listed.get(id) ?? (await catchObjectError(this.#fetch(id, signal), signal));
        this.#listed.delete(id);
        if (object instanceof RemoteError) unread.push(id);
        else if (object) objects.push(object);
      }
      yield objects;
      await yieldToEventLoop();
    }
    if (unread.length > 0) throw new UnreadObjectsError(unread);
  }

  /** Returns the id of the new Google event: the hexadecimal digits of the app's event id, which Google allows. */
  idFor(eventId: string): string {
    return eventId.replaceAll("-", "").toLowerCase();
  }

  async put({ id, etag, base, text }: Outgoing, signal: AbortSignal): Promise<RemoteObject> {
    const wanted = readText(text);
    if (!wanted?.master) throw new RemoteError("refused", { detail: "no master" });
    this.#listed.delete(id);
    const writer = () => new ObjectWriter(this.#events, id, wanted, signal);
    if (etag === null) return remoteOf(id, await writer().insert());
    const known = base === null ? await this.#fetchSameVersion(id, etag, signal) : readText(base);
    if (!known) throw new RemoteConflictError();
    return remoteOf(id, await writer().update(known));
  }

  async remove({ id, etag }: RemoteHead, signal: AbortSignal): Promise<void> {
    this.#listed.delete(id);
    if (etag === null) return removeEvent(this.#events, id, null, signal);
    const known = this.#lastSeen(id) ?? (await this.#fetchSameVersion(id, etag, signal));
    if (known) await removeEvent(this.#events, id, known.master && partEtag(known.master), signal);
  }

  /** Returns the current object, `echo` if only a change by the app itself was reported, or null if it was deleted. */
  async #findChange(id: string, group: ItemGroup, changes: Changes, signal: AbortSignal) {
    const known = this.#lastSeen(id);
    const object = await this.#buildObject(id, group, changes, known, signal);
    if (!object) return null;
    const etag = etagOf(object);
    const isEcho = !changes.isWhole && known !== null && etagOf(known) === etag;
    return isEcho ? "echo" : { id, etag, text: writeText(object) };
  }

  #lastSeen(id: string): GoogleObject | null {
    const text = this.#baseOf(id);
    return text === null ? null : readText(text);
  }

  /** Fetches an object, or null if it no longer exists. @throws RemoteConflictError if the object changed */
  async #fetchSameVersion(id: string, etag: string, signal: AbortSignal): Promise<GoogleObject | null> {
    const object = await this.#events.fetchObject(id, signal);
    if (object && etagOf(object) !== etag) throw new RemoteConflictError();
    return object;
  }

  async #fetch(id: string, signal: AbortSignal): Promise<RemoteObject | null> {
    const object = await this.#events.fetchObject(id, signal);
    return object && remoteOf(id, object);
  }

  async #buildObject(
    id: string,
    { master, instances: byId }: ItemGroup,
    { isWhole, from }: Changes,
    known: GoogleObject | null,
    signal: AbortSignal,
  ): Promise<GoogleObject | null> {
    const instances = [...byId.values()];
    const { zone } = this.#events;
    if (master && (master.isCancelled || !isShown(master))) return null;
    if (!master && (isWhole || !known)) {
      const fetched = await catchRefused(this.#events.fetchObject(id, signal));
      // A guest of single instances cannot read the series.
      return applyItems(fetched instanceof RemoteError ? null : fetched, null, instances.filter(isShown), zone);
    }
    const isUnreadable = master !== null && master.start === null;
    if (!master || isUnreadable) return applyItems(known, null, instances, zone);
    if (isWhole) {
      const object = applyItems(null, master, instances, zone);
      return object && known ? keepOldExceptions(object, known, from) : object;
    }
    return this.#buildChangedSeries(id, master, instances, known, signal);
  }

  async #buildChangedSeries(
    id: string,
    master: GoogleItem,
    instances: readonly GoogleItem[],
    known: GoogleObject | null,
    signal: AbortSignal,
  ): Promise<GoogleObject | null> {
    const { zone } = this.#events;
    const object = applyItems(known, master, instances, zone);
    if (!object || !known || hasSameDates(object, known)) return object;
    // Google does not list the exceptions that it dropped.
    const span = this.#events.exceptionSpan([known]);
    const withoutExceptions = applyItems(null, master, [], zone);
    if (!span || !withoutExceptions || master.recurrence.length === 0)
      return applyItems(withoutExceptions, null, instances, zone);
    const found = await this.#events.listInstances(id, span, signal);
    return applyItems(await this.#events.addExceptions(withoutExceptions, found), null, instances, zone);
  }
}

const objectErrorCodes: readonly RemoteError["code"][] = ["refused", "failed", "too_large", "no_calendar"];

async function catchRefused<T>(reading: Promise<T>): Promise<T | RemoteError> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof RemoteError && error.code === "refused") return error;
    throw error;
  }
}

async function catchObjectError<T>(reading: Promise<T>, signal: AbortSignal): Promise<T | RemoteError> {
  try {
    return await reading;
  } catch (error) {
    signal.throwIfAborted();
    const remoteError = error instanceof RemoteError ? error : new RemoteError("failed");
    if (objectErrorCodes.includes(remoteError.code)) return remoteError;
    throw error;
  }
}

function groupsOf(items: readonly GoogleItem[]): Map<string, ItemGroup> {
  const groups = new Map<string, ItemGroup>();
  for (const each of items) {
    const id = each.seriesId ?? each.id;
    const group = groups.get(id) ?? { master: null, instances: new Map() };
    groups.set(id, group);
    if (each.seriesId === null) group.master = each;
    else group.instances.set(each.id, each);
  }
  return groups;
}

function remoteOf(id: string, object: GoogleObject): RemoteObject {
  return { id, etag: etagOf(object), text: writeText(object) };
}

function hasSameDates(one: GoogleObject, other: GoogleObject): boolean {
  const first = one.master && bodyOf(one.master);
  const second = other.master && bodyOf(other.master);
  return first !== null && second !== null && !hasNewDates(first, second);
}

/** Restores exceptions that a complete listing lacks, because they are earlier than the listing's start. */
function keepOldExceptions(object: GoogleObject, known: GoogleObject, from: number): GoogleObject {
  if (!hasSameDates(object, known)) return object;
  const isOld = (key: string) => instantIn(key) < from && !object.overrides.has(key) && !object.cancelled.has(key);
  const overrides = [...known.overrides].filter(([key]) => isOld(key));
  const cancelled = [...known.cancelled].filter(([key]) => isOld(key));
  return {
    ...object,
    overrides: new Map([...overrides, ...object.overrides]),
    cancelled: new Map([...cancelled, ...object.cancelled]),
  };
}
