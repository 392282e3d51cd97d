/** Interface between the synchronisation and the calendars of an account, at CalDAV or Google. */

/** Codes of errors of a server. The app has a text for each of them. */
export const remoteErrorCodes = [
  "denied",
  /** The server does not accept Basic authentication. */
  "no_basic",
  "no_answer",
  /** The server answered with status 429 or 503. */
  "busy",
  "gone",
  "no_calendar",
  "too_large",
  "home_network",
  "not_https",
  /** The server named an address at another origin, which the member has not confirmed. */
  "other_origin",
  /** The server refuses an object. Occurs only for objects. */
  "refused",
  /** The account has no room for an object. Occurs only for objects. */
  "full",
  /** The server fails with an internal error on an object. Occurs only for objects. */
  "failed",
  /** This program fails with an internal error on a calendar. */
  "unknown",
] as const;

export type RemoteErrorCode = (typeof remoteErrorCodes)[number];

type ErrorDetails = {
  /** Text of the log. It must not contain addresses or secrets. */
  readonly detail?: string;
  /** Value of the header `Retry-After`. */
  readonly retryAfterMs?: number | null;
  /** The origin to confirm, if the code is `other_origin`. */
  readonly origin?: string | null;
};

export class RemoteError extends Error {
  readonly retryAfterMs: number | null;
  readonly origin: string | null;

  constructor(
    readonly code: RemoteErrorCode,
    { detail = "", retryAfterMs = null, origin = null }: ErrorDetails = {},
  ) {
    super(detail === "" ? code : `${code} (${detail})`);
    this.retryAfterMs = retryAfterMs;
    this.origin = origin;
  }
}

/** Reports objects that could not be read. All other objects were read. */
export class UnreadObjectsError extends RemoteError {
  constructor(readonly ids: readonly string[]) {
    super("refused", { detail: `${ids.length} objects` });
  }
}

/** Reports that an object of the server changed, or exists already. */
export class RemoteConflictError extends Error {}

/**
 * Id of an object in its calendar, as its server spells it, and its entity tag. Null `etag`: the object must be read to
 * find out whether it changed.
 */
export type RemoteHead = { readonly id: string; readonly etag: string | null };

export type Listing = {
  /** All objects if `isWhole`, else those that changed. */
  readonly heads: readonly RemoteHead[];
  readonly removed: readonly string[];
  /** Objects that `heads` lacks do not exist any more. */
  readonly isWhole: boolean;
  /** Start of a whole listing, in milliseconds. Events that ended before it may be missing. */
  readonly from?: number;
  /** Opaque cursor of the next listing. */
  readonly state: string;
};

/** Object with its iCalendar text, which holds all components of one UID. */
export type RemoteObject = RemoteHead & { readonly text: string };

export type Outgoing = {
  readonly id: string;
  /** Entity tag that the server must still have. Null: the object must not exist yet. */
  readonly etag: string | null;
  /** Text of the object when it was last read from the server. */
  readonly base: string | null;
  readonly text: string;
};

/** Calendar of another server during one run. Each method throws {@link RemoteError}, or the reason of its signal. */
export type RemoteCalendar = {
  /** Lists what changed since `state`, or everything if it is null or the server does not know it any more. */
  list(state: string | null, signal: AbortSignal): Promise<Listing>;
  /**
   * Returns objects in batches and in any order, without those that do not exist any more.
   * @throws UnreadObjectsError at the end, if some objects could not be read
   */
  read(heads: readonly RemoteHead[], signal: AbortSignal): AsyncIterable<readonly RemoteObject[]>;
  /** Returns the id of a new object. It is always the same for an event. */
  idFor(eventId: string): string;
  /** Writes an object, and returns it as the server stored it. @throws RemoteConflictError */
  put(object: Outgoing, signal: AbortSignal): Promise<RemoteObject>;
  /** Deletes an object. Succeeds if it does not exist. @throws RemoteConflictError */
  remove(object: RemoteHead, signal: AbortSignal): Promise<void>;
};

/** A calendar that an account offers. */
export type OfferedCalendar = {
  /** The absolute address of the collection, or Google's calendar id. */
  readonly externalId: string;
  readonly name: string;
  /** Colour as the server spells it. */
  readonly color: string | null;
  readonly isReadOnly: boolean;
};
