import type { OfferedCalendar, RemoteCalendar } from "./remote.ts";

export type Access = {
  readonly householdId: string;
  readonly url: string;
  readonly username: string;
  /** The password, or a refresh token. */
  readonly secret: string;
  /** The only ones that may see it. */
  readonly origins: readonly string[];
};

export type DiscoveredCalendars = {
  readonly origins: readonly string[];
  readonly calendars: readonly OfferedCalendar[];
};

/** Methods throw {@link RemoteFault}. */
export type AccountProvider = {
  /** Proves the secret. */
  discover(access: Access, signal: AbortSignal): Promise<DiscoveredCalendars>;
  /** `baseOf`: the text of an object as it was last seen. */
  open(access: Access, externalId: string, baseOf: (id: string) => string | null): RemoteCalendar;
};
