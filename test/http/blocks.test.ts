import { describe, expect, test } from "bun:test";
import { refusal } from "../support/home/home.ts";
import { homeWithGroceries, homeWithLists } from "../support/records/lists.ts";

const unknownId = "01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42";

describe("adding a block to a list", () => {
  test("A new block is put at the end of the list, and is returned with all fields", async () => {
    const { listId, add, find, key, entries } = await homeWithGroceries();
    const { body } = await add({ type: "task", content: " Eggs " });
    expect(body).toEqual({
      ...{
        id: body.id,
        listId,
        type: "task",
        content: "Eggs",
        done: false,
        dueDate: null,
        memberId: null,
        parentId: null,
      },
      createdAt: body.createdAt,
      updatedAt: body.createdAt,
      createdBy: { kind: "api_key", id: key.id, name: "Test key", agentName: null },
      subtasks: [],
    });
    const { listId: _, ...onList } = body;
    expect((await find(listId)).blocks.at(-1)).toEqual(onList);
    expect(entries()[0]).toMatchObject({
      action: "created",
      subject: { type: "block", id: body.id, label: "Eggs" },
      summary: "added “Eggs” to “Groceries”",
    });
  });

  test("A new block can be put next to a sibling, at the top level of a list or under a task", async () => {
    const { add, milk, oat, soy, bread, dairy, tree, listId } = await homeWithGroceries();
    await add({ type: "task", content: "before", beforeBlockId: milk.id });
    await add({ type: "task", content: "after", afterBlockId: dairy.id });
    await add({ type: "task", content: "last", afterBlockId: bread.id });
    await add({ type: "task", content: "Rice", parentId: milk.id, beforeBlockId: oat.id });
    await add({ type: "task", content: "Pea", parentId: milk.id, afterBlockId: oat.id });
    await add({ type: "task", content: "Nut", parentId: milk.id, afterBlockId: soy.id });
    const milks = ["Milk", "Rice", "Oat", "Pea", "Soy", "Nut"];
    expect(await tree(listId)).toEqual(["before", milks, "Dairy", "after", "Bread", "last"]);
  });

  test.each([
    [{ type: "header", content: "Fruit" }, "Fruit", "added the heading “Fruit” to “Groceries”"],
    [{ type: "paragraph", content: "Ask\nBen" }, "Ask", "added the note “Ask” to “Groceries”"],
    [{ type: "paragraph", content: "" }, "note", "added a note to “Groceries”"],
    [{ type: "divider" }, "divider", "added a divider to “Groceries”"],
    [{ type: "task", content: "x".repeat(90) }, `${"x".repeat(79)}…`, `added “${"x".repeat(79)}…” to “Groceries”`],
  ])(
    "The activity summary of the new block %j names the type or the first line of the block",
    async (body, label, summary) => {
      const { add, entries } = await homeWithGroceries();
      expect((await add(body)).status).toBe(200);
      expect(entries()[0]).toMatchObject({ subject: { label }, summary });
    },
  );

  test("The activity summary of a new subtask names the parent task", async () => {
    const { add, milk, entries } = await homeWithGroceries();
    await add({ type: "task", content: "Rice", parentId: milk.id });
    expect(entries()[0]?.summary).toBe("added “Rice” under “Milk” on “Groceries”");
  });

  test.each([
    [{ content: "x" }, 400, "type: is required"],
    [{ type: "photo", content: "x" }, 400, "type: must be one of task, header, paragraph, divider"],
    [{ type: "task" }, 400, "content: is required"],
    [{ type: "paragraph" }, 400, "content: is required"],
    [{ type: "task", content: " " }, 400, "content: must be 1 to 2000 characters"],
    [{ type: "header", content: "" }, 400, "content: must be 1 to 2000 characters"],
    [{ type: "task", content: "x".repeat(2001) }, 400, "content: must be at most 2000 characters"],
    [{ type: "task", content: "x", done: true }, 400, "done: unknown field"],
    [{ type: "divider", content: "x" }, 422, "content: must be omitted for a divider"],
    [{ type: "task", content: "x", parentId: unknownId }, 422, "parentId: no such block"],
    [{ type: "task", content: "x", parentId: "OAT" }, 422, "parentId: must be a task at the top of its list"],
    [{ type: "task", content: "x", parentId: "DAIRY" }, 422, "parentId: must be a task at the top of its list"],
    [{ type: "header", content: "x", parentId: "MILK" }, 422, "type: must be task for a subtask"],
    [{ type: "task", content: "x", afterBlockId: unknownId }, 422, "afterBlockId: no such block"],
    [{ type: "task", content: "x", afterBlockId: "OAT" }, 422, "afterBlockId: must be a block at the same level"],
    [
      { type: "task", content: "x", parentId: "MILK", beforeBlockId: "BREAD" },
      422,
      "beforeBlockId: must be a block at the same level",
    ],
    [
      { type: "task", content: "x", afterBlockId: "MILK", beforeBlockId: "BREAD" },
      422,
      "afterBlockId: must not be combined with beforeBlockId",
    ],
  ])("A new block of a list is refused with %j", async (body, status, error) => {
    const { add, milk, oat, dairy, bread, entries, tree, listId } = await homeWithGroceries();
    const ids: Record<string, string> = { MILK: milk.id, OAT: oat.id, DAIRY: dairy.id, BREAD: bread.id };
    const sent = Object.fromEntries(Object.entries(body).map(([key, value]) => [key, ids[value as string] ?? value]));
    const before = [entries().length, await tree(listId)];
    expect((await add(sent)).body).toEqual(refusal(status, error));
    expect([entries().length, await tree(listId)]).toEqual(before);
  });
});

