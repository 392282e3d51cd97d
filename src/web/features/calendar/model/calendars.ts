import { useMemo } from "preact/hooks";
import type { Catalogue } from "#web/i18n/catalogue.ts";
import { read } from "#web/sync/api/client.ts";
import { source } from "#web/sync/source.ts";
import { useSource } from "#web/sync/use-source.ts";

export const calendarsSource = source("calendars", ["calendar", "calendar_account", "member", "household"], (_, api) =>
  read(api.v1.calendars.get()),
);

export type Calendar = Awaited<ReturnType<typeof calendarsSource.fetch>>["calendars"][number];

const none: ReadonlyMap<string, Calendar> = new Map();

/**
 * Returns the calendars whose events come from outside the app, as a map from keys to calendars. The map has all
 * followed calendars, and each calendar of an account from which the app reads events. The map is empty while the
 * calendars load.
 */
export function useFollowed(): ReadonlyMap<string, Calendar> {
  const { data } = useSource(calendarsSource, {});
  return useMemo(() => {
    const followed = data?.calendars.filter(({ kind, mode }) => kind === "external" && mode !== "out") ?? [];
    return followed.length === 0 ? none : new Map(followed.map((each) => [each.key, each]));
  }, [data]);
}

/**
 * Returns the text that explains why the synchronisation of an account, a calendar or a copy of an event failed. `code`
 * is the server's error code.
 */
export function accountFault(code: string, { settings }: Pick<Catalogue, "settings">): string {
  const { faults } = settings.accounts;
  return Object.hasOwn(faults, code) ? faults[code as keyof typeof faults] : faults.unknown;
}

export function isSilent({ state }: Pick<Calendar, "state">): boolean {
  return state === "stale" || state === "failed";
}
