/** A member as a form has one. */

import type { Catalogue } from "../../i18n/catalogue.ts";
import { type ColorKey, colorKeys } from "../../people/person-color.ts";
import type { Member } from "../../sync/session.ts";
import { leastLength, mostLength } from "./password-strength.ts";

/** A member's part of the household. */
export type Role = Member["role"];
/** All of them, those who may do most first. */
export const roles = ["owner", "adult", "child", "guest"] as const satisfies readonly Role[];

/** How a person is shown. */
export type Look = { readonly name: string; readonly color: ColorKey; readonly avatar: string | null };

/** The first colour that nobody has yet, or the least used. */
export function freeColor(members: readonly { color: string }[]): ColorKey {
  const uses = (key: ColorKey) => members.filter(({ color }) => color === key).length;
  return colorKeys.reduce((best, key) => (uses(key) < uses(best) ? key : best));
}

/** What is wrong with a name, for the field; null where nothing is. `others` have theirs already. */
export function nameProblem(name: string, others: readonly { name: string }[], { setup }: Catalogue): string | null {
  const folded = name.trim().toLowerCase();
  if (!folded) return setup.problems.nameMissing;
  return others.some((other) => other.name.toLowerCase() === folded) ? setup.problems.nameTaken : null;
}

/** What is wrong with an email; none is fine. */
export function emailProblem(email: string, { setup }: Catalogue): string | null {
  return !email.trim() || /^\S+@\S+\.\S+$/.test(email.trim()) ? null : setup.problems.emailWrong;
}

/** What is wrong with a new password. */
export function passwordProblem(password: string, { setup }: Catalogue): string | null {
  const { length } = [...password];
  if (length < leastLength) return setup.problems.passwordShort;
  return length > mostLength ? setup.problems.passwordLong : null;
}
