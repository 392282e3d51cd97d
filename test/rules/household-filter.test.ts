/** Every statement filters every table by the household. This reads the SQL itself. */
import { describe, expect, test } from "bun:test";
import { openInMemory } from "#platform/db/migrate.ts";
import { describedOperations, household, serverInProcess } from "../support/home/home.ts";
import { recordStatements } from "../support/home/queries.ts";
import { requestOf, samples } from "../support/operations/operations.ts";
import { tablet } from "../support/records/check-ins.ts";
import { preparedStatements, unfiltered } from "../support/source/statements.ts";

/** Patterns of the statements that look across households; `%` stands for any text. */
const acrossHouseholds: readonly [beginning: string, why: string][] = [
  [`select "id" as "id", "name" as "name", "time_zone" as "timeZone"%from "household" order by`, "lists households"],
  [`select "time_zone" as "timeZone" from "household" where "household"."id" = (select min`, "the server's own nights"],
  [`select %from "member" where "member"."email" = ?`, "an email is unique on the server"],
  [`select "id" as "id" from "household" limit`, "is there none, or only one?"],
  [`select %from "api_key" where "api_key"."hash" = ?`, "a key says which household it is for"],
  [`select %from "session" where "session"."token_hash" = ?`, "a cookie says which household it is for"],
  [`select %from "calendar_feed" where "calendar_feed"."token_hash" = ?`, "a secret address says whose calendar it is"],
  [`select %from "app_password" where "app_password"."secret_hash" = ?`, "a password says whose calendars it opens"],
  [`select %from "device" where "device"."token_hash" = ?`, "a device's token says which household it is for"],
  [`select %from "member" where (%) and "member"."email" = ?)`, "an email signs in without naming a household"],
  [
    `select %from "member" where (%) and "member"."sign_in_name" = ?) limit`,
    "likewise a name, where it is the only one",
  ],
  [`select %from "invitation" where "invitation"."token_hash" = ?`, "a link says which household it is for"],
  [`select %from "channel" where "channel"."endpoint_hash" = ?`, "a browser can subscribe again for another household"],
  [`delete from "session" where "session"."id" in (%"last_seen_at" <= ? limit ?)`, "deletes what has expired"],
  [`delete from "idempotency" where rowid in (%"created_at" <= ? limit ?)`, "deletes what has expired"],
  [`delete from "notice" where rowid in (%"created_at" <= ? limit ?)`, "deletes what is old"],
  [`delete from "delivery" where rowid in (%"created_at" <= ? limit ?)`, "likewise"],
  [`select %from "delivery" inner join "channel" on %group by "channel"."kind"`, "shows an operator what waits"],
  [`select %from "delivery" group by "delivery"."state"`, "likewise"],
  [`select %from "channel" inner join "member" on %"off_reason" is not null`, "likewise, which channels are off"],
  [`select max("seq") as "seq" from "event_change"`, "tells whether any event changed"],
  [`select %from "event_change" where (%"at" < ?`, "a night forgets old deletions"],
  [`select %from "calendar_object" where (%"source_id" = %"kind" = %"at" < ?)`, "a night shows the dates near today"],
  [`select %from "external_calendar" where "external_calendar"."account_id" is null order by`, "likewise, silent ones"],
  [`select %from "external_account" order by`, "likewise, which accounts are silent"],
  [`select %from "google_client"`, "likewise, whose secret can't be opened"],
  [`select max("reminder_clock"."settled_to") %from "reminder_clock"`, "likewise, how far reminders are decided"],
  [`select distinct "household_id" as "householdId" from "delivery" where`, "a start finds out who has a queue"],
  [
    `update "delivery" set "state" = ?, "maybe_sent" = ?%where "delivery"."state" = ?`,
    "a start queues what was being sent",
  ],
  [`update "delivery" set "state" = ?, "error" = ? where "delivery"."state" in`, "DELIVERY=off cancels the queue"],
  [`select %from "household" left join "reminder_clock"`, "the engine knows every household"],
  [`select %from "activity" where (%> 65536) and "activity"."created_at" < ?`, "deletes large images that are old"],
  [`select ifnull(sum("image_bytes"), 0) %from "household"`, "the doctor and the server page"],
];

/** Tables of the installation. Jobs name a household only so that households take turns. */
const ofInstallation = ["instance", "job"];

const patterns = acrossHouseholds.map(
  ([beginning]) => new RegExp(`^${beginning.split("%").map(RegExp.escape).join(".*")}`),
);

