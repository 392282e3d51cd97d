/** Agents write reminders in words. The time is Friday 27 November 2026, 10:00 in Berlin. */
import { beforeEach, describe, expect, test } from "bun:test";
import { setPassword } from "#accounts/sign-in/store.ts";
import { transact } from "#platform/db/client.ts";
import { serverInProcess } from "../../support/home/home.ts";
import { mcpHome } from "../../support/mcp/mcp.ts";

let home: Awaited<ReturnType<typeof mcpHome>>;

beforeEach(async () => {
  home = await mcpHome({ server: serverInProcess() });
  for (const { id } of [home.members.anna, home.members.ben])
    transact(home.db, () => setPassword(home.work(), id, "unusable"));
});

const allDay = { title: "Trip", starts: "2026-12-07" };
const morning = { title: "Dentist", starts: "2026-12-07T09:30" };

async function stored(input: object) {
  const { data, texts, isError } = await home.use("create_event", { members: ["Mia"], ...input });
  expect(isError ? texts : []).toEqual([]);
  const { body } = await home.get("/v1/events?from=2026-12-01T00:00:00Z&to=2026-12-31T00:00:00Z");
  const { reminderMinutes, reminderMinutesList } = body.events.at(-1);
  return { minutes: reminderMinutesList.length > 0 ? reminderMinutesList : reminderMinutes, said: data.reminders };
}

describe("a reminder in words", () => {
  test.each([
    [["60"], [60], [60]],
    [60, [60], [60]],
    [["1h"], [60], [60]],
    [["1h30"], [90], [90]],
    [["1.5 hours", "1,5 Stunden"], [90], [90]],
    ["half an hour", [30], [30]],
    [["1 Stunde vorher"], [60], [60]],
    [["1 day"], [1_440], [960]],
    [["einen Tag vorher"], [1_440], [960]],
    [["1 week before"], [10_080], [9_600]],
    [["evening before"], [930], [360]],
    [["am Abend vorher"], [930], [360]],
    [["am Vorabend"], [930], [360]],
    [["am Vortag um 19 Uhr"], [870], [300]],
    [["7pm the day before"], [870], [300]],
    ["1h, evening before", [60, 930], [60, 360]],
    ["1 Tag und 2 Stunden", [120, 1_440], [120, 960]],
    ["at due time", [0], [0]],
    [["when it starts", "pünktlich"], [0], [0]],
    ["zum Termin", [0], [0]],
    ["0 minutes", [0], [0]],
    [["none"], -1, -1],
    ["keine", -1, -1],
    [[], -1, -1],
  ])(
    "The reminders %j are stored as %j minutes at 9:30, and as %j for a whole day",
    async (reminders, timed, whole) => {
      expect((await stored({ ...morning, reminders })).minutes).toEqual(timed);
      expect((await stored({ ...allDay, starts: "2026-12-08", reminders })).minutes).toEqual(whole);
    },
  );

  test.each([
    [["soon"], "reminders[0]: must be like 60, 1h, 1 day, evening before or none", "“soon” is not one of these."],
    [["18:00"], /^reminders\[0\]: must be like/, "“18:00” is not one of these."],
    [["60", "same day 11:00"], "reminders[1]: must be before the start", "comes after it begins"],
    [["5 weeks"], "reminders[0]: must be a whole number from 0 to 40320", "50400 is too large"],
    [["1h", "none"], "reminders[1]: does not fit the others", "leave it out, or send it alone"],
  ])("The reminders %j are refused", async (reminders, message, repair) => {
    const before = home.entries().length;
    const { isError, texts } = await home.use("create_event", { ...morning, reminders });
    expect(isError).toBe(true);
    if (typeof message === "string") expect(texts[0]).toBe(message);
    else expect(texts[0]).toMatch(message);
    expect(texts[1]).toContain(repair);
    expect(home.entries().length).toBe(before);
  });
});

test("The answer of create_events says whom the reminders of a letter reach and when, after one call", async () => {
  const events = [
    { title: "Advent", starts: "2026-12-07", members: ["Mia"] },
    { title: "Concert", starts: "2026-12-11T17:00", members: ["Mia"], notes: "White shirt" },
    { title: "No school", starts: "2026-12-21", members: ["Mia"], reminders: ["none"] },
  ];
  const { data, texts } = await home.use("create_events", { events, reminders: ["evening before"] });
  expect(data.reminders.split("\n")).toEqual([
    "- Reminds Anna and Ben (for Mia): events[0] on Sun 6 Dec, 18:00; events[1] on Thu 10 Dec, 18:00.",
    "- events[2]: Nobody gets a reminder: this event has none.",
  ]);
  expect(texts[0]).toContain(data.reminders);
  const { body } = await home.get("/v1/events?from=2026-12-01T00:00:00Z&to=2026-12-31T00:00:00Z");
  expect(body.events.map((event: any) => [event.reminderMinutes, event.reminderMinutesList])).toEqual([
    [360, [360]],
    [1_380, [1_380]],
    [-1, []],
  ]);
});

test("The answer of create_events names a wrong reminder of a row and one for all in one refusal", async () => {
  const events = [{ ...allDay, reminders: ["later"] }, morning];
  const { isError, texts } = await home.use("create_events", { events, reminders: ["often"] });
  expect(isError).toBe(true);
  expect(texts.join("\n")).toMatch(/events\[0\]\.reminders\[0\]: must be like[\s\S]*reminders\[0\]: must be like/);
});

test("The answer of update_event says whom its new reminders reach and when", async () => {
  const made = await home.use("create_event", { ...allDay, members: ["Mia"], reminders: ["none"] });
  const change = async (more: object) => (await home.use("update_event", { eventId: made.data.id, ...more })).data;
  const on = "Reminds Anna and Ben (for Mia) on";
  expect((await change({ reminders: ["evening before"] })).reminders).toBe(`${on} Sun 6 Dec, 18:00.`);
  expect((await change({ starts: "2026-12-09T08:00", reminders: ["am Abend vorher", 15] })).reminders).toBe(
    `${on} Tue 8 Dec, 18:00 and Wed 9 Dec, 07:45.`,
  );
  expect((await change({ reminders: ["none"] })).reminders).toBe("Nobody gets a reminder: this event has none.");
  expect((await change({ clear: ["reminders"] })).reminders).toStartWith(
    "Nobody gets a reminder: the household has no",
  );
  expect(await change({ title: "Trip to Leipzig" })).not.toHaveProperty("reminders");
});

test("The answer of update_event says when the event's own reminders come after a move", async () => {
  const made = await home.use("create_event", { ...morning, members: ["Mia"], reminders: ["evening before"] });
  const moved = await home.use("update_event", { eventId: made.data.id, starts: "18:30" });
  expect(moved.data.reminders).toBe("Reminds Anna and Ben (for Mia) on Mon 7 Dec, 03:00.");
});
