/** Who may do what. A cookie, a key, an app password and a tablet all pass the checks of the role that acts with them. */
import { forbidden } from "../errors.ts";

export const roles = ["owner", "adult", "child", "guest"] as const;
export type Role = (typeof roles)[number];

/** The role of a key without a member, within its scopes. */
export const roleWithoutMember: Role = "adult";

/** The role of a tablet while it acts for nobody. */
export const roleOfTablet: Role = "guest";

/** The role and the id of the member who acts. */
type Acting = { readonly role: Role; readonly memberId: string | null };

export function isAdult(role: Role): boolean {
  return role === "owner" || role === "adult";
}

/** @throws ApiError 403 if a child or guest acts. */
export function requireAdult({ role }: Pick<Acting, "role">): void {
  if (!isAdult(role)) throw adultsOnlyError();
}

/** Whether an adult acts, or the member `id`. */
export function isAdultOrSelf({ role, memberId }: Acting, id: string): boolean {
  return isAdult(role) || memberId === id;
}

/** @throws ApiError 403 if a child or guest acts for another member than themselves. */
export function requireAdultOrSelf(acting: Acting, id: string): void {
  if (!isAdultOrSelf(acting, id)) throw adultsOnlyError();
}

export function ownersOnlyError() {
  return forbidden("owners_only", "Only an owner can do this");
}

export function adultsOnlyError() {
  return forbidden("adults_only", "Only an owner or adult can do this");
}
