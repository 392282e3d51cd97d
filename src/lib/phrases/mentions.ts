/** Finds members and lists that a phrase names, and splits items. */
import type { Named } from "./model.ts";
import { matchAt, type Scan } from "./scan.ts";
import { fold, foldName, type Lexicon } from "./words.ts";

/** `isAll` says that everybody is meant. Otherwise, several ids are possible members. */
export type Mention = {
  readonly start: number;
  readonly end: number;
  readonly ids: readonly string[];
  readonly isAll?: boolean;
};

/** Returns the index of the token after a folded name, or -1 if the name does not stand at a token. */
function nameEnd({ tokens }: Scan, start: number, name: string): number {
  let typed = "";
  for (let index = start; index < tokens.length; index++) {
    const token = tokens[index];
    if (!token) return -1;
    typed += (index > start && tokens[index - 1]?.end !== token.start ? " " : "") + token.folded;
    if (typed === name) return index + 1;
    if (!name.startsWith(typed)) return -1;
  }
  return -1;
}

/** Returns a name without marks: “jurgen”. */
const withoutMarks = (name: string) => name.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** Finds “@Leo”, “@anna maria”, “@all” and “everyone:”. Prefixes count. Names that match nobody are not found. */
export function mentionAt(scan: Scan, start: number): Mention | null {
  const { tokens, lexicon, options } = scan;
  const { members, viewerId } = options;
  const all = members.map(({ id }) => id);
  const first = tokens[start];
  if (start === 0 && first && lexicon.sets.everyone.has(first.folded) && tokens[1]?.category === ":") {
    return { start, end: 2, ids: all, isAll: true };
  }
  const next = tokens[start + 1];
  if (first?.category !== "@" || !next || next.start !== first.end) return null;
  const ends = members.map(({ name }) => nameEnd(scan, start + 1, foldName(name)));
  const longest = Math.max(-1, ...ends);
  if (longest > 0) return { start, end: longest, ids: all.filter((_, index) => ends[index] === longest) };
  const end = start + 2;
  const typed = withoutMarks(scan.text.slice(next.start, next.end));
  const isMeant = ({ name }: Named) => foldName(name).startsWith(next.folded) || withoutMarks(name).startsWith(typed);
  const matching = members.filter(isMeant).map(({ id }) => id);
  if (matching.length > 0) return { start, end, ids: matching };
  if (lexicon.sets.everyone.has(next.folded)) return { start, end, ids: all, isAll: true };
  return viewerId && lexicon.sets.selves.has(next.folded) ? { start, end, ids: [viewerId] } : null;
}

/** Returns the members whose names stand in words that were not read. Names that are also words do not count. */
export function bareMembers(scan: Scan, isRead: (token: number) => boolean): string[] {
  const { tokens, options, lexicon } = scan;
  return options.members
    .filter(({ name }) => {
      const wanted = foldName(name);
      if (lexicon.sets.wordNames.has(wanted) || lexicon.sets.everyone.has(wanted)) return false;
      return tokens.some(({ category, folded }, index) => {
        if (category !== "~" || isRead(index)) return false;
        return (
          folded === wanted || folded === `${wanted}'s` || folded === `${wanted}s` || nameEnd(scan, index, wanted) > 0
        );
      });
    })
    .map(({ id }) => id);
}

/** Finds “#packing”, “on the packing list”, and with a verb that adds, “to hardware store”. */
export function listAt(scan: Scan, start: number, hasVerb: boolean): Mention | null {
  const { tokens, lexicon, options } = scan;
  const first = tokens[start];
  if (!first) return null;
  if (first.category === "#") return tokens[start + 1]?.start === first.end ? listNamed(scan, start, start + 1) : null;
  for (let length = 3; length > 0; length--) {
    const place = tokens
      .slice(start, start + length)
      .map(({ folded }) => folded)
      .join(" ");
    const isPlace = lexicon.sets.listPlaces.has(place) || (hasVerb && lexicon.sets.listTargets.has(place));
    const from = start + length;
    const exact = isPlace ? placedList(scan, start, from, options.lists) : null;
    if (exact) return exact;
    // “On the hardware list” may mean “Hardware store”.
    const isShort = isPlace && lexicon.sets.listSuffix.has(tokens[from + 1]?.folded ?? "");
    const short = isShort ? listNamed(scan, start, from) : null;
    if (short) return { ...short, end: from + 2 };
  }
  return null;
}

