/** Resolves addresses from a server. The server may be hostile. */
import { RemoteError } from "../remote.ts";

const maxLength = 2_000;

/** Resolves an address. Returns null if the address must not be used. */
export function urlOf(href: string, base: URL): URL | null {
  const text = href.trim();
  // URL drops tabs and line breaks, reads a backslash as a slash, and resolves dots.
  if (text === "" || text.length > maxLength || /[\p{Cc}\\]|%(?:[01][0-9a-f]|7f|5c)/iu.test(text)) return null;
  const [path = ""] = text.split(/[?#]/, 1);
  if (path.split(/\/|%2f/i).some((part) => /^(?:\.|%2e){1,2}$/i.test(part))) return null;
  const url = URL.parse(text, base.href);
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  return url.username === "" && url.password === "" ? url : null;
}

export function requireUrl(href: string, base: URL, origins: readonly string[]): URL {
  const url = urlOf(href, base);
  if (!url) throw new RemoteError("no_calendar", { detail: "an address that cannot be used" });
  requireOrigin(url, origins);
  return url;
}

export function requireOrigin({ origin }: URL, origins: readonly string[]): void {
  if (!origins.includes(origin)) throw new RemoteError("other_origin", { origin });
}

/** Returns the path of an address. Returns null if the address does not have the origin of `base`. */
export function pathOf(href: string, base: URL): string | null {
  const url = urlOf(href, base);
  const isPath = url?.origin === base.origin && url.search === "" && url.hash === "";
  return url && isPath ? url.pathname : null;
}

/** Returns the path of an address that is a direct member of the collection. Returns null for any other address. */
export function memberOf(href: string, collection: URL): string | null {
  const path = pathOf(href, collection);
  const parent = partsOf(collection.pathname);
  const own = path === null ? [] : partsOf(path);
  const isInside = own.length === parent.length + 1 && parent.every((part, index) => part === own[index]);
  return isInside && own.at(-1) !== "" ? path : null;
}

/** Returns a key for a path. Different spellings of a path have the same key. */
export const keyOf = (path: string): string => partsOf(path).map(encodeURIComponent).join("/");

/** Splits a path into decoded segments. Ignores a slash at the end. */
const partsOf = (path: string): string[] => path.replace(/\/$/, "").split("/").map(decode);

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export function isOwn({ href }: { readonly href: string }, collection: URL): boolean {
  const path = pathOf(href, collection);
  return path !== null && keyOf(path) === keyOf(collection.pathname);
}

export const lastPartOf = ({ pathname }: URL): string | undefined => partsOf(pathname).at(-1);

export function withSlash(url: URL): URL {
  const all = new URL(url);
  if (!all.pathname.endsWith("/")) all.pathname += "/";
  all.search = "";
  return all;
}
