import type { OfferedCalendar, RemoteCalendar } from "./remote.ts";

export type Access = {
  readonly householdId: string;
  readonly url: string;
  readonly username: string;
  /** The password, or a refresh token. */
  readonly secret: string;
  /** The only origins that may receive the secret. */
  readonly origins: readonly string[];
};

export type DiscoveredCalendars = {
  readonly origins: readonly string[];
  readonly calendars: readonly OfferedCalendar[];
};

/** Methods throw {@link RemoteError}. */
export type AccountProvider = {
  /** Lists the calendars, which proves the secret. */
  discover(access: Access, signal: AbortSignal): Promise<DiscoveredCalendars>;
  /** Opens one calendar. `baseOf` returns the text of an object as it was last read. */
  open(access: Access, externalId: string, baseOf: (id: string) => string | null): RemoteCalendar;
};
