/** Serves CalDAV (RFC 4791) to the calendar programs of phones and computers. */
import { Elysia } from "elysia";
import { ApiError } from "#lib/errors.ts";
import { dav, type Parts, parseXml, type XmlElement, XmlError } from "#lib/xml/xml.ts";
import type { Deps } from "#platform/deps.ts";
import { context, hidden } from "#platform/http/operation.ts";
import type { AppContext } from "#platform/http/request-context.ts";
import { readBytes } from "#platform/http/validation.ts";
import { HeavyWorkPermit } from "../calendars/heavy-work.ts";
import { tooLarge } from "./data/incoming-object.ts";
import { EntityTags } from "./data/texts.ts";
import { DavError } from "./errors.ts";
import { deleteObject, getObject, move, needPrivileges, put } from "./objects.ts";
import { type Place, placeOf } from "./paths.ts";
import { type DavRequest, propfind, readPropfind, requireOwnPlace } from "./propfind.ts";
import { proppatch } from "./proppatch.ts";
import { report } from "./reports.ts";
import { type Stream, sendParts, streamOf } from "./streams.ts";

const maxXmlBytes = 1_048_576;
const xmlType = "application/xml; charset=utf-8";
const compliance = { DAV: "1, 3, calendar-access" };

const methods: Readonly<Record<Place["kind"], readonly string[]>> = {
  root: ["OPTIONS", "PROPFIND", "PROPPATCH"],
  principal: ["OPTIONS", "PROPFIND", "PROPPATCH"],
  home: ["OPTIONS", "PROPFIND", "PROPPATCH"],
  calendar: ["OPTIONS", "PROPFIND", "PROPPATCH", "REPORT"],
  resource: ["DELETE", "GET", "HEAD", "MOVE", "OPTIONS", "PROPFIND", "PROPPATCH", "PUT", "REPORT"],
};

/** Methods that are allowed at the root addresses. Clients use these addresses to discover the CalDAV server. */
const discoveryMethods: readonly string[] = ["OPTIONS", "PROPFIND"];

type BaseRequest = Omit<DavRequest, "isMinimal">;

export function caldavServer({ db }: Deps) {
  const tags = new EntityTags();
  const serve = async ({ call }: { call: AppContext }): Promise<Response> => {
    const permit = new HeavyWorkPermit(db, call.caller);
    let isStreaming = false;
    const stream: Stream = (parts) => {
      isStreaming = true;
      return streamOf(parts, permit);
    };
    try {
      return await handleRequest({ call, permit, tags }, stream);
    } catch (error) {
      return errorResponse(call, error);
    } finally {
      if (!isStreaming) await permit.release();
    }
  };
  const redirect = () => Response.redirect("/dav/", 301);
  // Apple's clients request the root and /principals/, whatever the server announces (sabre-io/dav#246).
  return new Elysia()
    .use(context)
    .all("/.well-known/caldav", redirect, hidden("public", { id: "findCalendars" }))
    .all("/.well-known/caldav/", redirect, hidden("public", { id: "findCalendarsAtSlash" }))
    .all("/dav", serve, hidden("dav", { id: "serveCalendarsAtRoot" }))
    .all("/dav/*", serve, hidden("dav", { id: "serveCalendars" }))
    .route("PROPFIND", "/", serve, hidden("dav", { id: "findPrincipal" }))
    .route("OPTIONS", "/", serve, hidden("dav", { id: "findFeatures" }))
    .route("PROPFIND", "/principals", serve, hidden("dav", { id: "findPrincipals" }))
    .route("OPTIONS", "/principals", serve, hidden("dav", { id: "findFeaturesOfPrincipals" }))
    .route("PROPFIND", "/principals/", serve, hidden("dav", { id: "findPrincipalAtPrincipals" }))
    .route("OPTIONS", "/principals/", serve, hidden("dav", { id: "findFeaturesAtPrincipals" }));
}

