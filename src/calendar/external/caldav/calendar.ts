import { yieldToEventLoop } from "#lib/concurrency.ts";
import { caldav, childOf, dav, escapeXml, nameOf, tag, type XmlName, xmlDocument } from "#lib/xml/xml.ts";
import {
  type Listing,
  type Outgoing,
  type RemoteCalendar,
  RemoteConflictError,
  RemoteError,
  type RemoteHead,
  type RemoteObject,
  UnreadObjectsError,
} from "../remote.ts";
import {
  type DavAnswer,
  type DavClient,
  type DavRequest,
  type DavResponse,
  isMultistatus,
  type Multistatus,
  names,
  propfindOf,
  propText,
  readMultistatus,
} from "./client.ts";
import { isOwn, keyOf, lastPartOf, memberOf, pathOf, urlOf } from "./hrefs.ts";

const maxObjects = 10_000;
const objectsPerRead = 30;
/** Maximum number of characters in one batch of objects. This limits the use of memory. */
const lengthPerRead = 524_288;
const maxReadBytes = 4 * lengthPerRead;
const maxPages = 100;
const maxRemoteObjectBytes = 5 * 1_048_576;
const maxFaults = 100;
const maxFaultsInARow = 10;
const objectErrorCodes: readonly RemoteError["code"][] = ["too_large", "other_origin", "home_network", "not_https"];
const accountErrorCodes: readonly RemoteError["code"][] = ["denied", "no_basic", "busy"];
const maxEtagLength = 500;
const maxTokenLength = 2_000;
const responsesPerStep = 100;

type SyncState = { readonly token: string | null; readonly ctag: string | null };

/**
 * Changes since a sync token. `expired`: the token is no longer valid. `unsupported`: the server cannot list changes.
 */
type Changes = Listing | "expired" | "unsupported";

export class CaldavCalendar implements RemoteCalendar {
  private hasMultiget = true;

  constructor(
    private readonly client: DavClient,
    private readonly collection: URL,
  ) {}

  async list(state: string | null, signal: AbortSignal): Promise<Listing> {
    const { token, ctag } = readState(state);
    const changes = token === null ? null : await this.changesSince(token, signal);
    if (typeof changes === "object" && changes) return changes;
    // Read before the listing, so that no change in between is missed.
    const now = await this.readState(signal);
    if (state !== null && changes === null && ctag !== null && ctag === now.ctag) {
      return { heads: [], removed: [], isWhole: false, state };
    }
    const heads = await this.listAll(signal);
    const nextToken = changes === "unsupported" ? null : now.token;
    return { heads, removed: [], isWhole: true, state: writeState({ token: nextToken, ctag: now.ctag }) };
  }

  async *read(heads: readonly RemoteHead[], signal: AbortSignal): AsyncGenerator<readonly RemoteObject[]> {
    const unread: string[] = [];
    let failedInARow = 0;
    let perRead = objectsPerRead;
    for (let from = 0; from < heads.length; ) {
      const batch = heads.slice(from, from + perRead);
      from += batch.length;
      const found = this.hasMultiget ? await this.readMany(batch, signal) : null;
      let objects: RemoteObject[] = [];
      let length = 0;
      let total = 0;
      for (const head of batch) {
        const known = found?.get(keyOf(head.id));
        const isTried = known !== undefined || unread.length < maxFaults;
        const object = known ?? (isTried ? await this.readOne(head, signal) : new RemoteError("refused"));
        if (object instanceof RemoteError) unread.push(head.id);
        else if (object) {
          objects.push(object);
          length += object.text.length;
          total += object.text.length;
        }
        failedInARow = object instanceof RemoteError && !found ? failedInARow + 1 : 0;
        if (failedInARow > maxFaultsInARow) throw new RemoteError("no_answer", { detail: "most objects" });
        if (length < lengthPerRead) continue;
        yield objects;
        objects = [];
        length = 0;
      }
      if (objects.length > 0) yield objects;
      perRead = Math.max(1, Math.min(objectsPerRead, Math.floor((batch.length * lengthPerRead) / (total + 1))));
    }
    if (unread.length > 0) throw new UnreadObjectsError(unread);
  }

  idFor(eventId: string): string {
    return `${this.collection.pathname}${encodeURIComponent(eventId)}.ics`;
  }

