import { foreignKey, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { json } from "../json.ts";
import { householdId, recordColumns } from "./household.ts";
import { member } from "./members.ts";

/** A group of lists. Its key leads with the household, so that what refers to it can't lead to another's. */
export const listSection = sqliteTable(
  "list_section",
  {
    householdId: householdId(),
    id: text().notNull(),
    name: text().notNull(),
    /** Display order, ascending; may have gaps. */
    position: integer().notNull(),
    ...recordColumns(),
  },
  (t) => [
    primaryKey({ columns: [t.householdId, t.id] }),
    index("list_section_order").on(t.householdId, t.position, t.id),
  ],
);

/** A list in a section. */
export const list = sqliteTable(
  "list",
  {
    householdId: householdId(),
    id: text().notNull(),
    sectionId: text("section_id").notNull(),
    /** Display order in its section, ascending, lists that not everybody sees among them; may have gaps. */
    position: integer().notNull(),
    name: text().notNull(),
    visibility: text({ enum: ["shared", "personal"] }).notNull(),
    /** Who alone sees it while it is personal, and may change that; null: nobody's yet, and so shared. */
    ownerId: text("owner_id").references(() => member.id),
    /** An emoji. */
    icon: text().notNull(),
    /** Null: none. */
    colorKey: text("color_key", {
      enum: ["coral", "tangerine", "sunshine", "leaf", "teal", "sky", "grape", "berry"],
    }),
    /** 0 or 1. */
    favorite: integer().notNull().default(0),
    /** 0 or 1. */
    hideDone: integer("hide_done").notNull().default(0),
    /** The file's name in `covers/`; null: a gradient is shown. */
    coverFile: text("cover_file"),
    /** 0 or 1. */
    coverHidden: integer("cover_hidden").notNull().default(0),
    /** JSON of who took the photo; null where the cover is none. */
    coverAttribution: json("cover_attribution"),
    ...recordColumns(),
  },
  (t) => [
    primaryKey({ columns: [t.householdId, t.id] }),
    foreignKey({ columns: [t.householdId, t.sectionId], foreignColumns: [listSection.householdId, listSection.id] }),
    index("list_order").on(t.householdId, t.sectionId, t.position, t.id),
  ],
);

/**
 * An item on a list. Its key holds the list, so that a subtask is always on its parent's, and one index serves the order, the
 * list's blocks and a task's subtasks.
 */
export const block = sqliteTable(
  "block",
  {
    householdId: householdId(),
    listId: text("list_id").notNull(),
    id: text().notNull(),
    /** The task that it is a subtask of; null: it stands at the top level. */
    parentId: text("parent_id"),
    /** Display order at its level, ascending; may have gaps. */
    position: integer().notNull(),
    type: text({ enum: ["task", "header", "paragraph", "divider"] }).notNull(),
    content: text().notNull(),
    /** 0 or 1; 1 only for a task. */
    done: integer().notNull().default(0),
    dueDate: text("due_date"),
    memberId: text("member_id").references(() => member.id),
    ...recordColumns(),
  },
  (t) => [
    primaryKey({ columns: [t.householdId, t.listId, t.id] }),
    foreignKey({ columns: [t.householdId, t.listId], foreignColumns: [list.householdId, list.id] }).onDelete("cascade"),
    foreignKey({
      columns: [t.householdId, t.listId, t.parentId],
      foreignColumns: [t.householdId, t.listId, t.id],
    }).onDelete("cascade"),
    index("block_order").on(t.householdId, t.listId, t.parentId, t.position, t.id),
  ],
);
