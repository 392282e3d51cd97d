import { and, desc, eq, gt, sql } from "drizzle-orm";
import { actorsOf } from "../activity/actors.ts";
import { fields, prepared } from "../db/prepare.ts";
import { activity } from "../db/tables.ts";
import type { BlockingChange } from "../errors.ts";
import { clockIn } from "../lib/time.ts";
import type { Work } from "../work.ts";

const maxLabelLength = 100;
const maxEntries = 200;
const maxSearchedBytes = 65_536;

const wanted = sql`select value from json_each(${sql.placeholder("ids")})`;
const searched = sql`iif(ifnull(octet_length(${activity.before}), 0) + ifnull(octet_length(${activity.after}), 0) <= ${sql.raw(String(maxSearchedBytes))},
  ifnull(${activity.before}, '') || ifnull(${activity.after}, ''), '')`;

const entriesAfter = prepared((db) =>
  db
    .select({
      ...fields(activity, "id", "seq", "createdAt", "actorId", "action", "subjectLabel", "undoneBy"),
      isAbout: sql<number>`(${activity.subjectId} in (${wanted})
        or exists (select 1 from json_each(${sql.placeholder("ids")}) where instr(${searched}, '"id":"' || value || '"') > 0))`.as(
        "isAbout",
      ),
    })
    .from(activity)
    .where(
      and(
        eq(activity.householdId, sql.placeholder("householdId")),
        sql`${activity.viewerId} is ${sql.placeholder("viewerId")}`,
        gt(activity.seq, sql.placeholder("seq")),
      ),
    )
    .orderBy(desc(activity.seq))
    .limit(maxEntries),
);

/**
 * The newest change of the records after an entry that the caller sees in the feed, except `undone` ones. Null: none of
 * the latest 200.
 */
export function findLaterChange(
  work: Work,
  seq: number,
  recordIds: readonly string[],
  undone: readonly string[],
): BlockingChange | null {
  const { db, householdId, viewerId } = work;
  const ids = JSON.stringify(recordIds);
  const viewers = viewerId === null ? [null] : [null, viewerId];
  const entries = viewers
    .flatMap((each) => entriesAfter.all(db, { householdId, viewerId: each, seq, ids }))
    .sort((one, other) => other.seq - one.seq);
  const undos = new Set(entries.flatMap(({ undoneBy }) => undoneBy ?? []));
  const isWithoutEffect = ({ id, undoneBy }: (typeof entries)[number]) =>
    undoneBy !== null || undos.has(id) || undone.includes(id);
  const found = entries.find((entry) => entry.isAbout === 1 && !isWithoutEffect(entry));
  if (!found) return null;
  const { kind, name, agentName } = actorsOf(work)(found.actorId);
  const { date, time } = clockIn(work.timeZone, new Date(found.createdAt));
  return {
    activityId: found.id,
    label: [...found.subjectLabel].slice(0, maxLabelLength).join(""),
    by: { kind, name: kind === "api_key" ? (agentName ?? name) : name },
    at: found.createdAt,
    date,
    time,
    isDeleted: found.action === "deleted",
  };
}
