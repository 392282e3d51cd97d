/** The demo household's activity, at any time: nobody is active at night, and nothing is planned after it happened. */
import { expect, test } from "bun:test";
import { fillDemo } from "#operations/demo/household.ts";
import { openInMemory } from "#platform/db/migrate.ts";
import "#server/traits.ts"; // Registers the traits, which the demo household needs.

const starts = [23, 24, 25, 26, 27, 28, 29].flatMap((day) =>
  [`2026-11-${day}T02:40:00Z`, `2026-11-${day}T15:33:00Z`, `2026-11-${day}T21:55:00Z`].map((at) => new Date(at)),
);

const wallTime = new Intl.DateTimeFormat("en-GB", { timeZone: "Europe/Berlin", hour: "2-digit", minute: "2-digit" });
const dateIn = (instant: string) =>
  Temporal.Instant.from(instant).toZonedDateTimeISO("Europe/Berlin").toPlainDate().toString();

test.each(starts)(
  "The activities of the demo are in the order of time and happen by day if the demo starts at %s",
  (now) => {
    const db = openInMemory();
    fillDemo(db, now);
    const rows = <Row>(sql: string) => db.$client.query(sql).all() as Row[];
    const entries = rows<{ created_at: string; summary: string; kind: string }>(
      "SELECT a.created_at, a.summary, b.kind FROM activity a JOIN actor b ON b.id = a.actor_id ORDER BY a.seq",
    );
    const times = entries.map(({ created_at }) => created_at);
    expect(times).toEqual([...times].sort());
    expect((times.at(-1) ?? "") <= now.toISOString()).toBe(true);
    const isNight = (at: string) => {
      const time = wallTime.format(new Date(at));
      return time < "06:30" || time > "23:00";
    };
    const keyMade = entries.at(-1)?.created_at; // The key is made when the demo starts, at any hour.
    const atNight = entries.filter(
      ({ created_at, kind }) => kind === "member" && created_at !== keyMade && isNight(created_at),
    );
    expect(atNight).toEqual([]);
    const meals = rows<{ date: string; created_at: string }>("SELECT date, created_at FROM meal");
    expect(meals.filter(({ date, created_at }) => dateIn(created_at) >= date && dateIn(created_at) !== date)).toEqual(
      [],
    );
    const events = rows<object>("SELECT title FROM event WHERE recurrence_rule IS NULL AND created_at > starts_at");
    expect(events).toEqual([]);
    const household = rows<{ created_at: string }>("SELECT created_at FROM household")[0]?.created_at ?? "";
    const chores = rows<object>(`SELECT name FROM chore WHERE start_date < '${dateIn(household)}'`);
    expect(chores).toEqual([]);
  },
);
