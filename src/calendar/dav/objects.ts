/** Handles GET, PUT, DELETE and MOVE of single resources. */

import { runSteps, runStepsToEnd } from "#lib/concurrency.ts";
import type { ErrorCode } from "#lib/errors.ts";
import { caldav, dav } from "#lib/xml/xml.ts";
import type { AppContext } from "#platform/http/request-context.ts";
import { mediaTypeOf, readBytes } from "#platform/http/validation.ts";
import type { Work } from "#platform/work.ts";
import { maxObjectBytes } from "../ical/limits.ts";
import { readObjectSteps, shownSpan } from "../ical/read.ts";
import {
  hasConditions,
  matchesIfNoneMatch,
  requireConditions,
  requireMatch,
  type State,
  type StateOf,
} from "./conditions.ts";
import { findCollection } from "./data/collections.ts";
import { type IncomingObject, readIncomingObject, requireVisible } from "./data/incoming-object.ts";
import { Renderer } from "./data/rendering.ts";
import { findResource, locateUid, type Resource, sizeOf } from "./data/resources.store.ts";
import { currentState, writeToken } from "./data/sync.store.ts";
import { type HeavyCall, TextCache, tagOf } from "./data/texts.ts";
import { defaultsFor, deleteResource, moveResource, putObject } from "./data/writes.store.ts";
import { DavError } from "./errors.ts";
import { D, hrefElement } from "./multistatus.ts";
import { hrefOf, type Place, placeOfHref, type ResourcePlace } from "./paths.ts";
import { resourceType } from "./properties.ts";
import type { DavRequest } from "./propfind.ts";

const maxLightBytes = 64 * 1_024;

/** Handles GET of a calendar object. @throws DavError 404, 412, 400; ApiError 429 */
export async function getObject(request: DavRequest, place: ResourcePlace): Promise<Response> {
  const { call } = request;
  const { headers: asked } = call.request;
  await acquirePermitIfLarge(request, place);
  const found = call.read((work) => {
    const resource = findCollection(work, call.caller, place.key) && findResource(work, place.key, place.name);
    return resource && { resource, renderer: new Renderer(work) };
  });
  if (!found) throw new DavError(404, null);
  const text = await runSteps(found.renderer.textOf(found.resource));
  const tag = tagOf(text);
  const stateOf = statesIn(call.read.bind(call), request, new TextCache());
  await runSteps(requireMatch(asked, place, tag, stateOf));
  const headers = { ...call.headers, ETag: tag };
  if (matchesIfNoneMatch(asked, tag)) return new Response(null, { status: 304, headers });
  return new Response(text, { headers: { ...headers, "Content-Type": resourceType } });
}

/** Handles PUT. Sends the entity tag only if a GET would return the same text. @throws DavError; ApiError 429 */
export async function put(request: DavRequest, place: ResourcePlace): Promise<Response> {
  const { call } = request;
  // A partial PUT (RFC 9110 §14.5).
  if (call.request.headers.has("content-range")) throw new DavError(400, null);
  const type = mediaTypeOf(call.request);
  if (type !== undefined && type !== "text/calendar") {
    throw new DavError(415, { uri: caldav, local: "supported-calendar-data" });
  }
  await acquirePermitIfLarge(request, place, Number(call.request.headers.get("content-length") ?? 0));
  const bytes = await readBytes(call.request, maxObjectBytes, tooLarge);
  await acquirePermitIfLarge(request, place, bytes.length);
  const incoming = await runSteps(readIncomingObject(bytes));
  const { home, now } = call.read((work) => ({
    home: defaultsFor(work, incoming.object, findResource(work, place.key, place.name)),
    now: work.now,
  }));
  const reading = await runSteps(readObjectSteps(incoming.object, home, shownSpan(now)));
  requireVisible(reading);
  const parsed = { object: incoming.object, known: reading };
  const texts = await renderBeforeWrite(request, place);
  const { isNew, isKept } = await write(request, function* (work) {
    requireWritable(work, call, place, 409);
    const known = findResource(work, place.key, place.name);
    yield* requireUnchanged(work, request, place, known, texts);
    const before = known ?? findElsewhere(work, call, place, incoming);
    if (known) requireSameUid(work, call, place, known, incoming);
    const shown = before && (() => texts.textOf(new Renderer(work), before));
    const target = { calendar: place.key, name: place.name };
    yield* putObject(work, target, incoming, before, { shown, ahead: { home, reading } });
    const after = findResource(work, place.key, place.name);
    yield;
    return {
      isNew: known === null,
      isKept: after !== null && new Renderer(work).isStoredAsSent(after, incoming.text, parsed),
    };
  });
  const headers = { ...call.headers, ...(incoming.isUnmodified && isKept ? { ETag: tagOf(incoming.text) } : {}) };
  return new Response(null, { status: isNew ? 201 : 204, headers });
}

