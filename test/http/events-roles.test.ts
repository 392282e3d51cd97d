/** Tests that children and guests may change single instances of a series, and nothing else of it. */
import { describe, expect, test } from "bun:test";
import type { Role } from "#platform/auth/role.ts";
import { createEvent, piano, series } from "../support/calendar/events.ts";
import { household, refusal } from "../support/home/home.ts";

const adultsOnly = refusal(403, "Only an owner or adult can do this");
const instance = { instanceStartsAt: "2027-03-16T15:00:00Z" };
const unknown = "01890000-0000-7000-8000-000000000000";

async function homeOf(role: Role) {
  const home = await household();
  const me = home.add("Finn", role);
  return { home, me: home.as(me), piano: await series(home) };
}

describe.each(["child", "guest"] as const)("a %s", (role) => {
  test.each([
    ["the whole series, without a scope", { title: "Flute" }],
    ["the whole series", { title: "Flute", editScope: "all" }],
    ["the whole series, with an instance", { title: "Flute", editScope: "all", ...instance }],
    ["an instance and all later ones", { title: "Flute", editScope: "this_and_future", ...instance }],
    ["the first instance and all later ones", { editScope: "this_and_future", instanceStartsAt: piano.startsAt }],
    ["a change of its rule", { recurrenceRule: "FREQ=WEEKLY;COUNT=2" }],
    ["a removal of its rule", { recurrenceRule: null }],
    ["a removal of its rule, with one instance", { recurrenceRule: null, editScope: "this", ...instance }],
    ["a change without fields or scope", {}],
  ])("A child or guest must not change several instances of a series at once: %s", async (_, body) => {
    const { home, me, piano } = await homeOf(role);
    const before = await piano.master();
    const entries = home.entries().length;
    expect(await me.patch(`/v1/events/${piano.id}`, body)).toMatchObject({ status: 403, body: adultsOnly });
    expect(await piano.master()).toEqual(before);
    expect(home.entries()).toHaveLength(entries);
  });

  test("A child or guest may change one instance of a series, and undo that change", async () => {
    const { home, me, piano } = await homeOf(role);
    const before = await piano.master();
    const change = { editScope: "this", ...instance, title: "Concert", startsAt: "2027-03-16T17:00:00Z" };
    const times = { ...change, endsAt: "2027-03-16T18:00:00Z" };
    expect((await me.patch(`/v1/events/${piano.id}`, times)).body).toMatchObject({ title: "Concert" });
    expect((await me.post(`/v1/activity/${home.entries()[0]?.id}/undo`, {})).status).toBe(200);
    expect((await piano.master()).exceptions).toEqual(before.exceptions);
  });

  test("A child or guest may make a single event repeat, but must not change the rule afterwards", async () => {
    const { home, me } = await homeOf(role);
    const { id } = await createEvent(home);
    expect((await me.patch(`/v1/events/${id}`, { recurrenceRule: null, title: "Doctor" })).status).toBe(200);
    expect((await me.patch(`/v1/events/${id}`, { editScope: "all", title: "Dentist" })).status).toBe(200);
    expect((await me.patch(`/v1/events/${id}`, { recurrenceRule: "FREQ=DAILY" })).status).toBe(200);
    expect((await me.patch(`/v1/events/${id}`, { recurrenceRule: null })).body).toEqual(adultsOnly);
  });

  test.each(["this", "this_and_future", "all"])(
    "A child or guest must not delete instances of a series by a request with scope=%s",
    async (scope) => {
      const { me, piano } = await homeOf(role);
      const { body } = await me.delete(`/v1/events/${piano.id}?scope=${scope}&${new URLSearchParams(instance)}`);
      expect(body).toEqual(adultsOnly);
      expect((await piano.master()).exceptions).toEqual([]);
    },
  );

  test("A child or guest may add and undo repeating events, singly and in a batch", async () => {
    const { home, me } = await homeOf(role);
    const { body } = await me.post("/v1/events", piano);
    expect(body).toMatchObject({ recurrenceRule: piano.recurrenceRule });
    expect((await me.post("/v1/events/batch", { events: [piano] })).status).toBe(200);
    expect((await me.post(`/v1/activity/${home.entries()[1]?.id}/undo`, {})).status).toBe(200);
    expect((await home.get(`/v1/events/${body.id}`)).status).toBe(404);
  });

  test("A child or guest may delete and change a single event", async () => {
    const { home, me } = await homeOf(role);
    const { id } = await createEvent(home);
    expect((await me.patch(`/v1/events/${id}`, { title: "Doctor" })).status).toBe(200);
    expect((await me.delete(`/v1/events/${id}`)).body).toEqual({ id, deleted: true });
  });

  test("An unknown event is reported to a child or guest before the limits of the role", async () => {
    const { me, piano } = await homeOf(role);
    const rest = { editScope: "this_and_future", instanceStartsAt: "2027-03-17T15:00:00Z" };
    expect((await me.patch(`/v1/events/${piano.id}`, { title: "" })).status).toBe(400);
    expect((await me.patch(`/v1/events/${unknown}`, rest)).body).toEqual(refusal(404, "Event not found"));
    expect((await me.patch(`/v1/events/${piano.id}`, rest)).body).toEqual(adultsOnly);
    expect((await me.patch(`/v1/events/${piano.id}`, { memberIds: [unknown] })).body).toEqual(adultsOnly);
    expect((await me.patch(`/v1/events/${piano.id}`, { ...rest, editScope: "this" })).body).toEqual(
      refusal(404, "Instance not found"),
    );
  });
});

test("An API key of a child has the child's limits for events", async () => {
  const { home, piano } = await homeOf("child");
  const { key } = home.createKey({ scopes: ["calendar.write"], memberId: home.members.mia.id });
  const rename = (request: object) => home.patch(`/v1/events/${piano.id}`, { title: "Flute" }, request);
  expect((await rename({ key })).body).toEqual(adultsOnly);
  expect((await rename({})).body).toMatchObject({ title: "Flute" });
});
