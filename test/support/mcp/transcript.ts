/**
 * Transcripts: a person's request, the agent's calls with their answers, and the household's final state. Each refusal
 * must change nothing and name its own repair; a later step follows that repair, and must succeed.
 */
import { expect } from "bun:test";
import { eq } from "drizzle-orm";
import { household as households } from "#platform/db/tables.ts";
import { mcpHome } from "./mcp.ts";

/** The household and its MCP client. */
export type Stage = Awaited<ReturnType<typeof mcpHome>>;

/** The values that earlier steps kept, and the `repair` and `told` (first text) of the last call. */
export type Known = { repair: string; told: string; [name: string]: any };

type Input = object | ((known: Known, stage: Stage) => object);

/** One tool call of the agent, and its required result. */
type Called = {
  readonly use: string;
  readonly with: Input;
  /** Another key than the household's. */
  readonly key?: (known: Known) => string;
};

type Matcher = string | RegExp;

/** A step of a transcript. */
export type Step =
  /**
   * The call is refused: the first text (complete if it is a string), and a part of the second, which names the repair.
   */
  | (Called & { readonly refused: Matcher; readonly repair: Matcher })
  /**
   * The call succeeds: the start or a part of the text; some of the fields; the number of new feed entries (none by
   * default).
   */
  | (Called & {
      readonly answered: Matcher;
      readonly data?: object;
      readonly entries?: number;
      readonly keep?: (data: any, known: Known) => object;
    })
  /** A change outside of the tools: members, the clock, plain HTTP. Its result is kept. */
  | { readonly meanwhile: string; readonly happens: (stage: Stage, known: Known) => object | Promise<object> };

/** A transcript. `state` reads the final state, which must equal `has`. */
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

/** Plays a transcript in a new household. */
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
  // Every writing tool returns the id of its feed entry.
  else expect(stage.entries()[0]?.id).toEndWith(data.activityId);
  if (step.keep) Object.assign(known, step.keep(data, known));
}

/** Counters of the household's state: any write raises one of them. */
function moment({ db, id, entries }: Stage) {
  const row = db.select({ revision: households.revision }).from(households).where(eq(households.id, id)).get();
  return { revision: row?.revision ?? 0, entries: entries().length };
}
