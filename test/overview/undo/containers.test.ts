/** Records that an undo brings back after what contained them was deleted, moved or changed. */
import { describe, expect, test } from "bun:test";
import { newest, undo } from "../../support/home/undo.ts";
import { homeWithGroceries } from "../../support/records/lists.ts";

async function homeWithDeletedSubtask() {
  const home = await homeWithGroceries();
  await home.delete(`${home.at}/${home.oat.id}`);
  return { ...home, deleted: newest(home) };
}

describe("an undone deletion", () => {
  test("A subtask comes back on its own if the item above it was deleted, and the answer says so", async () => {
    const home = await homeWithDeletedSubtask();
    await home.delete(`${home.at}/${home.milk.id}`);
    const { status, body } = await undo(home, home.deleted);
    expect({ status, notRestored: body.notRestored }).toEqual({
      status: 200,
      notRestored: ["The item above “Oat”: it was deleted, so “Oat” is on its own"],
    });
    expect(await home.tree(home.listId)).toContain("Oat");
    expect((await undo(home, body.id)).status).toBe(200);
    expect(await home.tree(home.listId)).toEqual(["Dairy", "Bread"]);
  });

  test("A subtask comes back on the list to which the item above it was moved", async () => {
    const home = await homeWithDeletedSubtask();
    const { body: other } = await home.post("/v1/lists", { name: "Movies", sectionId: home.section.id });
    await home.patch(`${home.at}/${home.milk.id}/move`, { targetListId: other.id });
    const { status, body } = await undo(home, home.deleted);
    expect({ status, notRestored: body.notRestored }).toEqual({
      status: 200,
      notRestored: ["The former list of “Oat”: it is on “Movies” now, below its item"],
    });
    expect(await home.tree(other.id)).toEqual([["Milk", "Oat", "Soy"]]);
  });

  test("A subtask does not follow the item above it to a list that the caller cannot see", async () => {
    const home = await homeWithDeletedSubtask();
    const personal = { name: "Secret", sectionId: home.section.id, visibility: "personal" };
    const { body: secret } = await home.ben.post("/v1/lists", personal);
    await home.ben.patch(`${home.at}/${home.milk.id}/move`, { targetListId: secret.id });
    const { body } = await undo(home, home.deleted);
    expect(JSON.stringify(body)).not.toContain("Secret");
    expect(await home.tree(home.listId)).toContain("Oat");
  });

  test("A list comes back in the first section if its section was deleted", async () => {
    const home = await homeWithGroceries();
    const { body: section } = await home.post("/v1/lists/sections", { name: "Garden" });
    const { body: list } = await home.post("/v1/lists", { name: "Seeds", sectionId: section.id });
    await home.delete(`/v1/lists/${list.id}`);
    const deleted = newest(home);
    await home.delete(`/v1/lists/sections/${section.id}`);
    const { status, body } = await undo(home, deleted);
    const { name } = home.section;
    const notRestored = [`The section of “Seeds”: it was deleted, so the list is in “${name}”`];
    expect({ status, notRestored: body.notRestored }).toEqual({ status: 200, notRestored });
    expect((await home.get(`/v1/lists/${list.id}`)).body.sectionId).toBe(home.section.id);
  });
});
