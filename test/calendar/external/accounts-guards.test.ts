/** Accounts never disclose private events, lose changes or delete most events at once. */
import { describe, expect, test } from "bun:test";
import { day, hour } from "#lib/time.ts";
import { connected, eventsOf, feedOf } from "../../support/calendar/accounts.ts";
import { davClient, event } from "../../support/calendar/dav.ts";
import { refusal } from "../../support/home/home.ts";

type All = Awaited<ReturnType<typeof connected>>;

const undoNewest = ({ home }: All, by: { id: string } = home.members.anna) =>
  home.as(by).post(`/v1/activity/${home.entries()[0]?.id}/undo`, undefined);

/** Returns all texts about events and accounts that another member can read. */
async function textsFor({ home, at }: All): Promise<string> {
  const ben = home.as(home.members.ben);
  const paths = ["/v1/events?from=2026-11-01T00:00:00Z", "/app/activity", "/app/calendar-accounts", `${at}/calendars`];
  return JSON.stringify(await Promise.all(paths.map(async (path) => (await ben.get(path)).body)));
}

describe("private events", () => {
  test("Private events of a synchronised calendar are hidden in sync reports and the activity feed", async () => {
    const all = await connected("both", { privacy: "busy" });
    const alarm = ["BEGIN:VALARM", "ACTION:EMAIL", "TRIGGER:-PT5M", "SUMMARY:x", "DESCRIPTION:x", "END:VALARM"];
    const secret = ["SUMMARY:Planted title", "CLASS:PRIVATE", "LOCATION:Planted place"];
    await all.phone.put(all.phone.at("family", "a.ics"), event("a@phone", ...secret, ...alarm));
    await all.sync();
    await all.phone.put(all.phone.at("family", "a.ics"), event("a@phone", ...secret, "DTSTART:20261202T090000Z"));
    await all.sync();
    expect((await eventsOf(all.home)).map(({ title }) => title)).toEqual(["Busy"]);
    expect(await textsFor(all)).not.toContain("Planted");
    expect((await eventsOf(all.anna)).map(({ title }) => title)).toEqual(["Planted title"]);
  });

  test("Events that became private cannot be overwritten by other members or revealed by undo", async () => {
    const all = await connected("both", { privacy: "busy" });
    const at = all.phone.at("family", "a.ics");
    await all.phone.put(at, event("a@phone", "SUMMARY:Dentist"));
    await all.sync();
    await all.phone.put(at, event("a@phone", "SUMMARY:Planted title", "CLASS:PRIVATE"));
    await all.sync();
    expect(feedOf(all.home)[0]).toBe("changed the event “Busy”");
    expect((await undoNewest(all, all.home.members.ben)).body).toEqual(
      refusal(403, "Only its owner can change this event"),
    );
    await all.sync();
    expect((await all.phone.get(at)).body).toContain("SUMMARY:Planted title");
    expect(await textsFor(all)).not.toContain("Planted");
  });
});

describe("changes that were not sent yet", () => {
  test("Changes that are still to be sent to the server are kept when the calendar's settings change", async () => {
    const all = await connected("both");
    await all.phone.put(all.phone.at("family", "a.ics"), event("a@phone"));
    await all.sync();
    const [shown] = await eventsOf(all.home);
    await all.home.patch(`/v1/events/${shown.id}`, { title: "Dentist at ten" });
    await all.choose("both", { privacy: "full" });
    await all.sync();
    expect((await all.phone.get(all.phone.at("family", "a.ics"))).body).toContain("SUMMARY:Dentist at ten");
  });

  test("Changes that are still to be sent to the server are kept when the server cancels the event", async () => {
    const all = await connected("both");
    const at = all.phone.at("family", "a.ics");
    await all.phone.put(at, event("a@phone"));
    await all.sync();
    const [shown] = await eventsOf(all.home);
    await all.home.patch(`/v1/events/${shown.id}`, { title: "Dentist at ten" });
    await all.phone.put(at, event("a@phone", "STATUS:CANCELLED"));
    await all.sync();
    await all.sync();
    expect((await eventsOf(all.home)).map(({ title }) => title)).toEqual(["Dentist at ten"]);
    const { body } = await all.phone.get(at);
    expect(body).toContain("SUMMARY:Dentist at ten");
    expect(body).not.toContain("CANCELLED");
  });
});

describe("members of an event", () => {
  test("The members of an event do not change when the members of the calendar change", async () => {
    const { home, phone, sync, choose, anna } = await connected("both");
    await phone.put(phone.at("family", "a.ics"), event("a@phone"));
    await phone.put(phone.at("family", "b.ics"), event("b@phone", "SUMMARY:Piano"));
    await sync();
    const [dentist] = await eventsOf(home);
    await home.patch(`/v1/events/${dentist.id}`, { memberIds: [home.members.ben.id] });
    await choose("both", { memberIds: [home.members.mia.id] });
    const people = async () => (await eventsOf(home)).map(({ title, memberIds }) => [title, memberIds]);
    const { ben, mia } = home.members;
    expect(await people()).toEqual([
      ["Dentist", [ben.id]],
      ["Piano", [mia.id]],
    ]);
    await anna.delete(`/app/members/${mia.id}`, { body: {} });
    expect(await people()).toEqual([
      ["Dentist", [ben.id]],
      ["Piano", []],
    ]);
  });
});