describe("changing a block of a list", () => {
  test("Ticking or unticking a task of a list does not change the subtasks", async () => {
    const { change, milk, entries } = await homeWithGroceries();
    const { body } = await change(milk, { done: true });
    expect(body).toMatchObject({ id: milk.id, done: true, subtasks: [{ done: false }, { done: false }] });
    expect(entries()[0]).toMatchObject({
      action: "completed",
      summary: "ticked off “Milk” on “Groceries”",
      changes: { done: { from: false, to: true } },
    });
    await change(milk, { done: false });
    expect(entries()[0]).toMatchObject({ action: "reopened", summary: "unticked “Milk” on “Groceries”" });
  });

  test.each([
    [{ content: "Oat milk" }, "changed “Milk” to “Oat milk” on “Groceries”"],
    [{ dueDate: "2031-11-28T23:30:00Z" }, "made “Milk” on “Groceries” due on Sat 29 Nov 2031 at 00:30"],
    [{ memberId: "BEN" }, "gave “Milk” on “Groceries” to Ben"],
    [{ memberId: "BEN", content: "Oat milk" }, "changed the text and assignee of “Milk” on “Groceries”"],
  ])("A change of a task of a list accepts %j", async (patch, summary) => {
    const { change, milk, members, entries } = await homeWithGroceries();
    const sent = "memberId" in patch ? { ...patch, memberId: members.ben.id } : patch;
    const expected = "dueDate" in patch ? { dueDate: "2031-11-28T23:30:00.000Z" } : sent;
    const { body } = await change(milk, sent);
    expect(body).toMatchObject(expected);
    expect(entries()[0]).toMatchObject({ action: "updated", summary });
    const { length } = entries();
    for (const same of [sent, {}]) expect((await change(milk, same)).body).toEqual(body);
    expect(entries().length).toBe(length);
  });

  test("A change of a task of a list can remove the due date and the assignee", async () => {
    const { change, milk, members, entries } = await homeWithGroceries();
    await change(milk, { dueDate: "2026-12-01T10:00:00Z", memberId: members.ben.id });
    expect((await change(milk, { dueDate: null })).body.dueDate).toBeNull();
    expect(entries()[0]?.summary).toBe("took the due date off “Milk” on “Groceries”");
    expect((await change(milk, { memberId: null })).body.memberId).toBeNull();
    expect(entries()[0]?.summary).toBe("made “Milk” on “Groceries” nobody's");
  });

  test("A change of a list's block cannot empty a task's text, or set a field of tasks on another type", async () => {
    const { change, add, milk, dairy, entries } = await homeWithGroceries();
    const divider = (await add({ type: "divider" })).body;
    const note = (await add({ type: "paragraph", content: "x" })).body;
    const { length } = entries();
    expect((await change(dairy, { done: true })).body).toEqual(refusal(422, "done: only tasks can be done"));
    expect((await change(note, { dueDate: null })).body).toEqual(
      refusal(422, "dueDate: only tasks can have a due date"),
    );
    expect((await change(dairy, { memberId: null })).body).toEqual(
      refusal(422, "memberId: only tasks can have an assignee"),
    );
    expect((await change(divider, { content: "x" })).body).toEqual(
      refusal(422, "content: must be omitted for a divider"),
    );
    expect((await change(milk, { content: " " })).body).toEqual(refusal(400, "content: must be 1 to 2000 characters"));
    expect((await change(milk, { memberId: unknownId })).body).toEqual(refusal(422, "memberId: no such member"));
    expect((await change(milk, { type: "header" })).body).toEqual(refusal(400, "type: unknown field"));
    expect((await change({ id: unknownId }, { done: true })).body).toEqual(refusal(404, "Block not found"));
    expect(entries().length).toBe(length);
    expect((await change(note, { content: "" })).status).toBe(200);
  });

  test("A change of a block is refused if the address names another list than the block's own", async () => {
    const { list, patch, milk } = await homeWithGroceries();
    const other = await list("Drugstore");
    const { body } = await patch(`/v1/lists/${other.id}/blocks/${milk.id}`, { done: true });
    expect(body).toEqual(refusal(404, "Block not found"));
  });
});

