/** Handles REPORT requests (RFC 4791 §7, RFC 6578). */

import { runSteps, yieldToEventLoop } from "#lib/concurrency.ts";
import { day, isTimeZone } from "#lib/time.ts";
import {
  caldav,
  childOf,
  childrenNamed,
  dav,
  escapeXml,
  isNamed,
  nameOf,
  type Parts,
  type XmlElement,
} from "#lib/xml/xml.ts";
import { isHiddenFrom } from "../events/event.ts";
import { objectFromSteps } from "../ical/objects.ts";
import type { CalendarDefaults } from "../ical/read.ts";
import { type Collection, findCollection } from "./data/collections.ts";
import { Renderer } from "./data/rendering.ts";
import { headsOf, privateToOf, type Resource, type ResourceHead } from "./data/resources.store.ts";
import { listStoredProperties } from "./data/stored-properties.store.ts";
import { changesSince, writeToken } from "./data/sync.store.ts";
import { tagOf, textsOf } from "./data/texts.ts";
import { DavError } from "./errors.ts";
import { D, foundResponse, multistatusParts, statusResponse } from "./multistatus.ts";
import { type CalendarPlace, hrefOf, placeOfHref, type ResourcePlace } from "./paths.ts";
import { calendarTimezone, type RequestedProperties, select, valuesOfResource } from "./properties.ts";
import { type DavRequest, headResponses, namesIn } from "./propfind.ts";
import { Budget, tooMany } from "./query/budget.ts";
import { type DataRequest, readCalendarData, shapeCalendarData } from "./query/calendar-data.ts";
import { type ComponentFilter, type Range, rangeOf, readFilter, selectsEvents } from "./query/filters.ts";
import { BusyTimes, readRange } from "./query/free-busy.ts";
import { matches } from "./query/matches.ts";
import { timeZoneIn } from "./query/time-zone.ts";

const maxHrefs = 500;
const maxChanges = 1_000;
/** Maximum number of events that a free-busy query reads. */
const maxBusy = 5_000;
const dataName = nameOf({ uri: caldav, local: "calendar-data" });
const forbidden = (uri: string, local: string) => new DavError(403, { uri, local });

/** Response of a report. If `mayFail` is true, a part can fail, so all parts must be made before anything is sent. */
type ReportAnswer = {
  readonly status: 200 | 207;
  readonly type: string;
  readonly parts: Parts;
  readonly mayFail: boolean;
};

/** Handles a REPORT, which covers all resources of the collection, whatever the header Depth says. @throws DavError */
export async function report(
  reader: DavRequest,
  place: CalendarPlace | ResourcePlace,
  root: XmlElement | null,
): Promise<ReportAnswer> {
  const { call } = reader;
  if (!root) throw new DavError(400, null);
  const collection = call.read((work) => findCollection(work, call.caller, place.key));
  if (!collection) throw new DavError(404, null);
  const context = { reader, collection, root };
  if (place.kind === "calendar" && isNamed(root, caldav, "free-busy-query")) {
    return { status: 200, type: "text/calendar; charset=utf-8", parts: [await freeBusy(context)], mayFail: false };
  }
  if (isNamed(root, caldav, "calendar-multiget")) {
    const answers = answersFor(context);
    return listing(answers, multiget(context, answers));
  }
  if (isNamed(root, caldav, "calendar-query")) return query(context, place);
  if (place.kind === "calendar" && isNamed(root, dav, "sync-collection")) return sync(context);
  throw forbidden(dav, "supported-report");
}

function listing({ data }: Answers, responses: Parts, token: string | null = null): ReportAnswer {
  const mayFail = data !== null && data.expand !== null;
  return { status: 207, type: "application/xml; charset=utf-8", parts: multistatusParts(responses, token), mayFail };
}

type Context = { readonly reader: DavRequest; readonly collection: Collection; readonly root: XmlElement };

function requestedIn(root: XmlElement): RequestedProperties {
  const prop = childOf(root, dav, "prop");
  if (prop) return { kind: "some", names: namesIn(prop) };
  return childOf(root, dav, "propname") ? { kind: "names" } : { kind: "all", names: [] };
}

function dataIn(root: XmlElement): DataRequest | null {
  const prop = childOf(root, dav, "prop");
  const data = prop && childOf(prop, caldav, "calendar-data");
  return data ? readCalendarData(data) : null;
}