const tooLarge = "An event is larger than 1 MB";

export async function deleteObject(request: DavRequest, place: ResourcePlace): Promise<Response> {
  const { call } = request;
  await acquirePermitIfLarge(request, place);
  const texts = await renderBeforeWrite(request, place);
  await write(request, function* (work) {
    requireWritable(work, call, place);
    const known = findResource(work, place.key, place.name);
    if (!known) throw new DavError(404, null);
    yield;
    yield* requireUnchanged(work, request, place, known, texts);
    yield* deleteResource(work, known);
  });
  return new Response(null, { status: 204, headers: call.headers });
}

export async function move(request: DavRequest, place: ResourcePlace): Promise<Response> {
  const { call } = request;
  const { headers } = call.request;
  const target = targetOf(call);
  await acquirePermitIfLarge(request, place);
  await acquirePermitIfLarge(request, target);
  const texts = await renderBeforeWrite(request, place);
  const isNew = await write(request, function* (work) {
    requireWritable(work, call, place);
    const source = findResource(work, place.key, place.name);
    if (!source) throw new DavError(404, null);
    yield* requireUnchanged(work, request, place, source, texts);
    requireWritable(work, call, target, 409);
    if (target.key === place.key && target.name === place.name) throw new DavError(403, null);
    const replaced = findResource(work, target.key, target.name);
    if (replaced && headers.get("overwrite")?.trim().toUpperCase() === "F") throw new DavError(412, null);
    yield;
    yield* moveResource(work, source, { calendar: target.key, name: target.name }, replaced);
    return replaced === null;
  });
  const location: Record<string, string> = isNew ? { Location: hrefOf(target) } : {};
  return new Response(null, { status: isNew ? 201 : 204, headers: { ...call.headers, ...location } });
}

/** Acquires the permit if the body (`bytes`) or the stored resource is large. @throws ApiError 429 */
async function acquirePermitIfLarge(
  { call, permit }: HeavyCall,
  { key, name }: ResourcePlace,
  bytes = 0,
): Promise<void> {
  if (bytes > maxLightBytes || call.read((work) => sizeOf(work, key, name)) > maxLightBytes) await permit.acquire();
}

async function write<Answer>(
  { call, permit }: HeavyCall,
  steps: (work: Work) => Generator<void, Answer>,
): Promise<Answer> {
  return permit.isAcquired ? call.writeCooperatively(steps) : call.write((work) => runStepsToEnd(steps(work)));
}

/** Renders a resource if the request has conditions. Must be called before the transaction, which can be repeated. */
async function renderBeforeWrite({ call, permit }: HeavyCall, { key, name }: ResourcePlace): Promise<TextCache> {
  const texts = new TextCache();
  if (!permit.isAcquired || !hasConditions(call.request.headers)) return texts;
  const { resource, renderer } = call.read((work) => ({
    resource: findCollection(work, call.caller, key) && findResource(work, key, name),
    renderer: new Renderer(work),
  }));
  if (resource) await runSteps(texts.textOf(renderer, resource));
  return texts;
}

