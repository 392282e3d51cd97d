import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { byActor, householdId, idTail } from "./household.ts";
import { json } from "./json.ts";

/** Entries of the activity feed. `before` and `after` hold complete rows, for undo. */
export const activity = sqliteTable(
  "activity",
  {
    id: text().primaryKey(),
    idTail: idTail(),
    householdId: householdId(),
    seq: integer().notNull(),
    createdAt: text("created_at").notNull(),
    actorId: integer("actor_id").notNull(),
    action: text().notNull(),
    subjectType: text("subject_type").notNull(),
    subjectId: text("subject_id").notNull(),
    subjectLabel: text("subject_label").notNull(),
    summary: text().notNull(),
    /** The summary in parts, for other languages. Null for entries that older versions wrote. */
    sentence: json(),
    changes: json(),
    before: json(),
    after: json(),
    /** Id of the list whose visibility decides who sees the entry. Null if no list decides this. */
    listId: text("list_id"),
    undoneBy: text("undone_by"),
    /** The only member who sees the entry. Null if everybody does. */
    viewerId: text("viewer_id"),
    /** The member who sees the details of a private event, or null. */
    privateTo: text("private_to"),
  },
  (t) => [
    byActor(t.householdId, t.actorId),
    index("activity_id_tail").on(t.idTail, t.householdId),
    index("activity_feed").on(t.householdId, t.viewerId, t.seq),
    index("activity_large_images")
      .on(t.createdAt)
      .where(sql`length(cast("before" as blob)) > 65536 or length(cast("after" as blob)) > 65536`),
    index("activity_list").on(t.householdId, t.listId).where(sql`"list_id" is not null`),
  ],
);
