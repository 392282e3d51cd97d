import { read } from "#web/sync/api/client.ts";
import { source } from "#web/sync/source.ts";

/** Calendar accounts. Adults get the accounts of all members; children and guests get only their own. */
export const accountsSource = source(
  "settings.calendar-accounts",
  ["calendar_account", "calendar", "member"],
  (_, api) => read(api.app["calendar-accounts"].get()),
);

export type Account = Awaited<ReturnType<typeof accountsSource.fetch>>["accounts"][number];
