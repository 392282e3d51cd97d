import {
  type GetPromptResult,
  type InputRequiredResult,
  type ListPromptsResult,
  ProtocolError,
} from "@modelcontextprotocol/server";
import { codes } from "../protocol/codes.ts";
import type { Completion } from "../resources/index.ts";
import type { Context } from "../tool.ts";
import { occasions } from "./occasions.ts";
import { planWeek } from "./plan-week.ts";
import { weeklyGroceries } from "./weekly-groceries.ts";

export type RawPrompt = GetPromptResult | InputRequiredResult;

export type ToolFor = (...names: readonly string[]) => string;

/**
 * Prompt that a client can offer. The API key must be allowed to use each element of `tools`. An element that is a list
 * names alternatives; one allowed tool of the list is enough.
 */
export type Prompt = {
  readonly listed: ListPromptsResult["prompts"][number];
  readonly tools: readonly (string | readonly string[])[];
  readonly complete?: Readonly<Record<string, Completion>>;
  /** Writes the messages of the prompt. A string means a single user message. */
  write(
    context: Context,
    input: Readonly<Record<string, string>>,
    toolFor: ToolFor,
  ): Promise<string | RawPrompt> | string | RawPrompt;
};

export const prompts: readonly Prompt[] = [planWeek, weeklyGroceries, ...occasions];

export function isAvailable({ tools }: Prompt, shown: ReadonlySet<string>): boolean {
  return tools.every((needed) => [needed].flat().some((name) => shown.has(name)));
}

/** Returns the messages of a prompt. @throws ProtocolError if an argument is missing or unknown */
export async function promptMessages(
  prompt: Prompt,
  input: Readonly<Record<string, string>>,
  context: Context,
  shown: ReadonlySet<string>,
): Promise<RawPrompt> {
  const known = prompt.listed.arguments ?? [];
  const missing = known.find(({ name, required }) => required && input[name] === undefined);
  if (missing) throw new ProtocolError(codes.invalidParams, `${missing.name}: is required`);
  const unknown = Object.keys(input).find((name) => !known.some((each) => each.name === name));
  if (unknown !== undefined) throw new ProtocolError(codes.invalidParams, `${unknown.slice(0, 60)}: unknown argument`);
  const toolFor: ToolFor = (...names) => names.find((name) => shown.has(name)) ?? "";
  const written = await prompt.write(context, input, toolFor);
  if (typeof written !== "string") return written;
  return { messages: [{ role: "user", content: { type: "text", text: written } }] };
}
