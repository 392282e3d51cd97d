/** Several tasks in one call: all or none, with one entry, one undo and one token of the rate limit. */
import { describe, expect, test } from "bun:test";
import { undo } from "../../support/home/undo.ts";
import { nobody } from "../../support/mcp/lists.ts";
import { mcpHome, tail, whole } from "../../support/mcp/mcp.ts";

type Home = Awaited<ReturnType<typeof mcpHome>>;

const three = [
  { label: "Bins", member: "Anna", due: "tomorrow" },
  { label: "Tyres", member: "ben" },
  { label: "Plants", member: "Mia", due: "2031-05-01" },
];
const stored = async ({ get }: Home) => (await get("/v1/tasks")).body.tasks;
const labels = async (home: Home) => (await stored(home)).map(({ label }: any) => label);

async function withTasks() {
  const home = await mcpHome();
  const { data } = await home.use("create_tasks", { tasks: three });
  return { ...home, ids: data.tasks.map(({ id }: any) => id) as string[] };
}

describe("create_tasks", () => {
  test("The tool create_tasks adds all tasks with one activity entry", async () => {
    const home = await mcpHome();
    const before = home.entries().length;
    const { texts, data } = await home.use("create_tasks", { tasks: three });
    const [entry] = home.entries();
    expect(home.entries().length).toBe(before + 1);
    expect(entry).toMatchObject({ action: "created", summary: "added 3 tasks: “Bins”, “Tyres” and “Plants”" });
    expect(texts[0].split("\n")).toEqual([
      `Added: 3 tasks · activityId ${tail(entry?.id)}`,
      `- “Bins” · Anna · due Sat 28 Nov 2026 · open · id ${data.tasks[0].id}`,
      `- “Tyres” · Ben · no due date · open · id ${data.tasks[1].id}`,
      `- “Plants” · Mia · due Thu 1 May 2031 · open · id ${data.tasks[2].id}`,
    ]);
    expect(data.activityId).toBe(tail(entry?.id));
    expect((await undo(home)).body.restored).toEqual([]);
    expect(await labels(home)).toEqual([]);
    expect((await undo(home)).body.restored.length).toBe(3);
    expect((await labels(home)).toSorted()).toEqual(["Bins", "Plants", "Tyres"]);
  });

  test("The tool create_tasks says which tasks are due in the past", async () => {
    const { use } = await mcpHome();
    const tasks = ["2025-11-27", "yesterday", "today"].map((due) => ({ label: "x", member: "Anna", due }));
    const { texts } = await use("create_tasks", { tasks });
    expect(texts[0]).toContain("\ntasks[0].due: That is a year ago.\n");
    expect(texts[0]).toContain("\ntasks[1].due: That was yesterday.");
    expect(texts[0]).not.toContain("tasks[2]");
  });

  test("The tool create_tasks adds tasks only once for one idempotency key, also in simultaneous calls", async () => {
    const home = await mcpHome();
    const input = { tasks: three, idempotencyKey: "once" };
    const answers = await Promise.all([home.use("create_tasks", input), home.use("create_tasks", input)]);
    expect(answers.some(({ isError }) => !isError)).toBe(true);
    expect((await labels(home)).length).toBe(3);
    const again = await home.use("create_tasks", input);
    expect(again.texts[0]).toStartWith("Added before, as then: 3 tasks · activityId ");
    expect((await labels(home)).length).toBe(3);
  });

  test.each([
    [[...three, { label: "x", member: "Zoe" }], "tasks[3].member: no such member: “Zoe”", "“Anna”, “Ben”, “Mia”"],
    [[...three, { label: "", member: "Anna" }], "operations[3].label: must be 1 to 300 characters", "tasks[3].label"],
    [
      [...three, { label: "x".repeat(301), member: "Anna" }],
      "operations[3].label: must be 1 to 300 characters",
      "tasks[3].label",
    ],
    [
      [...three, { label: "x", member: nobody }],
      "operations[3].memberId: no such member",
      "Parameter tasks[3].member:",
    ],
    [[...three, { label: "x", member: "Anna", due: "2026-02-30" }], /^tasks\[3\]\.due: must be a date/, "tasks[3].due"],
    [[], "tasks: must be a list of 1 to 30 items", "at least 1"],
    [Array(31).fill(three[0]), "tasks: must be a list of 1 to 30 items", "30"],
  ] as const)("The tool create_tasks adds no task if a single task is invalid: %j", async (tasks, text, repair) => {
    const home = await mcpHome();
    const before = home.entries().length;
    const { isError, texts } = await home.use("create_tasks", { tasks });
    expect(isError).toBe(true);
    if (typeof text === "string") expect(texts[0]).toBe(text);
    else expect(texts[0]).toMatch(text);
    expect(texts[1]).toContain(repair);
    expect([await labels(home), home.entries().length]).toEqual([[], before]);
  });

  test("The tool create_tasks accepts thirty tasks with labels of 300 characters", async () => {
    const home = await mcpHome();
    const tasks = Array(30).fill({ label: "x".repeat(300), member: "Anna" });
    expect((await home.use("create_tasks", { tasks })).data.tasks.length).toBe(30);
  });
});

