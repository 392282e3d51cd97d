import { ownZone, wallTime } from "./wall.ts";

/** Maps newer names of time zones to the names that older browsers know. */
const olderNames: Readonly<Record<string, string>> = {
  "America/Ciudad_Juarez": "America/Denver",
  "America/Coyhaique": "America/Punta_Arenas",
  "America/Nuuk": "America/Godthab",
  "Europe/Kyiv": "Europe/Kiev",
  "Pacific/Kanton": "Pacific/Enderbury",
};

/**
 * Whether the browser does not know the zone `timeZone` and therefore shows times in the browser's own zone. If the
 * browser's own zone is `timeZone` under an older name, returns false, because the times are then correct.
 */
export function isForeignZone(timeZone: string): boolean {
  try {
    return !new Intl.DateTimeFormat("en", { timeZone });
  } catch {
    return olderNames[timeZone] !== ownZone();
  }
}

const halfYearMs = 183 * 86_400_000;

/**
 * Whether clocks in the zone `timeZone` differ from those of the browser, now or in half a year. Zones with other names
 * may have the same times all year, such as Berlin and Vienna.
 */
export function hasOtherClocks(timeZone: string, own = ownZone(), nowMs = Date.now()): boolean {
  const at = (ms: number, zone: string) => Object.values(wallTime(ms, zone)).join();
  return [nowMs, nowMs + halfYearMs].some((ms) => at(ms, timeZone) !== at(ms, own));
}
