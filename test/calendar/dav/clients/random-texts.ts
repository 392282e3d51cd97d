/** Random calendar objects, and changes of their text as calendar programs make them. */
import { renderCalendar, renderObject } from "#calendar/ical/write.ts";
import { hour } from "#lib/time.ts";
import { eventZones, randomEvent } from "../../../support/random/events.ts";
import type { Dice } from "../../../support/random/rules.ts";

const home = { timeZone: "Europe/Berlin", defaultReminder: null };
const createdAt = Date.UTC(2026, 0, 1);

export type Made = { readonly text: string; readonly hasExceptions: boolean };

/** The same text for the same seed. Only its UID is `uid`. */
export function randomText(seed: number, uid: string): Made {
  const event = randomEvent(seed, eventZones[seed % eventZones.length] ?? "UTC", null);
  const context = { uid, createdAt, updatedAt: createdAt + seed * hour, home, categories: [] };
  const text = renderCalendar([renderObject(event, null, context)], []);
  const own = ["X-PHONE;X-KIND=a:kept; as it is", `CATEGORIES:Work,Row ${seed % 7}`, "TRANSP:OPAQUE"].join("\r\n");
  return {
    text: text.replace("\r\nEND:VEVENT", `\r\n${own}\r\nEND:VEVENT`),
    hasExceptions: event.exceptions.length > 0,
  };
}

/** Another title, place or alarm, as a person changes them. */
export function changedText(text: string, dice: Dice): string {
  const first = text.indexOf("BEGIN:VEVENT");
  const at = text.indexOf("SUMMARY", first);
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const [line = ""] = /^SUMMARY.*(\r?\n[ \t].*)*/.exec(text.slice(at)) ?? [];
  const number = dice.whole(1, 1_000_000);
  const more = dice.pick([
    [],
    [`COMMENT:Note ${number}`],
    [...["BEGIN:VALARM", "ACTION:DISPLAY", "DESCRIPTION:Soon"], `TRIGGER:-PT${number % 90}M`, "END:VALARM"],
  ]);
  // Alarms follow all properties.
  const isAlarm = more.length > 1;
  const renamed = [`SUMMARY:Changed ${number}`, ...(isAlarm ? [] : more)].join(eol);
  const changed = text.slice(0, at) + renamed + text.slice(at + line.length);
  if (!isAlarm) return changed;
  const end = changed.indexOf("END:VEVENT", first);
  return changed.slice(0, end) + more.join(eol) + eol + changed.slice(end);
}
