/** Roles of members. The checks of a role are the same for sessions, API keys, app passwords and tablets. */
import { forbidden } from "#lib/errors.ts";

export const roles = ["owner", "adult", "child", "guest"] as const;
export type Role = (typeof roles)[number];

export const roleOfKeyWithoutMember: Role = "adult";

/** The role of a tablet while it acts for no member. */
export const roleOfTablet: Role = "guest";

type Acting = { readonly role: Role; readonly memberId: string | null };

export function isAdult(role: Role): boolean {
  return role === "owner" || role === "adult";
}

export function requireAdult({ role }: Pick<Acting, "role">): void {
  if (!isAdult(role)) throw adultsOnlyError();
}

export function isAdultOrSelf({ role, memberId }: Acting, id: string): boolean {
  return isAdult(role) || memberId === id;
}

export function requireAdultOrSelf(acting: Acting, id: string): void {
  if (!isAdultOrSelf(acting, id)) throw adultsOnlyError();
}

export function ownersOnlyError() {
  return forbidden("owners_only", "Only an owner can do this");
}

export function adultsOnlyError() {
  return forbidden("adults_only", "Only an owner or adult can do this");
}
