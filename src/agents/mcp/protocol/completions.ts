import { type CompleteResult, ProtocolError, type RequestTypeMap } from "@modelcontextprotocol/server";
import type { Catalogue } from "../catalogue.ts";
import type { Context } from "../tool.ts";
import { codes } from "./codes.ts";

const maxValues = 100;

type CompletionParams = RequestTypeMap["completion/complete"]["params"];

/** Returns completions for an argument. @throws ProtocolError if the prompt or the resource template is unknown */
export async function complete(
  { prompts, resources }: Catalogue,
  params: CompletionParams,
  context: Context,
): Promise<CompleteResult> {
  const { ref, argument } = params;
  const found =
    ref.type === "ref/prompt"
      ? prompts.find(({ listed }) => listed.name === ref.name)
      : resources.find((each) => each.isTemplate && each.listed.uriTemplate === ref.uri);
  if (!found) throw new ProtocolError(codes.invalidParams, "ref: there is no such prompt or resource template");
  const completions = "complete" in found ? (found.complete ?? {}) : {};
  const completion = Object.hasOwn(completions, argument.name) ? completions[argument.name] : undefined;
  const values = completion ? await completion(context, argument.value) : [];
  const shown = values.slice(0, maxValues);
  return { completion: { values: [...shown], total: values.length, hasMore: shown.length < values.length } };
}
