import { useText } from "#web/i18n/catalogue.ts";
import { formatAgo } from "#web/time/ago.ts";
import { useNow } from "./session.ts";

/** Returns a function that formats a past instant, such as “5 minutes ago”. */
export function useAgo(): (instant: string) => string {
  const { justNow } = useText().settings;
  const { ms } = useNow();
  return (instant) => formatAgo(instant, ms, justNow);
}
