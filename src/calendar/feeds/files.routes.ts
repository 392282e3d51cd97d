import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { readRevision } from "#accounts/households/store.ts";
import { listMembers } from "#accounts/members/store.ts";
import { BoundedCache } from "#lib/bounded-cache.ts";
import { runSteps } from "#lib/concurrency.ts";
import { unknownAddress } from "#lib/errors.ts";
import { dateIn } from "#lib/time.ts";
import { type ColorKeyName, closed, Uuid } from "#lib/wire.ts";
import { directoryOf } from "#platform/auth/directory.ts";
import { TokenBuckets, tooManyRequests } from "#platform/auth/rate-limit.ts";
import { hashToken } from "#platform/auth/tokens.ts";
import type { Deps } from "#platform/deps.ts";
import { compress } from "#platform/http/encoding.ts";
import { context, hidden, operationsOf } from "#platform/http/operation.ts";
import type { VisitorContext } from "#platform/http/request-context.ts";
import { type StaticFile, sendStatic, staticText } from "#platform/http/static.ts";
import type { Work } from "#platform/work.ts";
import { heavyWorkSemaphore } from "../calendars/heavy-work.ts";
import { itemsOf, readContents } from "./contents.ts";
import { exportEvent } from "./export.ts";
import { renderFeed } from "./rendering.ts";
import { findFeed, recordFeedUse } from "./store.ts";

const operation = operationsOf("Events");

const readsPerHour = 120;
const maxCacheBytes = 16_000_000;
const mediaType = "text/calendar";

const feedHeaders = {
  "Cache-Control": "private, max-age=300",
  "Content-Security-Policy": "default-src 'none'",
  "X-Robots-Tag": "noindex",
};

type Rendered = { readonly version: string; readonly size: number; readonly file: Promise<StaticFile> };

/** Access rule of the public route for feeds. The log contains the route without the token. */
const isOpen = hidden("public", { id: "serveCalendarFeed" });

export function servedFeeds({ db, clock }: Deps) {
  const directory = directoryOf(db);
  const buckets = new TokenBuckets(readsPerHour / 60, readsPerHour);
  const cache = new BoundedCache<string, Rendered>({
    eviction: "lru",
    maxSize: maxCacheBytes,
    sizeOf: ({ size }) => size,
  });

  function fileOf(call: VisitorContext, householdId: string, hash: string) {
    const { feed, version } = call.read(householdId, (work) => ({
      feed: findFeed(work, hash),
      version: `${readRevision(work)} ${dateIn(work.timeZone, work.now)}`,
    }));
    if (!feed) throw unknownAddress();
    recordFeedUse({ db, householdId }, feed, call.now);
    const known = cache.get(feed.id);
    if (known?.version === version) return known.file;
    const caller = { id: `feed ${feed.id}`, householdId };
    const file = heavyWorkSemaphore(db).run(caller, async () => {
      const { work, contents, calendar } = call.read(householdId, (work) => ({
        work,
        contents: readContents(work, feed),
        calendar: { feed, timeZone: work.timeZone, color: colorOf(work, feed.memberId) },
      }));
      const text = await renderFeed(await runSteps(itemsOf(work, feed, contents)), calendar);
      if (cache.get(feed.id)?.file === file) cache.set(feed.id, { version, size: 2 * text.length, file });
      return staticText(mediaType, text, compress);
    });
    // Cached at once, so that concurrent readers wait for the same rendering.
    cache.set(feed.id, { version, size: 1, file });
    file.catch(() => cache.delete(feed.id));
    return file;
  }

  return new Elysia().use(context).get(
    "/calendars/:file",
    async ({ call, request, params }) => {
      const token = /^([\w-]{43})\.ics$/.exec(params.file)?.[1];
      if (token === undefined) throw unknownAddress();
      const hash = hashToken(token);
      const householdId = directory.findCredential("calendar_feed", hash);
      if (householdId === null) throw unknownAddress();
      const allowance = buckets.take(hash, clock().getTime());
      if (!allowance.allowed) throw tooManyRequests(allowance);
      return sendStatic(request, await fileOf(call, householdId, hash), feedHeaders);
    },
    isOpen,
  );
}

function colorOf(work: Work, memberId: string | null): ColorKeyName {
  return listMembers(work).find(({ id }) => id === memberId)?.color ?? "teal";
}

export const eventFiles = new Elysia({ prefix: "/v1/events/:id/ics" }).use(context).get(
  "",
  ({ call, params }) => {
    const { title, text } = call.read((work) => exportEvent(work, params.id));
    // RFC 8187 §3.2.1.
    const name = encodeURIComponent(title).replace(
      /['()*]/g,
      (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`,
    );
    const headers = {
      "Content-Type": `${mediaType}; charset=utf-8`,
      "Content-Disposition": `attachment; filename="event.ics"; filename*=UTF-8''${name}.ics`,
      "Cache-Control": "private, no-cache",
      "X-Content-Type-Options": "nosniff",
    };
    return new Response(text, { headers }) as unknown as string;
  },
  operation({
    id: "exportEvent",
    summary: "Read an event as an iCalendar file",
    description: "A series with its exceptions. Other calendar programs can import it.",
    access: "calendar.read",
    isVolatile: true,
    params: closed({ id: Uuid }),
    answer: Type.String({ examples: ["BEGIN:VCALENDAR\r\n…"] }),
    mediaType,
    refusals: { 404: ["Event not found"] },
  }),
);
