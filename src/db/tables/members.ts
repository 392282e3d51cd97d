import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { householdId, recordColumns } from "./household.ts";

/** A person (or pet, or sitter). A removed member's row stays, hidden, so that history keeps the name. */
export const member = sqliteTable(
  "member",
  {
    id: text().primaryKey(),
    householdId: householdId(),
    name: text().notNull(),
    role: text({ enum: ["owner", "adult", "child", "guest"] }).notNull(),
    color: text({
      enum: ["coral", "tangerine", "sunshine", "leaf", "teal", "sky", "grape", "berry"],
    }).notNull(),
    /** An emoji; null shows the initials. */
    avatar: text(),
    /** Display order, ascending. */
    position: integer().notNull(),
    /** In lower case, unique in the database; null: none, or removed. */
    email: text().unique(),
    /** Argon2id in PHC form; null: can't sign in. */
    passwordHash: text("password_hash"),
    /** The name as sign-in compares it; null unless there is a password. */
    signInName: text("sign_in_name"),
    /** Null while the member belongs to the household. */
    removedAt: text("removed_at"),
    ...recordColumns(),
  },
  (t) => [index("member_order").on(t.householdId, t.position), index("member_sign_in").on(t.signInName)],
);