function listNamed(scan: Scan, start: number, from: number): Mention | null {
  const { lists } = scan.options;
  const exact = placedList(scan, start, from, lists);
  if (exact) return exact;
  const typed = scan.tokens[from]?.folded ?? "";
  const [list, another] = lists.filter(({ name }) => foldName(name).startsWith(typed));
  return list && !another && typed !== "" ? { start, end: from + 1, ids: [list.id] } : null;
}

/** Finds a list by its name, with or without an ending such as “list”. The longest name wins. */
function placedList(scan: Scan, start: number, from: number, lists: readonly Named[]): Mention | null {
  const suffixes = ["", ...scan.lexicon.sets.listSuffix];
  const found = lists
    .flatMap(({ id, name }) =>
      namesOf(name, suffixes).map((each) => ({ start, end: nameEnd(scan, from, each), ids: [id] })),
    )
    .sort((one, other) => other.end - one.end)[0];
  return found && found.end > 0 ? found : null;
}

function namesOf(name: string, suffixes: readonly string[]): string[] {
  const plain = foldName(name);
  const bare = suffixes.reduce(
    (one, suffix) => (suffix && one.endsWith(suffix) ? one.slice(0, -suffix.length) : one),
    plain,
  );
  return [
    plain,
    ...suffixes.flatMap((suffix) => [
      `${bare.trim()}${suffix}`,
      `${bare.trim()} ${suffix}`,
      `${bare.trim()}-${suffix}`,
    ]),
  ].map((each) => each.trim());
}

/** Splits items at commas, lines, “and” and “&”, but not inside brackets, in decimals or in fixed pairs. */
export function itemsOf(text: string, { sets, entries }: Lexicon): string[] {
  const isAnd = (word: string) => entries.get(fold(word))?.some(({ category }) => category === "c") ?? false;
  const items: string[] = [];
  for (const piece of piecesOf(text)) {
    const words = piece.split(/\s+/).filter((word) => word !== "");
    let first = 0;
    words.forEach((word, index) => {
      if (index === first || index === words.length - 1 || !isAnd(word)) return;
      if (isPair(words, index, sets.pairs, isAnd) || word === "+") return;
      items.push(words.slice(first, index).join(" "));
      first = index + 1;
    });
    const last = words.slice(first);
    items.push((isAnd(last[0] ?? "") && last.length > 1 ? last.slice(1) : last).join(" "));
  }
  return items.filter((item) => item !== "");
}

function isPair(words: readonly string[], at: number, pairs: ReadonlySet<string>, isAnd: (word: string) => boolean) {
  return [...pairs].some((pair) => {
    const parts = pair.split(" ");
    const and = parts.findIndex((part) => isAnd(part));
    if (and < 0 || at < and) return false;
    return parts.every((part, index) => index === and || fold(words[at - and + index] ?? "") === part);
  });
}

/** Splits at lines, semicolons, and commas that are neither in brackets nor in a decimal. */
export function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  let depth = 0;
  let from = 0;
  for (let index = 0; index <= text.length; index++) {
    const sign = text[index];
    if (sign === "(" || sign === "[") depth++;
    else if ((sign === ")" || sign === "]") && depth > 0) depth--;
    const isDecimal = sign === "," && /\d/.test(text[index - 1] ?? "") && /\d/.test(text[index + 1] ?? "");
    const isComma = (sign === "," || sign === ";") && depth === 0 && !isDecimal;
    if (sign !== undefined && sign !== "\n" && sign !== "\r" && !isComma) continue;
    pieces.push(text.slice(from, index).trim());
    from = index + 1;
  }
  return pieces;
}

/** Returns the index after the verb that adds something to a list, at the start of a phrase, or 0. */
export function listVerbEnd(scan: Scan): number {
  const start = Math.max(0, matchAt(scan, "l*", 0));
  const first = scan.tokens[start];
  return first && scan.lexicon.sets.listVerbs.has(first.folded) ? start + 1 : 0;
}
