/** Asks `oracle.py` and compares its answers with the engine's decisions. */
import { unlinkSync } from "node:fs";
import { join } from "node:path";
import type { Decision, History, Outcome } from "./simulated-engine.ts";

export type Answer = {
  readonly seed: number;
  readonly notices: readonly Decision[];
  readonly deliveries: Readonly<Record<string, number>>;
  readonly dropped: number;
};

const oracle = join(import.meta.dir, "oracle.py");

/** @throws Error if Python, dateutil or the data about zones is missing */
export async function askOracle(histories: readonly History[], folder: string): Promise<Answer[]> {
  const questions = join(folder, "histories.jsonl");
  await Bun.write(questions, histories.map((each) => `${JSON.stringify(each)}\n`).join(""));
  const text = await run([], Bun.file(questions));
  unlinkSync(questions);
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Answer);
}

type Change = readonly [at: number, offset: number];

/** Zones with other clock changes in Python's data than here, and the years of the changes. */
export async function differingZones(zones: readonly string[]): Promise<Map<string, number[]>> {
  const theirs = JSON.parse(await run(["--changes", ...zones], null)) as Record<string, Change[]>;
  const found = new Map<string, number[]>();
  for (const zone of zones) {
    const mine = new Set(changesOf(zone).map(String));
    const other = new Set((theirs[zone] ?? []).map(String));
    const years = [...mine.symmetricDifference(other)].map((each) => new Date(Number(each.split(",")[0]) * 1_000));
    if (years.length > 0) found.set(zone, [...new Set(years.map((each) => each.getUTCFullYear()))].sort());
  }
  return found;
}

async function run(args: string[], stdin: ReturnType<typeof Bun.file> | null): Promise<string> {
  const child = Bun.spawn(["python3", oracle, ...args], { stdin, stdout: "pipe", stderr: "inherit" });
  const text = await new Response(child.stdout).text();
  if ((await child.exited) !== 0) throw new Error("The oracle failed. It needs Debian's python3-dateutil and tzdata.");
  return text;
}

function changesOf(zone: string): Change[] {
  const end = Date.UTC(2040, 0, 1);
  const found: Change[] = [];
  let zoned = Temporal.Instant.fromEpochMilliseconds(Date.UTC(2006, 0, 1)).toZonedDateTimeISO(zone);
  for (;;) {
    const before = zoned.offsetNanoseconds;
    const next = zoned.getTimeZoneTransition("next");
    if (!next || next.epochMilliseconds >= end) return found;
    zoned = next;
    if (next.offsetNanoseconds !== before) found.push([next.epochMilliseconds / 1_000, next.offsetNanoseconds / 1e9]);
  }
}

/** Empty if the engine decided the same, at the same times, with the same texts and deliveries. */
export function differences({ notices, deliveries, dropped }: Outcome, answer: Answer): string[] {
  const mine = [...notices.map(canonical), canonical(Object.fromEntries(deliveries)), `dropped ${dropped}`];
  const theirs = [...answer.notices.map(canonical), canonical(answer.deliveries), `dropped ${answer.dropped}`];
  const [mineSet, theirSet] = [new Set(mine), new Set(theirs)];
  return [
    ...mine.filter((each) => !theirSet.has(each)).map((each) => `engine: ${each}`),
    ...theirs.filter((each) => !mineSet.has(each)).map((each) => `oracle: ${each}`),
    ...(mine.length === theirs.length ? [] : [`${mine.length} against ${theirs.length} answers`]),
  ];
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => {
    if (typeof part !== "object" || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)));
  });
}
