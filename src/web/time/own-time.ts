import { ownZone } from "./wall.ts";

/** Maps newer names of time zones to the names that older browsers know. */
const olderNames: Readonly<Record<string, string>> = {
  "America/Ciudad_Juarez": "America/Denver",
  "America/Coyhaique": "America/Punta_Arenas",
  "America/Nuuk": "America/Godthab",
  "Europe/Kyiv": "Europe/Kiev",
  "Pacific/Kanton": "Pacific/Enderbury",
};

/**
 * Whether the browser does not know the given time zone and therefore shows times in its own zone. False if the
 * browser's own zone is the same zone under an older name.
 */
export function isForeignZone(timeZone: string): boolean {
  try {
    return !new Intl.DateTimeFormat("en", { timeZone });
  } catch {
    return olderNames[timeZone] !== ownZone();
  }
}
