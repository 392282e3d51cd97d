/** Several calendars of accounts that hold the same events. */
import { describe, expect, test } from "bun:test";
import { connected, eventsOf } from "../../support/calendar/accounts.ts";
import { event } from "../../support/calendar/dav.ts";

/** Ben connects the same calendar with the same account. */
async function shared(mode: "in" | "both") {
  const all = await connected(mode);
  const { home, phone, far } = all;
  const ben = home.as(home.members.ben);
  const body = { name: "Ben's cloud", url: far.server.origin, username: phone.username, password: phone.password };
  const { id } = (await ben.post("/app/calendar-accounts", body)).body;
  const at = `/app/calendar-accounts/${id}`;
  await ben.call("PUT", `${at}/calendars/${all.key}`, { body: { mode } });
  await all.idle();
  const sync = async () => {
    await all.sync();
    await ben.call("POST", `${at}/sync`);
  };
  return { ...all, ben, benAt: at, sync };
}

const titlesOf = async (home: Parameters<typeof eventsOf>[0]) => (await eventsOf(home)).map(({ title }) => title);

describe("a calendar that two members connect", () => {
  test.each(["in", "both"] as const)(
    "A calendar that two members connect shows each event once, even if a member disconnects (%s)",
    async (mode) => {
      const { home, phone, far, sync, anna, at, ben, benAt } = await shared(mode);
      await phone.put(phone.at("family", "a.ics"), event("a@phone"));
      await sync();
      await sync();
      expect(await titlesOf(home)).toEqual(["Dentist"]);
      await anna.delete(`${at}?events=remove`);
      expect(await titlesOf(home)).toEqual(["Dentist"]);
      await ben.call("POST", `${benAt}/sync`);
      expect(await titlesOf(far)).toEqual(["Dentist"]);
      const [shown] = await eventsOf(home);
      expect(shown.readOnly).toBe(mode === "in");
      if (mode === "in") return;
      await home.patch(`/v1/events/${shown.id}`, { title: "Dentist, by Ben" });
      await ben.call("POST", `${benAt}/sync`);
      expect(await titlesOf(far)).toEqual(["Dentist, by Ben"]);
    },
  );

  test("A private event of a calendar that two members connect is owned by the first of these members", async () => {
    const { home, phone, far, sync, anna, ben, benAt } = await shared("both");
    await phone.put(phone.at("family", "a.ics"), event("a@phone", "SUMMARY:Doctor", "CLASS:PRIVATE"));
    await sync();
    await sync();
    expect([await titlesOf(home), await titlesOf(anna), await titlesOf(ben)]).toEqual([["Busy"], ["Doctor"], ["Busy"]]);
    const owner = home.add("Olga", "owner");
    expect((await home.as(owner).delete(`/app/members/${home.members.anna.id}`, { body: {} })).status).toBe(200);
    for (let times = 0; times < 2; times++) await ben.call("POST", `${benAt}/sync`);
    expect([await titlesOf(home), await titlesOf(ben)]).toEqual([["Busy"], ["Doctor"]]);
    expect(await titlesOf(far.as(far.members.anna))).toEqual(["Doctor"]);
  });

  test("An event that two members copied to the same calendar stays there when one copy is removed", async () => {
    const { home, sync, far, target } = await shared("both");
    const others = { ...target, memberId: home.members.ben.id };
    const times = { startsAt: "2026-12-01T09:00:00.000Z", endsAt: "2026-12-01T10:00:00.000Z" };
    const made = await home.post("/v1/events", { title: "Piano", ...times, syncTargets: [target, others] });
    await sync();
    await sync();
    await home.patch(`/v1/events/${made.body.id}`, { syncTargets: [others] });
    await sync();
    await sync();
    expect(await titlesOf(home)).toEqual(["Piano"]);
    expect(await titlesOf(far)).toEqual(["Piano"]);
  });
});

test("An event that moves between two calendars of an account stays in the app", async () => {
  const { home, phone, far, anna, at, sync, idle } = await connected("both");
  const calendars = (await anna.get(`${at}/calendars`)).body.calendars;
  const anotherKey = calendars.find((each: any) =>
    each.externalCalendarId.includes(`${far.members.anna.id}/cal/${far.members.anna.id}`),
  ).key;
  await anna.call("PUT", `${at}/calendars/${anotherKey}`, { body: { mode: "both" } });
  await idle();
  for (const [from, to] of [
    ["family", far.members.anna.id],
    [far.members.anna.id, "family"],
  ] as const) {
    await phone.put(phone.at(from, "a.ics"), event("a@phone"));
    await sync();
    expect(await titlesOf(home)).toEqual(["Dentist"]);
    await phone.move(phone.at(from, "a.ics"), `http://localhost${phone.at(to, "a.ics")}`);
    await sync();
    await sync();
    expect(await titlesOf(home)).toEqual(["Dentist"]);
    expect(await titlesOf(far)).toEqual(["Dentist"]);
    await phone.delete(phone.at(to, "a.ics"));
    await sync();
    expect(await titlesOf(home)).toEqual([]);
  }
});

test("An event that was deleted in the app and changed at the server is restored with its members", async () => {
  const { home, phone, sync } = await connected("both");
  const at = phone.at("family", "a.ics");
  await phone.put(at, event("a@phone"));
  await sync();
  const [shown] = await eventsOf(home);
  await home.patch(`/v1/events/${shown.id}`, { memberIds: [home.members.ben.id] });
  await sync();
  await home.delete(`/v1/events/${shown.id}`);
  await phone.put(at, event("a@phone", "SUMMARY:Dentist at ten"));
  await sync();
  await sync();
  const { id } = shown;
  const wanted = { id, title: "Dentist at ten", memberIds: [home.members.ben.id], readOnly: false };
  expect(await eventsOf(home)).toEqual([expect.objectContaining(wanted)]);
  await home.patch(`/v1/events/${id}`, { title: "Dentist at eleven" });
  await sync();
  expect((await phone.get(at)).body).toContain("SUMMARY:Dentist at eleven");
});

test("An event that was kept when its calendar was turned off reappears at a sync after its deletion", async () => {
  const { home, phone, sync, choose } = await connected("both");
  await phone.put(phone.at("family", "a.ics"), event("a@phone"));
  await sync();
  await choose("off", { events: "keep" });
  await choose("in");
  await sync();
  const [kept, ...others] = await eventsOf(home);
  expect([kept.readOnly, others]).toEqual([false, []]);
  await home.delete(`/v1/events/${kept.id}`);
  await sync();
  expect(await eventsOf(home)).toEqual([expect.objectContaining({ title: "Dentist", readOnly: true })]);
});
