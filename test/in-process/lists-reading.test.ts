/** How many queries the reading of all lists takes, and what other features do with lists. */
import { describe, expect, test } from "bun:test";
import { updateSettings } from "#accounts/households/store.ts";
import { findBlock } from "#lists/blocks/rows.store.ts";
import { addTasks, createBlock } from "#lists/blocks/store.ts";
import { deleteCover, setCover, setCoverVisibility } from "#lists/covers/store.ts";
import { addGroceryList, findGroceryList } from "#lists/grocery-list.store.ts";
import { readListTree } from "#lists/list-tree.ts";
import { findList } from "#lists/lists/rows.store.ts";
import { createList } from "#lists/lists/store.ts";
import { createSection } from "#lists/sections/store.ts";
import { transact } from "#platform/db/client.ts";
import { household, serverInProcess } from "../support/home/home.ts";
import { countedDatabase } from "../support/home/queries.ts";

const inProcess = () => household({ server: serverInProcess() });

describe("reading all lists", () => {
  test("Reading all lists takes the same few queries, however many lists, items and authors there are", async () => {
    const { db, during } = countedDatabase();
    const { work, createKey } = await household({ server: serverInProcess({}, { db }) });
    const count = () => during(() => readListTree(work()));
    const empty = count();
    expect(empty).toBe(4);
    transact(db, () => {
      for (let index = 0; index < 20; index++) {
        const { id, name } = createKey({ name: `Key ${index}` });
        const by = { ...work(), actor: { kind: "api_key", id, name, agentName: `Agent ${index}` } as const };
        const section = createSection(by, { name: `${index}` });
        const list = createList(by, { name: "x", sectionId: section.id });
        for (let item = 0; item < 10; item++) createBlock(by, list.id, { type: "task", content: "x" });
      }
    });
    expect(readListTree(work()).length).toBe(20);
    expect(count()).toBe(empty);
  });
});

describe("lists that other features use", () => {
  test("The grocery list is the oldest shared list with the household's name for the grocery list", async () => {
    const { work, db, members } = await inProcess();
    const anna = { ...work(), viewerId: members.anna.id, memberId: members.anna.id };
    transact(db, () => {
      updateSettings(anna, { groceryListName: "äpfel" });
      const { id: sectionId } = createSection(anna, { name: "Home" });
      createList(anna, { name: "ÄPFEL", sectionId, visibility: "personal" });
      expect(findGroceryList(anna)).toBeNull();
      const older = createList(anna, { name: "Äpfel", sectionId });
      createList(anna, { name: "äpfel", sectionId });
      expect(findGroceryList(anna)?.id).toBe(older.id);
    });
  });

  test("A missing grocery list is created in the first section, or in a new section if there is no section", async () => {
    const { work, db, entries } = await inProcess();
    const { length } = entries();
    transact(db, () => {
      const { list, createdRows: made } = addGroceryList(work());
      expect(made).toMatchObject({ listSection: [{ id: list.sectionId, name: "Lists" }], list: [list] });
      const added = addTasks(work(), list, ["Milk", "Eggs"]);
      expect(added).toEqual(added.map(({ id }) => findBlock(work(), list.id, id)));
      expect(added).toMatchObject([{ content: "Milk", type: "task", done: 0 }, { content: "Eggs" }]);
      addTasks(work(), list, ["Bread"]);
      const second = addGroceryList(work());
      expect(second.createdRows).toEqual({ list: [second.list] });
    });
    expect(
      readListTree(work()).map(({ name, lists }) => [
        name,
        lists.map((list) => [list.name, list.blocks.map(({ content }) => content)]),
      ]),
    ).toEqual([
      [
        "Lists",
        [
          ["Groceries", ["Milk", "Eggs", "Bread"]],
          ["Groceries", []],
        ],
      ],
    ]);
    expect(entries().length).toBe(length);
  });

  test("A list keeps the file of a hidden cover, and reports cover files that are no longer used", async () => {
    const { work, db } = await inProcess();
    const attribution = {
      photographer: "Ada",
      photographerUrl: null,
      provider: "folder" as const,
      photoUrl: null,
      license: null,
    };
    transact(db, () => {
      const { id: sectionId } = createSection(work(), { name: "Home" });
      const { id, cover } = createList(work(), { name: "Groceries", sectionId });
      setCoverVisibility(work(), id, true);
      const first = setCover(work(), id, { file: "one.webp", attribution: null });
      expect(first.orphan).toBeNull();
      expect(first.answer.cover).toEqual({ ...cover, kind: "image", hidden: false, url: "/covers/one.webp" });
      const second = setCover(work(), id, { file: "two.webp", attribution });
      expect(second.orphan).toBe("one.webp");
      expect(second.answer.cover).toEqual({ ...cover, kind: "photo", url: "/covers/two.webp", attribution });
      expect(setCoverVisibility(work(), id, true).cover).toMatchObject({ hidden: true, url: "/covers/two.webp" });
      const gone = deleteCover(work(), id);
      expect(gone.orphan).toBe("two.webp");
      expect(gone.answer.cover).toEqual(cover);
      expect(findList(work(), id).coverAttribution).toBeNull();
    });
  });
});
