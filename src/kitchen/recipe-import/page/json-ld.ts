/** Parses the JSON in pages and finds the recipes. Also parses damaged JSON. */
import { isRecord, parseJson } from "#lib/values.ts";
import type { Node } from "./walk.ts";

const maxNesting = 12;
const maxNodes = 20_000;
const maxRepaired = 2_000_000;
const maxOpenBrackets = 200;

/** Parses the text of a script. Null if parsing fails even after a repair. */
export function readJson(script: string): unknown {
  const text = unwrap(script);
  if (text === "" || isDeep(text)) return null;
  return parseJson(text) ?? (text.length > maxRepaired ? null : parseJson(repair(text)));
}

/** Whether brackets are nested so deeply that parsing is expensive: parsing 5 MB of brackets takes 350 MB. */
function isDeep(text: string): boolean {
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < text.length && depth < maxOpenBrackets; at++) {
    const char = text[at];
    if (isInString) {
      if (char === "\\") at++;
      else if (char === '"') isInString = false;
    } else if (char === '"') isInString = true;
    else if (char === "{" || char === "[") depth++;
    else if (char === "}" || char === "]") depth--;
  }
  return depth >= maxOpenBrackets;
}

function unwrap(script: string): string {
  let text = script.replace(/<!\[CDATA\[|\]\]>|<!--|-->/g, " ").trim();
  if (/^[[{]\s*&quot;/.test(text)) text = text.replaceAll("&quot;", '"').replaceAll("&amp;", "&");
  const start = text.search(/[[{]/);
  const end = Math.max(text.lastIndexOf("}"), text.lastIndexOf("]"));
  return start < 0 ? "" : text.slice(start, end < start ? undefined : end + 1);
}

const plainEscapes = new Set(['"', "\\", "/", "b", "f", "n", "r", "t"]);

/**
 * Repairs JSON in linear time. Escapes line breaks and quotes in strings. Removes invalid escapes, comments, and commas
 * before a bracket. Adds missing commas, and closes open brackets at the end.
 */
function repair(text: string): string {
  const parts: string[] = [];
  const open: string[] = [];
  /** The last character of the last token in `parts`. */
  let last = "";
  let at = 0;
  const push = (token: string) => {
    if ((token === "}" || token === "]") && last === ",") parts.pop();
    const startsValue = /^["{[]/.test(token);
    if (startsValue && /["}\]]$/.test(last)) parts.push(",");
    parts.push(token);
    last = token.at(-1) ?? "";
  };
  while (at < text.length && open.length < maxOpenBrackets) {
    const char = text[at] ?? "";
    if (char === '"') {
      const string = readString(text, at);
      push(string.json);
      at = string.end;
    } else if (text.startsWith("/*", at)) {
      const end = text.indexOf("*/", at + 2);
      at = end < 0 ? text.length : end + 2;
    } else if (text.startsWith("//", at)) {
      const end = text.indexOf("\n", at);
      at = end < 0 ? text.length : end;
    } else {
      if ("{[".includes(char)) open.push(char === "{" ? "}" : "]");
      if ("}]".includes(char)) {
        if (open.length === 0) break;
        push(open.pop() ?? "");
        // A second JSON value in the same script.
        if (open.length === 0) break;
      } else if (/\s/.test(char)) {
        parts.push(last === "," ? "" : " ");
        if (last === ",") parts.pop();
      } else if (char !== "," || !/[,{[]/.test(last)) push(char);
      at++;
    }
  }
  while (open.length > 0) push(open.pop() ?? "");
  return parts.join("");
}

function readString(text: string, start: number): { readonly json: string; readonly end: number } {
  const parts: string[] = ['"'];
  let at = start + 1;
  for (; at < text.length; at++) {
    const char = text[at] ?? "";
    if (char === "\\") {
      const next = text[at + 1] ?? "";
      if (plainEscapes.has(next) || (next === "u" && /^[0-9a-f]{4}/i.test(text.slice(at + 2, at + 6)))) {
        parts.push(char, next);
        at++;
      }
    } else if (char === '"') {
      if (isStringEnd(text, at)) return { json: `${parts.join("")}"`, end: at + 1 };
      parts.push('\\"');
    } else if (char < " ") parts.push(char === "\n" ? "\\n" : " ");
    else parts.push(char);
  }
  return { json: `${parts.join("")}"`, end: at };
}

const lookAhead = 200;

/** Whether a quote ends a string. Decides by the text after it, because strings may contain unescaped quotes. */
function isStringEnd(text: string, at: number): boolean {
  const after = text.slice(at + 1, at + lookAhead);
  return /^\s*(?:$|[:}\]]|,\s*(?:$|["{[\]}\d/-]|true|false|null)|\/[/*]|"\s*[:,\]}]|\n\s*")/.test(after);
}

const maxValues = 2_000;

/** Returns the values of a field as a list. The field may hold no value, one value or several. */
export function listOf(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value.slice(0, maxValues) : [value];
}

export function isOfType(node: Node, type: string): boolean {
  return listOf(node["@type"] ?? node.type).some((each) => {
    return typeof each === "string" && each.replace(/^.*[/#:]/, "").toLowerCase() === type;
  });
}

/** Collects nodes by their type and by their id, wherever they are in the JSON, down to a maximum depth. */
export class Graph {
  readonly recipes: Node[] = [];
  private readonly byId = new Map<string, Node>();
  private nodes = 0;

  add(value: unknown, depth = 0): void {
    if (depth > maxNesting || this.nodes > maxNodes) return;
    if (Array.isArray(value)) {
      for (const each of value) this.add(each, depth + 1);
    } else if (isRecord(value)) {
      this.nodes++;
      const id = value["@id"];
      if (typeof id === "string" && Object.keys(value).length > 1 && !this.byId.has(id)) this.byId.set(id, value);
      if (isOfType(value, "recipe")) this.recipes.push(value);
      for (const each of Object.values(value)) if (typeof each === "object") this.add(each, depth + 1);
    }
  }

  /** Returns the node to which a reference refers. Returns any other value unchanged. */
  resolve(value: unknown): unknown {
    if (!isRecord(value) || typeof value["@id"] !== "string" || Object.keys(value).length > 2) return value;
    return this.byId.get(value["@id"]) ?? value;
  }
}
