/** The fault of one object, or of one calendar, never keeps an account from the others. */
import { describe, expect, test } from "bun:test";
import { hour, minute } from "#lib/time.ts";
import { eventsOf } from "../../support/calendar/accounts.ts";
import { event } from "../../support/calendar/dav.ts";
import { looseAccount } from "../../support/calendar/loose-caldav.ts";

type All = Awaited<ReturnType<typeof looseAccount>>;

const titlesOf = async ({ home }: All) => (await eventsOf(home)).map(({ title }) => title).sort();
const text = (uid: string, title: string, ...more: string[]) => event(uid, `SUMMARY:${title}`, ...more);
const remarksOf = async (all: All) => (await all.calendar()).remarks.map(({ title, code }: any) => [title, code]);

/** Objects `b` and `c` follow one that a test breaks. */
async function withThree() {
  const all = await looseAccount();
  for (const [name, title] of [
    ["a", "Dentist"],
    ["b", "Swimming"],
    ["c", "Judo"],
  ] as const) {
    all.there.put(`/cal/a/${name}.ics`, text(name, title));
  }
  expect((await all.sync()).body.error).toBeNull();
  expect(await titlesOf(all)).toEqual(["Dentist", "Judo", "Swimming"]);
  return all;
}

describe("an object that gets the UID of another object", () => {
  test("A calendar object that gets the UID of another object is reported, and other objects sync", async () => {
    const all = await withThree();
    all.there.put("/cal/a/a.ics", text("b", "Dentist at ten"));
    all.there.put("/cal/a/c.ics", text("c", "Judo at four"));
    expect(await all.sync()).toMatchObject({ status: 200, body: { error: null } });
    expect(await titlesOf(all)).toEqual(["Dentist", "Judo at four", "Swimming"]);
    expect(await remarksOf(all)).toEqual([["Dentist at ten", "taken_id"]]);
    expect(all.lines.join("\n")).not.toContain("Dentist");
    expect(await all.calendar()).toMatchObject({ state: "fresh", error: null, failures: [] });
  });

  test("A calendar object that had the UID of another object syncs once its UID is unique again", async () => {
    const all = await withThree();
    all.there.put("/cal/a/a.ics", text("b", "Dentist at ten"));
    await all.run();
    all.there.put("/cal/a/a.ics", text("a", "Dentist at eleven"));
    await all.run();
    expect(await titlesOf(all)).toEqual(["Dentist at eleven", "Judo", "Swimming"]);
    expect(await remarksOf(all)).toEqual([]);
  });

  test("A calendar object with the UID of another object is retried at growing intervals", async () => {
    const all = await withThree();
    all.there.put("/cal/a/a.ics", text("b", "Dentist at ten"));
    await all.run();
    const reads = () => all.there.asked.filter((each) => each.startsWith("REPORT")).length;
    let before = reads();
    await all.run(minute);
    expect(reads()).toBe(before);
    await all.run(5 * minute);
    expect(reads()).toBeGreaterThan(before);
    before = reads();
    await all.run(5 * minute);
    expect(reads()).toBe(before);
    all.there.delete("/cal/a/b.ics");
    await all.run(6 * minute);
    await all.run(hour);
    expect(await titlesOf(all)).toEqual(["Dentist at ten", "Judo"]);
    expect(await remarksOf(all)).toEqual([]);
  });

  test("A calendar object with the UID of another object is never overwritten at the server", async () => {
    const all = await withThree();
    const broken = text("b", "Dentist at ten");
    all.there.put("/cal/a/a.ics", broken);
    await all.run();
    const dentist = (await eventsOf(all.home)).find(({ title }) => title === "Dentist");
    await all.home.patch(`/v1/events/${dentist.id}`, { title: "Dentist, moved" });
    await all.home.patch(`/v1/events/${(await eventsOf(all.home)).find(({ title }) => title === "Judo").id}`, {
      title: "Judo, moved",
    });
    await all.run();
    expect(all.there.texts.get("/cal/a/a.ics")?.text).toBe(broken);
    expect(all.there.texts.get("/cal/a/c.ics")?.text).toContain("Judo\\, moved");
    await all.home.delete(`/v1/events/${dentist.id}`);
    await all.run();
    expect(all.there.texts.get("/cal/a/a.ics")?.text).toBe(broken);
  });

  test("A deleted calendar object with the UID of another object is no longer reported", async () => {
    const all = await withThree();
    all.there.put("/cal/a/a.ics", text("b", "Dentist at ten"));
    await all.run();
    all.there.delete("/cal/a/a.ics");
    await all.run();
    expect(await titlesOf(all)).toEqual(["Judo", "Swimming"]);
    expect(await remarksOf(all)).toEqual([]);
  });

  test("The report about a calendar object with a duplicate UID hides the title of a private event", async () => {
    const all = await withThree();
    all.there.put("/cal/a/a.ics", text("b", "Planted title", "CLASS:PRIVATE"));
    await all.run();
    expect(await remarksOf(all)).toEqual([[null, "taken_id"]]);
  });
});