test("A child can tick unassigned tasks and the child's own tasks, but no tasks of other members", async () => {
  const { list, block, mia, members, patch } = await homeWithLists();
  const { id } = await list("Chores");
  const tick = async (memberId: string | null) => {
    const task = await block(id, "Sweep");
    await patch(`/v1/lists/${id}/blocks/${task.id}`, { memberId });
    return (await mia.patch(`/v1/lists/${id}/blocks/${task.id}`, { done: true })).body;
  };
  expect(await tick(members.ben.id)).toEqual(refusal(403, "Only an owner or adult can do this"));
  expect((await tick(members.mia.id)).done).toBe(true);
  expect((await tick(null)).done).toBe(true);
});

describe("the activity summary of a change of a block", () => {
  test.each([
    ["paragraph", { content: "Ferry\nat ten" }, "changed the text of the note “Ferry” on “Groceries”"],
    ["paragraph", { content: "" }, "emptied the note “Ferry” on “Groceries”"],
    ["task", { done: true, content: "Oats" }, "ticked off “Oats” on “Groceries”, and changed its text"],
    ["task", { dueDate: "2031-11-28T10:30:00Z" }, "made “Ferry” on “Groceries” due on Fri 28 Nov 2031 at 11:30"],
    ["task", { dueDate: "2031-11-27T23:00:00Z" }, "made “Ferry” on “Groceries” due on Fri 28 Nov 2031"],
  ])(
    "The activity summary of a change to a block of the type “%s” describes the change %j",
    async (type, patch, summary) => {
      const { list, block, ...home } = await homeWithLists();
      const { id } = await list("Groceries");
      const made = await block(id, "Ferry\nat nine", { type });
      await home.patch(`/v1/lists/${id}/blocks/${made.id}`, patch);
      expect(home.entries()[0]?.summary).toBe(summary);
    },
  );
});
