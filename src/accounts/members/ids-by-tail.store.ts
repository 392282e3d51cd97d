import { type SQLWrapper, sql } from "drizzle-orm";
import { type IdKind, idTailLength } from "#lib/short-ids.ts";
import { type HouseholdScope, param, type RecordTable, selectFrom } from "#platform/db/statements.ts";
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

/** Finds ids by their last characters. A table without an index of tails must be small, because all ids are read. */
function idsEnding(table: RecordTable, tail: SQLWrapper = sql`substr(${table.id}, ${sql.raw(`-${idTailLength}`)})`) {
  const isNamed = sql`${tail} in (select "value" from json_each(${param("tails")}))`;
  return selectFrom(table, [], { where: isNamed, computed: { id: sql<string>`${table.id}` } });
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
export function idsByTails(scope: HouseholdScope, kind: IdKind, tails: readonly string[]): readonly string[] {
  return byKind[kind].all(scope, { tails }).map(({ id }) => id);
}