async function handleRequest(request: BaseRequest, stream: Stream): Promise<Response> {
  const { call } = request;
  const { method, headers } = call.request;
  const place = placeOf(call.path);
  if (!place) throw new DavError(404, null);
  const allowed = /^\/dav(\/|$)/.test(call.path) ? methods[place.kind] : discoveryMethods;
  const Allow = allowed.join(", ");
  if (!allowed.includes(method)) throw new DavError(405, null, "", { Allow });
  if (method === "OPTIONS") return new Response(null, { status: 200, headers: { ...headersOf(call), Allow } });
  requireOwnPlace(place, call);
  const prefersMinimal = /(^|,)\s*return\s*=\s*"?minimal/i.test(headers.get("prefer") ?? "");
  const reader = { ...request, isMinimal: prefersMinimal || headers.get("brief") === "t" };
  const send = (parts: Parts, status: number, type: string, isWhole = false) => {
    const isApplied = prefersMinimal && method !== "PROPPATCH" && type === xmlType;
    const applied: Record<string, string> = isApplied ? { "Preference-Applied": "return=minimal" } : {};
    const headers = { ...headersOf(call), ...applied, "Content-Type": type };
    return sendParts(call.request, parts, { status, headers, isWhole, stream });
  };
  if (method === "PROPFIND") {
    return send(await propfind(reader, place, depthOf(call), readPropfind(await readXml(call))), 207, xmlType);
  }
  if (method === "PROPPATCH") return send([proppatch(call, place, await readXml(call))], 207, xmlType);
  if (method === "REPORT" && (place.kind === "calendar" || place.kind === "resource")) {
    const { status, type, parts, mayFail } = await report(reader, place, await readXml(call));
    return send(parts, status, type, mayFail);
  }
  if (place.kind !== "resource") throw new DavError(405, null, "", { Allow });
  if (method === "PUT") return put(reader, place);
  if (method === "DELETE") return deleteObject(reader, place);
  if (method === "MOVE") return move(reader, place);
  return getObject(reader, place);
}

function headersOf(call: AppContext): Record<string, string> {
  return { ...call.headers, ...compliance };
}

/** Returns the value of the header Depth. @throws DavError 403 for a listing of all levels (RFC 4918 §9.1) */
function depthOf(call: AppContext): "0" | "1" {
  const depth = call.request.headers.get("depth")?.trim().toLowerCase() ?? "infinity";
  if (depth === "0" || depth === "1") return depth;
  if (depth === "infinity") throw new DavError(403, { uri: dav, local: "propfind-finite-depth" });
  throw new DavError(400, null);
}

/**
 * Reads the body of a request as XML. Returns null if the body is empty.
 * @throws DavError 400 for invalid XML; ApiError 413 or 408 for a large or slow body
 */
async function readXml(call: AppContext): Promise<XmlElement | null> {
  const bytes = await readBytes(call.request, maxXmlBytes, "A request is larger than 1 MB");
  if (bytes.length === 0) return null;
  try {
    return parseXml(bytes);
  } catch (error) {
    if (error instanceof XmlError) throw new DavError(400, null);
    throw error;
  }
}

function errorResponse(call: AppContext, error: unknown): Response {
  const refusal = error instanceof ApiError ? toDavError(call, error) : error;
  if (!(refusal instanceof DavError)) throw error;
  const { status, body } = refusal;
  const headers = { ...headersOf(call), ...refusal.headers, ...(body === null ? {} : { "Content-Type": xmlType }) };
  return new Response(body, { status, headers });
}

/** Translates an error of the app, such as the refusal of a child's change to a series, to a DAV error. */
function toDavError(call: AppContext, error: ApiError): DavError | ApiError {
  const place = placeOf(call.path);
  if ((error.status === 403 || error.status === 422) && place) return needPrivileges(place, error.code);
  if (error.status === 413 && call.request.method === "PUT") return tooLarge("max-resource-size");
  if (error.code === "calendar_full") {
    return new DavError(507, { uri: dav, local: "quota-not-exceeded" }, "", { "X-Error-Code": error.code });
  }
  return error;
}
