import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { household } from "./household.ts";

/** Keys, secrets and settings of the installation, which `src/platform/db/instance.ts` reads and writes. */
export const instance = sqliteTable("instance", {
  name: text().primaryKey(),
  value: text().notNull(),
});

export const job = sqliteTable(
  "job",
  {
    kind: text().notNull(),
    /** The subject of the job. Empty if the kind has only one job. */
    subjectId: text("subject_id").notNull(),
    householdId: text("household_id").references(() => household.id, { onDelete: "cascade" }),
    nextAt: text("next_at").notNull(),
    /** When the current run began. If the column is set when the server starts, the process ended during the run. */
    runningSince: text("running_since"),
    okAt: text("ok_at"),
    failures: integer().notNull().default(0),
    /** The number of runs in a row that failed because the process ended. */
    deaths: integer().notNull().default(0),
    error: text(),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.subjectId] }),
    index("job_next").on(t.nextAt),
    index("job_household").on(t.householdId),
  ],
);
