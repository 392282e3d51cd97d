/** Tasks' times, notes, priority and reminders. The time is Friday 27 November 2026, 10:00 in Berlin. */
import { beforeEach, describe, expect, test } from "bun:test";
import { setPassword } from "#accounts/sign-in/store.ts";
import { transact } from "#platform/db/client.ts";
import { serverInProcess } from "../../support/home/home.ts";
import { undo } from "../../support/home/undo.ts";
import { mcpHome } from "../../support/mcp/mcp.ts";

let home: Awaited<ReturnType<typeof mcpHome>>;

beforeEach(async () => {
  home = await mcpHome({ server: serverInProcess() });
  for (const { id } of [home.members.anna, home.members.ben])
    transact(home.db, () => setPassword(home.work(), id, "unusable"));
});

const full = {
  label: "Tyres",
  member: "Anna",
  due: "2026-12-04",
  dueTime: "17:30",
  notes: "The blue ones",
  priority: true,
  reminders: ["1h", "am Abend vorher"],
};
const storedTask = async () => (await home.get("/v1/tasks")).body.tasks[0];

test("The tool create_tasks saves all details in one entry, and the reads show them", async () => {
  const before = home.entries().length;
  const { texts, data } = await home.use("create_tasks", { tasks: [full] });
  expect(home.entries().length).toBe(before + 1);
  expect(await storedTask()).toMatchObject({
    ...{ dueDate: "2026-12-04", dueTime: "17:30", notes: "The blue ones", isPriority: true },
    reminderMinutesList: [60, 1_410],
  });
  const details =
    "“Tyres” · Anna · due Fri 4 Dec 2026, 17:30 · priority · notes “The blue ones” · reminders 1 h before and 1410 min before · open";
  expect(texts[0].split("\n")).toEqual([
    `Added: ${details} · id ${data.tasks[0].id} · activityId ${data.activityId}`,
    "Reminds Anna on Thu 3 Dec, 18:00 and Fri 4 Dec, 16:30.",
  ]);
  const listed = await home.use("list_tasks");
  expect(listed.texts[0]).toContain(details);
  expect(listed.data.tasks[0]).toMatchObject({ due: "2026-12-04T17:30", notes: "“The blue ones”", priority: true });
  const agenda = await home.use("get_agenda", { from: "2026-12-04", days: 1 });
  expect(agenda.texts[0]).toContain(details);
  expect((await undo(home)).body.restored).toEqual([]);
  expect(await storedTask()).toBeUndefined();
});

describe("update_tasks", () => {
  const change = async (more: object) => {
    const made = await home.use("create_tasks", { tasks: [full] });
    return home.use("update_tasks", { tasks: [{ taskId: made.data.tasks[0].id, ...more }] });
  };

  test.each([
    [{ due: "2026-12-07" }, { dueDate: "2026-12-07", dueTime: "17:30", reminderMinutesList: [60, 1_410] }],
    [{ due: "2026-12-07T08:00" }, { dueDate: "2026-12-07", dueTime: "08:00" }],
    [
      { dueTime: "7pm", reminders: ["evening before"] },
      { dueTime: "19:00", reminderMinutesList: [1_500] },
    ],
    [
      { clear: ["dueTime"], reminders: ["evening before"] },
      { dueTime: null, reminderMinutesList: [360] },
    ],
    [{ clear: ["due", "reminders"] }, { dueDate: null, dueTime: null, reminderMinutesList: null }],
    [
      { clear: ["notes"], priority: false },
      { notes: null, isPriority: false },
    ],
    [{ reminders: "none" }, { reminderMinutesList: [] }],
  ])("The change %j saves %j", async (more, expected) => {
    expect((await change(more)).isError).toBeFalsy();
    expect(await storedTask()).toMatchObject(expected);
  });

  test.each([
    [{ due: "2026-12-07 08:00", dueTime: "09:00" }, "tasks[0].dueTime: differs from the time in due", "due says 08:00"],
    [{ dueTime: "late" }, "tasks[0].dueTime: must be a time of the day, such as 18:00", "tasks[0].dueTime"],
    [{ reminders: ["often"] }, /^tasks\[0\]\.reminders\[0\]: must be like/, "“often” is not one of these"],
    [{ clear: ["due"], reminders: ["1h"] }, "tasks[0].reminders: needs due", "send due too"],
    [{ clear: ["due"], dueTime: "18:00" }, "operations[0].dueTime: needs a dueDate", "tasks[0].dueTime"],
    [{ notes: "More", clear: ["notes"] }, /^tasks\[0\]\.clear: must not contain notes/, "leave notes out"],
  ])("The change %j is refused and changes nothing", async (more, message, repair) => {
    const { isError, texts } = await change(more);
    expect(isError).toBe(true);
    if (typeof message === "string") expect(texts[0]).toBe(message);
    else expect(texts[0]).toMatch(message);
    expect(texts[1]).toContain(repair);
    expect(await storedTask()).toMatchObject({ dueDate: "2026-12-04", dueTime: "17:30", notes: "The blue ones" });
  });

  test("The tool create_tasks names the adults who get a child's reminder, also for a key that may only write", async () => {
    const { key } = home.createKey({ scopes: ["tasks.write"] });
    const tasks = [{ label: "Bag", member: home.members.mia.id, due: "2026-12-07", reminders: ["evening before"] }];
    const { texts, data } = await home.use("create_tasks", { tasks }, { key });
    expect(texts[0]).toEndWith("\nReminds Anna and Ben (for Mia) on Sun 6 Dec, 18:00.");
    const [{ id }] = data.tasks;
    const later = await home.use("update_tasks", { tasks: [{ taskId: id, reminders: ["1 day"] }] }, { key });
    expect(later.texts[0]).toEndWith("\nReminds Anna and Ben (for Mia) on Sun 6 Dec, 08:00.");
  });
});