describe("deletions in an account's calendar", () => {
  test("The deletion of most future events at a calendar server is applied in the app after an hour", async () => {
    const all = await connected("both");
    const { phone, sync, home, pass, anna, at, key } = all;
    for (let index = 0; index < 14; index++)
      await phone.put(phone.at("family", `${index}.ics`), event(`${index}@phone`));
    await sync();
    for (let index = 0; index < 12; index++) await phone.delete(phone.at("family", `${index}.ics`));
    await sync();
    expect(await eventsOf(home)).toHaveLength(14);
    const { held, error } = await all.calendar();
    expect({ held, error }).toEqual({ held: { since: expect.any(String), count: 12 }, error: "held" });
    const wrong = await anna.post(`${at}/calendars/${key}/accept`, { since: "2026-01-01T00:00:00.000Z" });
    expect(wrong.body).toEqual(refusal(409, "This answer is not held any more"));
    pass(20 * 60_000);
    await sync();
    expect(await eventsOf(home)).toHaveLength(14);
    expect((await anna.post(`${at}/calendars/${key}/accept`, { since: held.since })).status).toBe(200);
    expect(await eventsOf(home)).toHaveLength(2);
    for (let index = 20; index < 40; index++)
      await phone.put(phone.at("family", `${index}.ics`), event(`${index}@phone`));
    await sync();
    for (let index = 20; index < 40; index++) await phone.delete(phone.at("family", `${index}.ics`));
    await sync();
    expect(await eventsOf(home)).toHaveLength(22);
    pass(hour);
    await sync();
    expect(await eventsOf(home)).toHaveLength(2);
  });

  test("Undoing the first sync of a calendar is refused, because events at the server would be deleted", async () => {
    const all = await connected("off");
    const { phone, choose, home } = all;
    for (let index = 0; index < 8; index++)
      await phone.put(phone.at("family", `${index}.ics`), event(`${index}@phone`));
    await choose("both");
    expect(feedOf(home)[0]).toBe("Anna's cloud, for the first time: 8 events added");
    expect((await undoNewest(all)).status).toBe(422);
    for (let index = 10; index < 18; index++)
      await phone.put(phone.at("family", `${index}.ics`), event(`${index}@phone`));
    await all.sync();
    expect((await undoNewest(all)).status).toBe(200);
    await all.sync();
    expect(await eventsOf(all.far)).toHaveLength(8);
  });
});

describe("an account", () => {
  test("Changing the address of a calendar account is refused without the account's password", async () => {
    const { anna, at } = await connected("both");
    const reached: string[] = [];
    const evil = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch: ({ url }) => new Response(String(reached.push(url))),
    });
    const answer = await anna.patch(at, { url: `http://127.0.0.1:${evil.port}` });
    expect(answer.body).toEqual(refusal(422, "password: must be given again"));
    expect(reached).toEqual([]);
    await evil.stop(true);
  });

  test("A calendar account that needs a new password causes only one activity entry", async () => {
    const { home, far, phone, anna, at, sync, target } = await connected("both");
    await far.as(far.members.anna).delete(`/app/calendar-apps/${phone.id}`);
    const times = { startsAt: "2026-12-01T09:00:00.000Z", endsAt: "2026-12-01T10:00:00.000Z" };
    await home.post("/v1/events", { title: "Piano", ...times, syncTargets: [target] });
    expect(await sync()).toMatchObject({ state: "needs_sign_in", error: "denied", nextAt: null });
    await sync();
    const [shown] = await eventsOf(home);
    expect(shown.syncTargets).toEqual([{ ...target, status: "failed", syncedAt: null, error: "denied" }]);
    expect(feedOf(home).filter((each) => each === "Anna's cloud wants a new password")).toHaveLength(1);
    const again = davClient(far, undefined, { name: "Again" });
    const { username, password } = again;
    expect((await anna.patch(at, { username, password })).body).toMatchObject({ state: "ready", error: null });
    await sync();
    expect((await eventsOf(far)).map(({ title }) => title)).toEqual(["Piano"]);
  });

  test("A phone sees a synchronised calendar only if the app password includes it, and cannot change it", async () => {
    const { home, phone, sync, calendar } = await connected("both");
    await phone.put(phone.at("family", "a.ics"), event("a@phone"));
    await sync();
    const { calendarId } = await calendar();
    const all = davClient(home);
    expect((await all.get(all.at(calendarId, "a.ics"))).status).toBe(404);
    const chosen = davClient(home, undefined, { name: "Chosen", calendars: [calendarId] });
    const [name = ""] = Object.keys(await chosen.list(calendarId));
    expect((await chosen.put(chosen.at(calendarId, name), event("a@phone", "SUMMARY:Mine"))).status).toBe(403);
    expect((await eventsOf(home)).map(({ title }) => title)).toEqual(["Dentist"]);
  });

  test("The calendars of an account are listed regularly, so that new calendars are found", async () => {
    const { far, anna, at, sync, pass } = await connected("both");
    const count = async () => (await anna.get(`${at}/calendars`)).body.calendars.length;
    const before = await count();
    far.add("Zoë", "adult");
    pass(day);
    await sync();
    expect(await count()).toBe(before + 1);
  });
});
