import { useMemo } from "preact/hooks";
import { useSource } from "#web/sync/use-source.ts";
import { calendarsSource } from "./calendars.ts";
import { type CopyCalendar, targetOf } from "./targets.ts";

/**
 * Returns the calendars to which the user can copy an event. These calendars belong to the connected accounts of all
 * members.
 */
export function useCopyCalendars(): readonly CopyCalendar[] {
  const { data } = useSource(calendarsSource, {});
  return useMemo(
    () =>
      (data?.calendars ?? []).flatMap((calendar) => {
        const target = calendar.mode === "out" || calendar.mode === "both" ? targetOf(calendar) : null;
        return target ? [{ calendar, target }] : [];
      }),
    [data],
  );
}
