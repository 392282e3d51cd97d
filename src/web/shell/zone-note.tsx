import { useState } from "preact/hooks";
import { useText } from "#web/i18n/catalogue.ts";
import { getPreference, setPreference } from "#web/page/preferences.ts";
import { useHousehold } from "#web/sync/session.ts";
import { isForeignZone } from "#web/time/own-time.ts";
import { formatZone, zoneOf } from "#web/time/time-zones.ts";
import { ownZone } from "#web/time/wall.ts";
import { IconButton } from "#web/ui/controls/button.tsx";
import { Banner } from "#web/ui/display/notice.tsx";
import { X } from "#web/ui/icons.ts";

/** Name of the preference that stores the pair of time zones about which this browser has already said something. */
const notedKey = "zone-noted";

/**
 * Message about times that are not those of the browser's own time zone. If the browser does not know the household's
 * time zone, the message stays, because the shown times are wrong. Otherwise, it is shown until somebody closes it, and
 * then not again for these two time zones.
 */
export function ZoneNote() {
  const { common, settings } = useText();
  const { timeZone } = useHousehold();
  const pair = `${ownZone()} ${timeZone}`;
  const [noted, setNoted] = useState(() => getPreference(notedKey));
  if (isForeignZone(timeZone)) {
    return <Banner>{settings.household.zoneUnknown(formatZone(timeZone), formatZone(ownZone()))}</Banner>;
  }
  if (noted === pair) return null;
  const close = () => {
    setPreference(notedKey, pair);
    setNoted(pair);
  };
  const button = (
    <IconButton aria-label={common.close} onClick={close}>
      <X />
    </IconButton>
  );
  return (
    <Banner tone="info" action={button}>
      {settings.household.timesAtHome(zoneOf(timeZone).city)}
    </Banner>
  );
}
