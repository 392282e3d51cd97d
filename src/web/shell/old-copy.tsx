/** Texts about data that may be out of date, because the server does not respond. */
import type { ComponentProps } from "preact";
import { useText } from "#web/i18n/catalogue.ts";
import { useCopyAge } from "#web/sync/copy-age.ts";
import { useHousehold } from "#web/sync/session.ts";
import { formatDay, formatInstantTime } from "#web/time/format.ts";
import { wallTime } from "#web/time/zone.ts";
import { EmptyState } from "#web/ui/display/notice.tsx";

/**
 * Returns the time of the old copy that the screen shows: “14:05”, or “Thu, 26 Nov, 14:05” if it is from another day.
 * Returns null if the shown data are current.
 */
export function useCopyMoment(): string | null {
  const { timeZone } = useHousehold();
  const ms = useCopyAge();
  if (ms === null) return null;
  const { day } = wallTime(ms, timeZone);
  const time = formatInstantTime(ms, timeZone);
  return day === wallTime(Date.now(), timeZone).day ? time : `${formatDay(day)}, ${time}`;
}

/** Returns “As of 14:05” while the screen shows an old copy, and otherwise null. */
export function useAsOf(): string | null {
  const { common } = useText();
  const moment = useCopyMoment();
  return moment === null ? null : common.asOf(moment);
}

/**
 * Returns a function for texts such as “Nothing to do”, which an old copy must not say. While the screen shows an old
 * copy, the function returns “Nothing here as of 14:05” instead.
 */
export function useIfCurrent(): (text: string) => string {
  const { common } = useText();
  const moment = useCopyMoment();
  return (text) => (moment === null ? text : common.nothingAsOf(moment));
}

/** Text that is shown instead of an empty list. If the data are an old copy, the text says how old they are. */
export function EmptyUnlessOld(props: ComponentProps<typeof EmptyState>) {
  const { common } = useText();
  const moment = useCopyMoment();
  if (moment === null) return <EmptyState {...props} />;
  return (
    <EmptyState {...props} picture="☁️" title={common.nothingAsOf(moment)}>
      {common.nothingAsOfHint}
    </EmptyState>
  );
}
