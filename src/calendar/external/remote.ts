/** What the synchronisation asks of a calendar of an account, at CalDAV or Google. */

/** The app words these in its language. */
export const remoteErrorCodes = [
  "denied",
  /** It wants another authentication than Basic. */
  "no_basic",
  "no_answer",
  /** 429 or 503. */
  "busy",
  "gone",
  "no_calendar",
  "too_large",
  "home_network",
  "not_https",
  /** An address of another server, which the account did not confirm. */
  "other_origin",
  /** Only of an object: the server does not take it. */
  "refused",
  /** Only of an object: the account has no room. */
  "full",
  /** Only of an object: the server fails over it. */
  "failed",
  /** This program fails over a calendar. */
  "unknown",
] as const;

export type RemoteErrorCode = (typeof remoteErrorCodes)[number];

type ErrorDetails = {
  /** For the log; without addresses and secrets. */
  readonly detail?: string;
  /** From `Retry-After`. */
  readonly retryAfterMs?: number | null;
  /** Of `other_origin`. */
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

/** Single objects could not be read. The others are complete. */
export class UnreadObjectsError extends RemoteError {
  constructor(readonly ids: readonly string[]) {
    super("refused", { detail: `${ids.length} objects` });
  }
}

/** The object there is not the one that was expected: it changed, or exists already. */
export class RemoteConflictError extends Error {}

/** `id`: of the object in its calendar, as its server spells it. Null `etag`: only reading tells whether it changed. */
export type RemoteHead = { readonly id: string; readonly etag: string | null };

export type Listing = {
  /** All objects if `isWhole`, else those that changed. */
  readonly heads: readonly RemoteHead[];
  readonly removed: readonly string[];
  /** Objects that `heads` lacks do not exist any more. */
  readonly isWhole: boolean;
  /** Of a whole listing: events that ended before then may be missing. In milliseconds. */
  readonly from?: number;
  /** Opaque. The next listing begins there. */
  readonly state: string;
};

/** `text`: the iCalendar text of one UID. */
export type RemoteObject = RemoteHead & { readonly text: string };

export type Outgoing = {
  readonly id: string;
  /** Null: it must not exist yet. */
  readonly etag: string | null;
  /** The text there, as last seen. */
  readonly base: string | null;
  readonly text: string;
};

/** Of one run. Each method throws {@link RemoteError}, or the reason of its signal. */
export type RemoteCalendar = {
  /** Null `state`: everything. A state that the server forgot: everything, too. */
  list(state: string | null, signal: AbortSignal): Promise<Listing>;
  /**
   * In any order, in batches; ids that do not exist any more are missing. At last throws {@link UnreadObjectsError} if single
   * objects could not be read.
   */
  read(heads: readonly RemoteHead[], signal: AbortSignal): AsyncIterable<readonly RemoteObject[]>;
  /** For a new object: the same for the same event. */
  idFor(eventId: string): string;
  /** Returns the object as the server has it afterwards. @throws RemoteConflict */
  put(object: Outgoing, signal: AbortSignal): Promise<RemoteObject>;
  /** Succeeds if it does not exist. @throws RemoteConflict */
  remove(object: RemoteHead, signal: AbortSignal): Promise<void>;
};

/** A calendar that an account offers. */
export type OfferedCalendar = {
  /** The absolute address of the collection, or Google's calendar id. */
  readonly externalId: string;
  readonly name: string;
  /** As the server says it. */
  readonly color: string | null;
  readonly isReadOnly: boolean;
};
