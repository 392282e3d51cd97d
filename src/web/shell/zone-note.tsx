import { useText } from "#web/i18n/catalogue.ts";
import { useHousehold } from "#web/sync/session.ts";
import { formatZone } from "#web/time/time-zones.ts";
import { ownZone } from "#web/time/wall.ts";
import { Banner } from "#web/ui/display/notice.tsx";

/** Message that the browser does not know the household's time zone and therefore shows times in its own zone. */
export function ZoneNote() {
  const { settings } = useText();
  const { timeZone } = useHousehold();
  return <Banner>{settings.household.zoneUnknown(formatZone(timeZone), formatZone(ownZone()))}</Banner>;
}
