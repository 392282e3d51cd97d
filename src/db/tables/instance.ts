import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { household } from "./household.ts";

/** Values that this installation makes once, such as its keys for push messages. */
export const instance = sqliteTable("instance", {
  name: text().primaryKey(),
  value: text().notNull(),
});

/** One row for each piece of background work. */
export const job = sqliteTable(
  "job",
  {
    kind: text().notNull(),
    /** Empty if there is only one job of the kind. */
    subjectId: text("subject_id").notNull(),
    householdId: text("household_id").references(() => household.id, { onDelete: "cascade" }),
    nextAt: text("next_at").notNull(),
    /** Found at the start: the process died while the job ran. */
    runningSince: text("running_since"),
    okAt: text("ok_at"),
    /** In a row. */
    failures: integer().notNull().default(0),
    /** How many of the failures ended the process, in a row. */
    deaths: integer().notNull().default(0),
    error: text(),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.subjectId] }),
    index("job_next").on(t.nextAt),
    index("job_household").on(t.householdId),
  ],
);
