/** What a household's clock shows at an instant, and when it shows it. Pure, but for the formats that are kept. */

/** A moment on a household's clock. */
export type WallTime = { readonly day: string /** `HH:MM`. */; readonly time: string };

const formats = new Map<string, Intl.DateTimeFormat>();

function formatFor(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat("en-CA", {
    timeZone,
    ...({ year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit" } as const),
    hourCycle: "h23",
  });
  formats.set(timeZone, made);
  return made;
}

/** What a household's clock shows at an instant (text as on the wire, or ms since 1970). */
export function wallTime(instant: string | number, timeZone: string): WallTime {
  const parts = formatFor(timeZone).formatToParts(new Date(instant));
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? "";
  return { day: `${of("year").padStart(4, "0")}-${of("month")}-${of("day")}`, time: `${of("hour")}:${of("minute")}` };
}

/**
 * The instant at which a household's clock shows this, as on the wire. Where it shows it twice, the first; where never
 * (clocks go forward), as much later as the gap is long.
 */
export function instantAt({ day, time }: WallTime, timeZone: string): string {
  const wanted = Date.parse(`${day}T${time}:00Z`);
  const offsetAt = (ms: number) => {
    const shown = wallTime(ms, timeZone);
    return Date.parse(`${shown.day}T${shown.time}:00Z`) - Math.floor(ms / 60_000) * 60_000;
  };
  const before = offsetAt(wanted - 86_400_000);
  const after = offsetAt(wanted + 86_400_000);
  const matches = [wanted - before, wanted - after].filter((ms) => offsetAt(ms) === wanted - ms);
  return new Date(matches.length > 0 ? Math.min(...matches) : wanted - before).toISOString();
}
