import { useMemo } from "preact/hooks";
import { api, read } from "../../../sync/api/client.ts";
import { source } from "../../../sync/source.ts";
import { useSource } from "../../../sync/use-source.ts";

export const calendarsSource = source("calendars", ["calendar", "member", "household"], () =>
  read(api.v1.calendars.get()),
);

export type Calendar = Awaited<ReturnType<typeof calendarsSource.fetch>>["calendars"][number];

const none: ReadonlyMap<string, Calendar> = new Map();

/** By key; empty while loading. */
export function useFollowed(): ReadonlyMap<string, Calendar> {
  const { data } = useSource(calendarsSource, {});
  return useMemo(() => {
    const followed = data?.calendars.filter(({ kind }) => kind === "external") ?? [];
    return followed.length === 0 ? none : new Map(followed.map((each) => [each.key, each]));
  }, [data]);
}

export function isSilent({ state }: Pick<Calendar, "state">): boolean {
  return state === "stale" || state === "failed";
}
