/**
 * Several callers add, tick, move and delete items, lists, sections, tasks and meals at random. Then each caller undoes
 * their own deletions in a random order. That must work unless the thing itself changed: it is back already, or what
 * contains it is deleted. UNDO_HISTORIES sets the number of histories and UNDO_SEED the first seed. This run is a sample;
 * `bun run prove:undo` runs 5,000 histories.
 */
import { expect, test } from "bun:test";
import { type Home, household, serverInProcess } from "../../support/home/home.ts";
import { type Change, call, shuffled, words } from "../../support/random/makers.ts";
import { type Dice, diceFrom } from "../../support/random/rules.ts";

const histories = Number(process.env.UNDO_HISTORIES ?? 20);
const firstSeed = Number(process.env.UNDO_SEED ?? 1);
const changes = 24;
const server = serverInProcess();

type Present = Awaited<ReturnType<typeof readPresent>>;

async function readPresent(home: Home) {
  const anna = home.as(home.members.anna);
  const read = async (path: string) => (await anna.get(path)).body;
  const { sections } = await read("/v1/lists");
  const lists: any[] = sections.flatMap((section: any) => section.lists);
  const levelOf = (list: any, blocks: any[], siblings = blocks): any[] =>
    blocks.flatMap((block) => [{ ...block, listId: list.id, siblings }, ...levelOf(list, block.subtasks ?? [])]);
  const { members } = home;
  return {
    sections: sections as any[],
    lists,
    blocks: lists.flatMap((list) => levelOf(list, list.blocks)),
    tasks: (await read("/v1/tasks")).tasks as any[],
    meals: (await read("/v1/meals?weekStart=2026-11-23")).meals as any[],
    recipes: (await read("/v1/recipes")).recipes as any[],
    memberIds: [members.anna.id, members.ben.id],
  };
}

const cell = (dice: Dice) => ({ date: `2026-11-2${dice.whole(3, 4)}`, mealType: dice.pick(["lunch", "dinner"]) });

function addition({ sections, lists, recipes, memberIds }: Present, dice: Dice): Change | null {
  const name = dice.pick(words);
  const kind = dice.whole(0, 9);
  if (kind === 0) return call("POST", "/v1/lists/sections", { name });
  if (kind === 1) return call("POST", "/v1/lists", { name, sectionId: dice.pick(sections).id });
  if (kind === 2) return call("POST", "/v1/tasks", { label: name, memberId: dice.pick(memberIds) });
  if (kind <= 4) return call("POST", "/v1/meals", { ...cell(dice), recipeId: dice.pick(recipes).id });
  if (lists.length === 0) return null;
  const list = dice.pick(lists);
  const beside = list.blocks.length > 0 && dice.chance(0.6) ? dice.pick<any>(list.blocks) : null;
  const at = beside ? { [dice.pick(["afterBlockId", "beforeBlockId", "parentId"])]: beside.id } : {};
  const type = dice.chance(0.1) && !("parentId" in at) ? "header" : "task";
  return call("POST", `/v1/lists/${list.id}/blocks`, { type, content: name, ...at });
}

function tick({ blocks, tasks }: Present, dice: Dice): Change | null {
  const all = [...blocks.filter(({ type }) => type === "task"), ...tasks];
  if (all.length === 0) return null;
  const { id, listId, done, completedAt } = dice.pick(all);
  if (listId) return call("PATCH", `/v1/lists/${listId}/blocks/${id}`, { done: !done });
  return call("PATCH", `/v1/tasks/${id}`, { completedAt: completedAt ? null : "2026-11-27T08:00:00Z" });
}

const ids = (records: readonly { id: string }[]) => records.map(({ id }) => id);

function move({ sections, lists, blocks, meals }: Present, dice: Dice): Change | null {
  const kind = dice.whole(0, 6);
  if (kind === 0) return call("PATCH", "/v1/lists/sections/reorder", { ids: shuffled(dice, ids(sections)) });
  if (kind <= 2 && meals.length > 0) {
    const { id } = dice.pick(meals);
    if (kind === 2) return call("POST", "/v1/meals/swap", { a: id, b: dice.pick(meals).id });
    return call("PATCH", `/v1/meals/${id}`, { ...cell(dice), slot: dice.whole(0, 1) });
  }
  if (lists.length === 0) return null;
  const list = dice.pick(lists);
  if (kind === 3) return call("PATCH", `/v1/lists/${list.id}/move`, { sectionId: dice.pick(sections).id });
  if (kind === 4 && list.blocks.length > 0)
    return call("PATCH", `/v1/lists/${list.id}/blocks/reorder`, { ids: shuffled(dice, ids(list.blocks)) });
  if (blocks.length === 0) return null;
  const { id, listId, siblings } = dice.pick(blocks);
  if (dice.chance(0.4)) return call("PATCH", `/v1/lists/${listId}/blocks/${id}/move`, { targetListId: list.id });
  const others = ids(siblings).filter((each) => each !== id);
  if (others.length === 0) return null;
  const operation = { op: "move", blockId: id, beforeId: dice.pick(others) };
  return call("POST", `/v1/lists/${listId}/blocks/batch`, { operations: [operation] });
}

