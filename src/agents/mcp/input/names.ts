import { foldForSearch } from "#lib/case-folding.ts";
import { isUuid } from "#lib/wire.ts";
import { firstOf, quotedShort, visible } from "../output/format.ts";
import { wrongParameter } from "../output/tool-error.ts";
import type { Context } from "../tool.ts";
import { findSimilar, hasWholeWords } from "./similarity.ts";
import type { Note } from "./times.ts";
import { plainPhrase } from "./weekdays.ts";

const maxListed = 20;
const maxSuggested = 3;
const minPartLength = 3;

export type Named = { readonly id: string; readonly name: string; readonly note?: string };

/**
 * Finds an id by a name, ignoring case and accents. Returns any UUID unchanged, because the REST API refuses unknown
 * ids. With `note`, a part of a name is enough, and `note` reports how the name was understood. Callers that delete
 * something omit `note`.
 * @throws ToolError that lists valid names, the most similar first
 */
export function resolveId(
  known: readonly Named[],
  nameOrId: string,
  thing: string,
  parameter: string,
  ids: { readonly find: (text: string) => string | null; readonly short: (id: string) => string },
  note?: Note,
): string {
  if (isUuid(nameOrId.trim())) return nameOrId.trim().toLowerCase();
  const folded = foldForSearch(visible(nameOrId));
  const found = known.filter(({ name }) => foldForSearch(visible(name)) === folded);
  const exact = found.filter(({ name }) => name === nameOrId);
  const [only, another] = exact.length === 1 ? exact : found;
  if (only && !another) return only.id;
  if (found.length > 1) {
    const shown = found.slice(0, maxListed).map(({ id, name, note: details }) => {
      return `${quotedShort(name)}${details ? ` (${details})` : ""} is ${ids.short(id)}`;
    });
    const reason = `more than one ${thing} is called ${quotedShort(nameOrId)}`;
    throw wrongParameter(parameter, reason, `take the id. ${shown.join("; ")}.`);
  }
  const id = ids.find(nameOrId);
  if (id !== null) return id;
  const [part, secondPart] =
    note && folded.length >= minPartLength
      ? known.filter(({ name }) => hasWholeWords(foldForSearch(name), folded))
      : [];
  if (note && part && !secondPart) {
    note(`${parameter} read as ${quotedShort(part.name)}.`);
    return part.id;
  }
  const all = thing === "member" && isEverybody(nameOrId) ? "leave it out for everybody, if it is optional; else " : "";
  const repair = known.length === 0 ? `there is no ${thing} yet.` : suggestions(known, nameOrId);
  const code = "no_such_reference";
  throw wrongParameter(parameter, `no such ${thing}: ${quotedShort(nameOrId)}`, all + repair, { code });
}

function suggestions(known: readonly Named[], nameOrId: string): string {
  const likely = findSimilar(nameOrId, known).slice(0, maxSuggested);
  const others = known.filter((each) => !likely.includes(each));
  if (likely.length === 0) return `take one of ${listNames(known, maxListed)}, or an id.`;
  const question = `did you mean ${likely.map(({ name }) => quotedShort(name)).join(" or ")}?`;
  if (others.length === 0) return question;
  return `${question} Otherwise take one of ${listNames(others, maxListed - likely.length)}, or an id.`;
}

const everybody =
  /^(?:everyone|everybody|all|(?:all|the|our|whole|the whole) (?:family|household)|family|household|us|we all|all of us|alle|wir|uns|wir alle|alle zusammen|jeder|(?:die |unsere |die ganze |ganze )?familie|(?:der |der ganze |ganzer )?haushalt)$/;

export function isEverybody(phrase: string): boolean {
  return everybody.test(plainPhrase(foldForSearch(phrase)));
}

/** Whether the phrase means the member for whom the API key acts. */
export function isMe(phrase: string): boolean {
  return /^(?:me|myself|i|ich|mir|mich)$/.test(plainPhrase(phrase));
}

/** Whether the phrase means all members. False if a member has that name. */
export function meansEverybody({ members }: Pick<Context, "members">, phrase: string): boolean {
  if (!isEverybody(phrase)) return false;
  const folded = foldForSearch(phrase);
  return !members.some(({ name }) => foldForSearch(name) === folded);
}

/** Returns the id of a member to filter by, or null for everybody. @throws ToolError if the name is unknown */
export async function memberFilter(
  context: Pick<Context, "members" | "memberId">,
  nameOrId: string | undefined,
): Promise<string | null> {
  if (nameOrId === undefined || meansEverybody(context, nameOrId)) return null;
  return context.memberId(nameOrId);
}

function listNames(known: readonly Named[], most: number): string {
  const names = known.map(({ name }) => quotedShort(name));
  return firstOf(names, most);
}
