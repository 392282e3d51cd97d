/**
 * Beginnings of conversations that a client offers its people. To add one, write a {@link Prompt} and put it into
 * {@link prompts}. It is shown to keys that may use every tool it speaks of.
 */
import {
  type GetPromptResult,
  type InputRequiredResult,
  type ListPromptsResult,
  ProtocolError,
} from "@modelcontextprotocol/server";
import { codes } from "../protocol/codes.ts";
import type { Completion } from "../resources/index.ts";
import type { Context } from "../tool.ts";
import { planWeek } from "./plan-week.ts";
import { weeklyGroceries } from "./weekly-groceries.ts";

/** For what a text can't say: pictures, questions. */
export type RawPrompt = GetPromptResult | InputRequiredResult;

/** One prompt. Its text is ours alone, but for its arguments. */
export type Prompt = {
  readonly listed: ListPromptsResult["prompts"][number];
  /** The tools that it tells the model to use. */
  readonly tools: readonly string[];
  /** By argument. */
  readonly complete?: Readonly<Record<string, Completion>>;
  /** The text of the one message; or a result in the protocol's own shape. */
  write(context: Context, input: Readonly<Record<string, string>>): Promise<string | RawPrompt> | RawPrompt;
};

/** In the order in which they are listed. */
export const prompts: readonly Prompt[] = [planWeek, weeklyGroceries];

/** True where every tool that a prompt speaks of is among those `shown`. */
export function isAvailable({ tools }: Prompt, shown: ReadonlySet<string>): boolean {
  return tools.every((name) => shown.has(name));
}

/** What a prompt says. @throws ProtocolError −32602 for a missing or unknown argument. */
export async function promptMessages(
  prompt: Prompt,
  input: Readonly<Record<string, string>>,
  context: Context,
): Promise<RawPrompt> {
  const known = prompt.listed.arguments ?? [];
  const missing = known.find(({ name, required }) => required && input[name] === undefined);
  if (missing) throw new ProtocolError(codes.invalidParams, `${missing.name}: is required`);
  const unknown = Object.keys(input).find((name) => !known.some((each) => each.name === name));
  if (unknown !== undefined) throw new ProtocolError(codes.invalidParams, `${unknown.slice(0, 60)}: unknown argument`);
  const written = await prompt.write(context, input);
  if (typeof written !== "string") return written;
  return { messages: [{ role: "user", content: { type: "text", text: written } }] };
}
