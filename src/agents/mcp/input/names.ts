import { foldForSearch } from "#lib/case-folding.ts";
import { lexicons } from "#lib/phrases/index.ts";
import { isUuid } from "#lib/wire.ts";
import { firstOf, quotedShort, visible } from "../output/format.ts";
import { wrongParameter } from "../output/tool-error.ts";
import type { Context } from "../tool.ts";
import type { Note } from "./times.ts";
import { plainPhrase } from "./words.ts";

const maxListed = 20;
const maxSuggested = 3;
const minPartLength = 3;

export type Named = { readonly id: string; readonly name: string; readonly note?: string };

export type IdLookup = {
  readonly find: (text: string) => string | null;
  readonly short: (id: string) => string;
  /** Whether similar names are searched for; see {@link maySearch}. The default is true. */
  readonly maySearch?: () => boolean;
};

const maxSearches = 8;
const searches = new WeakMap<object, number>();

/**
 * Whether a call may search once more for names that are similar to an unknown one. Each search compares the name with
 * all records, which takes up to 20 ms for 1,000 records, and an answer lists only few errors.
 */
export function maySearch(call: object): boolean {
  const count = searches.get(call) ?? 0;
  searches.set(call, count + 1);
  return count < maxSearches;
}

/**
 * Finds an id by a name, ignoring case and accents. Returns any UUID unchanged, because the REST API refuses unknown
 * ids. With `note`, words of a single name are enough, and `note` reports how the name was understood. Callers that delete
 * something omit `note`.
 * @throws ToolError that lists valid names, the most similar first
 */
export function resolveId(
  known: readonly Named[],
  nameOrId: string,
  thing: string,
  parameter: string,
  ids: IdLookup,
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
  const parts = note ? withAllWords(known, folded) : [];
  const [part, secondPart] = parts;
  if (note && part && !secondPart) {
    note(`${parameter} read as ${quotedShort(part.name)}.`);
    return part.id;
  }
  if (secondPart) {
    const shown = firstOf(
      parts.map(({ id: each, name }) => `${quotedShort(name)} (${ids.short(each)})`),
      maxListed,
    );
    const reason = `${parts.length} ${thing}s have the words ${quotedShort(nameOrId)}: ${shown}`;
    throw wrongParameter(parameter, reason, "send the id of the one that is meant. Ask if it is not clear.");
  }
  const all = thing === "member" && isEverybody(nameOrId) ? "leave it out for everybody, if it is optional; else " : "";
  const repair = known.length === 0 ? `there is no ${thing} yet.` : suggestions(known, nameOrId, ids.maySearch?.());
  const code = "no_such_reference";
  throw wrongParameter(parameter, `no such ${thing}: ${quotedShort(nameOrId)}`, all + repair, { code });
}

function withAllWords(known: readonly Named[], folded: string): Named[] {
  const words = wordsOf(folded);
  if (words.join("").length < minPartLength) return [];
  return known.filter(({ name }) => words.every((word) => hasWholeWords(foldForSearch(name), word)));
}

const articles = /^(?:the|a|an|my|our|der|die|das|den|dem|mein|meine|unser|unsere|unseren)$/;

/** Returns the words of a folded text without articles, with which people name things: “the dentist”. */
export function wordsOf(folded: string): string[] {
  const words = folded.split(/[^\p{L}\p{N}\p{M}]+/u).filter((word) => word !== "");
  const others = words.filter((word) => !articles.test(word));
  return others.length > 0 ? others : words;
}

function suggestions(known: readonly Named[], nameOrId: string, isSearched = true): string {
  const likely = isSearched ? findSimilar(nameOrId, known).slice(0, maxSuggested) : [];
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

export function isMe(phrase: string): boolean {
  const word = plainPhrase(phrase);
  return lexicons.some(({ sets }) => sets.selves.has(word));
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

/** Returns a name with a common beginning, or else with a small edit distance. Returns null if no name is similar. */
export function findNearest(phrase: string, names: readonly string[]): string | null {
  const word = phrase.slice(0, maxCompared).toLowerCase();
  const near = names.find((name) => {
    const other = name.toLowerCase();
    const shorter = Math.min(word.length, other.length);
    return shorter >= 3 && (word.startsWith(other) || other.startsWith(word));
  });
  const isClose = (name: string) => {
    const most = name.length > 6 ? 2 : 1;
    const other = name.slice(0, maxCompared).toLowerCase();
    return name.length > 3 && Math.abs(name.length - word.length) <= 2 && editDistance(word, other, most) <= most;
  };
  return near ?? names.find(isClose) ?? null;
}

/** Maximum number of characters to compare. This limits the cost. */
const maxCompared = 40;
const minSimilarity = 0.6;

/** Returns the records whose names are similar to the text, the most similar first. */
export function findSimilar<Each extends { readonly name: string }>(text: string, all: readonly Each[]): Each[] {
  const word = foldForSearch(text.slice(0, maxCompared));
  if (word.length < 2) return [];
  return all
    .map((each) => ({ each, score: nameSimilarity(word, foldForSearch(each.name.slice(0, maxCompared))) }))
    .filter(({ score }) => score >= minSimilarity)
    .sort((one, other) => other.score - one.score)
    .map(({ each }) => each);
}

function nameSimilarity(word: string, name: string): number {
  if (name.startsWith(word)) return 0.95;
  if (hasWholeWords(name, word)) return 0.9;
  const whole = editSimilarity(word, name);
  if (word.length < 4) return whole;
  const best = Math.max(
    ...name
      .split(" ")
      .slice(0, 8)
      .map((part) => (part.length < 4 ? 0 : editSimilarity(word, part))),
  );
  return Math.max(whole, best * 0.95, name.includes(word) ? 0.8 : 0, name.length > 3 && word.includes(name) ? 0.7 : 0);
}

function editSimilarity(one: string, other: string): number {
  const longer = Math.max(one.length, other.length);
  const most = Math.floor(longer * (1 - minSimilarity));
  const distance = Math.abs(one.length - other.length) > most ? most + 1 : editDistance(one, other, most);
  return distance > most ? 0 : 1 - distance / longer;
}

/** Whether `name` contains `words` as whole words. The caller must case-fold `name` and `words`. */
export function hasWholeWords(name: string, words: string): boolean {
  for (let at = name.indexOf(words); at >= 0; at = name.indexOf(words, at + 1)) {
    if (!isLetter(name[at - 1]) && !isLetter(name[at + words.length])) return true;
  }
  return false;
}

function isLetter(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}\p{M}\p{Cs}]/u.test(character);
}

const row = new Uint8Array(maxCompared + 1);

/**
 * Returns the Levenshtein distance of two texts of at most `maxCompared` characters, or some larger number than `most`
 * if the distance is larger. Our own, because it is called for every name of a household: the limit makes it four times
 * as fast as without.
 */
function editDistance(one: string, other: string, most: number): number {
  const length = other.length;
  for (let to = 0; to <= length; to++) row[to] = to;
  for (let at = 0; at < one.length; at++) {
    const letter = one.charCodeAt(at);
    let diagonal = at;
    let left = at + 1;
    let least = left;
    row[0] = left;
    for (let to = 1; to <= length; to++) {
      const above = row[to] as number;
      const changed = letter === other.charCodeAt(to - 1) ? diagonal : diagonal + 1;
      diagonal = above;
      left = Math.min(changed, above + 1, left + 1);
      row[to] = left;
      if (left < least) least = left;
    }
    if (least > most) return least;
  }
  return row[length] as number;
}
