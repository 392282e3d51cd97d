import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { json } from "../json.ts";
import { actor, householdId } from "./household.ts";

/** Who changed what. `seq` is the order of the feed; `before` and `after` are whole images, kept for undo. */
export const activity = sqliteTable(
  "activity",
  {
    seq: integer().primaryKey({ autoIncrement: true }),
    id: text().notNull().unique(),
    householdId: householdId(),
    createdAt: text("created_at").notNull(),
    actorId: integer("actor_id")
      .notNull()
      .references(() => actor.id),
    action: text().notNull(),
    subjectType: text("subject_type").notNull(),
    subjectId: text("subject_id").notNull(),
    subjectLabel: text("subject_label").notNull(),
    summary: text().notNull(),
    /** JSON `{field: {from, to}}`; null where nothing was patched. */
    changes: json(),
    /** JSON of the record before the change; null where it did not exist. */
    before: json(),
    /** JSON of the record after the change; null where it no longer exists. */
    after: json(),
    /** The list whose visibility the entry follows; null: it is about none. */
    listId: text("list_id"),
    /** The entry that undid it; null: it was not undone. Undone once, what undid it is what can be undone next. */
    undoneBy: text("undone_by"),
    /** Who alone is shown it: the owner of a list that is personal, or was when it was deleted; null: everybody. */
    viewerId: text("viewer_id"),
  },
  (t) => [
    index("activity_feed").on(t.householdId, t.viewerId, t.seq),
    index("activity_list").on(t.householdId, t.listId).where(sql`"list_id" is not null`),
  ],
);
