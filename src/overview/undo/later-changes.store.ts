import { desc, gt, sql } from "drizzle-orm";
import { busyTitle } from "#calendar/events/event.ts";
import type { BlockingChange } from "#lib/errors.ts";
import { clockIn } from "#lib/time.ts";
import { actorsOf } from "#platform/activity/actors.ts";
import { isMaskedFor } from "#platform/activity/store.ts";
import { byId, param, selectFrom } from "#platform/db/statements.ts";
import { activity } from "#platform/db/tables.ts";
import type { Work } from "#platform/work.ts";

const maxLabelLength = 100;
const maxEntries = 1_000;
/** Maximum bytes of stored changes that one search reads. Reading takes about 10 ms for each megabyte. */
const maxScannedBytes = 1_000_000;
const maxImageBytes = 65_536;

const entriesAfter = selectFrom(
  activity,
  ["id", "seq", "createdAt", "actorId", "action", "subjectId", "subjectLabel", "undoneBy", "privateTo"],
  {
    where: [sql`${activity.viewerId} is ${param("viewerId")}`, gt(activity.seq, param("seq"))],
    computed: {
      bytes: sql<number>`ifnull(octet_length(${activity.before}), 0) + ifnull(octet_length(${activity.after}), 0)`,
    },
    orderBy: [desc(activity.seq)],
    limit: maxEntries,
  },
);

const imagesOf = selectFrom(activity, ["before", "after"], { where: byId(activity) });

/**
 * Returns the newest change of the records after an entry, if the caller can see it. Ignores the entries in `undone`.
 * Null if the latest 1,000 entries contain none. Considers only the main record of entries with much stored data.
 */
export function findLaterChange(
  work: Work,
  seq: number,
  recordIds: readonly string[],
  undone: readonly string[],
): BlockingChange | null {
  const { entries, isAbout, isWithoutEffect } = laterEntries(work, seq, recordIds, undone);
  const found = entries.find((entry) => !isWithoutEffect(entry) && isAbout(entry));
  if (!found) return null;
  const { kind, name, agentName } = actorsOf(work)(found.actorId);
  const { date, time } = clockIn(work.timeZone, new Date(found.createdAt));
  return {
    activityId: found.id,
    label: isMaskedFor(found, work.viewerId) ? busyTitle : [...found.subjectLabel].slice(0, maxLabelLength).join(""),
    by: { kind, name: kind === "api_key" ? (agentName ?? name) : name },
    at: found.createdAt,
    date,
    time,
    isDeleted: found.action === "deleted",
  };
}

/** Whether an undo changed the records after an entry, and nothing else did; see {@link findLaterChange}. */
export function isOnlyUndoneSince(
  work: Work,
  seq: number,
  recordIds: readonly string[],
  undone: readonly string[],
): boolean {
  const { entries, isAbout, isUndo, isWithoutEffect } = laterEntries(work, seq, recordIds, undone);
  const about = entries.filter(isAbout);
  return about.some(isUndo) && about.every(isWithoutEffect);
}

function laterEntries(work: Work, seq: number, recordIds: readonly string[], undone: readonly string[]) {
  const { viewerId } = work;
  const ids = new Set(recordIds);
  const viewers = viewerId === null ? [null] : [null, viewerId];
  const entries = viewers
    .flatMap((each) => entriesAfter.all(work, { viewerId: each, seq }))
    .sort((one, other) => other.seq - one.seq);
  const undos = new Set(entries.flatMap(({ undoneBy }) => undoneBy ?? []));
  let bytesLeft = maxScannedBytes;
  const isUndo = ({ id }: (typeof entries)[number]) => undos.has(id);
  const isAbout = ({ id, subjectId, bytes }: (typeof entries)[number]) => {
    if (ids.has(subjectId)) return true;
    if (bytes > Math.min(maxImageBytes, bytesLeft)) return false;
    bytesLeft -= bytes;
    const { before = null, after = null } = imagesOf.get(work, { id }) ?? {};
    return [before, after].some((image) =>
      String(image)
        .matchAll(/"id":"([^"]{36})"/g)
        .some(([, each = ""]) => ids.has(each)),
    );
  };
  const isWithoutEffect = ({ id, undoneBy }: (typeof entries)[number]) =>
    undoneBy !== null || undos.has(id) || undone.includes(id);
  return { entries, isAbout, isUndo, isWithoutEffect };
}