function* requireUnchanged(
  work: Work,
  request: DavRequest,
  place: ResourcePlace,
  resource: Resource | null,
  texts: TextCache,
): Generator<void, void> {
  const { headers } = request.call.request;
  if (!hasConditions(headers)) return;
  const tag = resource && tagOf(yield* texts.textOf(new Renderer(work), resource));
  const inWork: Read = (read) => read(work);
  yield* requireConditions(headers, place, tag, statesIn(inWork, request, texts));
}

function targetOf(call: AppContext): ResourcePlace {
  const destination = call.request.headers.get("destination")?.trim() ?? "";
  const [, host] = /^https?:\/\/([^/?#]*)/i.exec(destination) ?? [];
  if (host !== undefined && host.toLowerCase() !== call.request.headers.get("host")?.toLowerCase()) {
    throw new DavError(502, null);
  }
  if (destination === "") throw new DavError(400, null);
  const place = placeOfHref(destination);
  if (place?.kind !== "resource" || place.memberId !== call.caller.member.id) throw new DavError(403, null);
  return place;
}

/** Requires that the caller may change the calendar. After a 403, DAVx5 restores the server's version. */
function requireWritable(work: Work, call: AppContext, place: ResourcePlace, missing = 404): void {
  const collection = findCollection(work, call.caller, place.key);
  if (!collection) throw new DavError(missing, null);
  if (collection.isReadOnly) throw needPrivileges(place);
}

export function needPrivileges(place: Place, code?: ErrorCode): DavError {
  const resource = D("resource", hrefElement(hrefOf(place)) + D("privilege", D("write-content")));
  return new DavError(403, { uri: dav, local: "need-privileges" }, resource, code ? { "X-Error-Code": code } : {});
}

/** Finds the resource with this UID in another calendar. A device moves an event by a PUT here. @throws DavError 409 */
function findElsewhere(
  work: Work,
  call: AppContext,
  { key, memberId }: ResourcePlace,
  { object: { uid } }: IncomingObject,
): Resource | null {
  const there = locateUid(work, uid);
  if (!there) return null;
  const place: ResourcePlace = { kind: "resource", memberId, key: there.calendar, name: there.name };
  const collection = findCollection(work, call.caller, there.calendar);
  if (there.calendar === key || !collection || collection.isReadOnly) throw uidConflict(collection ? place : null);
  return findResource(work, there.calendar, there.name);
}

function requireSameUid(
  work: Work,
  call: AppContext,
  place: ResourcePlace,
  { object, events: [only] }: Resource,
  { object: { uid } }: IncomingObject,
): void {
  if (uid === (object?.uid ?? only?.row.id)) return;
  const there = locateUid(work, uid);
  const isSeen = there && findCollection(work, call.caller, there.calendar);
  throw uidConflict(isSeen ? { ...place, key: there.calendar, name: there.name } : place);
}

function uidConflict(place: ResourcePlace | null): DavError {
  return new DavError(409, { uri: caldav, local: "no-uid-conflict" }, place ? hrefElement(hrefOf(place)) : "");
}

type Read = <Result>(read: (work: Work) => Result) => Result;

function statesIn(read: Read, { call }: DavRequest, texts: TextCache): StateOf {
  const none: State = { tag: null, token: null };
  return function* (place) {
    if (place.kind !== "calendar" && place.kind !== "resource") return none;
    const found = read((work) => {
      if (place.memberId !== call.caller.member.id || !findCollection(work, call.caller, place.key)) return null;
      const renderer = new Renderer(work);
      const resource = place.kind === "resource" ? findResource(work, place.key, place.name) : null;
      const state = place.kind === "calendar" ? currentState(work, place.key, renderer.hash) : null;
      return { renderer, resource, token: state && writeToken(state) };
    });
    if (!found) return none;
    const { renderer, resource, token } = found;
    return { tag: resource && tagOf(yield* texts.textOf(renderer, resource)), token };
  };
}
