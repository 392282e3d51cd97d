/** Names of people in what the household shares and exports. */
import { expect, test } from "bun:test";
import { household } from "../../support/home/home.ts";
import { feed } from "../../support/operations/calendar-operations.ts";

test("Feeds and exports name the members of an instance if they differ from those of the series", async () => {
  const home = await household();
  const { anna, ben } = home.members;
  const weekly = {
    title: "Swimming",
    startsAt: "2026-12-01T16:00:00+01:00",
    endsAt: "2026-12-01T17:00:00+01:00",
    memberIds: [anna.id],
    recurrenceRule: "FREQ=WEEKLY;COUNT=3",
  };
  const { body: event } = await home.post("/v1/events", weekly);
  const second = { editScope: "this", instanceStartsAt: "2026-12-08T15:00:00.000Z", memberIds: [ben.id] };
  expect((await home.patch(`/v1/events/${event.id}`, second)).status).toBe(200);
  const { pathname } = new URL((await feed(home)).url);
  const shared = await home.call("GET", pathname, { key: null });
  const exported = await home.get(`/v1/events/${event.id}/ics`);
  for (const { body } of [shared, exported]) {
    expect(String(body).match(/^(RECURRENCE-ID|CATEGORIES).*(?=\r)/gm)).toEqual([
      "CATEGORIES:Anna",
      "RECURRENCE-ID;TZID=Europe/Berlin:20261208T160000",
      "CATEGORIES:Ben",
    ]);
  }
});
