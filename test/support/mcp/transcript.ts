/**
 * Transcripts of agents: the request of a person, the agent's calls with their answers, and the final state of the
 * household. A refused call must change nothing, and its text must say how to repair the call. A later step follows
 * that advice and must succeed.
 */
import { expect } from "bun:test";
import { eq } from "drizzle-orm";
import { household as households } from "#platform/db/tables.ts";
import { mcpHome } from "./mcp.ts";

/** Household of a transcript, with its MCP client. */
export type Stage = Awaited<ReturnType<typeof mcpHome>>;

/** Values that earlier steps have stored. `told` and `repair` are the first and the second text of the last answer. */
export type Known = { repair: string; told: string; [name: string]: any };

type Input = object | ((known: Known, stage: Stage) => object);

/** Call of a tool by the agent. */
type Called = {
  readonly use: string;
  readonly with: Input;
  /** Returns another API key to use instead of the household's. */
  readonly key?: (known: Known) => string;
};

type Matcher = string | RegExp;

/** Step of a transcript. */
export type Step =
  /**
   * Call that must be refused. `refused` is the first text of the answer (the complete text if it is a string);
   * `repair` is a part of the second text, which says how to repair the call.
   */
  | (Called & { readonly refused: Matcher; readonly repair: Matcher })
  /**
   * Call that must succeed. `answered` is the start or a part of the text, `data` some of the fields, `entries` the
   * number of new entries in the activity feed (none by default).
   */
  | (Called & {
      readonly answered: Matcher;
      readonly data?: object;
      readonly entries?: number;
      readonly keep?: (data: any, known: Known) => object;
    })
  /**
   * Change that is not made by a tool: of members, of the clock, or over HTTP. The values that it returns are stored.
   */
  | { readonly meanwhile: string; readonly happens: (stage: Stage, known: Known) => object | Promise<object> };

/** Transcript. `state` reads the final state of the household, which must equal `has`. */
export type Transcript = {
  readonly fault: string;
  readonly said: string;
  readonly home?: Parameters<typeof mcpHome>[0];
  readonly steps: readonly Step[];
  readonly state: (stage: Stage, known: Known) => unknown;
  readonly has: unknown;
};

/** Returns the names of the tools that a transcript calls. */
export function toolsIn({ steps }: Transcript): string[] {
  return steps.flatMap((step) => ("use" in step ? [step.use] : []));
}

/** Runs a transcript in a new household. */
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

/** Returns counters of the household's state. Any write raises one of them. */
function moment({ db, id, entries }: Stage) {
  const row = db.select({ revision: households.revision }).from(households).where(eq(households.id, id)).get();
  return { revision: row?.revision ?? 0, entries: entries().length };
}
