import { read } from "../../../sync/api/client.ts";
import { source } from "../../../sync/source.ts";

/** Calendar accounts. Adults see those of all members, the others their own. */
export const accountsSource = source(
  "settings.calendar-accounts",
  ["calendar_account", "calendar", "member"],
  (_, api) => read(api.app["calendar-accounts"].get()),
);

export type Account = Awaited<ReturnType<typeof accountsSource.fetch>>["accounts"][number];
