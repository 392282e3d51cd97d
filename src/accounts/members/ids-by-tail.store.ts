import { and, eq, type SQLWrapper, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { type IdKind, idTailLength } from "#lib/short-ids.ts";
import type { Db } from "#platform/db/client.ts";
import { prepared } from "#platform/db/prepare.ts";
import {
  activity,
  block,
  checkIn,
  chore,
  event,
  list,
  listSection,
  meal,
  member,
  recipe,
  task,
} from "#platform/db/tables.ts";

type RecordTable = SQLiteTable & { readonly householdId: SQLiteColumn; readonly id: SQLiteColumn };

/**
 * Prepares a query that finds ids by their last characters. For a table without an index of these characters the query
 * reads all ids, so such a table must be small.
 */
function idsEnding(table: RecordTable, tail: SQLWrapper = sql`substr(${table.id}, ${sql.raw(`-${idTailLength}`)})`) {
  return prepared((db) =>
    db
      .select({ id: sql<string>`${table.id}`.as("id") })
      .from(table)
      .where(
        and(
          eq(table.householdId, sql.placeholder("householdId")),
          sql`${tail} in (select "value" from json_each(${sql.placeholder("tails")}))`,
        ),
      ),
  );
}

const byKind: Readonly<Record<IdKind, ReturnType<typeof idsEnding>>> = {
  event: idsEnding(event, event.idTail),
  task: idsEnding(task, task.idTail),
  block: idsEnding(block, block.idTail),
  recipe: idsEnding(recipe, recipe.idTail),
  meal: idsEnding(meal, meal.idTail),
  activity: idsEnding(activity, activity.idTail),
  member: idsEnding(member),
  list: idsEnding(list),
  section: idsEnding(listSection),
  check_in: idsEnding(checkIn),
  chore: idsEnding(chore),
};

/** Returns the ids that end with one of the `tails`, of {@link idTailLength} characters each. */
export function idsByTails(db: Db, householdId: string, kind: IdKind, tails: readonly string[]): readonly string[] {
  return byKind[kind].all(db, { householdId, tails: JSON.stringify(tails) }).map(({ id }) => id);
}
