/**
 * Proves the synchronisation of accounts: `bun run prove:accounts`. PARTS names the parts to run; SEQUENCES, KILLS and SEED
 * choose other sizes, and SERVER the server of `faults` and `kills`. A part whose programs are missing prints what to install.
 */

import { endPrograms } from "../../support/home/program.ts";
import { diceFrom } from "../../support/random/rules.ts";
import { endServers } from "../dav/clients/programs.ts";
import { type Kills, killedStageAt } from "./sequences/kills.ts";
import { type Figures, noFigures, playSequence } from "./sequences/sequence.ts";
import { type Peer, peers } from "./sequences/servers.ts";
import { faultyStageAt, stageAt } from "./sequences/stage.ts";

const sequences = Number(process.env.SEQUENCES ?? 300);
const first = Number(process.env.SEED ?? 1);
/** Server of the parts `faults` and `kills`. */
const serverName = process.env.SERVER ?? "ours";
const wantedKills = Number(process.env.KILLS ?? 200);
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
  faults: { missing: () => peerOf(serverName).missing(), prove: proveFaults },
  kills: { missing: () => peerOf(serverName).missing(), prove: proveKills },
};

async function proveFaults(): Promise<string> {
  const calendars = await peerOf(serverName).start();
  const counts = new Map<string, number>();
  let requests = 0;
  const said = await playMany("faults", async (seed) => {
    const { stage, proxy } = await faultyStageAt(await calendars(`faults-${seed}`), diceFrom(seed + 1_000_000));
    try {
      return await playSequence(stage, diceFrom(seed), edits, seed);
    } finally {
      proxy.stop();
      requests += proxy.state.requests;
      for (const [name, count] of proxy.counts) counts.set(name, (counts.get(name) ?? 0) + count);
      if (proxy.state.stolen > 0) console.log(`SEED=${seed}: ${proxy.state.stolen} requests reached another origin`);
    }
  }).finally(() => {
    const kinds = [...counts].sort(([, one], [, other]) => other - one).map(([name, count]) => `${name} ${count}`);
    console.log(`faults at ${serverName}: ${requests} requests; ${kinds.join(", ")}`);
  });
  return said;
}

/** Sequences until the program was killed often enough. */
async function proveKills(): Promise<string> {
  const calendars = await peerOf(serverName).start();
  const kills: Kills = { "any time": 0, "before a request": 0, "after a request": 0, idle: 0 };
  const during = () => kills["any time"] + kills["before a request"] + kills["after a request"];
  const play = async (seed: number) => {
    const { stage, stop } = await killedStageAt(await calendars(`kills-${seed}`), diceFrom(seed + 1_000_000), kills);
    try {
      return await playSequence(stage, diceFrom(seed), edits, seed);
    } finally {
      await stop();
      console.log(`… ${during()} kills: ${JSON.stringify(kills)}`);
    }
  };
  return playMany("kills", play, () => during() >= wantedKills);
}

function peerOf(name: string): Peer {
  const peer = peers[name];
  if (!peer) throw new Error(`There is no server “${name}”: ${Object.keys(peers).join(", ")}`);
  return peer;
}

/** A sequence that fails is reported; the others go on. */
async function playMany(
  name: string,
  play: (seed: number) => Promise<Figures>,
  isEnough: (played: number) => boolean = (played) => played >= sequences,
): Promise<string> {
  const begun = performance.now();
  const sum = { ...noFigures };
  const failed: string[] = [];
  let played = 0;
  while (!isEnough(played)) {
    const seed = first + played++;
    try {
      const figures = await play(seed);
      for (const key of Object.keys(sum) as (keyof Figures)[]) sum[key] += figures[key];
    } catch (error) {
      failed.push(`${name}, SEED=${seed}: ${(error as Error).message}`);
      console.log(failed.at(-1));
    }
    if (played % 25 === 0) console.log(`… ${name}: ${played} sequences, ${failed.length} failed`);
  }
  const seconds = Math.round((performance.now() - begun) / 1_000);
  const said =
    `${played - failed.length} of ${played} sequences, ${sum.edits} edits on each side: equal after each round ` +
    `(${sum.events} events and ${sum.exceptions} exceptions compared, ${sum.checked} edits found, ${sum.entries} changes ` +
    `in the feed${sum.refused > 0 ? `; ${sum.refused} left out, because the server refused them` : ""}); ${seconds} s`;
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
