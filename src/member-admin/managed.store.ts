import { asc, sql } from "drizzle-orm";
import { actorsOf } from "../activity/actors.ts";
import { fields, prepared } from "../db/prepare.ts";
import { member } from "../db/tables.ts";
import { memberFields, ofHousehold, toMember } from "../members/store.ts";
import type { Work } from "../work.ts";

const managedInOrder = prepared((db) =>
  db
    .select({
      ...memberFields,
      ...fields(member, "email"),
      canSignIn: sql<number>`${member.passwordHash} is not null`.as("canSignIn"),
    })
    .from(member)
    .where(ofHousehold)
    .orderBy(asc(member.position)),
);

export function listManagedMembers(work: Work) {
  const actorOf = actorsOf(work);
  return managedInOrder
    .all(work.db, { householdId: work.householdId })
    .map(({ canSignIn, ...row }) => ({ ...toMember(row, actorOf), canSignIn: Boolean(canSignIn) }));
}
