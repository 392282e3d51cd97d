import type { OfferedCalendar, RemoteCalendar } from "./remote.ts";

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
