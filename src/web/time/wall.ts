import { memoize } from "#web/lib/memoize.ts";

/** Date and time of day in a certain time zone. `time` is like `18:30`. */
export type WallTime = { readonly day: string; readonly time: string };

export function ownZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/**
 * Returns a formatter for a zone. If the browser does not know the zone, uses the browser's own zone. If the browser
 * does not even know its own zone, uses UTC.
 */
const formatFor = memoize((timeZone: string): Intl.DateTimeFormat => {
  try {
    return new Intl.DateTimeFormat("en-CA", {
      timeZone,
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    });
  } catch {
    return formatFor(timeZone === ownZone() ? "UTC" : ownZone());
  }
});

export function knownZone(timeZone: string): string {
  return formatFor(timeZone).resolvedOptions().timeZone;
}

/**
 * Converts an instant to local time.
 * @param instant RFC 3339, or milliseconds since 1970.
 */
export function wallTime(instant: string | number, timeZone: string): WallTime {
  const parts = formatFor(timeZone).formatToParts(new Date(instant));
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? "";
  return { day: `${of("year").padStart(4, "0")}-${of("month")}-${of("day")}`, time: `${of("hour")}:${of("minute")}` };
}

/**
 * Returns the instant of a local time, as RFC 3339. When clocks are set back, some local times occur twice. The first
 * instant is then returned. When clocks are set forward, some local times do not occur. Such a time is moved by the
 * length of the gap: 02:30 becomes 03:30.
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
