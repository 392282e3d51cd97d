/** Which calendar an event is in. */
import { describe, expect, test } from "bun:test";
import { household } from "../../support/home/home.ts";

const times = { startsAt: "2026-12-01T16:00:00+01:00", endsAt: "2026-12-01T17:00:00+01:00" };

describe("the calendars of a household", () => {
  test("A household has a calendar for the family, and a calendar for each member", async () => {
    const home = await household();
    const { anna, ben, mia } = home.members;
    const { body } = await home.get("/v1/calendars");
    const own = {
      readOnly: false,
      provider: null,
      externalCalendarId: null,
      mode: null,
      isDefault: false,
      state: null,
      syncedAt: null,
    };
    const ofMember = ({ id, name, color }: typeof anna) => {
      return { key: id, name, color, kind: "member", memberId: id, ...own };
    };
    expect(body.calendars).toEqual([
      { key: "family", name: "Test", color: null, kind: "household", memberId: null, ...own },
      ofMember(anna),
      ofMember(ben),
      ofMember(mia),
    ]);
  });

  test.each([
    ["nobody", () => ({}), "family"],
    ["one member", ({ anna }: { anna: { id: string } }) => ({ memberIds: [anna.id] }), "Anna"],
    [
      "one member, and everybody",
      ({ anna }: { anna: { id: string } }) => ({ memberIds: [anna.id], isGeneral: true }),
      "family",
    ],
    [
      "two members",
      ({ anna, ben }: { anna: { id: string }; ben: { id: string } }) => ({ memberIds: [anna.id, ben.id] }),
      "family",
    ],
  ] as const)("An event that concerns %s is in exactly one calendar of the household", async (_, people, expected) => {
    const home = await household();
    const body = people(home.members);
    const { body: event } = await home.post("/v1/events", { title: "Event", ...times, ...body });
    const calendar =
      expected === "Anna" ? { key: home.members.anna.id, name: "Anna" } : { key: "family", name: "Test" };
    expect(event).toMatchObject({ calendar, readOnly: false });
    const { body: page } = await home.get("/v1/events?from=2026-12-01T00:00:00Z&to=2026-12-02T00:00:00Z");
    expect(page.events[0]).toMatchObject({ calendar, readOnly: false });
  });

  test("An event that is given to another member moves to that member's calendar", async () => {
    const home = await household();
    const { anna, ben } = home.members;
    const { body: event } = await home.post("/v1/events", { title: "Event", ...times, memberIds: [anna.id] });
    const { body: moved } = await home.patch(`/v1/events/${event.id}`, { memberIds: [ben.id] });
    expect(moved.calendar).toEqual({ key: ben.id, name: "Ben" });
    await home.as(anna).patch(`/app/members/${ben.id}`, { name: "Benno" });
    expect((await home.get(`/v1/events/${event.id}`)).body.calendar).toEqual({ key: ben.id, name: "Benno" });
  });
});
