/** CalDAV client that stands for a member's calendar program. */
import { createAppPassword } from "#calendar/app-passwords/store.ts";
import { parseXml, type XmlElement } from "#lib/xml/xml.ts";
import { transact } from "#platform/db/client.ts";
import { asMember } from "#platform/work.ts";
import type { Home } from "../home/home.ts";

type Options = { readonly name?: string; readonly access?: "read" | "write"; readonly calendars?: string[] | null };

type Member = { readonly id: string; readonly name: string; readonly role: "owner" | "adult" | "child" | "guest" };

export type DavAnswer = { readonly status: number; readonly body: string; readonly headers: Headers };

export type Dav = ReturnType<typeof davClient>;

export function davClient(home: Home, member: Member = home.members.anna as Member, options: Options = {}) {
  const { name = "Anna's iPhone", access = "write", calendars = null } = options;
  const work = asMember(home.work(), member);
  const made = transact(home.db, () => createAppPassword(work, member.id, { name, access, calendars }));
  const authorization = `Basic ${btoa(`${made.username}:${made.password}`)}`;
  // Each client has its own address, so that rate limits by address do not add up over tests.
  const address = `10.${[...crypto.getRandomValues(new Uint8Array(3))].join(".")}`;
  const homePath = `/dav/${member.id}/cal/`;

  async function send(
    method: string,
    path: string,
    { headers = {}, body }: { headers?: Record<string, string>; body?: string | Uint8Array } = {},
  ): Promise<DavAnswer> {
    const all = { Authorization: authorization, Host: "localhost", "X-Forwarded-For": address, ...headers };
    const response = await home.server.handle(
      new Request(`http://localhost${path}`, { method, headers: all, body: (body ?? null) as string | null }),
    );
    return { status: response.status, body: await response.text(), headers: response.headers };
  }

  const at = (key: string, file?: string) =>
    `${homePath}${encodeURIComponent(key)}/${file === undefined ? "" : encodeURIComponent(file)}`;

  return {
    ...made,
    memberId: member.id,
    homePath,
    at,
    send,
    put: (path: string, ics: string | Uint8Array, headers: Record<string, string> = {}) =>
      send("PUT", path, { body: ics, headers: { "Content-Type": "text/calendar; charset=utf-8", ...headers } }),
    get: (path: string, headers: Record<string, string> = {}) => send("GET", path, { headers }),
    delete: (path: string, headers: Record<string, string> = {}) => send("DELETE", path, { headers }),
    move: (path: string, destination: string, headers: Record<string, string> = {}) =>
      send("MOVE", path, { headers: { Destination: destination, ...headers } }),
    propfind: (path: string, depth: string, props: string) =>
      send("PROPFIND", path, { headers: { Depth: depth }, body: propfindOf(props) }),
    /** Returns the entity tags of a calendar's objects, by name. */
    async list(key: string): Promise<Record<string, string>> {
      const { body } = await send("PROPFIND", at(key), { headers: { Depth: "1" }, body: propfindOf("<D:getetag/>") });
      const found = responsesIn(body).filter(({ href }) => href !== at(key));
      return Object.fromEntries(found.map(({ href, props }) => [nameIn(href), props.getetag ?? ""]));
    },
    sync: (key: string, token = "", more = "") =>
      send("REPORT", at(key), {
        body: `<D:sync-collection xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:sync-token>${token}</D:sync-token><D:sync-level>1</D:sync-level>${more}<D:prop><D:getetag/></D:prop></D:sync-collection>`,
      }),
    report: (path: string, body: string) => send("REPORT", path, { body }),
  };
}

export function propfindOf(props: string): string {
  return `<?xml version="1.0"?><D:propfind xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav" xmlns:CS="http://calendarserver.org/ns/" xmlns:A="http://apple.com/ns/ical/"><D:prop>${props}</D:prop></D:propfind>`;
}

export function nameIn(href: string): string {
  return decodeURIComponent(href.split("/").at(-1) ?? "");
}

export type DavResponse = {
  readonly href: string;
  /** Status of the resource itself. Null if the response has a status for each property instead. */
  readonly status: number | null;
  /** Texts of the properties that the response contains, by local name. */
  readonly props: Record<string, string>;
  readonly elements: Record<string, XmlElement>;
  readonly missing: readonly string[];
};

export function responsesIn(body: string): DavResponse[] {
  const root = parseXml(new TextEncoder().encode(body));
  return root.children.filter(({ local }) => local === "response").map(toResponse);
}

export function tokenIn(body: string): string {
  const root = parseXml(new TextEncoder().encode(body));
  return root.children.find(({ local }) => local === "sync-token")?.text ?? "";
}

function toResponse(response: XmlElement): DavResponse {
  const textOf = (element: XmlElement, local: string) => element.children.find((each) => each.local === local)?.text;
  const statusOf = (element: XmlElement) => Number(textOf(element, "status")?.split(" ")[1] ?? Number.NaN);
  const stats = response.children.filter(({ local }) => local === "propstat");
  const propsOf = (stat: XmlElement) => stat.children.find(({ local }) => local === "prop")?.children ?? [];
  const found = stats.filter((each) => statusOf(each) === 200).flatMap(propsOf);
  const missing = stats.filter((each) => statusOf(each) !== 200).flatMap(propsOf);
  return {
    href: textOf(response, "href") ?? "",
    status: stats.length > 0 ? null : statusOf(response),
    props: Object.fromEntries(found.map((each) => [each.local, flat(each)])),
    elements: Object.fromEntries(found.map((each) => [each.local, each])),
    missing: missing.map(({ local }) => local),
  };
}

/** Returns all texts inside an element. */
function flat(element: XmlElement): string {
  return element.text + element.children.map(flat).join("");
}

export const event = (uid: string, ...lines: string[]) =>
  [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Phone//EN",
    "BEGIN:VEVENT",
    `UID:${uid}`,
    "DTSTAMP:20261101T100000Z",
    ...(lines.some((line) => line.startsWith("DTSTART")) ? [] : ["DTSTART:20261201T090000Z", "DTEND:20261201T100000Z"]),
    ...(lines.some((line) => line.startsWith("SUMMARY")) ? [] : ["SUMMARY:Dentist"]),
    ...lines,
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ].join("\r\n");
