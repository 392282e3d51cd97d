/** Tests that reading one task, list, recipe or check-in returns the same as its list, to the same callers. */
import { describe, expect, test } from "bun:test";
import { refusal } from "../support/home/home.ts";
import { homeWithCheckIns, tablet } from "../support/records/check-ins.ts";
import { homeWithLists } from "../support/records/lists.ts";
import { homeWithMeals } from "../support/records/meals.ts";
import { homeWithTasks } from "../support/records/tasks.ts";

const unknownId = "01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42";

describe("a task that is read by id", () => {
  test("A task that is read by id is the same as in the list of tasks", async () => {
    const home = await homeWithTasks();
    const { add, get, as } = home;
    const task = await add("Water the plants", "2026-12-01");
    await home.patch(`/v1/tasks/${task.id}`, { completedAt: "2026-05-01T08:00:00Z" });
    const [listed] = (await get("/v1/tasks")).body.tasks;
    const callers = [home, as(home.members.ben), as(home.members.mia), await tablet(home)];
    for (const caller of callers) expect((await caller.get(`/v1/tasks/${task.id}`)).body).toEqual(listed);
    expect(listed).toMatchObject({ id: task.id, dueDate: "2026-12-01", completedAt: "2026-05-01T08:00:00.000Z" });
    await home.delete(`/v1/tasks/${task.id}`);
    expect((await get(`/v1/tasks/${task.id}`)).body).toEqual(refusal(404, "Task not found"));
  });
});

describe("a list that is read by id", () => {
  test("A list that is read by id has the items in display order", async () => {
    const { list, block, find, get, patch } = await homeWithLists();
    const { id } = await list("Groceries");
    await block((await list("Other")).id, "Elsewhere");
    const milk = await block(id, "Milk");
    await block(id, "Oat", { parentId: milk.id });
    const bread = await block(id, "Bread");
    await block(id, "Dairy", { type: "header", beforeBlockId: milk.id });
    await patch(`/v1/lists/${id}/blocks/${bread.id}`, { done: true });
    const { body } = await get(`/v1/lists/${id}`);
    expect(body).toEqual(await find(id));
    expect(body.remainingCount).toBe(2);
    expect(body.blocks.map(({ content }: any) => content)).toEqual(["Dairy", "Milk", "Bread"]);
    expect(body.blocks[1].subtasks.map(({ content }: any) => content)).toEqual(["Oat"]);
  });

  test("A list that is read by id has no items if the list is empty", async () => {
    const { list, find, get } = await homeWithLists();
    const { id } = await list("Empty");
    expect((await get(`/v1/lists/${id}`)).body).toEqual({ ...(await find(id)), blocks: [], remainingCount: 0 });
  });

  test("A personal list can be read by id only by the owner, and a shared list by every member", async () => {
    const home = await homeWithLists();
    const { anna, ben, mia, members, createKey, list, block } = home;
    const secret = await list("Gift ideas", { visibility: "personal" }, anna);
    await block(secret.id, "Bicycle", {}, anna);
    const path = `/v1/lists/${secret.id}`;
    const keyOf = (memberId: string | null) => ({ key: createKey({ memberId }).key });
    const device = await tablet(home);
    const hidden = [
      await ben.get(path),
      await mia.get(path),
      await device.get(path),
      await home.get(path, keyOf(members.ben.id)),
      await home.get(path, keyOf(null)),
      await anna.get(`/v1/lists/${unknownId}`),
    ];
    for (const { body } of hidden) expect(body).toEqual(refusal(404, "List not found"));
    for (const { body } of [await anna.get(path), await home.get(path, keyOf(members.anna.id))]) {
      expect(body.blocks[0].content).toBe("Bicycle");
    }
    const shared = await list("Groceries", {}, anna);
    for (const caller of [ben, mia, device]) {
      expect((await caller.get(`/v1/lists/${shared.id}`)).body.name).toBe("Groceries");
    }
  });

  test.each([
    ["sections", "POST"],
    ["reorder", "PATCH"],
  ])("The path of a single list refuses a GET request with the word “%s” as the id", async (word, allowed) => {
    const { get } = await homeWithLists();
    const { status, headers } = await get(`/v1/lists/${word}`);
    expect([status, headers.get("Allow")]).toEqual([405, allowed]);
  });
});

describe("a recipe that is read by id", () => {
  test("A recipe can be read by id, even if the recipe is archived", async () => {
    const { recipe, get, delete: remove, patch, as, members } = await homeWithMeals();
    const made = await recipe("Lasagne", ["Tomatoes"], { prepMinutes: 75 });
    const path = `/v1/recipes/${made.id}`;
    const [listed] = (await get("/v1/recipes")).body.recipes;
    for (const caller of [{ get }, as(members.mia)]) expect((await caller.get(path)).body).toEqual(listed);
    await remove(path);
    const { body } = await get(path);
    expect(body).toEqual({ ...made, archivedAt: expect.any(String), updatedAt: body.archivedAt });
    expect((await patch(path, {})).body).toEqual(refusal(404, "Recipe not found"));
  });
});

describe("a check-in that is read by id", () => {
  test("A check-in that is read by id is the same as in the caller's list", async () => {
    const home = await homeWithCheckIns();
    const checkIn = await home.add();
    expect((await home.answer(checkIn, { note: "We won" })).status).toBe(200);
    const device = await tablet(home);
    for (const caller of [home, home.asAnna, home.asBen, home.asMia, home.asGus, device]) {
      const [listed] = (await caller.get("/v1/check-ins")).body.checkIns;
      expect((await caller.get(`/v1/check-ins/${checkIn.id}`)).body).toEqual(listed);
    }
    const faceOf = async (caller: Pick<typeof home, "get">) =>
      (await caller.get(`/v1/check-ins/${checkIn.id}`)).body.today[0].answer.face;
    expect(await faceOf(home.asAnna)).toBeObject();
    expect(await faceOf(home)).toBeUndefined();
  });

  test("A child cannot read a check-in by id if the check-in does not ask the child", async () => {
    const { add, anna, asMia, asAnna, get } = await homeWithCheckIns();
    const { id } = await add({ assigneeIds: [anna.id] });
    const path = `/v1/check-ins/${id}`;
    const gone = refusal(404, "Check-in not found");
    expect((await asMia.get(path)).body).toEqual(gone);
    expect((await get(path)).body.id).toBe(id);
    await asAnna.delete(path);
    expect((await asAnna.get(path)).body).toEqual(gone);
  });
});
