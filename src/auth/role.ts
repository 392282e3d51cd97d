/** What a member's role allows (contract section 3, Sign-in). */
import { forbidden } from "../errors.ts";

/** The roles there are. */
export const roles = ["owner", "adult", "child", "guest"] as const;
/** See {@link roles}. */
export type Role = (typeof roles)[number];

/** True for an owner or adult. */
export function isAdult(role: Role): boolean {
  return role === "owner" || role === "adult";
}

/** The refusal of a child, guest or device. */
export function adultsOnly() {
  return forbidden("adults_only", "Only an owner or adult can do this");
}