  async put({ id, etag, base, text }: Outgoing, signal: AbortSignal): Promise<RemoteObject> {
    if (etag !== null && !isStrong(etag)) {
      const isThere = await this.requireUnchanged({ id, etag }, base, signal);
      if (!isThere) throw new RemoteConflictError("the object does not exist any more");
    }
    const headers = { "Content-Type": "text/calendar; charset=utf-8", ...conditionOf(etag) };
    const answer = await this.write(id, { method: "PUT", headers, body: text }, signal);
    const { status } = answer;
    if (status === 412 || (etag !== null && isMissing(status))) throw new RemoteConflictError(`status ${status}`);
    if (!isSuccess(status)) throw this.client.errorOf(answer, "object");
    const stored = this.storedIdOf(id, answer);
    const tagThere = tagFrom(answer.headers.get("etag"));
    if (tagThere !== null && isStrong(tagThere)) return { id: stored, etag: tagThere, text };
    const object = await this.readOne({ id: stored, etag: await this.readTag(stored, signal) }, signal);
    if (object instanceof RemoteError) throw object;
    // Another try would create another copy.
    if (!object) throw new RemoteError("refused", { detail: "stored under another name" });
    return object;
  }

  async remove({ id, etag }: RemoteHead, signal: AbortSignal): Promise<void> {
    if (etag !== null && !isStrong(etag) && !(await this.requireUnchanged({ id, etag }, null, signal))) return;
    const headers = etag === null ? {} : conditionOf(etag);
    const answer = await this.write(id, { method: "DELETE", headers }, signal);
    if (answer.status === 412) throw new RemoteConflictError("status 412");
    if (!isSuccess(answer.status) && !isMissing(answer.status)) throw this.client.errorOf(answer, "object");
  }

  private async changesSince(first: string, signal: AbortSignal): Promise<Changes> {
    const heads = new Map<string, RemoteHead>();
    const removed = new Map<string, string>();
    let token = first;
    for (let page = 0; page < maxPages && heads.size + removed.size <= maxObjects; page++) {
      const answer = await this.report(syncReport(token), signal);
      const { status } = answer;
      if (!isMultistatus(answer)) {
        this.client.requireAccess(answer);
        // Xandikos responds to an unknown token with status 500.
        return [403, 409, 410, 412, 500, 507].includes(status) ? "expired" : "unsupported";
      }
      const found = await readMultistatus(answer, signal);
      let isUnclear = false;
      const own = await eachMember(found, (id, response) => {
        const etag = tagFrom(propText(response, dav, "getetag"));
        const key = keyOf(id);
        heads.delete(key);
        removed.delete(key);
        if (isMissing(response.status)) removed.set(key, id);
        else if ((response.status ?? 200) === 200 && etag !== null) heads.set(key, { id, etag });
        // Only a listing shows whether the object changed or was deleted.
        else isUnclear = true;
      });
      if (isUnclear) return "unsupported";
      const isCut = own.some(({ status }) => status === 507);
      const syncToken = boundedOrNull(found.syncToken);
      if (syncToken === null || (isCut && syncToken === token)) return "unsupported";
      token = syncToken;
      if (isCut) continue;
      const state = writeState({ token, ctag: null });
      return { heads: [...heads.values()], removed: [...removed.values()], isWhole: false, state };
    }
    return "expired";
  }

  private async readState(signal: AbortSignal): Promise<SyncState> {
    const request = { method: "PROPFIND", depth: "0", body: propfindOf([names.syncToken, names.ctag]) } as const;
    const [own] = (await this.client.multistatus(this.collection, request, signal)).responses;
    if (!own) throw emptyAnswer();
    const read = ({ uri, local }: XmlName) => boundedOrNull(propText(own, uri, local));
    return { token: read(names.syncToken), ctag: read(names.ctag) };
  }

  /** Lists all objects. Throws if the list is incomplete, because objects outside the list count as deleted. */
  private async listAll(signal: AbortSignal): Promise<RemoteHead[]> {
    const request = { method: "PROPFIND", depth: "1", body: propfindOf([names.etag, names.resourceType]) } as const;
    const found = await this.client.multistatus(this.collection, request, signal);
    const heads = new Map<string, RemoteHead>();
    const own = await eachMember(found, (id, response) => {
      if (isCollection(response) || isMissing(response.status)) return;
      heads.set(keyOf(id), { id, etag: tagFrom(propText(response, dav, "getetag")) });
    });
    const isCut = found.responses.some(({ status }) => status === 507);
    if (isCut || heads.size > maxObjects) throw new RemoteError("too_large", { detail: "objects" });
    if (heads.size === 0 && own.length === 0) throw emptyAnswer();
    return [...heads.values()];
  }

