/** GET, PUT, DELETE and MOVE of single resources. */
import type { AppContext } from "../http/request-context.ts";
import { mediaTypeOf, readBytes } from "../http/validation.ts";
import { maxObjectBytes } from "../ical/bounds.ts";
import type { Work } from "../work.ts";
import { caldav, dav } from "../xml/xml.ts";
import { isKnown, requireConditions, requireMatch, type StateOf } from "./conditions.ts";
import { type Collection, findCollection } from "./data/collections.ts";
import { type IncomingObject, readIncomingObject } from "./data/incoming-object.ts";
import { Renderer } from "./data/rendering.ts";
import { findResource, placeOfUid, type Resource } from "./data/resources.store.ts";
import { currentState } from "./data/sync.store.ts";
import { writeToken } from "./data/sync-token.ts";
import { tagOf } from "./data/texts.ts";
import { deleteResource, moveResource, putObject } from "./data/writes.store.ts";
import { DavError } from "./errors.ts";
import { hrefElement } from "./multistatus.ts";
import { hrefOf, type Place, placeOfHref, type ResourcePlace } from "./paths.ts";
import { D, resourceType } from "./properties.ts";
import { requireOwnPlace } from "./propfind.ts";

/** `epoch`: of the database. */
export type Request = { readonly call: AppContext; readonly epoch: string };

/** @throws DavError 404, 412, 400 */
export function getObject(request: Request, place: ResourcePlace): Response {
  const { call } = request;
  requireOwnPlace(place, call);
  const { text, tag } = call.read((work) => {
    requireCollection(work, call, place.key);
    const resource = findResource(work, place.key, place.name);
    if (!resource) throw new DavError(404, null);
    const found = new Renderer(work).textOf(resource);
    requireMatch(call.request.headers, place, tagOf(found), statesIn(work, request));
    return { text: found, tag: tagOf(found) };
  });
  const headers = { ...call.headers, ETag: tag };
  if (isKnown(call.request.headers, tag)) return new Response(null, { status: 304, headers });
  return new Response(text, { headers: { ...headers, "Content-Type": resourceType } });
}

/** With the entity tag only if a GET would return what was sent. @throws DavError */
export async function put(request: Request, place: ResourcePlace): Promise<Response> {
  const { call } = request;
  requireOwnPlace(place, call);
  // A part (RFC 9110 §14.5).
  if (call.request.headers.has("content-range")) throw new DavError(400, null);
  const type = mediaTypeOf(call.request);
  if (type !== undefined && type !== "text/calendar") {
    throw new DavError(415, { uri: caldav, local: "supported-calendar-data" });
  }
  const bytes = await readBytes(call.request, maxObjectBytes, tooLarge);
  const incoming = readIncomingObject(bytes);
  const { isNew, text } = call.write((work) => {
    requireWritable(work, call, place, 409);
    const known = findResource(work, place.key, place.name);
    const shown = known && new Renderer(work).textOf(known);
    requireConditions(call.request.headers, place, shown === null ? null : tagOf(shown), statesIn(work, request));
    const before = known ?? findElsewhere(work, call, place, incoming);
    if (known) requireSameUid(work, call, place, known, incoming);
    putObject(work, { calendar: place.key, name: place.name }, incoming, before, shown);
    const after = findResource(work, place.key, place.name);
    return { isNew: known === null, text: after && new Renderer(work).textOf(after) };
  });
  const isKept = incoming.isAsSent && text === incoming.text;
  const headers = { ...call.headers, ...(isKept ? { ETag: tagOf(incoming.text) } : {}) };
  return new Response(null, { status: isNew ? 201 : 204, headers });
}

const tooLarge = "An event is larger than 1 MB";

/** @throws DavError */
export function deleteObject(request: Request, place: ResourcePlace): Response {
  const { call } = request;
  requireOwnPlace(place, call);
  call.write((work) => {
    requireWritable(work, call, place);
    const known = findResource(work, place.key, place.name);
    if (!known) throw new DavError(404, null);
    const tag = tagOf(new Renderer(work).textOf(known));
    requireConditions(call.request.headers, place, tag, statesIn(work, request));
    deleteResource(work, known);
  });
  return new Response(null, { status: 204, headers: call.headers });
}

/** @throws DavError */
export function move(request: Request, place: ResourcePlace): Response {
  const { call } = request;
  const { headers } = call.request;
  requireOwnPlace(place, call);
  const target = targetOf(call);
  const isNew = call.write((work) => {
    requireWritable(work, call, place);
    const source = findResource(work, place.key, place.name);
    if (!source) throw new DavError(404, null);
    const tag = tagOf(new Renderer(work).textOf(source));
    requireConditions(headers, place, tag, statesIn(work, request));
    requireWritable(work, call, target, 409);
    if (target.key === place.key && target.name === place.name) throw new DavError(403, null);
    const replaced = findResource(work, target.key, target.name);
    if (replaced && headers.get("overwrite")?.trim().toUpperCase() === "F") throw new DavError(412, null);
    moveResource(work, source, { calendar: target.key, name: target.name }, replaced);
    return replaced === null;
  });
  const location: Record<string, string> = isNew ? { Location: hrefOf(target) } : {};
  return new Response(null, { status: isNew ? 201 : 204, headers: { ...call.headers, ...location } });
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

function requireCollection(work: Work, call: AppContext, key: string): Collection {
  const found = findCollection(work, call.caller, key);
  if (!found) throw new DavError(404, null);
  return found;
}

/** DAVx5 then takes the server's version back. @throws DavError 404, 403 */
function requireWritable(work: Work, call: AppContext, place: ResourcePlace, missing = 404): Collection {
  const collection = findCollection(work, call.caller, place.key);
  if (!collection) throw new DavError(missing, null);
  if (collection.isReadOnly) throw needPrivileges(place);
  return collection;
}

export function needPrivileges(place: Place): DavError {
  const resource = D("resource", hrefElement(hrefOf(place)) + D("privilege", D("write-content")));
  return new DavError(403, { uri: dav, local: "need-privileges" }, resource);
}

/** An event that this device moves here by writing it again. @throws DavError 409 */
function findElsewhere(
  work: Work,
  call: AppContext,
  { key, memberId }: ResourcePlace,
  { object: { uid } }: IncomingObject,
): Resource | null {
  const there = placeOfUid(work, uid);
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
  const there = placeOfUid(work, uid);
  const isSeen = there && findCollection(work, call.caller, there.calendar);
  throw uidConflict(isSeen ? { ...place, key: there.calendar, name: there.name } : place);
}

function uidConflict(place: ResourcePlace | null): DavError {
  return new DavError(409, { uri: caldav, local: "no-uid-conflict" }, place ? hrefElement(hrefOf(place)) : "");
}

function statesIn(work: Work, { call, epoch }: Request): StateOf {
  return (place) => {
    const none = { tag: null, token: null };
    if (place.kind !== "calendar" && place.kind !== "resource") return none;
    if (place.memberId !== call.caller.member.id || !findCollection(work, call.caller, place.key)) return none;
    const renderer = new Renderer(work);
    if (place.kind === "calendar") {
      return { tag: null, token: writeToken(currentState(work, place.key, { epoch, hash: renderer.hash })) };
    }
    const resource = findResource(work, place.key, place.name);
    return { tag: resource && tagOf(renderer.textOf(resource)), token: null };
  };
}
