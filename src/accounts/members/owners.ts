import { eq, isNotNull, isNull, ne } from "drizzle-orm";
import { forbidden, unprocessable } from "#lib/errors.ts";
import type { Role } from "#platform/auth/role.ts";
import { countIn, param } from "#platform/db/statements.ts";
import { member } from "#platform/db/tables.ts";
import type { Work } from "#platform/work.ts";

const isOtherOwner = [isNull(member.removedAt), eq(member.role, "owner"), ne(member.id, param("id"))];

const countOtherOwners = countIn(member, isOtherOwner);
const countOtherSigningOwners = countIn(member, [...isOtherOwner, isNotNull(member.passwordHash)]);

/**
 * Requires that the caller is an owner if one of the given roles is `owner`. API keys cannot use the routes that call
 * this function.
 * @throws ApiError 403
 */
export function requireOwnerFor(work: Work, ...concerned: Role[]): void {
  if (concerned.includes("owner") && work.role !== "owner") {
    throw forbidden("owners_only", "Only an owner can change owners");
  }
}

export function requireAnotherOwner(work: Work, id: string): void {
  if (countOtherOwners(work, { id }) > 0) return;
  throw unprocessable("role", "the household needs an owner; make another member an owner first", "last_owner");
}

export function requireAnotherSigningOwner(work: Work, id: string): void {
  if (countOtherSigningOwners(work, { id }) > 0) return;
  throw unprocessable(null, "The household needs an owner who can sign in", "last_owner");
}