type Answers = {
  readonly requested: RequestedProperties;
  readonly data: DataRequest | null;
  readonly home: CalendarDefaults;
  readonly hash: string;
  readonly budget: Budget;
};

function answersFor({ reader: { call }, collection, root }: Context): Answers {
  const { home, hash } = call.read((work) => new Renderer(work));
  const own = defaultsFor(home, call, collection, root);
  return { requested: requestedIn(root), data: dataIn(root), home: own, hash, budget: new Budget() };
}

/**
 * Returns the settings for floating times. The time zone is that of the query, otherwise the one that this device
 * stored, otherwise the household's.
 */
function defaultsFor(
  home: CalendarDefaults,
  call: DavRequest["call"],
  { key }: Collection,
  root: XmlElement,
): CalendarDefaults {
  const id = childOf(root, caldav, "timezone-id")?.text.trim();
  if (id !== undefined) {
    if (!isTimeZone(id)) throw forbidden(caldav, "valid-timezone");
    return { ...home, timeZone: id };
  }
  const own = childOf(root, caldav, "timezone");
  const given = own ? timeZoneIn(own.text, home) : null;
  if (own && given === null) throw forbidden(caldav, "valid-calendar-data");
  const kept = call.read((work) => listStoredProperties(work, call.caller.id));
  const set = kept.find(({ place, name }) => place === key && name === calendarTimezone);
  return { ...home, timeZone: given ?? (set && timeZoneIn(unescapeXml(set.value), home)) ?? home.timeZone };
}

