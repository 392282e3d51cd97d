/**
 * Makes random changes with all features and undoes them, newest first. The household must then be the same byte for
 * byte, except for timestamps. Also undoes deletions and reorders alone, after later additions and reorders, which must
 * always work. UNDO_SEQUENCES sets the number of sequences and UNDO_SEED the first seed. This run is a sample;
 * `bun run prove:undo` runs 200 sequences.
 */
import { expect, test } from "bun:test";
import { readExport } from "#operations/backup/export.ts";
import { type Home, household, serverInProcess } from "../../support/home/home.ts";
import { type Change, call, type Present, readPresent, shuffled, words } from "../../support/random/makers.ts";
import { type Dice, diceFrom } from "../../support/random/rules.ts";
import { inventChange } from "./random-changes.ts";

const sequences = Number(process.env.UNDO_SEQUENCES ?? 15);
const firstSeed = Number(process.env.UNDO_SEED ?? 1);
const changes = 18;
const server = serverInProcess();

/** Exports all data of the household except the feed and its actors. */
function exported(home: Home): string {
  const { activity: _, actor: __, ...tables } = readExport({ db: home.db, householdId: home.id });
  const sorted = Object.entries(tables).map(([name, rows]) => [name, rows.map(withoutTimestamps).sort()]);
  return JSON.stringify(sorted, null, 1);
}

function withoutTimestamps(row: Record<string, unknown>): string {
  const { updatedAt: _, revision: __, ...rest } = row;
  return JSON.stringify(rest);
}

/** Makes random changes, and exports the household before each. Returns the entry ids and the exports. */
async function change(home: Home, seed: number) {
  const anna = home.as(home.members.anna);
  const dice = diceFrom(seed);
  const made: { entry: string; before: string; what: string }[] = [];
  while (made.length < changes) {
    const { method, path, body } = await inventChange(home, dice);
    const before = exported(home);
    const { entries } = (await anna.get("/v1/activity?limit=1")).body;
    const { status, body: answered } = await anna.call(method, path, body ? { body } : {});
    expect(status).toBeOneOf([200, 404, 409, 422]);
    const [newest] = (await anna.get("/v1/activity?limit=1")).body.entries;
    if (newest.id === entries[0]?.id) continue;
    made.push({
      entry: newest.id,
      before,
      what: `${method} ${path} ${JSON.stringify(body)} ${JSON.stringify(answered)}`,
    });
  }
  return { anna, made };
}

test(`All ${sequences} random sequences of ${changes} changes, undone newest first, leave the data as before`, async () => {
  for (let seed = firstSeed; seed < firstSeed + sequences; seed++) {
    const home = await household({ server });
    const { anna, made } = await change(home, seed);
    const undone: string[] = [];
    for (const { entry, before, what } of made.toReversed()) {
      const { status, body } = await anna.post(`/v1/activity/${entry}/undo`, undefined);
      const now = exported(home);
      expect({ seed, what, status, body: status === 200 ? "" : body, now }).toEqual({
        seed,
        what,
        status: 200,
        body: "",
        now: before,
      });
      undone.push(body.id);
    }
    // Every undo can be undone too, newest first.
    const last = made.map(({ before }) => before);
    for (const [index, entry] of undone.toReversed().entries()) {
      expect((await anna.post(`/v1/activity/${entry}/undo`, undefined)).status).toBe(200);
      const next = last[index + 1];
      if (next) expect({ seed, index, now: exported(home) }).toEqual({ seed, index, now: next });
    }
  }
}, 600_000);

const ids = (records: readonly { id: string }[]) => records.map(({ id }) => id);

