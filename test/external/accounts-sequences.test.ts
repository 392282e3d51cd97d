/** Random edits on both sides of an account, at a small size; `bun run prove:accounts` plays many. */
import { expect, test } from "bun:test";
import { connected } from "../support/calendar-accounts.ts";
import { diceFrom } from "../support/random-rules.ts";
import { playSequence, type Stage } from "./sequences/sequence.ts";

const sequences = Number(process.env.ACCOUNT_SEQUENCES ?? 3);
const first = Number(process.env.SEED ?? 1);

test(`${sequences} sequences of 40 edits on both sides leave both equal`, async () => {
  let checked = 0;
  for (let seed = first; seed < first + sequences; seed++) {
    const { home, phone, target, sync, pass } = await connected("both", { privacy: "full" });
    const stage: Stage = {
      home,
      target,
      pass,
      side: {
        async read() {
          const names = Object.keys(await phone.list("family"));
          const texts = await Promise.all(names.map(async (name) => (await phone.get(phone.at("family", name))).body));
          return new Map(names.map((name, index) => [name, texts[index] ?? ""]));
        },
        put: async (id, text) => (await phone.put(phone.at("family", id), text)).status,
        delete: async (id) => (await phone.delete(phone.at("family", id))).status,
        idFor: (uid) => `${uid}.ics`,
      },
      settle: async () => {
        await sync();
        await sync();
      },
    };
    try {
      checked += (await playSequence(stage, diceFrom(seed), 40, seed)).checked;
    } catch (error) {
      throw new Error(`seed ${seed}: ${(error as Error).message}`);
    }
  }
  expect(checked).toBeGreaterThan(20 * sequences);
}, 3_600_000);