  /** Reads objects into a map by {@link keyOf}. Some objects may be missing. Returns null if all reads failed. */
  private async readMany(batch: readonly RemoteHead[], signal: AbortSignal): Promise<Map<string, RemoteObject> | null> {
    const objects = new Map<string, RemoteObject>();
    const heads = new Map(batch.map((head) => [keyOf(head.id), head]));
    try {
      const answer = await this.report(multigetReport(batch), signal, maxReadBytes);
      const { status } = answer;
      if (!isMultistatus(answer)) {
        this.client.requireAccess(answer);
        if (isMissing(status)) throw this.client.errorOf(answer);
        this.hasMultiget = status >= 500 && status !== 501;
        return null;
      }
      const { responses, url } = await readMultistatus(answer, signal);
      for (const response of responses) {
        const path = pathOf(response.href, url);
        const head = path === null ? undefined : heads.get(keyOf(path));
        const text = response.props.get(nameOf(calendarData))?.text ?? "";
        if (!head || !isWhole(text)) continue;
        const etag = tagFrom(propText(response, dav, "getetag")) ?? head.etag ?? hashOf(text);
        objects.set(keyOf(head.id), { id: head.id, etag, text });
      }
    } catch (error) {
      const isUnusable = error instanceof RemoteError && ["no_calendar", "too_large"].includes(error.code);
      if (!isUnusable) throw error;
      return null;
    }
    return objects;
  }

  /** Reads an object. Returns null if the object does not exist. Returns errors of the object, throws all others. */
  private async readOne({ id, etag }: RemoteHead, signal: AbortSignal): Promise<RemoteObject | RemoteError | null> {
    let answer: DavAnswer;
    try {
      const request = { method: "GET", headers: { Accept: "text/calendar" }, maxBytes: maxRemoteObjectBytes } as const;
      answer = await this.client.send(this.urlFor(id), request, signal);
    } catch (error) {
      if (error instanceof RemoteError && objectErrorCodes.includes(error.code)) return error;
      throw error;
    }
    const { status } = answer;
    if (isMissing(status)) return null;
    if (status !== 200) {
      const remoteError = this.client.errorOf(answer, "object");
      if (accountErrorCodes.includes(remoteError.code)) throw remoteError;
      return remoteError;
    }
    const text = new TextDecoder().decode(answer.bytes);
    if (!isWhole(text)) return new RemoteError("refused", { detail: "an object is no calendar" });
    const tagThere = tagFrom(answer.headers.get("etag"));
    const strong = tagThere !== null && isStrong(tagThere) ? tagThere : null;
    // Some servers spell the entity tag differently in listings.
    return { id, etag: etag ?? strong ?? hashOf(text), text };
  }

  private async readTag(id: string, signal: AbortSignal): Promise<string | null> {
    const request = { method: "PROPFIND", depth: "0", body: propfindOf([names.etag]) } as const;
    const answer = await this.client.send(this.urlFor(id), request, signal);
    this.client.requireAccess(answer);
    if (!isMultistatus(answer)) return null;
    const [own] = (await readMultistatus(answer, signal)).responses;
    return own ? tagFrom(propText(own, dav, "getetag")) : null;
  }

  /**
   * Checks that an object did not change. Replaces `If-Match`, which takes no weak tag. Returns false if the object
   * does not exist. A change between check and write is lost.
   * @throws RemoteConflictError
   */
  private async requireUnchanged(
    { id, etag }: RemoteHead & { readonly etag: string },
    base: string | null,
    signal: AbortSignal,
  ): Promise<boolean> {
    if (!isHash(etag) && (await this.readTag(id, signal)) === etag) return true;
    const object = await this.readOne({ id, etag: null }, signal);
    if (object instanceof RemoteError) throw object;
    if (!object) return false;
    const hash = hashOf(object.text);
    if (hash !== etag && (base === null || hash !== hashOf(base))) throw new RemoteConflictError("the object changed");
    return true;
  }