/** The statements that do not filter a table, except those that are meant to look across households. */
function faultsIn(sql: readonly string[]): { statement: string; tables: string[] }[] {
  return sql
    .map((statement) => ({ statement, tables: unfilteredTables(statement) }))
    .filter(({ statement, tables }) => tables.length > 0 && !patterns.some((pattern) => pattern.test(statement)));
}

function unfilteredTables(statement: string): string[] {
  return unfiltered(statement).filter((table) => !ofInstallation.includes(table));
}

describe("the household filter of every table", () => {
  test("Each prepared statement filters every table by household, except listed statements across households", async () => {
    const all = await preparedStatements();
    expect(all.length).toBeGreaterThan(150);
    expect(faultsIn(all)).toEqual([]);
    const found = patterns.map((pattern) => all.filter((each) => pattern.test(each) && unfiltered(each).length > 0));
    expect(found.map((each) => each.length)).toEqual(patterns.map(() => 1)); // No exception that nothing needs.
  });

  test("Every statement that an operation runs filters each table by household", async () => {
    const db = openInMemory();
    const run = recordStatements(db);
    const server = serverInProcess({}, { db });
    for (const { id, method, path } of describedOperations) {
      if (path.startsWith("/app/server")) db.$client.run("DELETE FROM household"); // The only household runs it.
      const own = await household({ server });
      server.clock.advance(60_000); // Some calls are limited by the minute.
      const sample = await samples[id]?.(own);
      if (!sample) continue; // Of those without credentials.
      const { anna } = own.members;
      const caller = path.startsWith("/app/wall/") ? (await tablet(own)).for(anna) : own.as(anna);
      const { status } = await caller.call(method, sample.path, requestOf(sample));
      expect({ id, status }).toEqual({ id, status: 200 });
    }
    expect(run.size).toBeGreaterThan(100);
    expect(faultsIn([...run])).toEqual([]);
  });

  test.each([
    [`select "id" from "task" where "task"."household_id" = ?`, []],
    [`select "id" from "task" where "task"."household_id" is ?`, []],
    [`select "id" from "task" where "task"."household_id" is null`, ["task"]],
    [`select "id" from "task" where "task"."id" = ?`, ["task"]],
    [`select "id" from "task" where "task"."id" = ? or "task"."household_id" = ?`, ["task"]],
    [`select "id" from "task" where ("task"."id" = ? or ("task"."household_id" = ? and "task"."label" = ?))`, ["task"]],
    [`select "id" from "task" where ("task"."id" = ? or "task"."label" = ?) and "task"."household_id" = ?`, []],
    [`select "id" from "task" where not ("task"."household_id" = ?)`, ["task"]],
    [`select "id" from "task" where "task"."household_id" <> ?`, ["task"]],
    [`select "household_id" as "id" from "task" where "task"."id" = ?`, ["task"]],
    [`update "task" set "label" = ? where "task"."id" = ?`, ["task"]],
    [`delete from "task" where "task"."id" = ?`, ["task"]],
    [`insert into "task" ("id", "household_id") values (?, ?)`, []],
    [`insert into "task" ("id") values (?)`, ["task"]],
    [`select "id" from "household" where "household"."id" = ?`, []],
    [`select "id" from "household" where "household"."plan" = ?`, ["household"]],
    [`select 1 from "list" join "block" on "block"."list_id" = "list"."id" where "list"."household_id" = ?`, ["block"]],
    [
      `select 1 from "list" join "block" on "block"."household_id" = "list"."household_id" where "list"."household_id" = ?`,
      [],
    ],
    [`select 1 from "list" join "block" on "block"."household_id" = "list"."household_id"`, ["list", "block"]],
    [
      `select 1 from "list" where "list"."household_id" = ? and exists (select 1 from "block" where "block"."household_id" = "list"."household_id")`,
      [],
    ],
    [
      `select 1 from "list" where "list"."household_id" = ? and exists (select 1 from "block" where "block"."list_id" = "list"."id")`,
      ["block"],
    ],
    [`SELECT count(*) FROM task`, ["task"]],
    [`select 1 from "list" where "list"."household_id" = ? union all select 1 from "list"`, ["list"]],
  ])("The search for tables without a filter by household in %j finds %j", (statement, tables) => {
    expect(unfiltered(statement)).toEqual(tables as string[]);
  });
});
