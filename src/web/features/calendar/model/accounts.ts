import { read } from "#web/sync/api/client.ts";
import { type Kind, source } from "#web/sync/source.ts";

/** Calendar accounts. Adults get the accounts of all members; children and guests get only their own. */
export const accountsSource = source(
  "settings.calendar-accounts",
  ["calendar_account", "calendar", "member"],
  (_, api) => read(api.app["calendar-accounts"].get()),
);

export type Account = Awaited<ReturnType<typeof accountsSource.fetch>>["accounts"][number];

/** Kinds of records that the app loads again after a calendar account was changed. */
export const changedKinds: readonly Kind[] = ["calendar_account", "calendar", "event"];
