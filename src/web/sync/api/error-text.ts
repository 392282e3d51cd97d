import type { ErrorCode } from "../../../errors.ts";
import { type Catalogue, currentText } from "../../i18n/catalogue.ts";
import { Failure } from "./failures.ts";

type Problem = Exclude<keyof Catalogue["setup"]["problems"], "wait">;

/** Texts of refusals by code and field, or by code. */
const problems: Readonly<Partial<Record<ErrorCode | `${ErrorCode} ${string}`, Problem>>> = {
  wrong_login: "wrongLogin",
  invalid_link: "linkWrong",
  "unprocessable current": "wrongPassword",
  name_taken: "nameTaken",
  email_taken: "emailTaken",
  "invalid_value email": "emailWrong",
  owners_only: "ownersOnly",
  "last_owner role": "lastOwner",
  last_owner: "lastSigningOwner",
  "unprocessable code": "codeWrong",
  limit_reached: "keysFull",
  "unprocessable expiresAt": "expiryPast",
  "unprocessable timeZone": "zoneMissing",
};

/** Returns what went wrong with a request, for the person who made it; without the field's name where it has one. */
export function errorText(failure: unknown): string {
  const { common, setup } = currentText();
  if (!(failure instanceof Failure)) return common.needsServer;
  const { code, field, message, retryAfterMs, status } = failure;
  if (status === 429) return setup.problems.wait(Math.max(1, Math.ceil((retryAfterMs ?? 60_000) / 1_000)));
  const known = code === null ? undefined : (problems[`${code} ${field}`] ?? problems[code]);
  if (known) return setup.problems[known];
  return field !== null && message.startsWith(`${field}: `) ? message.slice(field.length + 2) : message;
}
