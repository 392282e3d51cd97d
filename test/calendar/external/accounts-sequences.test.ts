/** Random edits on both sides of an account, at a small size; `bun run prove:accounts` plays many. */
import { expect, test } from "bun:test";
import { diceFrom } from "../../support/random/rules.ts";
import { endServers } from "../dav/clients/programs.ts";
import { playSequence } from "./sequences/sequence.ts";
import { type Peer, peers } from "./sequences/servers.ts";
import { faultyStageAt, stageAt } from "./sequences/stage.ts";

const ours = peers.ours as Peer;

test("Random edits in the app and at the server leave both with the same events", async () => {
  const { stage } = await stageAt(await (await ours.start())("both"));
  const { checked } = await playSequence(stage, diceFrom(1), 40, 1);
  expect(checked).toBeGreaterThan(20);
}, 60_000);

test("Random faults in a tenth of the requests neither lose events nor create copies", async () => {
  const calendars = await ours.start();
  const { stage, proxy } = await faultyStageAt(await calendars("faults"), diceFrom(3));
  try {
    await playSequence(stage, diceFrom(3), 40, 3);
    expect(proxy.counts.size).toBeGreaterThan(3);
    expect(proxy.state.stolen).toBe(0);
  } finally {
    proxy.stop();
  }
}, 60_000);

const others = Object.entries(peers).filter(([name]) => name !== "ours");

test.each(others)(
  "Edits at the calendar server %s and in the app leave both with the same events",
  async (name, { missing, start }) => {
    const toInstall = missing();
    if (toInstall !== null) {
      console.log(`${name} could not be tried: ${toInstall}`);
      return;
    }
    try {
      const { stage } = await stageAt(await (await start())("proof"));
      await playSequence(stage, diceFrom(1), 10, 1);
    } finally {
      endServers();
    }
  },
  60_000,
);
