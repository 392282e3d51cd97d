/**
 * `bun run bench:meals`: measures the complete server in this process, with a database on disk. It reads a week of 42 meals
 * whose recipes have 20 ingredients each, and adds the week's groceries to lists of 500 items, with one commit per list.
 * `LISTS` sets the number of lists.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createApiKey } from "#accounts/api-keys/store.ts";
import { createHousehold } from "#accounts/households/store.ts";
import { addMember } from "#accounts/members/store.ts";
import { slotsOf } from "#kitchen/meals/cell.ts";
import { createMeal } from "#kitchen/meals/store.ts";
import { createRecipe } from "#kitchen/recipes/store.ts";
import { mealTypes } from "#lib/wire.ts";
import { addTasks } from "#lists/blocks/store.ts";
import { findList } from "#lists/lists/rows.store.ts";
import { createList } from "#lists/lists/store.ts";
import { createSection } from "#lists/sections/store.ts";
import { scopes } from "#platform/auth/scopes.ts";
import { closeDatabase, transact } from "#platform/db/client.ts";
import { openDataDir } from "#platform/db/migrate.ts";
import { asMember, systemWork, type Work } from "#platform/work.ts";
import { createApp } from "#server/app.ts";
import { testDeps } from "../support/home/home.ts";

const runs = Number(process.env.LISTS ?? 300);
const mealCount = 42;
const perRecipe = 20;
const itemCount = 500;
const weekStart = "2026-11-23";
const now = new Date("2026-11-27T09:00:00Z");

const folder = mkdtempSync(join(tmpdir(), "inglenook-bench-"));
const db = openDataDir(folder, { now });
try {
  await measureAll();
} finally {
  closeDatabase(db);
  rmSync(folder, { recursive: true });
}

/** Returns an ingredient with an amount. Every fourth one contains a letter that is not ASCII. */
function ingredient(index: number): string {
  return `${(index % 9) + 1} tbsp of ${index % 4 === 0 ? "crème" : "something"} number ${index}`;
}

/** Plans a week of meals. Each meal has its own recipe, and all recipes together have `distinct` different ingredients. */
function planWeek(work: Work, distinct: number): void {
  let count = 0;
  for (let day = 0; day < 7; day++) {
    const date = Temporal.PlainDate.from(weekStart).add({ days: day }).toString();
    for (const mealType of mealTypes) {
      for (const slot of slotsOf(mealType)) {
        if (count === mealCount) return;
        const first = count * perRecipe;
        const { id: recipeId } = createRecipe(work, {
          name: `Recipe ${count}`,
          prepMinutes: 45,
          ingredients: Array.from({ length: perRecipe }, (_, index) => ingredient((first + index) % distinct)),
          instructions: "Cut everything small, fry it slowly, and wait until it smells of home. ".repeat(8),
        });
        createMeal(work, { date, mealType, slot, recipeId });
        count++;
      }
    }
  }
}

/** Creates lists of 500 items. The first `shared` items are ingredients of the week, in capitals. */
function fillLists(work: Work, count: number, shared: number): string[] {
  const { id: sectionId } = createSection(work, { name: "Shopping" });
  const items = Array.from({ length: itemCount }, (_, index) =>
    index < shared ? ingredient(index).toUpperCase() : `Item number ${index} of the household`,
  );
  return Array.from({ length: count }, (_, index) => {
    const { id } = createList(work, { name: `List ${index}`, sectionId });
    addTasks(work, findList(work, id), items);
    return id;
  });
}

async function measureAll(): Promise<void> {
  const app = createApp({
    ...testDeps({ RATE_LIMIT_BURST: "1000000000", RATE_LIMIT_PER_MINUTE: "1000000000" }),
    db,
    clock: () => now,
  });
  for (const { distinct, shared } of [
    { distinct: 250, shared: 150 },
    { distinct: 600, shared: 100 },
  ]) {
    const { key, lists, householdId } = transact(db, () => {
      const work = systemWork(
        db,
        createHousehold(db, { name: "Bench", timeZone: "Europe/Berlin", plan: "api" }, now),
        now,
      );
      const anna = asMember(work, addMember(work, { name: "Anna", role: "owner" }));
      planWeek(anna, distinct);
      const made = createApiKey(work, { name: "Bench", scopes, expiresAt: null, memberId: anna.memberId });
      return { key: made.key, householdId: work.householdId, lists: fillLists(anna, runs, shared) };
    });
    const ask = async (path: string, body?: object) => {
      const begun = Bun.nanoseconds();
      const answer = await app.handle(
        new Request(`http://localhost${path}`, {
          method: body ? "POST" : "GET",
          headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
          body: body ? JSON.stringify(body) : null,
        }),
      );
      const text = await answer.text();
      if (answer.status !== 200) throw new Error(text);
      return { milliseconds: (Bun.nanoseconds() - begun) / 1e6, text };
    };
    console.log(`${mealCount} meals × ${perRecipe} ingredients, ${distinct} of them different:`);
    const reads: number[] = [];
    const raise = db.$client.prepare(`UPDATE household SET revision = revision + 1 WHERE id = '${householdId}'`);
    let length = 0;
    for (let count = 0; count < 300; count++) {
      raise.run(); // Invalidates the cached response.
      const { milliseconds, text } = await ask(`/v1/meals?weekStart=${weekStart}`);
      reads.push(milliseconds);
      length = text.length;
    }
    tell(`the week read anew, ${length} characters`, reads);
    const bare = (probe: string) =>
      db.$client.prepare("UPDATE household SET name = ? WHERE id = ?").run(probe, householdId);
    const writes: number[] = [];
    const commits: number[] = [];
    let told = "";
    for (const [index, listId] of lists.entries()) {
      const { milliseconds, text } = await ask("/v1/meals/grocery", { weekStart, listId });
      writes.push(milliseconds);
      const begun = Bun.nanoseconds();
      bare(`${index}`);
      commits.push((Bun.nanoseconds() - begun) / 1e6);
      const { added, skipped } = JSON.parse(text);
      told = `${added.length} added, ${skipped.length} skipped`;
    }
    tell(`a run into ${itemCount} items, ${told}, committed`, writes);
    tell("beside it, the smallest write of this disk", commits);
  }
}

function tell(what: string, times: number[]): void {
  const sorted = times.sort((one, other) => one - other);
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(2);
  console.log(`  ${what.padEnd(66)} p50 ${at(0.5)} ms  p99 ${at(0.99)} ms`);
}
