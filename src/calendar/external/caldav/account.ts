/** Discovers the CalDAV calendars of an account (RFC 6764 without SRV, RFC 5397, RFC 4791 §6.2.1). */

import { appleCalendar, caldav, childOf, childrenNamed, dav, nameOf, type XmlElement } from "#lib/xml/xml.ts";
import type { Config } from "#platform/config.ts";
import { createCalendarOutbound, type Network } from "../fetch-calendar.ts";
import { type DiscoveredCalendars, type OfferedCalendar, type RemoteCalendar, RemoteError } from "../remote.ts";
import type { RemoteReaderDeps } from "../remote-reader.ts";
import { CaldavCalendar } from "./calendar.ts";
import {
  type Credentials,
  DavClient,
  type DavResponse,
  isMultistatus,
  type Multistatus,
  names,
  propfindOf,
  propText,
  readMultistatus,
} from "./client.ts";
import { isOwn, keyOf, memberOf, requireUrl, withSlash } from "./hrefs.ts";

type Deps = Pick<RemoteReaderDeps, "timers" | "clock"> & { readonly config: Pick<Config, "calendarOrigins"> };

export type CaldavAccount = Credentials & {
  /** Address that a person typed. The person thereby confirms the origin of the address. */
  readonly url: string;
};

export function createCaldav({ config, timers, clock }: Deps, network: Network = {}) {
  const outbound = createCalendarOutbound(config, timers, network);
  return {
    /** Lists an account's calendars. Success proves that the password is valid. @throws RemoteError `other_origin` */
    async discover(account: CaldavAccount, signal: AbortSignal): Promise<DiscoveredCalendars> {
      const url = readAddress(account.url);
      const origins = [...new Set([url.origin, ...account.origins])];
      const client = new DavClient(outbound, clock, { ...account, origins });
      return { origins, calendars: await findCalendars(client, url, signal) };
    },

    open(account: Credentials, { externalId }: Pick<OfferedCalendar, "externalId">): RemoteCalendar {
      return new CaldavCalendar(new DavClient(outbound, clock, account), withSlash(readAddress(externalId)));
    },
  };
}

const maxHomes = 5;
const maxCalendars = 200;
const maxListed = 500;
const maxNameLength = 200;
const maxColorLength = 40;

const principalName = { uri: dav, local: "current-user-principal" };
const homeName = { uri: caldav, local: "calendar-home-set" };
const privilegesName = { uri: dav, local: "current-user-privilege-set" };
const componentsName = { uri: caldav, local: "supported-calendar-component-set" };
const calendarProperties = [
  names.resourceType,
  { uri: dav, local: "displayname" },
  { uri: appleCalendar, local: "calendar-color" },
  privilegesName,
  componentsName,
];

/** Parses an address that a person typed. Adds `https:` if the scheme is missing. @throws RemoteError */
function readAddress(typed: string): URL {
  const text = typed.trim();
  const url = URL.parse(/^[\p{L}\p{N}][^/]*(?:\/(?!\/)|$)/u.test(text) ? `https://${text}` : text);
  if (!url) throw new RemoteError("no_calendar", { detail: "the address cannot be read" });
  if (!/^https?:$/.test(url.protocol)) throw new RemoteError("not_https");
  url.hash = "";
  return url;
}

/** Looks for calendars at the typed address, then at the usual addresses of its host. @throws RemoteError */
async function findCalendars(client: DavClient, typed: URL, signal: AbortSignal): Promise<OfferedCalendar[]> {
  const addresses = ["", "/.well-known/caldav", "/"].map((path) => new URL(path, typed).href);
  const failed: RemoteError[] = [];
  for (const address of new Set(addresses)) {
    const found = await discoverAt(client, new URL(address), signal);
    if (found instanceof RemoteError) failed.push(found);
    else if (found) return found;
  }
  for (const code of ["denied", "no_answer"]) {
    const remoteError = failed.find((each) => each.code === code);
    if (remoteError) throw remoteError;
  }
  throw new RemoteError("no_calendar", { detail: failed[0]?.message ?? "no principal" });
}

