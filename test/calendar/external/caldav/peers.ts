/** Servers on this machine, and the client that reads their calendars. */

import { createCaldav } from "#calendar/external/caldav/account.ts";
import type { Network } from "#calendar/external/fetch-calendar.ts";
import { type RemoteCalendar, RemoteError, type RemoteHead, type RemoteObject } from "#calendar/external/remote.ts";
import { systemTimers, type Timers } from "#lib/timers.ts";
import { escapeXml } from "#lib/xml/xml.ts";
import { readConfig } from "#platform/config.ts";
import { afterAllTests } from "../../../support/home/clean-up.ts";
import { start } from "../../../support/home/home.ts";

export const username = "änna";
export const password = "pässword:4711";
export const never = new AbortController().signal;

type Options = Network & { readonly timers?: Timers };

/** `origins`: those that the operator allows. */
export function caldavFor(origins: readonly string[], { timers = systemTimers, ...network }: Options = {}) {
  const config = readConfig({ DATA_DIR: "/nonexistent", CALENDAR_ORIGINS: origins.join(",") });
  return createCaldav({ config, timers, clock: () => start }, network);
}

export type Reply = {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly body?: string | Uint8Array<ArrayBuffer> | undefined;
};
export type Call = { readonly method: string; readonly path: string; readonly headers: Headers; readonly body: string };
type Script = (call: Call) => Reply | Promise<Reply>;

/** Answers as the test says, and records what it was asked. */
export function startScripted() {
  const calls: Call[] = [];
  const fake = { script: (() => ({ status: 404 })) as Script };
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    idleTimeout: 0,
    async fetch(request) {
      // As it was sent: URL resolves dots.
      const path = request.url.replace(/^https?:\/\/[^/]+/, "");
      const call = { method: request.method, path, headers: request.headers, body: await request.text() };
      calls.push(call);
      const { status = 200, headers = {}, body = "" } = await fake.script(call);
      return new Response(body as string, { status, headers });
    },
  });
  afterAllTests(() => server.stop(true));
  const origin = `http://127.0.0.1:${server.port}`;
  return {
    origin,
    calls,
    asked: () => calls.map(({ method, path }) => `${method} ${path}`),
    answer(script: Script): void {
      calls.length = 0;
      fake.script = script;
    },
  };
}

export type Scripted = ReturnType<typeof startScripted>;

/** The calendar `/cal/` of a scripted server. */
export function calendarAt({ origin }: { origin: string }, options: Options = {}): RemoteCalendar {
  const account = { username, password, origins: [origin] };
  return caldavFor([origin], options).open(account, { externalId: `${origin}/cal/` });
}

export const namespaces =
  'xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav" xmlns:CS="http://calendarserver.org/ns/" xmlns:A="http://apple.com/ns/ical/"';

export function multistatus(responses: readonly string[], token?: string): Reply {
  const after = token === undefined ? "" : `<D:sync-token>${token}</D:sync-token>`;
  return { status: 207, body: `<D:multistatus ${namespaces}>${responses.join("")}${after}</D:multistatus>` };
}

/** `props`: XML. */
export function found(href: string, props: string): string {
  return `<D:response><D:href>${escapeXml(href)}</D:href><D:propstat><D:prop>${props}</D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>`;
}

export function withStatus(href: string, status: number): string {
  return `<D:response><D:href>${escapeXml(href)}</D:href><D:status>HTTP/1.1 ${status} x</D:status></D:response>`;
}

export const tagged = (href: string, etag: string) => found(href, `<D:getetag>${escapeXml(etag)}</D:getetag>`);
export const collection = "<D:resourcetype><D:collection/><C:calendar/></D:resourcetype>";
export const own = found("/cal/", collection);
export const withText = (href: string, etag: string | null, text: string) =>
  found(
    href,
    `${etag === null ? "" : `<D:getetag>${escapeXml(etag)}</D:getetag>`}<C:calendar-data>${escapeXml(text)}</C:calendar-data>`,
  );

export async function readAll(calendar: RemoteCalendar, heads: readonly RemoteHead[]): Promise<RemoteObject[]> {
  const batches: RemoteObject[] = [];
  for await (const batch of calendar.read(heads, never)) batches.push(...batch);
  return batches;
}

/** Returns the error with which `work` fails. */
export async function errorOf(work: Promise<unknown>): Promise<RemoteError> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof RemoteError) return error;
  throw error ?? new Error("There was no fault");
}
