/** A calendar at an address, as a school or a club publishes it. */
import { afterEachTest } from "./clean-up.ts";

/** Writes an iCalendar file. Each line is in a VEVENT, if it does not say otherwise. */
export function icsOf(events: readonly (readonly string[])[], name = "School holidays"): string {
  const lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Test//EN", `X-WR-CALNAME:${name}`];
  for (const [index, event] of events.entries()) {
    lines.push("BEGIN:VEVENT", `UID:${index}@test`, "DTSTAMP:20270101T000000Z", ...event, "END:VEVENT");
  }
  return [...lines, "END:VCALENDAR", ""].join("\r\n");
}

/** Null answers 500. It ends with the running test. */
export function calendarAt(text: string | null) {
  const state = { text };
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: () => new Response(state.text, { status: state.text === null ? 500 : 200 }),
  });
  afterEachTest(() => server.stop(true));
  const origin = `http://127.0.0.1:${server.port}`;
  return {
    origin,
    url: `${origin}/holidays.ics`,
    set: (next: string | null) => {
      state.text = next;
    },
  };
}
