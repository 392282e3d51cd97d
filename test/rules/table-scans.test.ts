/** No request reads a whole table: with 10,000 households that would take seconds. This reads SQLite's query plans. */
import { expect, test } from "bun:test";
import { openInMemory } from "#platform/db/migrate.ts";
import { describedOperations, type Home, household, serverInProcess } from "../support/home/home.ts";
import { recordStatements, stepsOf } from "../support/home/queries.ts";
import { requestOf, samples } from "../support/operations/operations.ts";
import { tablet } from "../support/records/check-ins.ts";
import { preparedStatements } from "../support/source/statements.ts";

/** The statements that may read a whole table or index, by their beginning; `%` stands for any text. */
const allowed: readonly [beginning: string, why: string][] = [
  [`select "id" as "id", "name" as "name", "time_zone" as "timeZone"%from "household" order by`, "commands"],
  [`select "id" as "id" from "household" limit`, "reads two rows at most"],
  [`select %from "household" left join "reminder_clock"`, "a start, and after another process wrote"],
  [`select distinct "household_id" as "householdId" from "delivery" where`, "a start"],
  [`update "delivery" set "state" = ?, "maybe_sent" = ?%where "delivery"."state" = ?`, "a start"],
  [`update "delivery" set "state" = ?, "error" = ? where "delivery"."state" in`, "a start with DELIVERY=off"],
  [`select %from "delivery" inner join "channel" on %group by "channel"."kind"`, "an index of what is queued alone"],
  [`select %from "delivery" group by "delivery"."state"`, "a command"],
  [`select %from "channel" inner join "member" on %"off_reason" is not null`, "the doctor"],
  [`select %from "external_calendar" where "external_calendar"."account_id" is null order by`, "the doctor"],
  [`select %from "external_account" order by`, "the doctor"],
  [`select %from "google_client"`, "the doctor"],
  [`select %from "job" order by "job"."kind", "job"."subject_id"`, "the doctor and a start: a row for each job"],
  [`select ifnull(sum("image_bytes"), 0) %from "household"`, "the doctor and the server page"],
  [`select %from "job" where "job"."running_since" is not null`, "a start: a row for each job"],
];

const patterns = allowed.map(([beginning]) => new RegExp(`^${beginning.split("%").map(RegExp.escape).join(".*")}`));

const db = openInMemory();

function scansIn(statement: string): string[] {
  return stepsOf(db, statement).filter((step) =>
    /^SCAN (?!json_each\b|target\b|page\b|pragma_|CONSTANT ROW|\(?subquery)/.test(step),
  );
}

function faultsIn(sql: readonly string[]) {
  return sql
    .map((statement) => ({ statement, scans: scansIn(statement) }))
    .filter(({ statement, scans }) => scans.length > 0 && !patterns.some((pattern) => pattern.test(statement)));
}

/** Calls the operation, and undoes its change if that is possible. */
async function callAndUndo(own: Home, { id, method, path }: (typeof describedOperations)[number]): Promise<void> {
  const sample = await samples[id]?.(own);
  if (!sample) return; // Without credentials.
  const { anna } = own.members;
  const before = own.entries()[0]?.id;
  const caller = path.startsWith("/app/wall/") ? (await tablet(own)).for(anna) : own.as(anna);
  const { status } = await caller.call(method, sample.path, requestOf(sample));
  expect({ id, status }).toEqual({ id, status: 200 });
  const [entry] = own.entries();
  if (entry && entry.id !== before) await own.as(anna).post(`/v1/activity/${entry.id}/undo`, {});
}

test("No prepared statement scans a whole table, except the listed statements that no request runs", async () => {
  const all = await preparedStatements();
  expect(faultsIn(all)).toEqual([]);
  const found = patterns.map((pattern) => all.filter((each) => pattern.test(each) && scansIn(each).length > 0));
  expect(found.map((each) => each.length)).toEqual(patterns.map(() => 1)); // No exception that nothing needs.
});

test("Neither the call nor the undo of an operation runs a statement that scans a whole table", async () => {
  const served = openInMemory();
  const run = recordStatements(served);
  const server = serverInProcess({}, { db: served });
  for (const operation of describedOperations) {
    if (operation.path.startsWith("/app/server")) served.$client.run("DELETE FROM household"); // The only one runs it.
    await callAndUndo(await household({ server }), operation);
    server.clock.advance(60_000); // Some calls are limited by the minute.
  }
  const prepared = new Set(await preparedStatements());
  expect([...run].filter((each) => !prepared.has(each)).length).toBeGreaterThan(20);
  expect(faultsIn([...run])).toEqual([]);
}, 60_000);

test.each([
  ["SELECT id FROM task", 1],
  ["SELECT id FROM task WHERE label = 'x' ORDER BY id", 1],
  ["SELECT id FROM session WHERE user_agent = 'x'", 1],
  ["DELETE FROM api_key WHERE name = 'x'", 1],
  ["SELECT list.id FROM list JOIN block WHERE list.household_id = 'x'", 1],
  ["SELECT id FROM task WHERE household_id = 'x'", 0],
  ["SELECT id FROM task WHERE household_id = 'x' AND id IN (SELECT value FROM json_each('[]'))", 0],
  ["SELECT min(id) FROM household", 0],
])("The search for scans of whole tables in %j finds %i", (statement, count) => {
  expect(scansIn(statement)).toHaveLength(count);
});
