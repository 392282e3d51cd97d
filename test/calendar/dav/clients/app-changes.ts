/** Random changes of the family's events in the app. */
import { day, hour } from "#lib/time.ts";
import type { Dice } from "../../../support/random/rules.ts";
import { type CalendarServer, Refusal } from "./calendar-server.ts";

const rules = ["FREQ=DAILY;COUNT=9", "FREQ=WEEKLY;BYDAY=MO,WE", "FREQ=MONTHLY;BYMONTHDAY=31", "FREQ=YEARLY;COUNT=4"];

/** Returns what was done. */
export async function changeInApp({ app }: CalendarServer, dice: Dice): Promise<string> {
  const { pick, whole, chance } = dice;
  const from = Date.UTC(whole(1990, 2034), whole(0, 11), whole(1, 28));
  const [first, last] = [from, from + 90 * day].map((at) => new Date(at).toISOString());
  const { events } = await app("GET", `/v1/events?from=${first}&to=${last}`);
  const startsAt = new Date(from + whole(0, 47) * (hour / 2)).toISOString();
  const endsAt = new Date(Date.parse(startsAt) + pick([0, 1, 3]) * hour).toISOString();
  const title = `In the app ${whole(1, 1_000_000)}`;
  if (events.length === 0 || chance(0.2)) {
    const recurrenceRule = chance(0.5) ? pick(rules) : null;
    const { id } = await app("POST", "/v1/events", { title, startsAt, endsAt, recurrenceRule, allDay: chance(0.3) });
    return `app: added ${id}`;
  }
  const event: any = pick(events);
  const { id, instanceStartsAt, allDay } = event;
  const what = `${id} ${event.title} at ${instanceStartsAt ?? event.startsAt}`;
  const editScope = instanceStartsAt ? pick(["this", "this", "this_and_future", "all"]) : "all";
  const named = instanceStartsAt ? { instanceStartsAt, editScope } : {};
  if (event.readOnly) return `app: left ${what}`;
  if (chance(0.15)) {
    const query = instanceStartsAt
      ? `?scope=${editScope}&instanceStartsAt=${encodeURIComponent(instanceStartsAt)}`
      : "";
    await app("DELETE", `/v1/events/${id}${query}`);
    return `app: deleted ${editScope} of ${what}`;
  }
  const moved = {
    startsAt: new Date(Date.parse(event.startsAt) + (allDay ? day : hour)).toISOString(),
    endsAt: new Date(Date.parse(event.endsAt) + (allDay ? day : hour)).toISOString(),
  };
  const patch: object = pick<object>([
    { title },
    { location: pick([null, "Somewhere; else, with commas"]) },
    { notes: pick([null, "Two\nlines"]) },
    { reminderMinutes: pick([null, -1, 0, 15]) },
    moved,
  ]);
  try {
    await app("PATCH", `/v1/events/${id}`, { ...patch, ...named });
  } catch (error) {
    // A series with several weekdays moves only with its rule.
    if (error instanceof Refusal && error.status === 422) return `app: refused ${error.message}`;
    throw error;
  }
  return `app: changed ${editScope} of ${what} by ${JSON.stringify(patch)}`;
}
