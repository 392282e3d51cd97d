/**
 * Compares the reminder engine with `oracle.py` on random histories: `bun run prove:reminders`. Needs Debian's
 * python3-dateutil and tzdata. HISTORIES and SEED choose others; `sample` writes the sample for the tests.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { day } from "#lib/time.ts";
import { askOracle, differences, differingZones } from "./answers.ts";
import { historyFrom } from "./histories.ts";
import { zones } from "./random-inputs.ts";
import { type History, play } from "./simulated-engine.ts";

const year = 366 * day;
const chunk = 250;
const sampleSize = 100;
const folder = mkdtempSync(join(tmpdir(), "reminders-"));

try {
  if (process.argv[2] === "sample") await writeSample();
  else await prove(Number(process.env.HISTORIES ?? 20_000), Number(process.env.SEED ?? 1));
} finally {
  rmSync(folder, { recursive: true });
}

async function prove(count: number, seed: number): Promise<void> {
  const differing = await differingZones(zones);
  for (const [zone, years] of differing)
    console.log(`${zone}: other clock changes in Python's data in ${years.join()}`);
  const total = { histories: 0, notices: 0, different: 0, skipped: 0 };
  for (let from = seed; from < seed + count; from += chunk) {
    const all = Array.from({ length: Math.min(chunk, seed + count - from) }, (_, index) => historyFrom(from + index));
    const histories = all.filter((each) => !touches(each, differing));
    const answers = await askOracle(histories, folder);
    for (const [index, history] of histories.entries()) {
      const outcome = play(history);
      const found = differences(outcome, answers[index]!);
      total.notices += outcome.notices.length;
      if (found.length === 0) continue;
      total.different++;
      console.log(`seed ${history.seed}:\n  ${found.slice(0, 6).join("\n  ")}`);
    }
    total.histories += histories.length;
    total.skipped += all.length - histories.length;
    if ((from - seed) % (chunk * 10) === 0) console.log(`… ${total.histories}`);
  }
  const { histories, notices, different, skipped } = total;
  console.log(
    `${histories} histories with ${notices} notices: ${different} differ; ${skipped} skipped for their zones`,
  );
  if (different > 0) process.exitCode = 1;
}

/** Whether a clock of the history comes near a year in which the data about one of its zones differ. */
function touches(history: History, differing: ReadonlyMap<string, readonly number[]>): boolean {
  if (differing.size === 0) return false;
  const text = JSON.stringify(history);
  let now = history.start;
  let [low, high] = [now, now];
  for (const step of history.steps) {
    if ("for" in step) now += step.for;
    if (step.do === "jump") now += step.by;
    [low, high] = [Math.min(low, now), Math.max(high, now)];
  }
  const first = new Date(low - year).getUTCFullYear();
  const last = new Date(high + year).getUTCFullYear();
  return [...differing].some(([zone, years]) => {
    return text.includes(`"${zone}"`) && years.some((each) => first <= each && each <= last);
  });
}

async function writeSample(): Promise<void> {
  const histories = Array.from({ length: sampleSize }, (_, index) => historyFrom(index + 1));
  const answers = await askOracle(histories, folder);
  const sample = histories.map((history, index) => ({ history, answer: answers[index] }));
  const packed = Bun.gzipSync(Buffer.from(JSON.stringify(sample)), { level: 9 });
  await Bun.write(join(import.meta.dir, "sample.json.gz"), packed);
  console.log(`${sampleSize} histories, ${packed.length} bytes`);
}
