/** Events for tests, and functions that create and read them. */
import { expect } from "bun:test";
import { eq } from "drizzle-orm";
import { event } from "#platform/db/tables.ts";
import type { Home } from "../home/home.ts";

/** Fields of a single event that lasts half an hour. */
export const dentist = { title: "Dentist", startsAt: "2027-01-27T10:00:00+01:00", endsAt: "2027-01-27T10:30:00+01:00" };
/** Fields of a weekly event that lasts half an hour. */
export const weekly = { ...dentist, title: "Piano", recurrenceRule: "FREQ=WEEKLY" };

/** Creates the event `dentist`, with the fields in `more` instead of its own. Returns the created event. */
export const createEvent = async (home: Home, more: object = {}) =>
  (await home.post("/v1/events", { ...dentist, ...more })).body;

/** Fields of a weekly event: every Tuesday at four, Berlin time, from 2 March 2027. */
export const piano = {
  title: "Piano",
  startsAt: "2027-03-02T16:00:00+01:00",
  endsAt: "2027-03-02T16:45:00+01:00",
  recurrenceRule: "FREQ=WEEKLY;BYDAY=TU",
};

/** Creates the series `piano`. Returns functions that change its instances. */
export async function series(home: Home, more: object = {}) {
  const { status, body } = await home.post("/v1/events", { ...piano, ...more });
  expect(status).toBe(200);
  return {
    id: body.id as string,
    master: async () => (await home.get(`/v1/events/${body.id}`)).body,
    edit: (editScope: string, instanceStartsAt: string, change: object) =>
      home.patch(`/v1/events/${body.id}`, { editScope, instanceStartsAt, ...change }),
    drop: (scope: string, instanceStartsAt: string) =>
      home.delete(`/v1/events/${body.id}?scope=${scope}&instanceStartsAt=${instanceStartsAt}`),
  };
}

/** Returns the starts of all events in March and April 2027, in UTC, as `MM-DDTHH:MM`. */
export async function starts(home: Home, query = "from=2027-03-01T00:00:00Z&to=2027-05-01T00:00:00Z") {
  const { body } = await home.get(`/v1/events?${query}`);
  return body.events.map(({ startsAt }: { startsAt: string }) => startsAt.slice(5, 16));
}

/** Starts of the instances of `piano` in March 2027, in UTC. The clock changes on 28 March. */
export const march = ["03-02T15:00", "03-09T15:00", "03-16T15:00", "03-23T15:00", "03-30T14:00"];
export const april = ["04-06T14:00", "04-13T14:00", "04-20T14:00", "04-27T14:00"];

/**
 * Stores an event that lasts longer than requests may ask for now, as an older version of the server allowed. Returns
 * its id.
 */
export async function longEvent(home: Home, body: { startsAt: string; [field: string]: unknown }, endsAt: string) {
  const { id } = await createEvent(home, { endsAt: body.startsAt, ...body });
  home.db
    .update(event)
    .set({ endsAt, endWall: Date.parse(endsAt), seriesEnd: "9999-12-31T23:59:59.999Z", spans: 1 })
    .where(eq(event.id, id))
    .run();
  return id as string;
}
