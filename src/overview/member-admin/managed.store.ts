import { and, asc, eq, gt, sql } from "drizzle-orm";
import { isPresent, memberColumns, toMember } from "#accounts/members/store.ts";
import { actorsOf } from "#platform/activity/actors.ts";
import { fields, prepared } from "#platform/db/prepare.ts";
import { ofHousehold, param } from "#platform/db/statements.ts";
import { invitation, member } from "#platform/db/tables.ts";
import type { Work } from "#platform/work.ts";

const managedInOrder = prepared((db) =>
  db
    .select({
      ...fields(member, ...memberColumns, "email"),
      canSignIn: sql<number>`${member.passwordHash} is not null`.as("canSignIn"),
      invitedUntil: sql<string | null>`${invitation.expiresAt}`.as("invitedUntil"),
    })
    .from(member)
    .leftJoin(
      invitation,
      and(ofHousehold(invitation), eq(invitation.memberId, member.id), gt(invitation.expiresAt, param("now"))),
    )
    .where(and(ofHousehold(member), isPresent))
    .orderBy(asc(member.position)),
);

export function listManagedMembers(work: Work) {
  const { db, householdId, now } = work;
  const actorOf = actorsOf(work);
  const rows = managedInOrder.all(db, { householdId, now: now.toISOString() });
  return rows.map(({ canSignIn, ...row }) => ({ ...toMember(row, actorOf), canSignIn: Boolean(canSignIn) }));
}