describe("update_tasks", () => {
  test("The tool update_tasks changes and completes tasks with one activity entry", async () => {
    const home = await withTasks();
    const { ids, clock } = home;
    const was = JSON.stringify(await stored(home)).replace(/"updatedAt":"[^"]*"/g, "");
    const first = await home.use("update_tasks", { tasks: [{ taskId: ids[0], completed: true }] });
    expect(first.texts[0]).toMatch(/^Saved: “Bins” .* · done · id \S+ · activityId \S+$/);
    const [{ completedAt }] = (await stored(home)).filter(({ label }: any) => label === "Bins");
    clock.advance(60_000);
    const before = home.entries().length;
    const { texts, data } = await home.use("update_tasks", {
      tasks: [
        { taskId: ids[0], completed: true },
        { taskId: ids[1], label: "Winter tyres", due: "monday" },
        { taskId: ids[2], clear: ["due"], member: "Anna" },
        { taskId: ids[2], completed: true },
      ],
    });
    expect(texts[0].split("\n")[0]).toBe(`Saved: 3 tasks · activityId ${data.activityId}`);
    expect(data.tasks).toMatchObject([
      { id: ids[0], completed: true },
      { id: ids[1], label: "Winter tyres", due: "2026-11-30", completed: false },
      { id: ids[2], member: "Anna", completed: true },
    ]);
    expect(home.entries().length).toBe(before + 1);
    expect(home.entries()[0]?.summary).toBe("changed 2 tasks: “Winter tyres” and “Plants”");
    expect((await stored(home)).find(({ label }: any) => label === "Bins").completedAt).toBe(completedAt);
    expect((await undo(home)).status).toBe(200);
    expect((await undo(home, whole(home.entries(), first.data.activityId))).status).toBe(200);
    expect(JSON.stringify(await stored(home)).replace(/"updatedAt":"[^"]*"/g, "")).toBe(was);
  });

  test("The activity entry of update_tasks says what happened to all tasks", async () => {
    const home = await withTasks();
    const all = (more: object) => home.use("update_tasks", { tasks: home.ids.map((taskId) => ({ taskId, ...more })) });
    await all({ completed: true });
    expect(home.entries()[0]).toMatchObject({
      ...{ action: "completed", summary: expect.stringMatching(/^completed 3 tasks: “/) },
    });
    const before = home.entries().length;
    expect((await all({ completed: true })).texts[0]).toStartWith("Nothing to change: 3 tasks\n- “");
    expect(home.entries().length).toBe(before);
    await all({ completed: false });
    expect(home.entries()[0]).toMatchObject({ action: "reopened" });
  });

  test("The tool update_tasks changes nothing if a task is unknown or fields contradict each other", async () => {
    const home = await withTasks();
    const other = await home.neighbour();
    const anna = (await other.get("/v1/households/me/members")).body.members[0].id;
    const theirs = (await other.post("/v1/tasks", { label: "Theirs", memberId: anna })).body.id;
    const was = JSON.stringify(await stored(home));
    for (const [more, text] of [
      [{ taskId: nobody, completed: true }, "operations[1].taskId: no such task"],
      [{ taskId: theirs, completed: true }, "operations[1].taskId: no such task"],
      [{ taskId: tail(theirs), completed: true }, "tasks[1].taskId: no such task"],
      [{ taskId: home.ids[1], due: "today", clear: ["due"] }, /^tasks\[1\]\.clear: must not contain due/],
      [{ taskId: home.ids[1], label: "x".repeat(301) }, "operations[1].label: must be 1 to 300 characters"],
    ] as const) {
      const tasks = [{ taskId: home.ids[0], label: "Changed" }, more];
      const { isError, texts } = await home.use("update_tasks", { tasks });
      expect(isError).toBe(true);
      if (typeof text === "string") expect(texts[0]).toBe(text);
      else expect(texts[0]).toMatch(text);
    }
    expect(JSON.stringify(await stored(home))).toBe(was);
  });
});

describe("delete_tasks", () => {
  test("The tool delete_tasks deletes all tasks after one confirmation", async () => {
    const home = await withTasks();
    const input = { taskIds: [home.ids[0], home.ids[1], home.ids[0]] };
    const refused = await home.use("delete_tasks", input);
    expect(refused.texts[0]).toBe("confirm: must be true to delete 2 tasks: “Bins”, “Tyres”");
    const { texts, data } = await home.use("delete_tasks", { ...input, confirm: true });
    expect(texts[0]).toBe(`Deleted 2 tasks: “Bins”, “Tyres” · activityId ${data.activityId}`);
    expect(data.deleted).toEqual(home.ids.slice(0, 2));
    expect(await labels(home)).toEqual(["Plants"]);
    expect(home.entries()[0]).toMatchObject({ action: "deleted", summary: "deleted 2 tasks: “Bins” and “Tyres”" });
    expect((await undo(home)).status).toBe(200);
    expect((await labels(home)).length).toBe(3);
  });

  test("The tool delete_tasks needs the write scope, but not the read scope", async () => {
    const home = await withTasks();
    const writer = home.createKey({ scopes: ["tasks.write"] }).key;
    const reader = home.createKey({ scopes: ["tasks.read"] }).key;
    const input = { taskIds: home.ids, confirm: true };
    expect((await home.use("delete_tasks", input, { key: reader })).texts[0]).toBe("Missing scope: tasks.write");
    expect((await home.use("delete_tasks", { taskIds: [home.ids[0], nobody], confirm: true })).texts).toEqual([
      "operations[1].taskId: no such task",
      "Parameter taskIds[1]: take an id that list_tasks returned; the task may be deleted. Nothing was changed.",
    ]);
    expect((await home.use("delete_tasks", input, { key: writer })).isError).toBeUndefined();
    expect(await labels(home)).toEqual([]);
  });

  test("The tool delete_tasks asks the person about more than ten tasks, even if confirm is true", async () => {
    const home = await mcpHome();
    const canAsk = { meta: { "io.modelcontextprotocol/clientCapabilities": { elicitation: {} } } };
    const { data } = await home.use("create_tasks", { tasks: Array(11).fill(three[1]) });
    const taskIds = data.tasks.map(({ id }: any) => id);
    const asked = await home.use("delete_tasks", { taskIds, confirm: true }, canAsk);
    expect(asked.resultType).toBe("input_required");
    expect(
      (await home.use("delete_tasks", { taskIds: taskIds.slice(1), confirm: true }, canAsk)).isError,
    ).toBeUndefined();
  });
});