/** Adds a section, a list or an item: items also beside others, and as subtasks. */
function inventAddition(present: Present, dice: Dice): Change {
  const { sections, lists } = present;
  const [name, section] = [dice.pick(words), dice.pick(sections)];
  if (dice.chance(0.1)) return call("POST", "/v1/lists/sections", { name });
  if (dice.chance(0.2) || lists.length === 0) return call("POST", "/v1/lists", { name, sectionId: section.id });
  const list = dice.pick(lists);
  const beside = list.blocks.length > 0 && dice.chance(0.6) ? dice.pick<any>(list.blocks) : null;
  const place = dice.pick(["afterBlockId", "beforeBlockId", "parentId"]);
  const body = { type: "task", content: name, ...(beside ? { [place]: beside.id } : {}) };
  return call("POST", `/v1/lists/${list.id}/blocks`, body);
}

/** Reorders the sections, the lists of one, or the items of a list. */
function inventReorder({ sections, lists }: Present, dice: Dice): Change {
  const [section, list] = [dice.pick(sections), dice.pick(lists)];
  if (dice.chance(0.3) && section.lists.length > 0)
    return call("PATCH", "/v1/lists/reorder", { sectionId: section.id, ids: shuffled(dice, ids(section.lists)) });
  if (dice.chance(0.2) || list.blocks.length === 0)
    return call("PATCH", "/v1/lists/sections/reorder", { ids: shuffled(dice, ids(sections)) });
  return call("PATCH", `/v1/lists/${list.id}/blocks/reorder`, { ids: shuffled(dice, ids(list.blocks)) });
}

/** Deletes the last item of a list or any other, or a list. Sections with lists cannot be deleted. */
function inventDeletion({ lists, blocks }: Present, dice: Dice): Change {
  if (blocks.length === 0 || dice.chance(0.15)) return call("DELETE", `/v1/lists/${dice.pick(lists).id}`);
  const { id, listId, siblings } = dice.pick(blocks);
  return call("DELETE", `/v1/lists/${listId}/blocks/${dice.chance(0.5) ? siblings.at(-1).id : id}`);
}

/** Siblings that share a position, which would make their order a matter of their ids. */
const sharedPositions = (home: Home) =>
  home.db.$client
    .query(
      `SELECT 'block' FROM block WHERE household_id = ?1 GROUP BY list_id, parent_id, position HAVING count(*) > 1
       UNION ALL SELECT 'list' FROM list WHERE household_id = ?1 GROUP BY section_id, position HAVING count(*) > 1
       UNION ALL SELECT 'section' FROM list_section WHERE household_id = ?1 GROUP BY position HAVING count(*) > 1`,
    )
    .all(home.id);

test(`All ${sequences} random sequences of deletions and reorders can be undone after later changes`, async () => {
  for (let seed = firstSeed; seed < firstSeed + sequences; seed++) {
    const home = await household({ server });
    const anna = home.as(home.members.anna);
    const dice = diceFrom(seed);
    await anna.post("/v1/lists/sections", { name: "Home" });
    await anna.post("/v1/lists/sections", { name: "Away" });
    const makes = async (invent: (present: Present, dice: Dice) => Change) => {
      const { method, path, body } = invent(await readPresent(home), dice);
      const { status, headers } = await anna.call(method, path, body ? { body } : {});
      expect({ seed, path, status }).toEqual({ seed, path, status: 200 });
      return { path, entry: headers.get("X-Activity-Id") };
    };
    for (let count = 0; count < 12; count++) await makes(inventAddition);
    const undone: { path: string; entry: string | null }[] = [];
    for (let count = 0; count < changes; count++) {
      if (dice.chance(0.4)) undone.push(await makes(inventDeletion));
      else if (dice.chance(0.5)) undone.push(await makes(inventReorder));
      else await makes(inventAddition);
      if ((await readPresent(home)).lists.length === 0) break;
    }
    // A list comes back before the items that were deleted from it earlier.
    for (const { path, entry } of undone.toReversed()) {
      if (entry === null) continue; // The order was as it is.
      const { status, body } = await anna.post(`/v1/activity/${entry}/undo`, undefined);
      expect({ seed, path, status, error: body.error }).toEqual({ seed, path, status: 200, error: undefined });
      expect({ seed, path, shared: sharedPositions(home) }).toEqual({ seed, path, shared: [] });
      if (dice.chance(0.5)) await makes(inventAddition);
    }
  }
}, 600_000);
