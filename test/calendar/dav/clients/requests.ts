/** Requests of calendar programs in a compact form: `propfind("home", 1, "d:resourcetype! c:calendar-description")`. */
import { escapeXml } from "#lib/xml/xml.ts";

/** How a program writes namespaces: DAV: as the default, prefixes at the root, or a declaration at each element. */
export type Style = "default" | "prefixed" | "inline";

export type Node = {
  readonly name: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly children?: readonly (Node | string)[];
};

/** Places are named: `home`, `family/dentist.ics`. See `Stage`. */
export type Step = {
  readonly method: string;
  readonly at: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Node | string | null;
  /** Properties of which the response must contain a value, such as `getetag`. */
  readonly found: readonly string[];
  /** All properties asked for, as full names. */
  readonly asked: readonly string[];
  readonly more: More;
};

export type More = {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Places that the answer must list with properties, beside the request's own. */
  readonly lists?: readonly string[];
  readonly leavesOut?: readonly string[];
  /** Places that the answer must say are gone. */
  readonly gone?: readonly string[];
  /** Texts in the body. */
  readonly has?: readonly string[];
  readonly hasNot?: readonly string[];
  /** The condition that a refusal must name. */
  readonly error?: string;
};

const namespaces: Readonly<Record<string, string>> = {
  d: "DAV:",
  c: "urn:ietf:params:xml:ns:caldav",
  cs: "http://calendarserver.org/ns/",
  a: "http://apple.com/ns/ical/",
  me: "http://me.com/_namespace/",
  card: "urn:ietf:params:xml:ns:carddav",
  push: "https://bitfire.at/webdav-push",
};

export const fullName = (name: string): string => {
  const [prefix = "", local] = name.split(":");
  return `{${namespaces[prefix]}}${local}`;
};

export const x = (name: string, ...children: (Node | string)[]): Node => ({ name, children });
export const withAttributes = (name: string, attributes: Record<string, string>, ...children: Node[]): Node => ({
  name,
  attributes,
  children,
});

export function writeRequest(node: Node | string, style: Style): string {
  if (typeof node === "string") return node;
  return `<?xml version="1.0" encoding="UTF-8"?>\n${write(node, style, true)}`;
}

function write(node: Node | string, style: Style, isRoot: boolean): string {
  if (typeof node === "string") return escapeXml(node);
  const [prefix = "", local = ""] = node.name.split(":");
  const tag = prefix === "d" && style === "default" ? local : `${prefix.toUpperCase()}:${local}`;
  const ofRoot = Object.entries(namespaces).map(([key, uri]) =>
    key === "d" && style === "default" ? ` xmlns="${uri}"` : ` xmlns:${key.toUpperCase()}="${uri}"`,
  );
  const declared =
    style === "inline" ? ` xmlns:${prefix.toUpperCase()}="${namespaces[prefix]}"` : isRoot ? ofRoot.join("") : "";
  const given = Object.entries(node.attributes ?? {}).map(([name, value]) => ` ${name}="${escapeXml(value)}"`);
  const inner = (node.children ?? []).map((each) => write(each, style, false)).join("");
  const start = `<${tag}${declared}${given.join("")}`;
  return inner === "" ? `${start}/>` : `${start}>${inner}</${tag}>`;
}

/** Names with `!` must be found. `c:calendar-data` is asked for as programs do. */
function propOf(names: string): { prop: Node; found: string[]; asked: string[] } {
  const all = names.split(/\s+/).filter(Boolean);
  const plain = all.map((name) => name.replace("!", ""));
  return {
    prop: x("d:prop", ...plain.map((name) => x(name))),
    found: all.filter((name) => name.endsWith("!")).map((name) => name.replace("!", "").split(":")[1] ?? ""),
    asked: plain.map(fullName),
  };
}

const xml = { "Content-Type": "application/xml; charset=utf-8" };

export function propfind(at: string, depth: number, names: string, more: More = {}): Step {
  const { prop, found, asked } = propOf(names);
  const headers = { ...xml, Depth: String(depth), ...more.headers };
  return {
    method: "PROPFIND",
    at,
    status: more.status ?? 207,
    headers,
    body: x("d:propfind", prop),
    found,
    asked,
    more,
  };
}

export function proppatch(at: string, values: Readonly<Record<string, Node | string>>, more: More = {}): Step {
  const prop = x("d:prop", ...Object.entries(values).map(([name, value]) => x(name, value)));
  const body = x("d:propertyupdate", x("d:set", prop));
  const asked = Object.keys(values).map(fullName);
  return { ...plain("PROPPATCH", at, 207, more), headers: { ...xml, ...more.headers }, body, asked };
}

function reportOf(at: string, root: string, names: string, rest: readonly Node[], more: More): Step {
  const { prop, found, asked } = propOf(names);
  const headers = { ...xml, Depth: "1", ...more.headers };
  const body = x(root, ...(root === "d:sync-collection" ? [...rest, prop] : [prop, ...rest]));
  return { method: "REPORT", at, status: more.status ?? 207, headers, body, found, asked, more };
}

/** Hrefs are places, written into the request as the server spells them. */
export const multiget = (at: string, names: string, places: readonly string[], more: More = {}): Step =>
  reportOf(
    at,
    "c:calendar-multiget",
    names,
    places.map((place) => x("d:href", `→${place}`)),
    more,
  );

export const query = (at: string, names: string, filter: Node, more: More = {}): Step =>
  reportOf(at, "c:calendar-query", names, [x("c:filter", filter)], more);

/** `token`: as the last answer gave it, or none. */
export const syncCollection = (at: string, names: string, token: "first" | "next", more: More = {}): Step =>
  reportOf(at, "d:sync-collection", names, [x("d:sync-token", `→${token}`), x("d:sync-level", "1")], more);

export const comp = (name: string, ...children: Node[]): Node => withAttributes("c:comp-filter", { name }, ...children);
export const timeRange = (start: string, end?: string): Node =>
  withAttributes("c:time-range", end === undefined ? { start } : { start, end });

export function plain(method: string, at: string, status: number, more: More = {}): Step {
  return {
    method,
    at,
    status: more.status ?? status,
    headers: more.headers ?? {},
    body: null,
    found: [],
    asked: [],
    more,
  };
}

const ics = { "Content-Type": "text/calendar; charset=utf-8" };

/** `If-Match: →` takes the last entity tag of the place. */
export const put = (at: string, status: number, text: string, more: More = {}): Step => ({
  ...plain("PUT", at, status, more),
  headers: { ...ics, ...more.headers },
  body: text,
});
