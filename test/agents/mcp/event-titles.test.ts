/** Tools that take the title of an event instead of its id. The time is Friday 27 November 2026, 10:00 in Berlin. */
import { describe, expect, test } from "bun:test";
import { piano, storedEvents, undo } from "../../support/mcp/events.ts";
import { mcpHome, tail } from "../../support/mcp/mcp.ts";

/** Adds piano lessons, two events called “Dentist”, and yoga on Mondays. */
async function calendar() {
  const home = await mcpHome();
  const pianoId = await piano(home);
  const add = async (input: object) => (await home.use("create_event", input)).data.id as string;
  const dentists = [
    await add({ title: "Dentist", starts: "2026-12-03T08:00" }),
    await add({ title: "Dentist", starts: "2027-01-08T09:00" }),
  ];
  const yogaId = await add({ title: "Yóga in the park", starts: "2026-11-30T19:00", repeat: "weekly" });
  return { ...home, pianoId, dentists, yogaId };
}

describe("an event's title instead of its id", () => {
  test("Every tool that takes an event's id takes its title, and a change can be undone as usual", async () => {
    const home = await calendar();
    const { use, yogaId } = home;
    expect((await use("get_event", { eventId: "yoga in the park" })).data.id).toBe(yogaId);
    const one = { editScope: "this", instanceStart: "2026-12-07" };
    const moved = await use("update_event", { eventId: "yoga", ...one, starts: "20:00" });
    expect(moved.texts[0]).toContain("Mon 7 Dec 2026, 20:00–21:00");
    expect(moved.texts[0]).toContain("eventId read as “Yóga in the park”, Mon 30 Nov 19:00, repeats.");
    expect(await undo(home, moved.data.activityId)).toBe(200);
    const skip = { eventId: "piano", scope: "this", instanceStart: "2026-12-08", confirm: true };
    expect((await use("delete_event", skip)).texts[0]).toStartWith("Skipped “Piano” on Tue 8 Dec 2026, 16:00");
    const rest = { events: [{ eventId: "Piano", instanceStart: "2026-12-15" }, { eventId: "Piano" }], confirm: true };
    expect((await use("delete_events", rest)).isError).toBeUndefined();
    expect((await storedEvents(home)).filter((each) => each.startsWith("Piano"))).toEqual([]);
  });

  test("Two events with the title are asked back with their times, also for a dry run", async () => {
    const { use, dentists, entries } = await calendar();
    const before = entries().length;
    const [first, second] = dentists;
    const asked = `2 events are called “dentist”: Thu 3 Dec 08:00 (${first}), Fri 8 Jan 09:00 (${second})`;
    const one = { eventId: "dentist", confirm: true };
    expect((await use("update_event", { ...one, title: "x", confirm: undefined })).texts[0]).toBe(`eventId: ${asked}`);
    expect((await use("delete_event", one)).texts[0]).toBe(`eventId: ${asked}`);
    const many = { events: [{ eventId: "dentist" }], dryRun: true };
    expect((await use("delete_events", many)).texts[0]).toBe(`events[0].eventId: ${asked}`);
    expect(entries().length).toBe(before);
  });

  test.each([
    ["delete_event", { eventId: "yoga", scope: "all", confirm: true }, "Event not found", "did you mean “Yóga in the"],
    ["delete_event", { eventId: "pianno", confirm: true }, "Event not found", "did you mean “Piano”, Tue 1 Dec 16:00"],
    ["get_event", { eventId: "Skiing" }, "Event not found", "take an id that list_events returned"],
    ["get_event", { eventId: "abcde" }, "Event not found", "the event may be deleted"],
    [
      "delete_events",
      { events: [{ eventId: "yoga" }], confirm: true },
      "events[0].eventId: no such event: “yoga”",
      "did you mean “Yóga in the park”",
    ],
  ])("The tool %s refuses %j, because no event fits", async (tool, input, message, repair) => {
    const home = await calendar();
    const before = await storedEvents(home);
    const { isError, texts } = await home.use(tool, input);
    expect([isError, texts[0]]).toEqual([true, message]);
    expect(texts[1]).toContain(repair);
    if (!repair.includes("deleted")) expect(texts[1]).not.toContain("deleted");
    expect(await storedEvents(home)).toEqual(before);
  });

  test("A title finds no event of another household, and a key that may not read events sends ids", async () => {
    const { use, neighbour, createKey, pianoId } = await calendar();
    const other = (await neighbour()).key.key;
    await use("create_event", { title: "Secret", starts: "tomorrow 10:00" }, { key: other });
    expect((await use("get_event", { eventId: "Secret" })).texts[0]).toBe("Event not found");
    const { key } = createKey({ scopes: ["calendar.write"] });
    const change = { editScope: "all", title: "Flute" };
    const refused = await use("update_event", { eventId: "Piano", ...change }, { key });
    expect(refused.texts).toEqual([
      "Event not found",
      "Parameter eventId: send its id: this key may not read the events, so it cannot name them.",
    ]);
    expect((await use("update_event", { eventId: pianoId, ...change }, { key })).isError).toBeUndefined();
  });

  test("An unknown title is named once, beside the other errors of the call", async () => {
    const { use } = await calendar();
    const { texts } = await use("update_event", { eventId: "Skiing", members: ["Nobody"], repeat: "foo" });
    expect(texts[1].match(/^Also \S+/gm)).toEqual(["Also members[0]:", "Also repeat:"]);
    const long = await use("update_event", { eventId: "x".repeat(401), title: "y" });
    expect(long.texts[0]).toBe("eventId: must be 0 to 400 characters");
    expect(long.texts[1]).not.toContain("Also");
  });

  test("Events up to 30 days ago and 400 days ahead are found, and each series counts once", async () => {
    const { use } = await mcpHome();
    for (const [title, starts] of [
      ["Old", "2026-10-20"],
      ["Recent", "2026-11-01"],
      ["Far", "2027-12-20"],
      ["Farther", "2028-02-01"],
    ]) {
      await use("create_event", { title, starts });
    }
    const found = async (eventId: string) => (await use("get_event", { eventId })).isError !== true;
    expect(await Promise.all(["old", "recent", "far", "farther"].map(found))).toEqual([false, true, true, false]);
  });
});

