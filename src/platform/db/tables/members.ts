import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { byActor, householdId, recordColumns } from "./household.ts";

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
    avatar: text(),
    /** The name of a picture file in `covers/`, or null. */
    photoFile: text("photo_file"),
    position: integer().notNull(),
    email: text().unique(),
    /** The Argon2id hash of the password, or null if the member cannot sign in. */
    passwordHash: text("password_hash"),
    /** The case-folded name with which the member signs in, or null if the member has no password. */
    signInName: text("sign_in_name"),
    removedAt: text("removed_at"),
    ...recordColumns(),
  },
  (t) => [
    byActor(t.householdId, t.createdBy),
    index("member_order").on(t.householdId, t.position),
    index("member_sign_in").on(t.signInName),
  ],
);

export function memberId() {
  return text("member_id")
    .notNull()
    .references(() => member.id);
}
