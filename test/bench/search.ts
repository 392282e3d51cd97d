/**
 * `bun run bench:search`: measures the search and the agenda in process, for a household with 5,000 list items, 2,000 events
 * (200 of them series), 2,000 tasks, 500 recipes and a year of meals. It measures reads after a write, and reads without a
 * write in between, as when somebody types.
 */
import { createApiKey } from "#accounts/api-keys/store.ts";
import { createHousehold } from "#accounts/households/store.ts";
import { addMember } from "#accounts/members/store.ts";
import { createEvent } from "#calendar/events/edits.ts";
import { createMeal } from "#kitchen/meals/store.ts";
import { createRecipe } from "#kitchen/recipes/store.ts";
import { applyCreate } from "#lists/blocks/store.ts";
import { findList } from "#lists/lists/rows.store.ts";
import { createList } from "#lists/lists/store.ts";
import { createSection } from "#lists/sections/store.ts";
import { scopes } from "#platform/auth/scopes.ts";
import { transact } from "#platform/db/client.ts";
import { openInMemory } from "#platform/db/migrate.ts";
import { asMember, systemWork, type Work } from "#platform/work.ts";
import { createChore } from "#routines/chores/store.ts";
import { createTask } from "#routines/tasks/store.ts";
import { createApp } from "#server/app.ts";
import { testDeps } from "../support/home/home.ts";
import { median } from "./figures.ts";

const now = new Date("2026-11-27T09:00:00Z");
const dayMs = 86_400_000;
const rounds = Number(process.env.ROUNDS ?? 100);
const warmUp = 50;
const words = ["Milch", "Käse", "Brot", "Zähne", "Piano", "Fußball", "Grandma", "crème", "swimming", "tyres", "Äpfel"];
const word = (index: number) => words[index % words.length] ?? "";
const phrase = (index: number) => `${word(index)} ${word(index * 7 + 3)} number ${index}`;
const dateOf = (index: number) => new Date(now.getTime() + index * dayMs).toISOString().slice(0, 10);

const db = openInMemory();
const key = transact(db, fill);
await measure();

function fill(): string {
  const household = createHousehold(db, { name: "Bench", timeZone: "Europe/Berlin", plan: "api" }, now);
  const system = systemWork(db, household, now);
  const anna = asMember(system, addMember(system, { name: "Anna", role: "owner" }));
  const memberId = anna.memberId ?? "";
  fillLists(anna);
  for (let index = 0; index < 2_000; index++) {
    createTask(anna, { label: phrase(index), memberId, dueDate: dateOf((index % 700) - 600) });
    const startsAt = new Date(now.getTime() + (index - 1_000) * 0.9 * dayMs).toISOString();
    createEvent(anna, {
      ...{ title: phrase(index), startsAt, endsAt: new Date(Date.parse(startsAt) + 3_600_000).toISOString() },
      ...{ location: `${word(index + 5)} street`, notes: index % 3 === 0 ? `Bring ${phrase(index + 1)}` : null },
      recurrenceRule: index % 10 === 0 ? "FREQ=WEEKLY;BYDAY=MO,WE,FR" : null,
    });
  }
  for (let index = 0; index < 20; index++) {
    const schedule = { startDate: "2026-01-01", recurrenceRule: "FREQ=DAILY" };
    createChore(anna, { name: phrase(index), memberIds: [memberId], ...schedule });
  }
  const recipes = Array.from({ length: 500 }, (_, index) => {
    const ingredients = Array.from({ length: 12 }, (__, each) => `${each * 50} g ${word(index + each)}`);
    const instructions = `Bake ${phrase(index)} at 180 °C. `.repeat(20);
    return createRecipe(anna, { name: phrase(index), ingredients, instructions }).id;
  });
  for (let index = 0; index < 1_100; index++) {
    const place = { date: dateOf((index >> 1) - 180), mealType: index % 2 === 0 ? "lunch" : "dinner" } as const;
    createMeal(anna, { ...place, recipeId: recipes[index % 500] ?? "" });
  }
  return createApiKey(system, { name: "Bench", scopes, expiresAt: null, memberId }).key;
}

function fillLists(work: Work): void {
  const { id: sectionId } = createSection(work, { name: "Home" });
  for (let list = 0; list < 50; list++) {
    const { id } = createList(work, { name: `List ${list} ${word(list)}`, sectionId });
    for (let block = 0; block < 100; block++)
      applyCreate(work, findList(work, id), { type: "task", content: phrase(list * 100 + block) });
  }
}

async function measure(): Promise<void> {
  const app = createApp({
    ...testDeps({ RATE_LIMIT_BURST: "1000000000", RATE_LIMIT_PER_MINUTE: "1000000000" }),
    db,
    clock: () => now,
  });
  const headers = new Headers({ Authorization: `Bearer ${key}` });
  const search = (rest: string) => () => `/v1/search?query=${rest}`;
  const paths = {
    "search, one hit": search("4999"),
    "search, a tenth of all": search("kase"),
    "search, all of it": search("number&limit=50"),
    "search, two words": search("fussball+1234"),
    "search, nothing": search("xylophone"),
    "search, unchanged, one hit": (round: number) => `/v1/search?query=4900+${warmUp + round}`,
    "search, unchanged, many": (round: number) =>
      `/v1/search?query=${"kase+".repeat(((warmUp + round) % 30) + 1)}&limit=${((warmUp + round) % 50) + 1}`,
    "all lists, to compare": () => "/v1/lists",
    "agenda, a week": () => "/v1/agenda",
    "agenda, two weeks": () => "/v1/agenda?days=14",
  };
  const times = new Map(Object.keys(paths).map((name) => [name, [] as number[]]));
  // The reads take turns, so that other load on the machine affects all of them equally.
  for (let round = -warmUp; round < rounds; round++) {
    for (const [name, pathOf] of Object.entries(paths)) {
      if (!name.includes("unchanged")) db.$client.run("UPDATE household SET revision = revision + 1");
      const request = new Request(`http://localhost${pathOf(round)}`, { headers });
      const begun = Bun.nanoseconds();
      const answer = await app.handle(request);
      await answer.text();
      if (answer.status !== 200) throw new Error(`${name}: ${answer.status}`);
      if (round >= 0) times.get(name)?.push((Bun.nanoseconds() - begun) / 1_000_000);
    }
  }
  for (const [name, each] of times) {
    const sorted = each.sort((a, b) => a - b);
    const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? 0;
    console.log(`${name.padEnd(28)} p50 ${median(sorted).toFixed(1)} ms  p99 ${p99.toFixed(1)} ms`);
  }
}
