import { and, asc, eq, gt, sql } from "drizzle-orm";
import { actorsOf } from "../activity/actors.ts";
import { fields, prepared } from "../db/prepare.ts";
import { invitation, member } from "../db/tables.ts";
import { memberFields, ofHousehold, toMember } from "../members/store.ts";
import type { Work } from "../work.ts";

const managedInOrder = prepared((db) =>
  db
    .select({
      ...memberFields,
      ...fields(member, "email"),
      canSignIn: sql<number>`${member.passwordHash} is not null`.as("canSignIn"),
      invitedUntil: sql<string | null>`${invitation.expiresAt}`.as("invitedUntil"),
    })
    .from(member)
    .leftJoin(
      invitation,
      and(
        eq(invitation.householdId, sql.placeholder("householdId")),
        eq(invitation.memberId, member.id),
        gt(invitation.expiresAt, sql.placeholder("now")),
      ),
    )
    .where(ofHousehold)
    .orderBy(asc(member.position)),
);

export function listManagedMembers(work: Work) {
  const actorOf = actorsOf(work);
  return managedInOrder
    .all(work.db, { householdId: work.householdId, now: work.now.toISOString() })
    .map(({ canSignIn, ...row }) => ({ ...toMember(row, actorOf), canSignIn: Boolean(canSignIn) }));
}
