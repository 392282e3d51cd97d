/** Interface between the synchronisation and the calendars of an external account, at CalDAV or Google. */
import type { CalendarErrorCode } from "./calendar-error.ts";

/** Code of an error of an account's server. The app has a text for each code. */
export type RemoteErrorCode =
  | "denied"
  /** The server does not accept Basic authentication. */
  | "no_basic"
  | "no_answer"
  /** The server answered with status 429 or 503. */
  | "busy"
  | "gone"
  | "no_calendar"
  | "too_large"
  | "home_network"
  | "not_https"
  /** The server redirected to another origin. The member has not confirmed this origin. */
  | "other_origin"
  /** The server refuses an object. This code is only used for single objects. */
  | "refused"
  /** The account has no space for an object. This code is only used for single objects. */
  | "full"
  /** The server reports an internal error for an object. This code is only used for single objects. */
  | "failed"
  /** An internal error occurred in this program while it synchronised a calendar. */
  | "unknown";

type ErrorDetails = {
  /** Text for the log. The text must not contain addresses or secrets. */
  readonly detail?: string;
  /** Time to wait before the next request, from the header `Retry-After`, in milliseconds. */
  readonly retryAfterMs?: number | null;
  /** Origin that the member has to confirm. Set only for the code `other_origin`. */
  readonly origin?: string | null;
};

export class RemoteError extends Error {
  readonly retryAfterMs: number | null;
  readonly origin: string | null;

  constructor(
    readonly code: RemoteErrorCode | CalendarErrorCode,
    { detail = "", retryAfterMs = null, origin = null }: ErrorDetails = {},
  ) {
    super(detail === "" ? code : `${code} (${detail})`);
    this.retryAfterMs = retryAfterMs;
    this.origin = origin;
  }
}

/** Reports the objects that could not be read. All other objects were read. */
export class UnreadObjectsError extends RemoteError {
  constructor(readonly ids: readonly string[]) {
    super("refused", { detail: `${ids.length} objects` });
  }
}

/** Reports that an object cannot be written or deleted: it changed on the server in the meantime, or already exists. */
export class RemoteConflictError extends Error {}

/** Id of an object, as the server spells it. If `etag` is null, only reading the object shows whether it changed. */
export type RemoteHead = { readonly id: string; readonly etag: string | null };

export type Listing = {
  /** All objects of the calendar if `isWhole` is true. Otherwise only the changed objects. */
  readonly heads: readonly RemoteHead[];
  readonly removed: readonly string[];
  /** Whether the listing is complete. If true, objects outside `heads` no longer exist. */
  readonly isWhole: boolean;
  /** Start of the period of a complete listing, in milliseconds. Events that ended before this time may be missing. */
  readonly from?: number;
  /** Opaque cursor for the next listing. */
  readonly state: string;
};

/** Object with its iCalendar text, which contains all components with one UID. */
export type RemoteObject = RemoteHead & { readonly text: string };

export type Outgoing = {
  readonly id: string;
  /** Entity tag that the object on the server must still have. Null if the object must not exist yet. */
  readonly etag: string | null;
  /** Last text of the object from the server. Null if the server has not returned the object yet. */
  readonly base: string | null;
  readonly text: string;
};

/** Calendar on another server. Each method throws {@link RemoteError}, or the abort reason if the signal is aborted. */
export type RemoteCalendar = {
  /** Lists the changes since `state`. Lists everything if `state` is null or unknown to the server. */
  list(state: string | null, signal: AbortSignal): Promise<Listing>;
  /** Reads all objects that still exist, in batches. @throws UnreadObjectsError at the end, if some were unreadable */
  read(heads: readonly RemoteHead[], signal: AbortSignal): AsyncIterable<readonly RemoteObject[]>;
  /** Returns the id of a new object for an event. An event always gets the same id. */
  idFor(eventId: string): string;
  /** Writes an object. Returns it as the server stored it. @throws RemoteConflictError if the object changed */
  put(object: Outgoing, signal: AbortSignal): Promise<RemoteObject>;
  /** Deletes an object. Succeeds if it does not exist. @throws RemoteConflictError if the object changed */
  remove(object: RemoteHead, signal: AbortSignal): Promise<void>;
};

export type OfferedCalendar = {
  /** Id of the calendar at its provider: the absolute URL of the CalDAV collection, or Google's calendar id. */
  readonly externalId: string;
  readonly name: string;
  /** Colour of the calendar as the server spells it. */
  readonly color: string | null;
  readonly isReadOnly: boolean;
};

export type Access = {
  readonly householdId: string;
  readonly url: string;
  readonly username: string;
  /** Password or refresh token of the account. */
  readonly secret: string;
  /** The only origins to which the account's password or refresh token may be sent. */
  readonly origins: readonly string[];
};

export type DiscoveredCalendars = {
  readonly origins: readonly string[];
  readonly calendars: readonly OfferedCalendar[];
};

/** Kind of external account, such as CalDAV or Google. Methods throw {@link RemoteError}. */
export type AccountProvider = {
  /** Lists the calendars of the account. Success proves that the secret is valid. */
  discover(access: Access, signal: AbortSignal): Promise<DiscoveredCalendars>;
  /** Opens one calendar. `baseOf` returns the last text of an object from the server, or null if no text is stored. */
  open(access: Access, externalId: string, baseOf: (id: string) => string | null): RemoteCalendar;
};
