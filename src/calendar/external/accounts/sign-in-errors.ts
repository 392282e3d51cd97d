/** Errors of the API for a failed sign-in to an account. */
import { type ApiError, unprocessable } from "#lib/errors.ts";
import type { RemoteError } from "../remote.ts";

const reasons = {
  no_answer: ["url", "does not answer", "no_answer"],
  busy: ["url", "does not answer", "no_answer"],
  gone: ["url", "is no calendar", "no_calendar"],
  no_calendar: ["url", "is no calendar", "no_calendar"],
  refused: ["url", "is no calendar", "no_calendar"],
  full: ["url", "is no calendar", "no_calendar"],
  failed: ["url", "does not answer", "no_answer"],
  unknown: ["url", "does not answer", "no_answer"],
  too_large: ["url", "answers with more than 20 MB", "limit_reached"],
  no_basic: [
    "url",
    "does not take a password over Basic authentication, the only one that is supported",
    "unprocessable",
  ],
  home_network: ["url", "leads into your own network; CALENDAR_ORIGINS can allow it", "home_network"],
  not_https: ["url", "must be https://", "not_https"],
} as const;

export const signInErrors = [
  ...new Set(Object.values(reasons).map(([field, reason]) => `${field}: ${reason}`)),
  "password: was not accepted",
  "password: was not accepted; iCloud wants an app-specific password",
  "origins: must also name {origin}",
];

export function toSignInError({ code, origin }: RemoteError, url: string): ApiError {
  if (code === "other_origin") return unprocessable("origins", `must also name ${origin ?? ""}`, "other_origin");
  if (code === "denied") {
    const isApple = /(^|\.)icloud\.com$/.test(URL.parse(url)?.hostname ?? "");
    const hint = isApple ? "; iCloud wants an app-specific password" : "";
    return unprocessable("password", `was not accepted${hint}`, "wrong_password");
  }
  const [field, reason, errorCode] = reasons[code];
  return unprocessable(field, reason, errorCode);
}
