/** A refused undo names what stands in the way, by whom and when, as far as the caller may know it. */
import { describe, expect, spyOn, test } from "bun:test";
import { household, refusal } from "../support/home/home.ts";
import { newest, undo } from "../support/home/undo.ts";
import { homeWithGroceries } from "../support/records/lists.ts";

const unnamed = refusal(422, "This was changed since, so it can't be undone");
const detailsOf = (headers: Headers) => {
  const details = headers.get("X-Error-Details");
  return details === null ? null : JSON.parse(decodeURIComponent(details));
};

describe("a refused undo", () => {
  test("A refused undo names the later change of the same record in the error message and in a header", async () => {
    const home = await homeWithGroceries();
    await home.change(home.milk, { content: "Oat milk" });
    const renamed = newest(home);
    await home.ben.patch(`${home.at}/${home.milk.id}`, { done: true });
    await home.change(home.bread, { done: true });
    const { status, body, headers } = await undo(home, renamed);
    expect(status).toBe(422);
    expect(body).toEqual(refusal(422, "“Oat milk” was changed by Ben on Fri 27 Nov at 10:00, so this can't be undone"));
    expect(headers.get("X-Error-Code")).toBe("changed_since");
    const [, ticked] = home.entries();
    expect(detailsOf(headers)).toEqual({
      activityId: ticked?.id,
      label: "Oat milk",
      by: { kind: "member", name: "Ben" },
      at: "2026-11-27T09:00:00.000Z",
      date: "2026-11-27",
      time: "10:00",
      isDeleted: false,
    });
  });

  test("A refused undo can name a deletion, a batch of changes or a new item of the list as the reason", async () => {
    const home = await homeWithGroceries();
    await home.change(home.bread, { content: "Rye" });
    const renamed = newest(home);
    const operations = [{ op: "update", blockId: home.bread.id, done: true }];
    expect((await home.post(`${home.at}/batch`, { operations })).status).toBe(200);
    expect((await undo(home, renamed)).body.error).toStartWith("“Groceries” was changed by Test key on Fri 27 Nov at");
    await home.ben.delete(`${home.at}/${home.bread.id}`);
    expect((await undo(home, renamed)).body.error).toStartWith("“Rye” was deleted by Ben on Fri 27 Nov at 10:00");
    const { body: list } = await home.post("/v1/lists", { name: "Movies", sectionId: home.section.id });
    const made = newest(home);
    await home.ben.post(`/v1/lists/${list.id}/blocks`, { type: "task", content: "Heidi" });
    expect((await undo(home, made)).body.error).toStartWith("“Heidi” was changed by Ben on Fri 27 Nov at 10:00");
  });

  test("A refused undo names a later change of the record, even if 200 other changes followed", async () => {
    const home = await homeWithGroceries();
    await home.change(home.milk, { content: "Oat milk" });
    const renamed = newest(home);
    await home.ben.patch(`${home.at}/${home.milk.id}`, { done: true });
    const { id } = (await home.post("/v1/tasks", { label: "Water", memberId: home.members.ben.id })).body;
    for (let count = 0; count < 210; count++) await home.patch(`/v1/tasks/${id}`, { label: `Water ${count}` });
    expect((await undo(home, renamed)).body.error).toStartWith("“Oat milk” was changed by Ben on Fri 27 Nov");
  });

  test("A refused undo reads at most 1 MB of stored changes to find the reason", async () => {
    const home = await homeWithGroceries();
    const { body: list } = await home.post("/v1/lists", { name: "Movies", sectionId: home.section.id });
    const made = newest(home);
    const operations = Array.from({ length: 50 }, (_, index) => ({ op: "create", type: "task", content: `${index}` }));
    await home.post(`/v1/lists/${list.id}/blocks/batch`, { operations });
    const { id } = (await home.post("/v1/tasks", { label: "Water", memberId: home.members.ben.id })).body;
    for (let count = 0; count < 40; count++) await home.patch(`/v1/tasks/${id}`, { label: `Water ${count}` });
    const filler = `"id":"${"x".repeat(36)}" `.repeat(1_300);
    home.db.$client.run("UPDATE activity SET before = ? WHERE subject_id = ?", [filler, id]);
    const read = spyOn(String.prototype, "matchAll");
    try {
      expect((await undo(home, made)).body.error).toStartWith("“Movies” was changed by Test key on Fri 27 Nov");
      const scanned = read.mock.contexts.filter((text) => String(text) === filler);
      expect(scanned.length).toBeWithin(1, 1_000_000 / filler.length);
    } finally {
      read.mockRestore();
    }
  });

  test("A deleted meal comes back into the free slot, and a refused undo names a meal that took its place", async () => {
    const home = await household();
    const plan = async (name: string, slot: number) => {
      const { body: recipe } = await home.post("/v1/recipes", { name });
      const meal = { date: "2026-11-27", mealType: "dinner", recipeId: recipe.id, slot };
      return (await home.as(home.members.ben).post("/v1/meals", meal)).body.id;
    };
    const pizza = await plan("Pizza", 0);
    await home.delete(`/v1/meals/${pizza}`);
    const deleted = newest(home);
    await plan("Soup", 0);
    expect((await undo(home, deleted)).status).toBe(200);
    const { meals } = (await home.get("/v1/meals?weekStart=2026-11-27")).body;
    expect(meals.map(({ recipe, slot }: any) => [recipe.name, slot])).toEqual([
      ["Soup", 0],
      ["Pizza", 1],
    ]);
    await home.delete(`/v1/meals/${pizza}`);
    const again = newest(home);
    await plan("Rice", 1);
    expect((await undo(home, again)).body.error).toStartWith("“Rice” was changed by Ben on Fri 27 Nov at 10:00");
  });

  test("A refused undo ignores later changes that were undone, and names the latest remaining change", async () => {
    const home = await household();
    const { body: task } = await home.post("/v1/tasks", { label: "Tyre", memberId: home.members.ben.id });
    const edit = async (by: string, patch: object) => home.as(by as never).patch(`/v1/tasks/${task.id}`, patch);
    await edit(home.members.anna as never, { label: "Wheel" });
    const renamed = newest(home);
    await edit(home.members.ben as never, { dueDate: "2026-12-01" });
    await edit(home.members.anna as never, { dueDate: "2026-12-02" });
    await undo(home);
    expect((await undo(home, renamed)).body.error).toStartWith("“Wheel” was changed by Ben on ");
  });

  test("A refused undo reveals nothing of another member's personal list", async () => {
    const home = await homeWithGroceries();
    await home.anna.patch(`${home.at}/${home.bread.id}`, { content: "Cake" });
    const renamed = newest(home);
    const list = { name: "Secret", sectionId: home.section.id, visibility: "personal" };
    const { body: secret } = await home.ben.post("/v1/lists", list);
    await home.ben.patch(`${home.at}/${home.bread.id}/move`, { targetListId: secret.id });
    await home.ben.patch(`/v1/lists/${secret.id}/blocks/${home.bread.id}`, { content: "Party for Anna" });
    const { status, body, headers } = await undo(home, renamed);
    expect(status).toBe(422);
    expect(`${body.error} ${JSON.stringify(detailsOf(headers))}`).not.toMatch(/Secret|Party/);
  });

  test("A refused undo hides the later change from an API key without permission to read the activity feed", async () => {
    const home = await household({ scopes: ["tasks.read", "tasks.write"] });
    const { body: task } = await home.post("/v1/tasks", { label: "Tyre", memberId: home.members.ben.id });
    const created = newest(home);
    await home.as(home.members.ben).patch(`/v1/tasks/${task.id}`, { label: "Wheel" });
    const { body, headers } = await home.post(`/v1/activity/${created}/undo`, undefined);
    expect(body).toEqual(unnamed);
    expect(headers.get("X-Error-Details")).toBeNull();
    expect((await undo(home, created)).body.error).toStartWith("“Wheel” was changed by Ben on ");
  });
});