/** Looks for calendars at one address. The caller should try another address if this returns an error or null. */
async function discoverAt(
  client: DavClient,
  url: URL,
  signal: AbortSignal,
): Promise<OfferedCalendar[] | RemoteError | null> {
  const body = propfindOf([principalName, homeName, ...calendarProperties]);
  const answer = await client.send(url, { method: "PROPFIND", depth: "0", body }, signal);
  client.requireAccess(answer);
  if (!isMultistatus(answer)) return client.errorOf(answer);
  const start = await readMultistatus(answer, signal).catch((error: unknown) => {
    if (error instanceof RemoteError) return error;
    throw error;
  });
  if (start instanceof RemoteError) return start;
  const own = ownResponse(start);
  const self = own && isCalendar(own) ? [calendarOf(own, start.url)] : [];
  try {
    const homes = await findHomes(client, start, signal);
    if (homes.length === 0) return self.length > 0 ? self : null;
    const listed = await listHomes(client, homes, signal);
    return [...self.filter(({ externalId }) => !listed.some((each) => each.externalId === externalId)), ...listed];
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    if (self.length > 0) return self;
    throw error.code === "gone" ? new RemoteError("no_calendar", { detail: error.message }) : error;
  }
}

type CalendarHome = { readonly href: string; readonly base: URL };

async function findHomes(client: DavClient, start: Multistatus, signal: AbortSignal): Promise<CalendarHome[]> {
  const direct = homesIn(start);
  const principal = ownResponse(start)?.props.get(nameOf(principalName));
  if (direct.length > 0 || !principal) return direct;
  if (childOf(principal, dav, "unauthenticated")) throw new RemoteError("denied", { detail: "unauthenticated" });
  const href = childOf(principal, dav, "href")?.text;
  if (href === undefined) return [];
  const url = requireUrl(href, start.url, client.account.origins);
  return homesIn(
    await client.multistatus(url, { method: "PROPFIND", depth: "0", body: propfindOf([homeName]) }, signal),
  );
}

function homesIn(found: Multistatus): CalendarHome[] {
  const set = ownResponse(found)?.props.get(nameOf(homeName));
  const hrefs = set ? childrenNamed(set, dav, "href") : [];
  return hrefs.slice(0, maxHomes).map(({ text }) => ({ href: text, base: found.url }));
}

/** Lists the calendars in all calendar homes. Ignores failed homes if another home has calendars. */
async function listHomes(
  client: DavClient,
  homes: readonly CalendarHome[],
  signal: AbortSignal,
): Promise<OfferedCalendar[]> {
  const calendars = new Map<string, OfferedCalendar>();
  let failed: RemoteError | null = null;
  for (const { href, base } of homes) {
    try {
      const url = withSlash(requireUrl(href, base, client.account.origins));
      const body = propfindOf(calendarProperties);
      const found = await client.multistatus(url, { method: "PROPFIND", depth: "1", body }, signal);
      for (const response of found.responses.slice(0, maxListed)) {
        const path = memberOf(response.href, found.url) ?? (isOwn(response, found.url) ? found.url.pathname : null);
        if (path === null || !isCalendar(response) || calendars.size >= maxCalendars) continue;
        calendars.set(keyOf(path), calendarOf(response, new URL(path, found.url)));
      }
    } catch (error) {
      if (!(error instanceof RemoteError) || !["other_origin", "gone"].includes(error.code)) throw error;
      failed ??= error;
    }
  }
  if (failed && calendars.size === 0) throw failed;
  return [...calendars.values()];
}

function ownResponse({ responses, url }: Multistatus): DavResponse | undefined {
  const found = responses.slice(0, maxListed).find((each) => isOwn(each, url));
  return found ?? (responses.length === 1 ? responses[0] : undefined);
}

function isCalendar({ props }: DavResponse): boolean {
  const type = props.get(nameOf(names.resourceType));
  if (!type || !childOf(type, caldav, "calendar")) return false;
  const components = props.get(nameOf(componentsName))?.children ?? [];
  return components.length === 0 || components.some(({ attributes }) => attributes.name?.toUpperCase() === "VEVENT");
}

function calendarOf(response: DavResponse, url: URL): OfferedCalendar {
  const name = propText(response, dav, "displayname")?.replace(/\p{Cc}+/gu, " ");
  const color = propText(response, appleCalendar, "calendar-color");
  const privileges = response.props.get(nameOf(privilegesName));
  return {
    externalId: withSlash(url).href,
    name: (name ?? keyOf(url.pathname).split("/").map(decodeURIComponent).at(-1) ?? "").slice(0, maxNameLength),
    color: color !== null && color.length <= maxColorLength ? color : null,
    isReadOnly: privileges !== undefined && !mayWrite(privileges),
  };
}

function mayWrite(privileges: XmlElement): boolean {
  const granted = privileges.children.flatMap(({ children }) => children);
  return granted.some(({ uri, local }) => uri === dav && ["all", "bind", "write", "write-content"].includes(local));
}
