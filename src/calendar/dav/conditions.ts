/**
 * Checks the conditions of requests: the headers If-Match and If-None-Match (RFC 9110 §13.1), and If (RFC 4918 §10.4).
 */
import { DavError } from "./errors.ts";
import { type Place, placeOfHref } from "./paths.ts";

export type State = { readonly tag: string | null; readonly token: string | null };

/** Returns the state of a resource. Runs in steps, because the entity tag is computed from the rendered resource. */
export type StateOf = (place: Place) => Generator<void, State>;

const maxHeader = 8_192;

/**
 * Checks all conditions of a request. `tag` is null if the resource does not exist.
 * @throws DavError 412 if a condition is false, 400 for an invalid If
 */
export function* requireConditions(
  headers: Headers,
  place: Place,
  tag: string | null,
  stateOf: StateOf,
): Generator<void, void> {
  yield* requireMatch(headers, place, tag, stateOf);
  if (matchesIfNoneMatch(headers, tag)) throw new DavError(412, null);
}

/** Checks all conditions except If-None-Match. @throws DavError 412 if a condition is false, 400 for an invalid If */
export function* requireMatch(
  headers: Headers,
  place: Place,
  tag: string | null,
  stateOf: StateOf,
): Generator<void, void> {
  const match = headers.get("if-match");
  if (match !== null && !matchesTag(match, tag)) throw new DavError(412, null);
  const condition = headers.get("if");
  if (condition !== null && !(yield* isTrue(condition, place, stateOf))) throw new DavError(412, null);
}

export function hasConditions(headers: Headers): boolean {
  return ["if-match", "if-none-match", "if"].some((name) => headers.has(name));
}

export function matchesIfNoneMatch(headers: Headers, tag: string | null): boolean {
  const noneMatch = headers.get("if-none-match");
  return noneMatch !== null && matchesTag(noneMatch, tag);
}

/** Whether a header contains the tag. Ignores additions by proxies: the prefix `W/` and the suffix of a compression. */
function matchesTag(header: string, tag: string | null): boolean {
  if (tag === null) return false;
  if (header.trim() === "*") return true;
  return header.split(",").some((each) => normalizedTag(each) === normalizedTag(tag));
}

function normalizedTag(tag: string): string {
  return tag
    .trim()
    .replace(/^W\//, "")
    .replace(/^"|"$/g, "")
    .replace(/[-;](gzip|br|deflate)$/, "");
}

function* isTrue(header: string, own: Place, stateOf: StateOf): Generator<void, boolean> {
  if (header.length > maxHeader) throw new DavError(400, null);
  let place: Place | null = own;
  let rest = header.trim();
  let isAny = false;
  while (rest !== "") {
    const [resource, href] = /^<([^>]*)>\s*(?=\()/.exec(rest) ?? [];
    if (resource !== undefined) {
      place = placeOfHref(href ?? "");
      rest = rest.slice(resource.length);
    }
    const [list, inner = ""] = /^\(([^)]*)\)\s*/.exec(rest) ?? [];
    if (list === undefined) throw new DavError(400, null);
    rest = rest.slice(list.length);
    isAny ||= isListTrue(inner, place && (yield* stateOf(place)));
  }
  return isAny;
}

function isListTrue(list: string, state: State | null): boolean {
  const conditions = [...list.matchAll(/(not\s+)?(?:<([^>]*)>|\[([^\]]*)\])/gi)];
  return (
    conditions.length > 0 &&
    conditions.every(([, not, token, tag]) => {
      const isMet = tag === undefined ? token === state?.token : matchesTag(tag, state?.tag ?? null);
      return isMet === (not === undefined);
    })
  );
}
