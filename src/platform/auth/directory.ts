import { and, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Db } from "../db/client.ts";
import { fields, prepared } from "../db/prepare.ts";
import { equal } from "../db/statements.ts";
import { apiKey, appPassword, calendarFeed, device, household, invitation, member, session } from "../db/tables.ts";

export type Credential = "api_key" | "session" | "device" | "invitation" | "calendar_feed" | "app_password";

type LocatedMember = { readonly householdId: string; readonly memberId: string };

/** Finds credentials and members in all households. An installation with several servers could replace this. */
export const directoryOf = (db: Db) => ({
  /** Returns the id of a credential's household, even if the credential has expired. Null if no household has it. */
  findCredential: (kind: Credential, hash: string): string | null =>
    householdByHash[kind].get(db, { hash })?.householdId ?? null,
  /**
   * Finds a member who can sign in, by email or by name. Both are case-folded. A name is only found if no other member
   * of any household has the same name. Null if no member matches.
   */
  findLogin(email: string | null, name: string): LocatedMember | null {
    const byEmail = email === null ? null : loginByEmail.get(db, { email });
    if (byEmail) return byEmail;
    const [only, other] = loginsByName.all(db, { name });
    return only && !other ? only : null;
  },
  /** Finds the member with a case-folded email, even a member who cannot sign in. */
  findEmail: (email: string): LocatedMember | null => memberByEmail.get(db, { email }),
  isEmpty: () => firstTwo.get(db) === null,
  isOnly: (householdId: string) => firstTwo.all(db).every(({ id }) => id === householdId),
});

const byHash = (table: SQLiteTable & { readonly householdId: SQLiteColumn }, hash: SQLiteColumn) =>
  prepared((db) =>
    db
      .select({ householdId: sql<string>`${table.householdId}`.as("householdId") })
      .from(table)
      .where(equal(hash, "hash")),
  );

const householdByHash = {
  api_key: byHash(apiKey, apiKey.hash),
  session: byHash(session, session.tokenHash),
  device: byHash(device, device.tokenHash),
  calendar_feed: byHash(calendarFeed, calendarFeed.tokenHash),
  app_password: byHash(appPassword, appPassword.secretHash),
  invitation: byHash(invitation, invitation.tokenHash),
};

const located = { ...fields(member, "householdId"), memberId: sql<string>`${member.id}`.as("memberId") };
const canSignIn = and(isNotNull(member.passwordHash), isNull(member.removedAt));

const memberWhere = (where: SQL | undefined) => prepared((db) => db.select(located).from(member).where(where).limit(2));

const loginByEmail = memberWhere(and(canSignIn, equal(member.email, "email")));
const loginsByName = memberWhere(and(canSignIn, equal(member.signInName, "name")));
const memberByEmail = memberWhere(equal(member.email, "email"));

const firstTwo = prepared((db) => db.select(fields(household, "id")).from(household).limit(2));
