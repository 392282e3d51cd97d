import { sql } from "drizzle-orm";
import { foreignKey, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { byActor, householdId, idTail, recordColumns } from "./household.ts";
import { json } from "./json.ts";
import { member } from "./members.ts";

const colorKey = () =>
  text("color_key", { enum: ["coral", "tangerine", "sunshine", "leaf", "teal", "sky", "grape", "berry"] });

/** The primary key begins with the household, so that a reference cannot lead to another household. */
export const listSection = sqliteTable(
  "list_section",
  {
    householdId: householdId(),
    id: text().notNull(),
    name: text().notNull(),
    position: integer().notNull(),
    ...recordColumns(),
  },
  (t) => [
    byActor(t.householdId, t.createdBy),
    primaryKey({ columns: [t.householdId, t.id] }),
    index("list_section_order").on(t.householdId, t.position, t.id),
  ],
);

export const list = sqliteTable(
  "list",
  {
    householdId: householdId(),
    id: text().notNull(),
    sectionId: text("section_id").notNull(),
    /** The position in the section. Personal lists of other members are counted too. */
    position: integer().notNull(),
    name: text().notNull(),
    visibility: text({ enum: ["shared", "personal"] }).notNull(),
    /** The owner of the list, or null if the list is shared and has no owner yet. */
    ownerId: text("owner_id").references(() => member.id),
    icon: text().notNull(),
    colorKey: colorKey(),
    favorite: integer().notNull().default(0),
    hideDone: integer("hide_done").notNull().default(0),
    /** The picture file of the cover, or null if the cover is a gradient. */
    coverFile: text("cover_file"),
    coverHidden: integer("cover_hidden").notNull().default(0),
    coverAttribution: json("cover_attribution"),
    ...recordColumns(),
  },
  (t) => [
    byActor(t.householdId, t.createdBy),
    primaryKey({ columns: [t.householdId, t.id] }),
    foreignKey({ columns: [t.householdId, t.sectionId], foreignColumns: [listSection.householdId, listSection.id] }),
    index("list_order").on(t.householdId, t.sectionId, t.position, t.id),
  ],
);

/** A block of a list. The primary key contains the list, so that a subtask is always on its parent's list. */
export const block = sqliteTable(
  "block",
  {
    householdId: householdId(),
    listId: text("list_id").notNull(),
    id: text().notNull(),
    idTail: idTail(),
    parentId: text("parent_id"),
    position: integer().notNull(),
    type: text({ enum: ["task", "header", "paragraph", "divider"] }).notNull(),
    content: text().notNull(),
    done: integer().notNull().default(0),
    dueDate: text("due_date"),
    memberId: text("member_id").references(() => member.id),
    ...recordColumns(),
  },
  (t) => [
    byActor(t.householdId, t.createdBy),
    index("block_id_tail").on(t.idTail, t.householdId),
    primaryKey({ columns: [t.householdId, t.listId, t.id] }),
    foreignKey({ columns: [t.householdId, t.listId], foreignColumns: [list.householdId, list.id] }).onDelete("cascade"),
    foreignKey({
      columns: [t.householdId, t.listId, t.parentId],
      foreignColumns: [t.householdId, t.listId, t.id],
    }).onDelete("cascade"),
    index("block_order").on(t.householdId, t.listId, t.parentId, t.position, t.id),
    index("block_due").on(t.householdId, t.dueDate).where(sql`"due_date" is not null and "done" = 0`),
  ],
);

export const listTemplate = sqliteTable(
  "list_template",
  {
    householdId: householdId(),
    id: text().notNull(),
    /** The only member who sees the template, or null if everybody does. */
    ownerId: text("owner_id").references(() => member.id),
    name: text().notNull(),
    icon: text().notNull(),
    colorKey: colorKey(),
    /** The picture file of the cover, or null if the cover is a gradient. */
    coverFile: text("cover_file"),
    coverHidden: integer("cover_hidden").notNull().default(0),
    coverAttribution: json("cover_attribution"),
    /** The items of the template, in the form of `StoredItem` in `src/lists/templates/store.ts`. */
    items: json().notNull(),
    ...recordColumns(),
  },
  (t) => [byActor(t.householdId, t.createdBy), primaryKey({ columns: [t.householdId, t.id] })],
);
