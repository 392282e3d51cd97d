import { and, asc, eq, gt, sql } from "drizzle-orm";
import { memberFields, ofHousehold, toMember } from "#accounts/members/store.ts";
import { actorsOf } from "#platform/activity/actors.ts";
import { fields, prepared } from "#platform/db/prepare.ts";
import { invitation, member } from "#platform/db/tables.ts";
import type { Work } from "#platform/work.ts";

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
