/**
 * `bun run prove:mutants`: plants each fault of `test/mutants/` in a copy of the product, one after another, and expects
 * that one of its tests fails, which pass without it. Arguments choose the faults whose text or file contains one of them.
 * Environment: WORKERS, the copies that are tested at the same time (2).
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { Copy } from "./copy.ts";
import type { Mutant } from "./mutant.ts";

const wanted = process.argv.slice(2);
const workers = Number(process.env.WORKERS ?? 2);
const mutants = (await readAll()).filter(
  ({ fault, file, tests }) =>
    wanted.length === 0 || wanted.some((word) => [fault, file, ...tests].some((text) => text.includes(word))),
);

async function readAll(): Promise<Mutant[]> {
  const folder = join(import.meta.dirname, "faults");
  const lists = await Promise.all(readdirSync(folder).map((name) => import(join(folder, name))));
  return lists.flatMap((list) => list.mutants as Mutant[]);
}

/** Works through `jobs` with each of the copies. */
async function inTurns<Job>(jobs: readonly Job[], work: (job: Job, copy: Copy) => Promise<void>): Promise<void> {
  const waiting = [...jobs];
  await Promise.all(
    copies.map(async (copy) => {
      for (let job = waiting.shift(); job; job = waiting.shift()) await work(job, copy);
    }),
  );
}

const copies = Array.from({ length: workers }, () => new Copy());
const broken: string[] = [];
const missed: string[] = [];
try {
  const files = [...new Set(mutants.flatMap(({ tests }) => tests))];
  await inTurns(files, async (file, copy) => {
    const { failed, passed, output } = await copy.test([file], { isWhole: true });
    if (failed.length === 0 && passed > 0) return;
    broken.push(file);
    console.log(`Without a fault, ${file} does not pass: ${failed.join("; ") || output.slice(-2_000)}`);
  });
  await inTurns(mutants, async (mutant, copy) => {
    const { failed, output } = await copy.withFault(mutant, () => copy.test(mutant.tests, { isWhole: false }));
    if (failed.length === 0) missed.push(mutant.fault);
    const story = output.includes("(pass)") ? "all tests pass" : output.slice(-1_000);
    console.log(failed.length > 0 ? `caught  ${mutant.fault} (${failed[0]})` : `MISSED  ${mutant.fault}: ${story}`);
  });
} finally {
  for (const copy of copies) copy.delete();
}
console.log(`${mutants.length - missed.length} of ${mutants.length} faults caught`);
process.exit(mutants.length > 0 && missed.length + broken.length === 0 ? 0 : 1);