function unescapeXml(text: string): string {
  const characters: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', "#13": "\r", amp: "&" };
  return text.replace(/&(lt|gt|quot|#13|amp);/g, (_, name: string) => characters[name] ?? "");
}

async function responseWith(context: Context, answers: Answers, resource: Resource, text: string): Promise<string> {
  const { isMinimal, call } = context.reader;
  const { modifiedAt, isMasked } = headOf(context, resource);
  const state = { tag: tagOf(text), length: Buffer.byteLength(text), modifiedAt };
  const values = valuesOfResource(state, context.collection.isReadOnly || isMasked, call.caller.member.id);
  if (answers.data) {
    const data = await runSteps(shapeCalendarData(answers.data, text, answers.home, answers.budget));
    values.set(dataName, escapeXml(lineFeeds(data)));
  }
  return foundResponse(hrefFor(context, resource.name), select(values, answers.requested), isMinimal);
}

function hrefFor({ reader: { call }, collection: { key } }: Context, name: string): string {
  return hrefOf({ kind: "resource", memberId: call.caller.member.id, key, name });
}

/** Replaces CRLF by LF. XML would otherwise write the carriage return as a character reference. */
function lineFeeds(text: string): string {
  return text.replaceAll("\r\n", "\n");
}

async function* multiget(context: Context, answers: Answers): AsyncGenerator<string> {
  const { reader, collection, root } = context;
  const { call } = reader;
  const hrefs = childrenNamed(root, dav, "href").map(({ text }) => text.trim());
  const nameIn = (href: string): string | null => {
    const place = placeOfHref(href);
    const isHere =
      place?.kind === "resource" && place.memberId === call.caller.member.id && place.key === collection.key;
    return isHere ? place.name : null;
  };
  const wanted = hrefs.map((href, index) => ({ href, name: index < maxHrefs ? nameIn(href) : null }));
  const names = new Set(wanted.flatMap(({ name }) => name ?? []));
  const texts = textsOf(reader, collection.key, [...names]);
  const answered = new Set<string>();
  let next = await texts.next();
  for (const { href, name } of wanted) {
    const own = name === null ? href : hrefFor(context, name);
    if (answered.has(own)) continue;
    answered.add(own);
    if (next.done || next.value.resource.name !== name) {
      yield statusResponse(href, 404);
      continue;
    }
    const { resource, text } = next.value;
    yield await responseWith(context, answers, resource, text);
    next = await texts.next();
  }
}

function headOf({ reader: { call } }: Context, resource: Resource): Pick<ResourceHead, "modifiedAt" | "isMasked"> {
  const { events, object } = resource;
  const times = [...events.map(({ row }) => row.updatedAt), ...(object ? [object.at] : [])].map(Date.parse);
  const modifiedAt = Math.max(0, ...times);
  return { modifiedAt, isMasked: isHiddenFrom({ privateTo: privateToOf(resource) }, call.caller.member.id) };
}

function query(context: Context, place: CalendarPlace | ResourcePlace): ReportAnswer {
  const { reader, collection, root } = context;
  const element = childOf(root, caldav, "filter");
  if (!element) throw forbidden(caldav, "valid-filter");
  const filter = readFilter(element);
  const answers = answersFor(context);
  const heads = reader.call.read((work) => headsOf(work, collection.key));
  const wanted = heads.filter((each) => place.kind === "calendar" || each.name === place.name);
  if (place.kind === "resource" && wanted.length === 0) throw new DavError(404, null);
  const names = preselect(wanted, filter).map(({ name }) => name);
  const responses = async function* () {
    for await (const { resource, text } of textsOf(reader, collection.key, names)) {
      const object = await runSteps(objectFromSteps(text));
      await yieldToEventLoop();
      if (!object || !matches(filter, object, { home: answers.home })) continue;
      await yieldToEventLoop();
      yield await responseWith(context, answers, resource, text);
    }
  };
  return listing(answers, responses());
}

/**
 * Selects the resources that may have dates in the range of the filter. Includes resources up to two days outside the
 * range, because dates and floating times depend on the time zone of the query. Ignores ranges of alarms, because
 * alarms go off earlier than their events.
 */
function preselect(heads: readonly ResourceHead[], filter: ComponentFilter): readonly ResourceHead[] {
  if (!selectsEvents(filter)) return [];
  const range = rangeOf(filter);
  return range ? withinRange(heads, range) : heads;
}

function withinRange(heads: readonly ResourceHead[], range: Range): readonly ResourceHead[] {
  const from = new Date(clamp(range.from - 2 * day)).toISOString();
  const to = new Date(clamp(range.to + 2 * day)).toISOString();
  return heads.filter(({ span }) => span === null || (span.startsAt <= to && span.seriesEnd >= from));
}

function clamp(instant: number): number {
  return Math.min(Math.max(instant, Date.UTC(0, 0, 1)), Date.UTC(9998, 0, 1));
}

async function sync(context: Context): Promise<ReportAnswer> {
  const { reader, collection, root } = context;
  const { call } = reader;
  const { key } = collection;
  const level = childOf(root, dav, "sync-level")?.text.trim();
  if (level === "infinite") throw forbidden(dav, "sync-traversal-supported");
  if (level !== undefined && level !== "1") throw new DavError(400, null);
  const limit = limitIn(root);
  const given = childOf(root, dav, "sync-token")?.text.trim() ?? "";
  const answers = answersFor(context);
  const page = call.read((work) => changesSince(work, key, answers.hash, given, limit));
  const heads = page.changes.flatMap(({ head }) => head ?? []);
  const summaries = answers.data ? null : await reader.tags.summariesOf(reader, key, answers.hash, heads);
  const responses = async function* () {
    if (summaries) yield* headResponses(reader, collection, answers.requested, heads, summaries);
    else {
      const names = heads.map(({ name }) => name);
      for await (const { resource, text } of textsOf(reader, key, names)) {
        yield await responseWith(context, answers, resource, text);
      }
    }
    for (const { name, head } of page.changes) if (!head) yield statusResponse(hrefFor(context, name), 404);
    if (!page.isCut) return;
    const own = hrefOf({ kind: "calendar", memberId: call.caller.member.id, key });
    yield statusResponse(own, 507, D("number-of-matches-within-limits"));
  };
  return listing(answers, responses(), writeToken(page.next));
}

function limitIn(root: XmlElement): number {
  const limit = childOf(root, dav, "limit");
  const text = limit && childOf(limit, dav, "nresults")?.text.trim();
  if (text === undefined) return maxChanges;
  if (!/^\d{1,9}$/.test(text) || Number(text) === 0) throw tooMany();
  return Math.min(Number(text), maxChanges);
}

async function freeBusy(context: Context): Promise<string> {
  const { reader, collection, root } = context;
  const { call } = reader;
  const range = readRange(childOf(root, caldav, "time-range"));
  const { home } = answersFor(context);
  const names = call.read((work) => withinRange(headsOf(work, collection.key), range)).map(({ name }) => name);
  if (names.length > maxBusy) throw tooMany();
  const busy = new BusyTimes(range, home);
  for await (const { text } of textsOf(reader, collection.key, names)) {
    const object = await runSteps(objectFromSteps(text));
    await yieldToEventLoop();
    if (object) busy.add(object);
  }
  return busy.write(call.now);
}
