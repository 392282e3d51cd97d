/** The answers of `oracle.py`; `bun run prove:reminders` asks it for many more. */
import { expect, test } from "bun:test";
import { join } from "node:path";
import { digestKinds, preferenceKinds } from "#notifications/notices/notice.ts";
import { type Answer, differences } from "./answers.ts";
import { type History, play } from "./simulated-engine.ts";

type Sample = readonly { readonly history: History; readonly answer: Answer }[];

const packed = await Bun.file(join(import.meta.dir, "sample.json.gz")).bytes();
const sample = JSON.parse(Buffer.from(Bun.gunzipSync(packed)).toString()) as Sample;

test("The reminder engine gives the same notices as an independent program in a hundred simulated households", () => {
  const different = sample.flatMap(({ history, answer }) => {
    const found = differences(play(history), answer);
    return found.length === 0 ? [] : [{ seed: history.seed, found: found.slice(0, 4) }];
  });
  expect(different).toEqual([]);
});

test("The hundred simulated households contain every kind of notice and every kind of step", () => {
  const kinds = new Set(sample.flatMap(({ answer }) => answer.notices.map(({ kind }) => kind)));
  expect([...kinds].sort()).toEqual([...preferenceKinds, ...digestKinds].sort());
  const steps = new Set(sample.flatMap(({ history }) => history.steps.map((step) => step.do)));
  expect([...steps].sort()).toEqual(["household", "jump", "off", "put", "remove", "restore", "run", "suspend"]);
});
