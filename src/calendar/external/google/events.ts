import { yieldToEventLoop } from "#lib/concurrency.ts";
import { day, isTimeZone } from "#lib/time.ts";
import { RemoteError } from "../remote.ts";
import { bodyOf, changedFields, instanceBodyAt } from "./bodies.ts";
import { applyItems, type GoogleObject, instanceFrom, instantIn, isShown, keyOfTime, partEtag } from "./icalendar.ts";
import { type GoogleItem, type Json, listIn, readItem, textIn } from "./items.ts";
import type { GoogleApi } from "./requests.ts";

const pastMs = 400 * day;
const maxItems = 10_000;
const maxPages = 1_000;
const pageSize = 1_000;
const largestPage = 2_500;

const times = "start,end,endTimeUnspecified,originalStartTime,recurrence,created,updated,sequence";
const details = "summary,location,description,visibility,transparency,reminders,eventType,recurringEventId,iCalUID";
const people = "organizer,attendees(email,displayName,responseStatus,self)";
export const itemFields = `id,etag,status,${times},${details},${people}`;
const pageFields = `nextPageToken,nextSyncToken,timeZone,items(${itemFields})`;

export type Changes = {
  readonly items: readonly GoogleItem[];
  readonly isWhole: boolean;
  readonly state: string;
  /** Start of a complete listing in milliseconds. Instances that ended before this time are missing. */
  readonly from: number;
};

type Query = Readonly<Record<string, string>>;

export class GoogleEvents {
  /** Time zone of the calendar. UTC until the first listing. */
  zone = "UTC";
  readonly path: readonly string[];

  constructor(
    readonly api: GoogleApi,
    calendarId: string,
  ) {
    this.path = ["calendars", calendarId, "events"];
  }

  async listChanges(state: string | null, signal: AbortSignal): Promise<Changes> {
    const from = this.api.google.now().getTime() - pastMs;
    const common = { showDeleted: "true", maxResults: String(pageSize), fields: pageFields };
    const changed = state === null ? null : await this.#fetchPages({ ...common, syncToken: state }, [400, 410], signal);
    if (changed) return { ...changed, isWhole: false, from };
    const timeMin = new Date(from).toISOString();
    const all = await this.#fetchPages({ ...common, singleEvents: "false", timeMin }, [], signal);
    if (!all) throw new RemoteError("no_calendar", { detail: "no list" });
    return { ...all, isWhole: true, from };
  }

  async #fetchPages(query: Query, expiredStatuses: readonly number[], signal: AbortSignal) {
    const items: GoogleItem[] = [];
    const call = { path: this.path, query, accepts: expiredStatuses };
    for await (const { status, json } of this.api.pages(call, maxPages, signal)) {
      if (expiredStatuses.includes(status)) return null;
      await readInto(items, json);
      if (items.length > maxItems) throw new RemoteError("too_large", { detail: "items" });
      const zone = textIn(json, "timeZone", 100);
      if (zone !== null && isTimeZone(zone)) this.zone = zone;
      if (textIn(json, "nextPageToken") !== null) continue;
      const state = textIn(json, "nextSyncToken");
      if (state === null) throw new RemoteError("no_calendar", { detail: "no sync token" });
      return { items, state };
    }
    throw new RemoteError("too_large", { detail: "pages" });
  }

  /** Fetches an event with its exceptions. Returns null if it does not exist, or if the app hides its type. */
  async fetchObject(id: string, signal: AbortSignal): Promise<GoogleObject | null> {
    const master = await this.fetchItem(id, signal);
    if (!master || master.isCancelled || !isShown(master)) return null;
    const object = applyItems(null, master, [], this.zone);
    if (!object || master.recurrence.length === 0) return object;
    return this.addExceptions(object, await this.listInstances(id, {}, signal));
  }

  async fetchItem(id: string, signal: AbortSignal): Promise<GoogleItem | null> {
    const call = { path: [...this.path, id], query: { fields: itemFields }, accepts: [404, 410] };
    const { status, json } = await this.api.call(call, signal);
    return status === 200 ? readItem(json) : null;
  }

  async listInstances(id: string, query: Query, signal: AbortSignal): Promise<readonly GoogleItem[]> {
    const items: GoogleItem[] = [];
    const common = { showDeleted: "true", maxResults: String(largestPage), fields: pageFields };
    const call = { path: [...this.path, id, "instances"], query: { ...common, ...query }, accepts: [404, 410] };
    for await (const { status, json } of this.api.pages(call, maxPages, signal)) {
      if (status !== 200) return [];
      await readInto(items, json);
      if (items.length >= maxItems) break;
    }
    return items.slice(0, maxItems);
  }

  /**
   * Adds exceptions to a series. An instance is an exception if it is cancelled or differs from the series. If some
   * instances have the entity tag of the series, all instances with another tag are exceptions too.
   */
  async addExceptions(object: GoogleObject, instances: readonly GoogleItem[]): Promise<GoogleObject> {
    const series = object.master && bodyOf(object.master);
    if (!series) return object;
    const etag = object.master && partEtag(object.master);
    const isShared = etag !== null && instances.some((each) => each.etag === etag);
    const isException = (item: GoogleItem) => {
      if (isShared && item.etag !== etag) return true;
      const own = instanceFrom(item, object, this.zone);
      const body = own && bodyOf(own);
      const key = item.originalStart && keyOfTime(item.originalStart);
      return key !== null && body && Object.keys(changedFields(instanceBodyAt(series, key), body)).length > 0;
    };
    const exceptions: GoogleItem[] = [];
    for (const each of instances) {
      await yieldToEventLoop();
      if (each.isCancelled || isException(each)) exceptions.push(each);
    }
    return applyItems(object, null, exceptions, this.zone) ?? object;
  }

  exceptionSpan(objects: readonly GoogleObject[]): Query | null {
    const at: number[] = [];
    for (const { overrides, cancelled } of objects) {
      for (const key of [...overrides.keys(), ...cancelled.keys()]) at.push(instantIn(key));
      for (const each of overrides.values()) {
        const body = bodyOf(each);
        for (const time of body ? [body.start, body.end] : []) at.push(time.kind === "time" ? time.at : time.localMs);
      }
    }
    if (at.length === 0) return null;
    const [first, last] = [Math.min(...at), Math.max(...at)];
    return { timeMin: new Date(first - 2 * day).toISOString(), timeMax: new Date(last + 2 * day).toISOString() };
  }
}

async function readInto(items: GoogleItem[], json: Json): Promise<void> {
  for (const each of listIn(json, "items", maxItems + 1)) {
    await yieldToEventLoop();
    const item = readItem(each);
    if (item) items.push(item);
  }
}