describe("objects that their server refuses to return", () => {
  test.each([500, 403, 302])(
    "Calendar objects that the server refuses with %i are reported, and other objects sync",
    async (status) => {
      const all = await withThree();
      const headers = { Location: "https://elsewhere.example/a.ics" };
      const fault = { method: "GET", status, headers: status === 302 ? headers : {} };
      for (let index = 0; index < 20; index++) {
        all.there.put(`/cal/a/0${index}.ics`, text(`0${index}`, "Unreadable"));
        all.there.faults.set(`/cal/a/0${index}.ics`, fault);
      }
      all.there.put("/cal/a/a.ics", text("a", "Dentist at ten"));
      all.there.faults.set("/cal/a/a.ics", fault);
      all.there.put("/cal/a/c.ics", text("c", "Judo at four"));
      all.there.delete("/cal/a/b.ics");
      expect((await all.sync()).body.error).toBeNull();
      expect(await all.calendar()).toMatchObject({ state: "fresh", error: null });
      expect(await titlesOf(all)).toEqual(["Dentist", "Judo at four"]);
      const remarks = await remarksOf(all);
      expect(remarks).toHaveLength(21);
      expect(remarks).toContainEqual(["Dentist", "not_read"]);
      const asked = all.there.asked.length;
      await all.run();
      expect(all.there.asked.slice(asked).filter((each) => each.startsWith("GET"))).toEqual([]);
      all.there.faults.clear();
      await all.run(10 * minute);
      expect(await titlesOf(all)).toHaveLength(22);
      expect(await remarksOf(all)).toEqual([]);
    },
  );
});

describe("an event for which the server fails", () => {
  const times = { startsAt: "2026-12-01T09:00:00.000Z", endsAt: "2026-12-01T10:00:00.000Z" };

  async function made(count: number) {
    const all = await looseAccount();
    const events: any[] = [];
    for (let index = 0; index < count; index++) {
      const body = { title: `Event ${index}`, ...times, syncTargets: [all.target("/cal/a/")] };
      events.push((await all.home.post("/v1/events", body)).body);
    }
    const fail = (index: number, method = "PUT", status = 500) =>
      all.there.faults.set(`/cal/a/${events[index].id}.ics`, { method, status });
    return { ...all, events, fail };
  }

  test("An event that the server fails to store does not stop other events, and is retried later", async () => {
    const all = await made(5);
    for (const index of [0, 1]) all.fail(index);
    await all.run();
    expect(all.there.texts.size).toBe(3);
    expect((await all.calendar()).failures.map(({ title, error }: any) => [title, error])).toEqual([
      ["Event 0", "failed"],
      ["Event 1", "failed"],
    ]);
    all.there.faults.clear();
    await all.run(5 * minute);
    expect(all.there.texts.size).toBe(5);
    expect((await all.calendar()).failures).toEqual([]);
  });

  test("An event that the calendar server always refuses stays in the app", async () => {
    const all = await made(3);
    all.fail(0, "PUT", 403);
    await all.run();
    await all.run();
    await all.run(8 * 24 * hour);
    expect(await titlesOf(all)).toEqual(["Event 0", "Event 1", "Event 2"]);
    expect((await all.calendar()).failures.map(({ title }: any) => title)).toEqual(["Event 0"]);
  });

  test("A run of the sync ends after the server fails on three events in a row", async () => {
    const all = await made(6);
    for (const index of [0, 1, 2]) all.fail(index);
    await all.run();
    expect(all.there.texts.size).toBe(0);
    expect((await all.calendar()).error).toBe("no_answer");
    await all.run(1_000);
    expect(all.there.texts.size).toBe(3);
    expect((await all.calendar()).error).toBeNull();
  });

  test("An event that the server fails to delete does not prevent the deletion of other events", async () => {
    const all = await made(3);
    await all.run();
    expect(all.there.texts.size).toBe(3);
    for (const { id } of all.events) await all.home.delete(`/v1/events/${id}`);
    all.fail(0, "DELETE");
    await all.run();
    expect([...all.there.texts.keys()]).toEqual([`/cal/a/${all.events[0].id}.ics`]);
    all.there.faults.clear();
    await all.run(5 * minute);
    expect(all.there.texts.size).toBe(0);
  });

  test.each([503, 504])(
    "An event for which the server always returns %i does not prevent the sending of other events",
    async (status) => {
      const all = await made(3);
      all.fail(0, "PUT", status);
      await all.run();
      await all.run(1_000);
      expect(all.there.texts.size).toBe(2);
    },
  );
});

describe("a calendar that fails", () => {
  test.each([403, 500, 503])(
    "A calendar that fails with %i does not stop the sync of the account's other calendars",
    async (status) => {
      const all = await looseAccount(["/cal/a/", "/cal/b/"]);
      all.there.faults.set("/cal/a/", { method: "PROPFIND", status });
      all.there.put("/cal/b/a.ics", text("a", "Dentist"));
      await all.run();
      expect(await titlesOf(all)).toEqual(["Dentist"]);
      expect((await all.calendar("/cal/a/")).error).not.toBeNull();
      expect(await all.calendar("/cal/b/")).toMatchObject({ state: "fresh", error: null });
    },
  );

  test("A calendar whose sync throws an unexpected error does not stop other calendars", async () => {
    const all = await looseAccount(["/cal/a/", "/cal/b/"]);
    const { calendarId } = await all.calendar("/cal/a/");
    all.home.db.$client.run("UPDATE external_calendar SET sync_state = 'Planted title' WHERE id = ?", [calendarId]);
    all.there.put("/cal/b/a.ics", text("a", "Dentist"));
    expect(await all.sync()).toMatchObject({ status: 200, body: { error: null } });
    expect(await titlesOf(all)).toEqual(["Dentist"]);
    expect((await all.calendar("/cal/a/")).error).toBe("unknown");
    const said = all.lines.join("\n");
    expect(said).toContain("sync: SyntaxError");
    expect(said).not.toContain("Planted");
  });
});
