/**
 * `bun run bench:ten-years`: what ten years of a busy family cost: the file, the start, a backup, and the first screens. About
 * 40 changes a day go through the stores. Environment: YEARS, and TEST_BINARY for a built binary.
 */
import { statSync } from "node:fs";
import { join } from "node:path";
import { createApiKey } from "#accounts/api-keys/store.ts";
import { createHousehold } from "#accounts/households/store.ts";
import { addMember } from "#accounts/members/store.ts";
import { createEvent } from "#calendar/events/edits.ts";
import { createMeal } from "#kitchen/meals/store.ts";
import { createRecipe } from "#kitchen/recipes/store.ts";
import { createBlock, deleteBlock, updateBlock } from "#lists/blocks/store.ts";
import { createList } from "#lists/lists/store.ts";
import { createSection } from "#lists/sections/store.ts";
import { scopes } from "#platform/auth/scopes.ts";
import { closeDatabase, type Db, transact } from "#platform/db/client.ts";
import { makeDataDir, openDataDir } from "#platform/db/migrate.ts";
import { asMember, systemWork, type Work } from "#platform/work.ts";
import { completeChore } from "#routines/chores/completions.store.ts";
import { createChore } from "#routines/chores/store.ts";
import { createTask, updateTask } from "#routines/tasks/store.ts";
import { emptyFolder, endPrograms, run, start } from "../support/home/program.ts";
import { median } from "./figures.ts";

const years = Number(process.env.YEARS ?? 10);
const dayMs = 86_400_000;
const days = Math.round(years * 365.25);
const foods = ["Milk", "Bread", "Apples", "Cheese", "Tomatoes", "Oats", "Butter", "Rice", "Carrots", "Coffee"];
const rounds = 15;

try {
  const cwd = emptyFolder();
  const data = join(cwd, "data");
  makeDataDir(data);
  const db = openDataDir(data, { holdsLock: true, now: new Date() });
  const key = fill(db);
  closeDatabase(db);
  await measure(cwd, key);
} finally {
  endPrograms();
}

function fill(db: Db): string {
  const first = Date.now() - days * dayMs;
  const begun = new Date(first);
  const household = createHousehold(db, { name: "Bench", timeZone: "Europe/Berlin", plan: "api" }, begun);
  const system = systemWork(db, household, begun);
  const names = ["Anna", "Ben", "Mia", "Leo"];
  const members = transact(db, () =>
    names.map((name, at) => addMember(system, { name, role: at < 2 ? "owner" : "child" })),
  );
  const anna = asMember(system, members[0] as (typeof members)[number]);
  const home = transact(db, () => {
    const { id: sectionId } = createSection(anna, { name: "Home" });
    const startDate = begun.toISOString().slice(0, 10);
    return {
      memberIds: members.map(({ id }) => id),
      listId: createList(anna, { name: "Groceries", sectionId }).id,
      chores: foods.slice(0, 6).map((food) => {
        const chore = { name: `Put away ${food}`, memberIds: members.map(({ id }) => id) };
        return createChore(anna, { ...chore, startDate, recurrenceRule: "FREQ=DAILY" }).id;
      }),
      recipes: Array.from({ length: 80 }, (_, at) => {
        const ingredients = foods.map((food, each) => `${each * 50 + 50} g ${food}`);
        return createRecipe(anna, { name: `Dish ${at}`, ingredients, instructions: "Cook it slowly. ".repeat(20) }).id;
      }),
    };
  });
  for (let at = 0; at < days; at++) {
    const now = new Date(first + at * dayMs);
    transact(db, () => oneDay({ ...anna, now, recorded: [] }, home, at));
  }
  const owner = { name: "Bench", scopes, expiresAt: null, memberId: home.memberIds[0] ?? "" };
  return transact(db, () => createApiKey(system, owner).key);
}

type Home = {
  readonly memberIds: readonly string[];
  readonly listId: string;
  readonly chores: readonly string[];
  readonly recipes: readonly string[];
};

function oneDay(work: Work, { memberIds, listId, chores, recipes }: Home, at: number): void {
  const date = work.now.toISOString().slice(0, 10);
  const someone = (index: number) => memberIds[index % memberIds.length] ?? "";
  for (let item = 0; item < 8; item++) {
    const content = `${foods[(at + item) % foods.length]} ${at % 97}`;
    const { id } = createBlock(work, listId, { type: "task", content });
    updateBlock(work, listId, id, { done: true });
    deleteBlock(work, listId, id);
  }
  for (const [index, chore] of chores.entries()) completeChore(work, chore, { memberId: someone(at + index), date });
  for (let task = 0; task < 2; task++) {
    const { id } = createTask(work, {
      label: `Call number ${at * 2 + task}`,
      memberId: someone(at + task),
      dueDate: date,
    });
    updateTask(work, id, { completedAt: work.now.toISOString() });
  }
  for (let event = 0; event <= at % 2; event++) {
    const startsAt = new Date(work.now.getTime() + event * 3_600_000).toISOString();
    const endsAt = new Date(Date.parse(startsAt) + 3_600_000).toISOString();
    createEvent(work, { title: `Visit ${at}`, startsAt, endsAt, memberIds: [someone(at)] });
  }
  createMeal(work, { date, mealType: "dinner", recipeId: recipes[at % recipes.length] ?? "" });
}

async function measure(cwd: string, key: string): Promise<void> {
  const megabytes = (path: string) => (statSync(join(cwd, path)).size / 1e6).toFixed(1);
  console.log(`${years} years: database ${megabytes("data/inglenook.db")} MB`);
  const backup = await timed(() => run(["backup", "--to", "backup.tar.zst"], { cwd }));
  console.log(`backup ${backup} ms, ${megabytes("backup.tar.zst")} MB`);
  const env = { RATE_LIMIT_BURST: "1000000", RATE_LIMIT_PER_MINUTE: "1000000" };
  const starts: number[] = [];
  for (let round = 0; round < 5; round++) {
    const begun = performance.now();
    const server = await start(["serve"], { cwd, env });
    await fetch(`${server.url}/healthz`);
    starts.push(performance.now() - begun);
    await server.stop();
  }
  console.log(`start to first answer p50 ${Math.round(median(starts))} ms`);
  const server = await start(["serve"], { cwd, env });
  const headers = { Authorization: `Bearer ${key}` };
  const paths = [
    "/v1/agenda",
    "/v1/activity?limit=50",
    "/v1/tasks?completed=false",
    "/v1/lists",
    "/v1/chores",
    "/v1/recipes",
  ];
  for (const path of [...paths, "/v1/search?query=milk"]) {
    const times: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const begun = performance.now();
      const answer = await fetch(`${server.url}${path}`, { headers });
      await answer.text();
      if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
      times.push(performance.now() - begun);
    }
    console.log(`${path.padEnd(28)} first ${times[0]?.toFixed(1)} ms, p50 ${median(times).toFixed(1)} ms`);
  }
  await server.stop();
}

async function timed(run: () => Promise<{ code: number; err: string }>): Promise<number> {
  const begun = performance.now();
  const { code, err } = await run();
  if (code !== 0) throw new Error(err);
  return Math.round(performance.now() - begun);
}
