import { type ApiError, unprocessable } from "#lib/errors.ts";

/**
 * Reasons, by error code, why a calendar cannot be read from its address. The API returns these sentences when somebody
 * adds the calendar. After a failed refresh, the calendar stores only the code, and the app shows a text of its own:
 * `faults` in `src/web/i18n/en/settings/calendars.ts`.
 */
const reasons = {
  not_https: "must be https:// or webcal://",
  credentials: "must not contain a user or password",
  home_network: "leads into your own network; CALENDAR_ORIGINS can allow it",
  no_answer: "does not answer",
  denied: "is no calendar",
  gone: "is no calendar",
  no_calendar: "is no calendar",
  too_large: "is larger than 10 MB",
  too_many_events: "holds more than 10,000 events",
  too_many_dates: "holds too many dates",
  address_lost: "must be given again, because the key of this server can't open it",
} as const;

export type CalendarErrorCode = keyof typeof reasons;

export const urlErrors = [...new Set(Object.values(reasons))].map((reason) => `url: ${reason}`);

export const calendarErrorCodes = Object.keys(reasons) as CalendarErrorCode[];

export class CalendarError extends Error {
  constructor(
    readonly code: CalendarErrorCode,
    /** Text for the log. The text must not contain the address. */
    detail = "",
  ) {
    super(detail === "" ? code : `${code} (${detail})`);
  }
}

const errorCodes = {
  not_https: "not_https",
  credentials: "has_password",
  home_network: "home_network",
  no_answer: "no_answer",
  denied: "no_calendar",
  gone: "no_calendar",
  no_calendar: "no_calendar",
  too_large: "limit_reached",
  too_many_events: "limit_reached",
  too_many_dates: "limit_reached",
  address_lost: "unprocessable",
} as const satisfies Readonly<Record<CalendarErrorCode, string>>;

export function toApiError({ code }: CalendarError): ApiError {
  return unprocessable("url", reasons[code], errorCodes[code]);
}
