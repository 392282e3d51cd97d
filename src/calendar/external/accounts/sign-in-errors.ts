/** Errors of the API for a failed sign-in to an account. */
import { type ApiError, type SignInDetails, type SignInReason, unprocessable, withDetails } from "#lib/errors.ts";
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
  if (code === "other_origin") {
    const details: SignInDetails = { origin: origin ?? "" };
    return withDetails(unprocessable("origins", `must also name ${details.origin}`, code), details);
  }
  if (code === "denied") {
    const isApple = /(^|\.)icloud\.com$/.test(URL.parse(url)?.hostname ?? "");
    if (!isApple) return unprocessable("password", "was not accepted", "wrong_password");
    const details: SignInDetails = { reason: "appPassword" };
    const reason = "was not accepted; iCloud wants an app-specific password";
    return withDetails(unprocessable("password", reason, "wrong_password"), details);
  }
  const [field, reason, errorCode] = reasons[code];
  return unprocessable(field, reason, errorCode);
}

const googleReasons = {
  unknown: "belongs to no sign-in that you began in the last ten minutes",
  declined: "says that the sign-in was declined",
  scope: "lacks a permission: leave every box of Google's page ticked",
  client: "was refused: Google does not know this client or its secret",
  used: "was used already, or is too old: begin again",
} as const;

const otherAccount = (username: string) => `signs in to another account than ${username}`;
export const noGoogleClient = "Google needs a client of your household first";
export const googleAddressErrors = [...Object.values(googleReasons), otherAccount("{username}")].map(
  (reason) => `address: ${reason}`,
);

/** Returns the error for an address to which Google redirected, and which completes no sign-in. */
export const googleError = (reason: keyof typeof googleReasons): ApiError =>
  googleErrorWith(reason, "address", googleReasons[reason]);

export const otherAccountError = (username: string): ApiError =>
  googleErrorWith("other", "address", otherAccount(username));

export const noClientError = (): ApiError => googleErrorWith("noClient", null, noGoogleClient);

function googleErrorWith(reason: SignInReason, field: string | null, text: string): ApiError {
  const details: SignInDetails = { reason };
  return withDetails(unprocessable(field, text), details);
}
