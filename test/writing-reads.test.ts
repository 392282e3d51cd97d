/** How many statements common changes read with. Writes are not counted. */
import { expect, test } from "bun:test";
import { transact } from "../src/db/client.ts";
import { changeBlocks } from "../src/lists/batch.ts";
import { createList } from "../src/lists/lists.store.ts";
import { createSection } from "../src/lists/sections.store.ts";
import { createTask, deleteTask, updateTask } from "../src/tasks/store.ts";
import { household, serverInProcess } from "./support/home.ts";
import { countedDatabase } from "./support/queries.ts";

async function counted() {
  const { db, during } = countedDatabase();
  const home = await household({ server: serverInProcess({}, { db }) });
  return { ...home, reads: (change: () => unknown) => during(() => transact(db, change)) };
}

test("ten new items that are done at once take at most four reads each", async () => {
  const { work, reads } = await counted();
  const list = transact(work().db, () => {
    return createList(work(), { name: "Groceries", sectionId: createSection(work(), { name: "Home" }).id });
  });
  const operations = Array.from({ length: 10 }, (_, index) => {
    return { op: "create", type: "task", content: `Item ${index}`, done: true } as const;
  });
  expect(reads(() => changeBlocks(work(), list.id, operations))).toBeLessThanOrEqual(44);
});

test("a task is written without reading it back", async () => {
  const { work, members, reads } = await counted();
  const input = { label: "Water the plants", memberId: members.anna.id };
  const { id } = transact(work().db, () => createTask(work(), input));
  expect(reads(() => createTask(work(), input))).toBe(3);
  expect(reads(() => updateTask(work(), id, { label: "Water all plants" }))).toBe(3);
  expect(reads(() => deleteTask(work(), id))).toBe(2);
});
