import { forbidden } from "../errors.ts";

export const roles = ["owner", "adult", "child", "guest"] as const;
export type Role = (typeof roles)[number];

export function isAdult(role: Role): boolean {
  return role === "owner" || role === "adult";
}

export function ownersOnlyError() {
  return forbidden("owners_only", "Only an owner can do this");
}

export function adultsOnlyError() {
  return forbidden("adults_only", "Only an owner or adult can do this");
}
