/**
 * Random sequences of edits over HTTP, compared after each edit with a slow, obvious model of the calendar.
 * MODEL_SEQUENCES sets how many, MODEL_SEED where they begin; a failure prints its seed and its shortest sequence.
 */
import { expect, test } from "bun:test";
import { differenceIn, Twins } from "../support/calendar-compare.ts";
import { Dice, type Edit } from "../support/calendar-edits.ts";
import { household, serverInProcess } from "../support/home.ts";

const sequences = Number(process.env.MODEL_SEQUENCES ?? 60);
const firstSeed = Number(process.env.MODEL_SEED ?? 1);
const edits = 8;

let server = serverInProcess();
let used = 0;

/** A new household; now and then on a new server, so that none grows slow with what others left. */
async function twins(seed: number): Promise<Twins> {
  used += 1;
  if (used % 50 === 0) server = serverInProcess();
  return new Twins(await household({ server }), new Dice(seed));
}

/** Plays edits as they are written. What differed, or null. */
async function replay(seed: number, sequence: readonly Edit[], members: string[]): Promise<string | null> {
  const pair = await twins(seed);
  const named = pair.members;
  const text = JSON.stringify(sequence).replace(/[0-9a-f-]{36}/g, (id) => named[members.indexOf(id)] ?? id);
  try {
    for (const edit of JSON.parse(text) as Edit[]) await pair.play(edit);
    return null;
  } catch (error) {
    return differenceIn(error);
  }
}

/** The shortest sequence found that still differs, by leaving out one edit after another. */
async function shrink(seed: number, sequence: readonly Edit[], members: string[]): Promise<string> {
  let shortest = sequence;
  for (let index = sequence.length - 1; index >= 0; index--) {
    const shorter = shortest.filter((_, each) => each !== index);
    if (shorter[0]?.do === "create" && (await replay(seed, shorter, members))) shortest = shorter;
  }
  const why = await replay(seed, shortest, members);
  return [`MODEL_SEED=${seed} MODEL_SEQUENCES=1`, ...shortest.map((each) => JSON.stringify(each)), why].join("\n");
}

async function run(seed: number): Promise<string | null> {
  const pair = await twins(seed);
  const played: Edit[] = [];
  try {
    while (played.length <= edits) {
      const edit = pair.invent();
      if (!edit) continue;
      played.push(edit);
      await pair.play(edit);
    }
    return null;
  } catch (error) {
    return `${await shrink(seed, played, pair.members)}\n(found as: ${differenceIn(error)})`;
  }
}

test(
  `${sequences} random sequences of edits leave the calendar as the model has it`,
  async () => {
    const failures: string[] = [];
    for (let seed = firstSeed; seed < firstSeed + sequences && failures.length < 5; seed++) {
      const failure = await run(seed);
      if (failure) failures.push(failure);
    }
    expect(failures.join("\n\n")).toBe("");
  },
  { timeout: 60_000 + sequences * 2_000 },
);
