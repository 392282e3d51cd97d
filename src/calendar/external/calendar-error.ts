import { type ApiError, type SignInDetails, unprocessable, withDetails } from "#lib/errors.ts";
import { RemoteError } from "./remote.ts";

type Reason = readonly [sentence: string, code: Parameters<typeof unprocessable>[2]];

const noAnswer = ["does not answer", "no_answer"] as const;
const noCalendar = ["is no calendar", "no_calendar"] as const;
const homeNetwork = ["leads into your own network; CALENDAR_ORIGINS can allow it", "home_network"] as const;

/**
 * Reasons, by error code, why a calendar cannot be read from its address, with the codes of the API. The API returns
 * these sentences when somebody adds the calendar. After a failed refresh, the calendar stores only the code, and the
 * app shows a text of its own: `faults` in `src/web/i18n/en/settings/calendars.ts`.
 */
const reasons = {
  not_https: ["must be https:// or webcal://", "not_https"],
  credentials: ["must not contain a user or password", "has_password"],
  home_network: homeNetwork,
  no_answer: noAnswer,
  denied: noCalendar,
  gone: noCalendar,
  no_calendar: noCalendar,
  too_large: ["is larger than 10 MB", "limit_reached"],
  too_many_events: ["holds more than 10,000 events", "limit_reached"],
  too_many_dates: ["holds too many dates", "limit_reached"],
  address_lost: ["must be given again, because the key of this server can't open it", "unprocessable"],
} as const satisfies Readonly<Record<string, Reason>>;

export type CalendarErrorCode = keyof typeof reasons;

export const calendarErrorCodes = Object.keys(reasons) as CalendarErrorCode[];

const signInReasons: Readonly<Record<string, Reason>> = {
  no_answer: noAnswer,
  busy: noAnswer,
  gone: noCalendar,
  no_calendar: noCalendar,
  refused: noCalendar,
  full: noCalendar,
  failed: noAnswer,
  unknown: noAnswer,
  too_large: ["answers with more than 20 MB", "limit_reached"],
  no_basic: ["does not take a password over Basic authentication, the only one that is supported", "unprocessable"],
  home_network: homeNetwork,
  not_https: ["must be https://", "not_https"],
};

const textsOf = (table: object) => [...new Set(Object.values(table).map(([reason]: Reason) => `url: ${reason}`))];

export const urlErrors = textsOf(reasons);

export const signInErrors = [
  ...textsOf(signInReasons),
  "password: was not accepted",
  "password: was not accepted; iCloud wants an app-specific password",
  "origins: must also name {origin}",
];

export const toUrlError = ({ code }: RemoteError): ApiError => urlError(reasons, code);

/** Returns the error of the API for a failed sign-in at the address `url`. */
export function toSignInError({ code, origin }: RemoteError, url: string): ApiError {
  if (code === "other_origin") {
    const details: SignInDetails = { origin: origin ?? "" };
    return withDetails(unprocessable("origins", `must also name ${details.origin}`, code), details);
  }
  if (code !== "denied") return urlError(signInReasons, code);
  const isApple = /(^|\.)icloud\.com$/.test(URL.parse(url)?.hostname ?? "");
  const hint = isApple ? "; iCloud wants an app-specific password" : "";
  const refused = unprocessable("password", `was not accepted${hint}`, "wrong_password");
  return isApple ? withDetails(refused, { reason: "appPassword" } satisfies SignInDetails) : refused;
}

function urlError(table: Readonly<Record<string, Reason>>, code: string): ApiError {
  const [sentence, errorCode] = table[code] ?? noAnswer;
  return unprocessable("url", sentence, errorCode);
}

export async function orRefuse<Result>(
  reading: Promise<Result>,
  toApiError: (error: RemoteError) => ApiError,
): Promise<Result> {
  try {
    return await reading;
  } catch (error) {
    throw error instanceof RemoteError ? toApiError(error) : error;
  }
}
