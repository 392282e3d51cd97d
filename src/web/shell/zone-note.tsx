import { useText } from "#web/i18n/catalogue.ts";
import { useHousehold } from "#web/sync/session.ts";
import { formatZone } from "#web/time/time-zones.ts";
import { ownZone } from "#web/time/wall.ts";
import { Banner } from "#web/ui/display/notice.tsx";

/** Message of a browser that does not know the household's time zone, so that the shown times are wrong. */
export function ZoneNote() {
  const { settings } = useText();
  const { timeZone } = useHousehold();
  return <Banner>{settings.household.zoneUnknown(formatZone(timeZone), formatZone(ownZone()))}</Banner>;
}
