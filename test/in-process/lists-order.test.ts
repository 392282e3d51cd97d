/**
 * Compares the display order with a plain array, over random sequences of all changes that affect it. ORDER_SEQUENCES
 * sets the number of sequences. This is a sample; `bun run prove:order` runs 4,000.
 */
import { describe, expect, test } from "bun:test";
import { createHousehold } from "#accounts/households/store.ts";
import { addMember } from "#accounts/members/store.ts";
import { changedPositions, mergeVisibleOrder } from "#lib/reordering.ts";
import { reorderBlocks } from "#lists/blocks/positions.store.ts";
import { convertBlock, createBlock, deleteBlock, moveBlock } from "#lists/blocks/store.ts";
import { readListTree } from "#lists/list-tree.ts";
import { createList, deleteList, reorderLists, updateList } from "#lists/lists/store.ts";
import { createSection, reorderSections } from "#lists/sections/store.ts";
import { transact } from "#platform/db/client.ts";
import { openInMemory } from "#platform/db/migrate.ts";
import { asMember, systemWork, type Work } from "#platform/work.ts";
import { start } from "../support/home/home.ts";

/** The blocks of a list, as the overview shows them. */
const blocksOn = (work: Work, listId: string) =>
  readListTree(work)
    .flatMap(({ lists }) => lists)
    .find(({ id }) => id === listId)?.blocks ?? [];

const sequences = Number(process.env.ORDER_SEQUENCES ?? 200);
const steps = 15;

/** Mulberry32: returns the same sequence for the same seed, so that a failure can be repeated. */
function chance(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  const pick = <T>(from: readonly T[]): T | undefined => from[below(from.length)];
  const shuffled = <T>(from: readonly T[]): T[] => {
    const left = [...from];
    return from.map(() => left.splice(below(left.length), 1)[0] as T);
  };
  return { below, pick, shuffled };
}

function fresh() {
  const db = openInMemory();
  const made = createHousehold(db, { name: "Test", timeZone: "Europe/Berlin", plan: "api" }, start);
  const work = systemWork(db, made, start);
  const as = (name: string): Work => asMember(work, addMember(work, { name, role: "adult" }));
  return { db, work, as };
}

type Item = { id: string; type: "task" | "header"; under: string[] };

describe("the items of a list", () => {
  test(`The items of a list have the same order as a plain array after each of ${sequences} random sequences of changes`, () => {
    const { db, work } = fresh();
    const section = createSection(work, { name: "Home" });
    for (let seed = 1; seed <= sequences; seed++) {
      const random = chance(seed);
      transact(db, () => {
        const ids = ["One", "Two"].map((name) => createList(work, { name, sectionId: section.id }).id);
        const model = new Map<string, Item[]>(ids.map((id) => [id, []]));
        for (let step = 0; step < steps; step++) {
          act(work, random, model);
          for (const [listId, items] of model) {
            const stored = blocksOn(work, listId).map(({ id, type, subtasks }) => ({
              ...{ id, type },
              under: subtasks.map((each) => each.id),
            }));
            expect({ seed, step, stored: stored as Item[] }).toEqual({ seed, step, stored: items });
          }
        }
        for (const id of ids) deleteList(work, id);
      });
    }
  }, 600_000);
});

/** Makes one random change, in the database and in the model. */
function act(work: Work, random: ReturnType<typeof chance>, model: Map<string, Item[]>): void {
  const [listId, items] = random.pick([...model]) as [string, Item[]];
  const item = random.pick(items);
  const task = random.pick(items.filter(({ type }) => type === "task"));
  const add = (parentId: string | undefined, level: string[], type: Item["type"]) => {
    const siblingId = random.pick(level);
    const side = random.below(3);
    const beside =
      !siblingId || side === 0 ? {} : side === 1 ? { afterBlockId: siblingId } : { beforeBlockId: siblingId };
    const at = !siblingId || side === 0 ? level.length : level.indexOf(siblingId) + (side === 1 ? 1 : 0);
    const { id } = createBlock(work, listId, { type, content: "x", ...(parentId ? { parentId } : {}), ...beside });
    return { id, at };
  };
  switch (random.below(item ? 10 : 1)) {
    case 3:
    case 4: {
      if (!task) return;
      const { id, at } = add(task.id, task.under, "task");
      task.under.splice(at, 0, id);
      return;
    }
    case 5: {
      const order = random.shuffled(items);
      reorderBlocks(work, listId, { ids: order.map(({ id }) => id) });
      items.splice(0, items.length, ...order);
      return;
    }
    case 6: {
      if (!task || task.under.length === 0) return;
      task.under = random.shuffled(task.under);
      reorderBlocks(work, listId, { ids: task.under, parentId: task.id });
      return;
    }
    case 7: {
      const [targetId, target] = random.pick([...model]) as [string, Item[]];
      if (!item) return;
      moveBlock(work, listId, item.id, targetId);
      if (targetId === listId) return;
      items.splice(items.indexOf(item), 1);
      target.push(item);
      return;
    }
    case 8: {
      if (!item) return;
      item.type = item.type === "task" ? "header" : "task";
      convertBlock(work, listId, item.id, item.type);
      item.under = [];
      return;
    }
    case 9: {
      const child = random.pick(task?.under ?? []);
      if (task && child && random.below(2)) {
        deleteBlock(work, listId, child);
        task.under.splice(task.under.indexOf(child), 1);
      } else if (item) {
        deleteBlock(work, listId, item.id);
        items.splice(items.indexOf(item), 1);
      }
      return;
    }
    default: {
      const type = random.below(4) ? "task" : "header";
      const { id, at } = add(
        undefined,
        items.map((each) => each.id),
        type,
      );
      items.splice(at, 0, { id, type, under: [] });
    }
  }
}

