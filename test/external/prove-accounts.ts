/**
 * Proves the synchronisation of accounts: `bun run prove:accounts`. PARTS names the parts to run; SEQUENCES and SEED choose
 * other sizes. A part whose programs are missing prints what to install.
 */
import { endServers } from "../dav/clients/programs.ts";
import { endPrograms } from "../support/program.ts";
import { diceFrom } from "../support/random-rules.ts";
import type { Figures } from "./sequences/sequence.ts";
import { playSequence } from "./sequences/sequence.ts";
import { peers } from "./sequences/servers.ts";
import { stageAt } from "./sequences/stage.ts";

const sequences = Number(process.env.SEQUENCES ?? 300);
const first = Number(process.env.SEED ?? 1);
const edits = 40;

type Part = { readonly missing: () => string | null; readonly prove: () => Promise<string> };

const parts: Readonly<Record<string, Part>> = {
  ...Object.fromEntries(
    Object.entries(peers).map(([name, { missing, start }]) => [
      name,
      {
        missing,
        async prove() {
          const calendars = await start();
          return playMany(name, async (seed) => {
            const { stage } = await stageAt(await calendars(`proof-${seed}`));
            return playSequence(stage, diceFrom(seed), edits, seed);
          });
        },
      },
    ]),
  ),
};

/** A sequence that fails is reported; the others go on. */
async function playMany(name: string, play: (seed: number) => Promise<Figures>): Promise<string> {
  const begun = performance.now();
  const sum: Figures = { edits: 0, events: 0, exceptions: 0, checked: 0, entries: 0 };
  const failed: string[] = [];
  for (let seed = first; seed < first + sequences; seed++) {
    try {
      const figures = await play(seed);
      for (const key of Object.keys(sum) as (keyof Figures)[]) sum[key] += figures[key];
    } catch (error) {
      failed.push(`${name}, SEED=${seed}: ${(error as Error).message}`);
      console.log(failed.at(-1));
    }
    const played = seed - first + 1;
    if (played % 25 === 0) console.log(`… ${name}: ${played} sequences, ${failed.length} failed`);
  }
  const seconds = Math.round((performance.now() - begun) / 1_000);
  const said =
    `${sequences - failed.length} of ${sequences} sequences, ${sum.edits} edits on each side: equal after each round ` +
    `(${sum.events} events and ${sum.exceptions} exceptions compared, ${sum.checked} edits found, ${sum.entries} changes ` +
    `in the feed); ${seconds} s`;
  if (failed.length > 0) throw new Error(said);
  return said;
}

const wanted = process.env.PARTS?.split(",") ?? Object.keys(parts);
try {
  for (const name of wanted) {
    const part = parts[name];
    if (!part) throw new Error(`There is no part “${name}”: ${Object.keys(parts).join(", ")}`);
    const toInstall = part.missing();
    if (toInstall !== null) {
      console.log(`${name}: not proven, something is missing: ${toInstall}`);
      continue;
    }
    try {
      console.log(`${name}: ${await part.prove()}`);
    } catch (error) {
      console.log(`${name}: FAILED\n${(error as Error).message}`);
      process.exitCode = 1;
    } finally {
      endServers();
    }
  }
} finally {
  endServers();
  endPrograms();
}
process.exit();
