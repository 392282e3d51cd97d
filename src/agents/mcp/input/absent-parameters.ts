import type { TObject } from "@sinclair/typebox";
import { type ToolError, wrongParameter } from "../output/tool-error.ts";
import type { Note } from "./times.ts";

export type InputReporter = { readonly note: Note; refuse(fault: ToolError): void };

/**
 * Parameters that some clients add to every call. These parameters are removed. Numbers are issues of the client: n8n
 * (#21500, #22787), Cline (#9919), OpenHands, LangChain (#412), Neon (#353), Cursor, Claude Code.
 */
const clientParameters = new Set(
  "toolCallId sessionId action chatInput tool task_progress security_risk _meta user_context random_string reason".split(
    " ",
  ),
);

export function withoutClientParameters({ properties }: TObject, input: unknown): unknown {
  if (typeof input !== "object" || input === null || Array.isArray(input)) return input;
  const isOwn = (name: string) => Object.hasOwn(properties, name) || !clientParameters.has(name);
  return Object.fromEntries(Object.entries(input).filter(([name]) => isOwn(name)));
}

/**
 * Parameters for a position in a list. An empty text is not removed, because it means the top level or the beginning of
 * the list.
 */
const placeParameters: readonly string[] = ["under", "after"];
const countParameters: readonly string[] = ["durationMinutes", "servings"];

function emptiness(name: string, value: unknown): "null" | "blank" | "0" | null {
  if (value === null || value === undefined) return "null";
  if (countParameters.includes(name) && (value === 0 || value === "0")) return "0";
  return typeof value === "string" && value.trim() === "" && !placeParameters.includes(name) ? "blank" : null;
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Removes optional fields that are null or blank. Refuses a single such field if `clear` could clear the same field,
 * because the meaning is then unclear.
 */
export function withoutAbsent(
  { properties, required = [] }: TObject,
  sent: Fields,
  place: string,
  { note, refuse }: InputReporter,
): Fields {
  const path = place === "" ? "" : `${place}.`;
  const absent = Object.keys(sent).flatMap((name) => {
    const isOptional = Object.hasOwn(properties, name) && !required.includes(name);
    const as = isOptional ? emptiness(name, sent[name]) : null;
    return as === null ? [] : [{ name, as }];
  });
  if (absent.length === 0) return sent;
  const clearable: readonly string[] = properties.clear?.items?.enum ?? [];
  const cleared = Array.isArray(sent.clear) ? sent.clear : [sent.clear];
  const doubtful = absent.filter(({ name }) => clearable.includes(name) && !cleared.includes(name));
  const isFilled = absent.length > 1;
  for (const { name, as } of doubtful) {
    const clear = `send clear: ["${name}"]`;
    if (isFilled) note(`${path.replace(/\d+/g, "")}${name}: ${as} taken as left out; to empty it ${clear}.`);
    else {
      const repair = `leave it out to keep it; to empty it, leave it out and ${clear}.`;
      refuse(wrongParameter(`${path}${name}`, `must not be ${as}`, repair));
    }
  }
  return Object.fromEntries(Object.entries(sent).filter(([name]) => !absent.some((each) => each.name === name)));
}