describe("the lists of a household", () => {
  test("The lists of a household have the same order as a plain array, also for members who see only some lists", () => {
    const { db, as } = fresh();
    const viewers = [as("Anna"), as("Ben")] as const;
    const [anna] = viewers;
    for (let seed = 1; seed <= sequences / 5; seed++) {
      const random = chance(seed);
      transact(db, () => {
        const sections = ["One", "Two"].map((name) => createSection(anna, { name }).id);
        const model = new Map<string, { id: string; ownerId: string | null }[]>(sections.map((id) => [id, []]));
        for (let step = 0; step < steps; step++) {
          const viewer = random.pick(viewers) as Work;
          const [sectionId, lists] = random.pick([...model]) as [string, { id: string; ownerId: string | null }[]];
          const seen = lists.filter(({ ownerId }) => ownerId === null || ownerId === viewer.viewerId);
          const one = random.pick(seen);
          const kind = random.below(one ? 6 : 1);
          if (kind < 3 || !one) {
            const isPersonal = random.below(2) === 1;
            const visibility = isPersonal ? "personal" : "shared";
            const { id } = createList(viewer, { name: "x", sectionId, visibility });
            lists.push({ id, ownerId: isPersonal ? viewer.viewerId : null });
          } else if (kind === 3) {
            const order = random.shuffled(seen);
            reorderLists(
              viewer,
              sectionId,
              order.map(({ id }) => id),
            );
            const whole = lists.map((each) => (seen.includes(each) ? (order.shift() ?? each) : each));
            lists.splice(0, lists.length, ...whole);
          } else if (kind === 4) {
            const [targetId, target] = random.pick([...model]) as [string, typeof lists];
            updateList(viewer, one.id, { sectionId: targetId });
            if (targetId !== sectionId) target.push(...lists.splice(lists.indexOf(one), 1));
          } else {
            deleteList(viewer, one.id);
            lists.splice(lists.indexOf(one), 1);
          }
          for (const each of viewers) {
            const stored = readListTree(each).map(({ id, lists: own }) => [id, own.map((list) => list.id)]);
            const expected = [...model].map(([id, own]) => [
              id,
              own.filter(({ ownerId }) => ownerId === null || ownerId === each.viewerId).map((list) => list.id),
            ]);
            expect({ seed, step, stored: stored.slice(-2) }).toEqual({ seed, step, stored: expected });
          }
        }
        const last = readListTree(anna).map(({ id }) => id);
        const order = random.shuffled(last);
        reorderSections(anna, order);
        expect(readListTree(anna).map(({ id }) => id)).toEqual(order);
        db.$client.run("DELETE FROM block; DELETE FROM list; DELETE FROM list_section");
      });
    }
  }, 600_000);
});

describe("the positions of list items", () => {
  test("A reordering of the visible items of a list leaves hidden items at their index", () => {
    expect(mergeVisibleOrder(["a", "?", "b", "c"], ["c", "a", "b"])).toEqual(["c", "?", "a", "b"]);
    expect(mergeVisibleOrder(["?"], [])).toEqual(["?"]);
  });

  test("The position of a list item is written only if the position changes", () => {
    const present = ["a", "b", "c"].map((id, index) => ({ id, position: index * 2 }));
    expect(changedPositions(["a", "c", "b"], present)).toEqual([{ id: "c", position: 1 }]);
  });
});
