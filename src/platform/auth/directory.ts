import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Db } from "../db/client.ts";
import { fields, prepared } from "../db/prepare.ts";
import { apiKey, appPassword, calendarFeed, device, household, invitation, member, session } from "../db/tables.ts";

export type Credential = "api_key" | "session" | "device" | "invitation" | "calendar_feed" | "app_password";

export type LocatedMember = { readonly householdId: string; readonly memberId: string };

/**
 * Finds the household of a credential or of a member among all households. An installation with several servers could
 * use another implementation.
 */
export type Directory = {
  /**
   * Returns the id of the household to which a credential belongs, even if the credential has expired. Null if no
   * household has such a credential.
   */
  findCredential(kind: Credential, hash: string): string | null;
  /**
   * Finds a member who can sign in, by email or by name. Both are case-folded. A name is only found if no other member
   * of any household has the same name. Null if no member matches.
   */
  findLogin(email: string | null, name: string): LocatedMember | null;
  /** Finds the member who has a case-folded email, even if that member cannot sign in. */
  findEmail(email: string): LocatedMember | null;
  isEmpty(): boolean;
  isOnly(householdId: string): boolean;
};

export function directoryOf(db: Db): Directory {
  return {
    findCredential: (kind, hash) => householdByHash[kind].get(db, { hash })?.householdId ?? null,
    findLogin(email, name) {
      const byEmail = email === null ? null : loginByEmail.get(db, { email });
      if (byEmail) return byEmail;
      const [only, other] = loginsByName.all(db, { name });
      return only && !other ? only : null;
    },
    findEmail: (email) => memberByEmail.get(db, { email }),
    isEmpty: () => firstTwo.get(db) === null,
    isOnly: (householdId) => firstTwo.all(db).every(({ id }) => id === householdId),
  };
}

const householdByHash = {
  api_key: prepared((db) =>
    db
      .select(fields(apiKey, "householdId"))
      .from(apiKey)
      .where(eq(apiKey.hash, sql.placeholder("hash"))),
  ),
  session: prepared((db) =>
    db
      .select(fields(session, "householdId"))
      .from(session)
      .where(eq(session.tokenHash, sql.placeholder("hash"))),
  ),
  device: prepared((db) =>
    db
      .select(fields(device, "householdId"))
      .from(device)
      .where(eq(device.tokenHash, sql.placeholder("hash"))),
  ),
  calendar_feed: prepared((db) =>
    db
      .select(fields(calendarFeed, "householdId"))
      .from(calendarFeed)
      .where(eq(calendarFeed.tokenHash, sql.placeholder("hash"))),
  ),
  app_password: prepared((db) =>
    db
      .select(fields(appPassword, "householdId"))
      .from(appPassword)
      .where(eq(appPassword.secretHash, sql.placeholder("hash"))),
  ),
  invitation: prepared((db) =>
    db
      .select(fields(invitation, "householdId"))
      .from(invitation)
      .where(eq(invitation.tokenHash, sql.placeholder("hash"))),
  ),
};

const located = { ...fields(member, "householdId"), memberId: sql<string>`${member.id}`.as("memberId") };
const canSignIn = and(isNotNull(member.passwordHash), isNull(member.removedAt));

const loginByEmail = prepared((db) =>
  db
    .select(located)
    .from(member)
    .where(and(canSignIn, eq(member.email, sql.placeholder("email")))),
);

const loginsByName = prepared((db) =>
  db
    .select(located)
    .from(member)
    .where(and(canSignIn, eq(member.signInName, sql.placeholder("name"))))
    .limit(2),
);

const memberByEmail = prepared((db) =>
  db
    .select(located)
    .from(member)
    .where(eq(member.email, sql.placeholder("email"))),
);

const firstTwo = prepared((db) => db.select(fields(household, "id")).from(household).limit(2));
