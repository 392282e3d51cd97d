/** Calendar objects at the limits of what a household may store, and households that are full of such objects. */
import { day } from "#lib/time.ts";

type Heavy = { readonly uid: string; readonly overrides?: number; readonly excluded?: number; readonly bytes?: number };

const lineLength = 70;

/**
 * Returns an endless daily series from January 2026. After its first date, `overrides` dates are moved and the next
 * `excluded` dates are excluded. Long notes fill the text up to `bytes`.
 */
export function heavySeries({ uid, overrides = 0, excluded = 0, bytes = 0 }: Heavy): string {
  const stamp = (index: number, hour: number) => {
    const date = new Date(Date.UTC(2026, 0, 1) + index * day).toISOString().slice(0, 10).replaceAll("-", "");
    return `${date}T${String(hour).padStart(2, "0")}0000Z`;
  };
  const componentOf = (...lines: string[]) =>
    ["BEGIN:VEVENT", `UID:${uid}`, "DTSTAMP:20261101T100000Z", ...lines, "END:VEVENT"].join("\r\n");
  const master = componentOf(
    `DTSTART:${stamp(0, 8)}`,
    `DTEND:${stamp(0, 9)}`,
    "RRULE:FREQ=DAILY",
    "SUMMARY:Series",
    ...Array.from({ length: excluded }, (_, index) => `EXDATE:${stamp(overrides + 1 + index, 8)}`),
  );
  const overrideOf = (index: number, notes: string) =>
    componentOf(
      `RECURRENCE-ID:${stamp(index + 1, 8)}`,
      `DTSTART:${stamp(index + 1, 10)}`,
      `DTEND:${stamp(index + 1, 11)}`,
      `SUMMARY:Changed ${index}`,
      ...(notes === "" ? [] : [notes]),
    );
  const bare = wrap([master, ...Array.from({ length: overrides }, (_, index) => overrideOf(index, ""))]);
  const room = Math.floor((bytes - bare.length) / Math.max(1, overrides));
  const notes =
    room > lineLength ? fold(`DESCRIPTION:${"x".repeat(room - 20 - Math.ceil(room / lineLength) * 3)}`) : "";
  return wrap([master, ...Array.from({ length: overrides }, (_, index) => overrideOf(index, notes))]);
}

function wrap(components: readonly string[]): string {
  return ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Phone//EN", ...components, "END:VCALENDAR", ""].join("\r\n");
}

function fold(line: string): string {
  return line.match(new RegExp(`.{1,${lineLength}}`, "g"))?.join("\r\n ") ?? "";
}