test("A month, a week or a day as instanceStart means the first time in it, which is said", async () => {
  const home = await calendar();
  const { use, pianoId } = home;
  const skip = (instanceStart: string) =>
    use("delete_event", { eventId: pianoId, scope: "this", instanceStart, confirm: true });
  const [text] = (await skip("next week")).texts;
  expect(text).toStartWith("Skipped “Piano” on Tue 1 Dec 2026, 16:00");
  expect(text).toContain("instanceStart read as Tue 1 Dec 2026, 16:00.");
  expect((await skip("december")).texts[0]).toStartWith("Skipped “Piano” on Tue 8 Dec 2026, 16:00");
  const none = await skip("january");
  expect(none.texts[0]).toBe("instanceStart: “Piano” does not happen in “january”");
  expect(none.texts[1]).toContain("the series has no time after that, either");
  const moved = { eventId: pianoId, editScope: "this", instanceStart: "2026-12-15", starts: "2026-12-17T18:00" };
  await use("update_event", moved);
  const again = { ...moved, instanceStart: "17 december", starts: "19:00" };
  expect((await use("update_event", again)).texts[0]).toContain("Thu 17 Dec 2026, 19:00–20:00");
  await use("create_event", { title: "Walk", starts: "2026-11-01T07:00", repeat: "daily" });
  const walk = await use("update_event", {
    eventId: "walk",
    editScope: "this",
    instanceStart: "this month",
    title: "W",
  });
  expect(walk.texts[0]).toContain("instanceStart read as Fri 27 Nov 2026, 07:00.");
  const split = { eventId: "yoga", editScope: "this_and_future", instanceStart: "Januar", starts: "20:00" };
  const { texts, data } = await use("update_event", split);
  expect(texts[0]).toContain("Mon 4 Jan 2027, 20:00–21:00");
  expect(await undo(home, tail(data.activityId))).toBe(200);
  const many = await use("delete_events", { events: [{ eventId: pianoId, instanceStart: "december" }], confirm: true });
  expect(many.texts[0]).toBe("events[0].instanceStart: “december” is more than one day");
});
