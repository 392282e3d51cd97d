/**
 * Makes random changes with all features and undoes them, newest first. The household must then be the same byte for
 * byte, except for timestamps. UNDO_SEQUENCES sets the number of sequences and UNDO_SEED the first seed. This run is
 * a sample; `bun run prove:undo` runs 200 sequences.
 */
import { expect, test } from "bun:test";
import { readExport } from "../../src/backup/export.ts";
import { type Home, household, serverInProcess } from "../support/home.ts";
import { inventChange } from "../support/random-changes.ts";
import { diceFrom } from "../support/random-rules.ts";

const sequences = Number(process.env.UNDO_SEQUENCES ?? 15);
const firstSeed = Number(process.env.UNDO_SEED ?? 1);
const changes = 18;
const server = serverInProcess();

/** Exports all data of the household except the feed and its actors. */
function exported(home: Home): string {
  const { activity: _, actor: __, ...tables } = readExport(home.db, home.id);
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

test(`${sequences} sequences of ${changes} changes, undone newest first, leave nothing behind`, async () => {
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
