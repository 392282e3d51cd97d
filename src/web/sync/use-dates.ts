import { useText } from "#web/i18n/catalogue.ts";
import { formatAgo } from "#web/time/ago.ts";
import { formatDay, formatInstantTime } from "#web/time/format.ts";
import { wallTime } from "#web/time/zone.ts";
import { useHousehold, useNow } from "./session.ts";

/** Returns a function that says how long ago an instant was: “5 minutes ago”. */
export function useAgo(): (instant: string) => string {
  const { justNow } = useText().settings;
  const { ms } = useNow();
  return (instant) => formatAgo(instant, ms, justNow);
}

type Style = Parameters<typeof formatDay>[1];

/** Returns a function that formats the day of an instant in the household's time zone. */
export function useDayOf(): (instant: string, style?: Style) => string {
  const { timeZone } = useHousehold();
  return (instant, style) => formatDay(wallTime(instant, timeZone).day, style);
}

/** Returns a function that formats an instant as a day and a time in the household's time zone. */
export function useMomentOf(): (instant: string, style?: Style) => string {
  const { timeZone } = useHousehold();
  const dayOf = useDayOf();
  return (instant, style = "full") => `${dayOf(instant, style)}, ${formatInstantTime(instant, timeZone)}`;
}