function deletion({ sections, lists, blocks, tasks, meals }: Present, dice: Dice): Change | null {
  const empty = sections.filter((each) => each.lists.length === 0);
  const kind = dice.whole(0, 9);
  if (kind === 0 && empty.length > 0 && sections.length > 1)
    return call("DELETE", `/v1/lists/sections/${dice.pick(empty).id}`);
  if (kind === 1 && lists.length > 0) return call("DELETE", `/v1/lists/${dice.pick(lists).id}`);
  if (kind === 2 && tasks.length > 0) return call("DELETE", `/v1/tasks/${dice.pick(tasks).id}`);
  if (kind <= 4 && meals.length > 0) return call("DELETE", `/v1/meals/${dice.pick(meals).id}`);
  if (blocks.length === 0) return null;
  const { id, listId, siblings } = dice.pick(blocks);
  if (dice.chance(0.2)) {
    const operations = [...new Set([id, dice.pick<any>(siblings).id])].map((blockId) => ({ op: "delete", blockId }));
    return call("POST", `/v1/lists/${listId}/blocks/batch`, { operations });
  }
  return call("DELETE", `/v1/lists/${listId}/blocks/${id}`);
}

type Caller = Pick<Home, "call">;

async function send(caller: Caller | undefined, method: string, path: string, body?: object) {
  if (!caller) throw new Error("There is no such caller");
  return caller.call(method, path, body ? { body } : {});
}

/** Sets up two sections, three lists, items and recipes. Each change is made by a member or by one of two keys. */
async function arrange(dice: Dice) {
  const home = await household({ server });
  const { anna, ben } = home.members;
  const byKey = (key: string): Caller => {
    return { call: (method, path, request = {}) => home.call(method, path, { ...request, key }) };
  };
  const members: Caller[] = [home.as(anna), home.as(ben)];
  const callers = [...members, byKey(home.createKey().key), byKey(home.createKey().key)];
  const post = async (path: string, body: object) => (await home.as(anna).post(path, body)).body;
  for (const name of ["Home", "Away"]) {
    const { id: sectionId } = await post("/v1/lists/sections", { name });
    const { id } = await post("/v1/lists", { name: dice.pick(words), sectionId });
    for (const content of words.slice(0, 3)) await post(`/v1/lists/${id}/blocks`, { type: "task", content });
  }
  for (const name of ["Soup", "Rice", "Cake"]) await post("/v1/recipes", { name });
  return { home, callers };
}

type Deletion = { readonly by: number; readonly entry: string; readonly path: string; readonly gone: readonly any[] };

const recordsIn = ({ sections, lists, blocks, tasks, meals }: Present): any[] =>
  [sections, lists, blocks, tasks, meals].flat();

/** Whether a record has no place any more: its list is deleted, or its day has two such meals. */
function isHomeless(present: Present, { listId, date, mealType }: any): boolean {
  if (listId) return !present.lists.some(({ id }) => id === listId);
  return present.meals.filter((each) => each.date === date && each.mealType === mealType).length === 2;
}

/** One history of random changes and undos. Keeps what the household contains, and which deletions can be undone. */
class History {
  private readonly dice: Dice;
  private readonly made: Deletion[] = [];
  private readonly log: string[] = [];
  private present: Present | null = null;
  undone = 0;

  constructor(
    private readonly home: Home,
    private readonly callers: Awaited<ReturnType<typeof arrange>>["callers"],
    readonly seed: number,
  ) {
    this.dice = diceFrom(seed);
  }

  async run(): Promise<number> {
    this.present = await readPresent(this.home);
    for (let count = 0; count < changes; count++) {
      const roll = this.dice.whole(0, 9);
      await this.change(roll < 3 ? addition : roll < 5 ? tick : roll < 7 ? move : deletion);
      if (this.dice.chance(0.1)) await this.undo();
    }
    while (this.made.length > 0) {
      await this.undo();
      if (this.dice.chance(0.4)) await this.change(this.dice.chance(0.6) ? addition : move);
    }
    return this.undone;
  }

  private async change(invent: (present: Present, dice: Dice) => Change | null): Promise<void> {
    const { dice, callers, home, log } = this;
    const before = this.present ?? (await readPresent(home));
    const change = invent(before, dice);
    if (!change) return;
    const { method, path, body } = change;
    const by = dice.whole(0, callers.length - 1);
    const { status, headers } = await send(callers[by], method, path, body);
    log.push(`${by} ${method} ${path} ${JSON.stringify(body)} ${status}`);
    if (![200, 409, 422].includes(status)) throw new Error(log.at(-1));
    const present = await readPresent(home);
    this.present = present;
    const entry = headers.get("X-Activity-Id");
    const left = new Set(recordsIn(present).map(({ id }) => id));
    const gone = recordsIn(before).filter(({ id }) => !left.has(id));
    if (entry && gone.length > 0) this.made.push({ by, entry, path, gone });
  }

  /** Undoes one of the deletions as the caller who made it. */
  private async undo(): Promise<void> {
    const { made, log, seed, dice } = this;
    if (made.length === 0) return;
    const [{ by, entry, path, gone }] = made.splice(dice.whole(0, made.length - 1), 1) as [Deletion];
    const { status, body } = await send(this.callers[by], "POST", `/v1/activity/${entry}/undo`);
    const present = await readPresent(this.home);
    this.present = present;
    log.push(`${by} undo ${path} ${status}`);
    if (status !== 200 && gone.some((each) => isHomeless(present, each))) return;
    const left = new Set(recordsIn(present).map(({ id }) => id));
    const missing = gone.filter(({ id }) => !left.has(id)).map(({ id }) => id);
    const found = { seed, log: log.slice(-14), status, error: body.error, missing };
    expect(found).toEqual({ ...found, status: 200, error: undefined, missing: [] });
    this.undone++;
  }
}

test(`All own deletions in ${histories} random histories of several callers can be undone`, async () => {
  let undone = 0;
  for (let seed = firstSeed; seed < firstSeed + histories; seed++) {
    const { home, callers } = await arrange(diceFrom(-seed));
    undone += await new History(home, callers, seed).run();
  }
  expect(undone).toBeGreaterThan(histories * 2);
}, 7_200_000);
