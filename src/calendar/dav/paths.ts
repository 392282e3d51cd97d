/**
 * Addresses below `/dav/`. Each resource has only one spelling of its address, because Evolution compares addresses as
 * texts.
 */

export type CalendarPlace = { readonly kind: "calendar"; readonly memberId: string; readonly key: string };
export type ResourcePlace = {
  readonly kind: "resource";
  readonly memberId: string;
  readonly key: string;
  readonly name: string;
};
export type Place =
  | { readonly kind: "root"; readonly path: string }
  | { readonly kind: "principal"; readonly memberId: string }
  | { readonly kind: "home"; readonly memberId: string }
  | CalendarPlace
  | ResourcePlace;

export const rootPath = "/dav/";
const rootPaths = [rootPath, "/", "/principals/"];
const longestName = 255;

export function hrefOf(place: Place): string {
  if (place.kind === "root") return place.path;
  const principal = `${rootPath}${encodeURIComponent(place.memberId)}/`;
  if (place.kind === "principal") return principal;
  if (place.kind === "home") return `${principal}cal/`;
  const calendar = `${principal}cal/${encodeURIComponent(place.key)}/`;
  return place.kind === "calendar" ? calendar : calendar + encodeURIComponent(place.name);
}

/** Parses a path. The path of a collection may lack its final slash. Returns null if no resource can have the path. */
export function placeOf(path: string): Place | null {
  const collection = path.endsWith("/") ? path : `${path}/`;
  if (path !== "" && rootPaths.includes(collection)) return { kind: "root", path: collection };
  if (!path.startsWith(rootPath)) return null;
  const segments = path.slice(rootPath.length).replace(/\/$/, "").split("/").map(decode);
  const [memberId, cal, key, name, ...others] = segments;
  if (!memberId || segments.includes(null) || others.length > 0) return null;
  if (cal === undefined) return { kind: "principal", memberId };
  if (cal !== "cal") return null;
  if (key === undefined) return { kind: "home", memberId };
  if (!key) return null;
  if (name === undefined) return { kind: "calendar", memberId, key };
  if (path.endsWith("/") || !isName(name)) return null;
  return { kind: "resource", memberId, key, name };
}

/** Parses a path, or a URL whose host is ignored. Returns null if no resource can have the address. */
export function placeOfHref(href: string): Place | null {
  const path = href.trim().replace(/^https?:\/\/[^/?#]*/i, "");
  return /[?#]/.test(path) ? null : placeOf(path);
}

function decode(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}

function isName(name: string | null): name is string {
  return (
    name !== null &&
    name !== "" &&
    name.length <= longestName &&
    !/\p{Cc}/u.test(name) &&
    !/(^|\/)\.{1,2}(\/|$)/.test(name)
  );
}
