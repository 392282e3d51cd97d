/**
 * Transcripts: what a person said, what an agent then called and was told, and what the household had at the end. Each refusal
 * must change nothing and name its own repair; a step after it does as it was told, and succeeds.
 */
import { expect } from "bun:test";
import { eq } from "drizzle-orm";
import { household as households } from "../../src/db/tables.ts";
import { mcpHome } from "./mcp.ts";

/** The household and whoever speaks to it. */
export type Stage = Awaited<ReturnType<typeof mcpHome>>;

/** What earlier steps left: what they kept, and the `repair` and `told` (first text) of the last call. */
export type Known = { repair: string; told: string; [name: string]: any };

type Input = object | ((known: Known, stage: Stage) => object);

/** One call of a tool, as the agent makes it, and what must come of it. */
type Called = {
  readonly use: string;
  readonly with: Input;
  /** Another key than the household's. */
  readonly key?: (known: Known) => string;
};

type Matcher = string | RegExp;

/** A step of a transcript. */
export type Step =
  /** Refused: the first text, whole where it is a string, and something in the second, which says how to repair it. */
  | (Called & { readonly refused: Matcher; readonly repair: Matcher })
  /** Done: how the text begins, or what is in it; some of the fields; how many entries the feed got (none where left out). */
  | (Called & {
      readonly answered: Matcher;
      readonly data?: object;
      readonly entries?: number;
      readonly keep?: (data: any, known: Known) => object;
    })
  /** Something that is no call of a tool: the household's people, the clock, plain HTTP. What it answers is kept. */
  | { readonly meanwhile: string; readonly happens: (stage: Stage, known: Known) => object | Promise<object> };

/** A transcript. `state` reads what there is at the end; it must be `has`. */
export type Transcript = {
  readonly fault: string;
  readonly said: string;
  readonly home?: Parameters<typeof mcpHome>[0];
  readonly steps: readonly Step[];
  readonly state: (stage: Stage, known: Known) => unknown;
  readonly has: unknown;
};

/** The tools that a transcript needs. */
export function toolsIn({ steps }: Transcript): string[] {
  return steps.flatMap((step) => ("use" in step ? [step.use] : []));
}

/** Plays a transcript in a household of its own. */
export async function play({ home, steps, state, has }: Transcript): Promise<void> {
  const stage: Stage = await mcpHome(home);
  const known: Known = { repair: "", told: "" };
  for (const step of steps) {
    if ("use" in step) await call(stage, known, step);
    else Object.assign(known, await step.happens(stage, known));
  }
  expect(await state(stage, known)).toEqual(has);
}

async function call(stage: Stage, known: Known, step: Extract<Step, Called>): Promise<void> {
  const input = typeof step.with === "function" ? step.with(known, stage) : step.with;
  const before = moment(stage);
  const { isError = false, texts, data } = await stage.use(step.use, input, step.key ? { key: step.key(known) } : {});
  const after = moment(stage);
  known.told = texts[0];
  known.repair = texts[1] ?? "";
  const at = { tool: step.use, input, texts };
  if ("refused" in step) {
    expect({ ...at, isError, count: texts.length, data }).toEqual({ ...at, isError: true, count: 2, data: undefined });
    if (typeof step.refused === "string") expect(texts[0]).toBe(step.refused);
    else expect(texts[0]).toMatch(step.refused);
    expect(texts[1]).toMatch(step.repair);
    expect(after).toEqual(before);
    return;
  }
  expect({ ...at, isError }).toEqual({ ...at, isError: false });
  if (typeof step.answered === "string") expect(texts[0]).toStartWith(step.answered);
  else expect(texts[0]).toMatch(step.answered);
  if (step.data) expect(data).toMatchObject(step.data);
  const entries = step.entries ?? 0;
  expect({ ...at, entries: after.entries - before.entries }).toEqual({ ...at, entries });
  if (entries === 0) expect(after.revision).toBe(before.revision);
  // Whatever wrote says which entry of the feed it is.
  else expect(stage.entries()[0]?.id).toBe(data.activityId);
  if (step.keep) Object.assign(known, step.keep(data, known));
}

/** Where the household stands: any write would raise one of these. */
function moment({ db, id, entries }: Stage) {
  const row = db.select({ revision: households.revision }).from(households).where(eq(households.id, id)).get();
  return { revision: row?.revision ?? 0, entries: entries().length };
}