  private report(body: string, signal: AbortSignal, maxBytes?: number): Promise<DavAnswer> {
    const request = { method: "REPORT", depth: "0", body, ...(maxBytes && { maxBytes }) } as const;
    return this.client.send(this.collection, request, signal);
  }

  private async write(id: string, request: DavRequest, signal: AbortSignal): Promise<DavAnswer> {
    const url = this.urlFor(id);
    const answer = await this.client.send(url, request, signal);
    // A redirect to a sign-in page would accept any request.
    if (lastPartOf(answer.url) === lastPartOf(url)) return answer;
    throw new RemoteError("no_answer", { detail: "redirected to another name" });
  }

  private urlFor(id: string): URL {
    const path = pathOf(id, this.collection);
    if (path === null) throw new RemoteError("refused", { detail: "an id that is no path" });
    return new URL(path, this.collection);
  }

  private storedIdOf(id: string, { headers, url }: DavAnswer): string {
    const location = headers.get("location");
    const there = location === null ? null : memberOf(urlOf(location, url)?.href ?? "", this.collection);
    return there === null || there.endsWith("/") || keyOf(there) === keyOf(id) ? id : there;
  }
}

/** Calls `use` for each response about an object. Returns the responses about the collection itself. */
async function eachMember(
  { responses, url }: Multistatus,
  use: (id: string, response: DavResponse) => void,
): Promise<DavResponse[]> {
  const own: DavResponse[] = [];
  for (const [index, response] of responses.entries()) {
    if (index % responsesPerStep === 0) await yieldToEventLoop();
    const id = memberOf(response.href, url);
    if (id !== null && !id.endsWith("/")) use(id, response);
    else if (isOwn(response, url)) own.push(response);
  }
  return own;
}

function boundedOrNull(text: string | null): string | null {
  return text !== null && text.length <= maxTokenLength ? text : null;
}

function readState(state: string | null): SyncState {
  return state === null ? { token: null, ctag: null } : JSON.parse(state);
}

const writeState = (state: SyncState): string => JSON.stringify(state);

const calendarData = { uri: caldav, local: "calendar-data" };
const D = (local: string, content = "") => tag({ uri: dav, local }, content);

function syncReport(token: string): string {
  const parts = [D("sync-token", escapeXml(token)), D("sync-level", "1"), D("prop", tag(names.etag))];
  return xmlDocument({ uri: dav, local: "sync-collection" }, parts.join(""));
}

function multigetReport(heads: readonly RemoteHead[]): string {
  const hrefs = heads.map(({ id }) => D("href", escapeXml(id)));
  const prop = D("prop", tag(names.etag) + tag(calendarData));
  return xmlDocument({ uri: caldav, local: "calendar-multiget" }, prop + hrefs.join(""));
}

const isSuccess = (status: number): boolean => status >= 200 && status <= 299;

const isMissing = (status: number | null): boolean => status === 404 || status === 410;

function isCollection({ props }: DavResponse): boolean {
  const type = props.get(nameOf(names.resourceType));
  return type !== undefined && childOf(type, dav, "collection") !== undefined;
}

function emptyAnswer(): RemoteError {
  return new RemoteError("no_calendar", { detail: "the answer lacks the calendar" });
}

/** Whether the text is a complete calendar. An error page of a proxy or a truncated body is not complete. */
function isWhole(text: string): boolean {
  return /^\s*BEGIN:VCALENDAR\b/i.test(text) && text.trimEnd().slice(-13).toUpperCase() === "END:VCALENDAR";
}

function conditionOf(etag: string | null): Record<string, string> {
  if (etag === null) return { "If-None-Match": "*" };
  return isStrong(etag) ? { "If-Match": etag } : {};
}

/** Parses an entity tag. Adds quotes that the server left out. */
function tagFrom(text: string | null): string | null {
  const found = text?.trim() ?? "";
  if (found === "" || found.length > maxEtagLength) return null;
  return /^(?:W\/)?".*"$/s.test(found) ? found : `"${found}"`;
}

const isStrong = (etag: string): boolean => /^"[ !\x23-\x7e]*"$/.test(etag);

const isHash = (etag: string): boolean => etag.startsWith("hash:");

/** Returns the hash of a text. Normalises line breaks first, because XML changes line breaks. */
function hashOf(text: string): string {
  const hasher = new Bun.CryptoHasher("sha256");
  return `hash:${hasher.update(text.replace(/\r\n?/g, "\n").trim()).digest("hex")}`;
}
