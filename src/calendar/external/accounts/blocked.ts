/** Blocks the synchronisation of objects that cannot be stored. Retries blocked objects with exponential backoff. */

import { hour, minute } from "#lib/time.ts";
import { backoff } from "#lib/timers.ts";
import { findStored } from "../../events/store.ts";
import { propertyOf } from "../../ical/component.ts";
import { isPrivateObject, objectFrom } from "../../ical/objects.ts";
import { type RemarkCode, remark } from "../../ical/remarks.ts";
import { unescapeText } from "../../ical/values.ts";
import { tryInSavepoint } from "../../imports/try-in-savepoint.ts";
import type { RemoteHead } from "../remote.ts";
import { findLinkOf, isDuplicate, type Link, newLink, saveLink, syncedState } from "./links.store.ts";
import type { SyncContext } from "./objects.ts";

const retryDelays = { firstMs: 5 * minute, maxMs: 6 * hour };

type Source = RemoteHead & { readonly text?: string };

/**
 * Whether the synchronisation of a linked object is suspended. Reasons are an object that could not be read or stored,
 * and a revert loop, in which the server kept undoing the app's changes. Earlier versions stored revert loops with the
 * state `failed`.
 */
export function isBlocked({ state, error }: Pick<Link, "state" | "error">): boolean {
  return state === "blocked" || (state === "failed" && error === "bouncing");
}

export function isPaused({ state, error, nextAt }: Link, now: Date): boolean {
  return state === "blocked" && error === "bouncing" && nextAt !== null && nextAt > now.toISOString();
}

/** Makes the synchronisation try a blocked object again. Must run in a transaction, like all functions below. */
export function unblock({ work, remarks }: SyncContext, link: Link): Link {
  const key = remarkKeyOf(link);
  if (!remarks.has(key)) remarks.set(key, []);
  const tried: Link = { ...link, ...syncedState };
  saveLink(work, tried);
  return { ...tried, etag: null };
}

export function applyOrBlock<Result>(context: SyncContext, object: Source, apply: () => Result): Result | null {
  return tryInSavepoint<Result | null>(context.work.db, apply, (cause) => {
    block(context, object, cause);
    return null;
  });
}

export function block(context: SyncContext, object: Source, cause: RemarkCode): void {
  const { work, calendar, remarks } = context;
  const { id, etag, text } = object;
  const known = findLinkOf(work, calendar.id, id);
  const link = known ?? newLink(calendar.id, id, "");
  const tries = link.state === "blocked" ? link.tries + 1 : 1;
  const nextAt = new Date(work.now.getTime() + backoff(retryDelays, tries)).toISOString();
  // Another link decides about the event of a duplicate.
  const blocked = isDuplicate(link) ? {} : ({ state: "blocked", error: cause, tries, nextAt } as const);
  saveLink(work, { ...link, etag, ...blocked }, known === null);
  const stored = link.eventId === null ? null : findStored(work, link.eventId);
  const title = text === undefined ? (stored?.row.title ?? null) : titleIn(context, text);
  const uid = remarkKeyOf(link);
  remarks.set(uid, [remark(cause, undefined, { uid, title, date: null })]);
}

export const remarkKeyOf = ({ uid, remoteId }: Link): string => (uid === "" ? remoteId : uid);

/** Returns the title of an object, or null if the title is private or missing. */
function titleIn({ calendar }: SyncContext, text: string): string | null {
  try {
    const object = objectFrom(text);
    const [component] = object?.components ?? [];
    if (!object || !component || (isPrivateObject(object) && calendar.privacy !== "full")) return null;
    return unescapeText(propertyOf(component, "SUMMARY")?.value ?? "").trim() || null;
  } catch {
    return null;
  }
}
