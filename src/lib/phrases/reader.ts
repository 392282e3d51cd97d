/** Reads what people type and agents send: “Dentist Mia tomorrow 3 pm” (docs/phrases.md). Pure: it has no clock. */
import { type Candidate, chooseSpans, isOpen } from "./candidates.ts";
import { bareMembers, itemsOf, listVerbEnd, piecesOf } from "./mentions.ts";
import {
  type MealName,
  type PhraseKind,
  type PhraseOptions,
  type PhraseReading,
  type PhraseSpan,
  type ReadPhrase,
  unread,
} from "./model.ts";
import { type Moment, momentOf } from "./moments.ts";
import { matchAt, type Scan, scan } from "./scan.ts";
import { fold, isVerb, type Lexicon, lexiconOf, type PhraseTable } from "./words.ts";

const maxLength = 500;

/**
 * Returns a reader for languages. The first table is the person's language. Another language is used if it reads more of
 * the phrase.
 */
export function phraseReader(tables: readonly PhraseTable[]): ReadPhrase {
  const lexicons = tables.map(lexiconOf);
  return (text, options) => {
    const [own, ...others] = lexicons;
    if (!own) return unread(text, options.field);
    const reading = readIn(own, text, options);
    if (others.length === 0) return reading;
    const words = (text.match(/\p{L}+/gu) ?? []).map(fold);
    // The language that reads more words is meant, or if none does, the one that knows more: “Milch und Brot”.
    const rank = (each: PhraseReading, { entries }: Lexicon) =>
      wordsRead(text, each) * text.length + words.filter((word) => entries.has(word)).length;
    let best = { reading, rank: rank(reading, own) };
    for (const other of others) {
      if (!words.some((word) => !own.entries.has(word) && isTelling(word, other))) continue;
      const found = readIn(other, text, options);
      if (rank(found, other) > best.rank) best = { reading: found, rank: rank(found, other) };
    }
    return best.reading;
  };
}

/** Whether a word can be read in a language. Small words, such as articles, tell nothing alone. */
function isTelling(word: string, { entries }: Lexicon): boolean {
  return entries.get(word)?.some(({ category }) => !/[_iIsatqelPvz~]/.test(category)) ?? false;
}

/** Returns the number of words that were read. Numbers say nothing about the language. */
function wordsRead(text: string, { spans }: PhraseReading): number {
  return spans.reduce((sum, { start, end }) => sum + (text.slice(start, end).match(/\p{L}+/gu)?.length ?? 0), 0);
}

function readIn(lexicon: Lexicon, text: string, options: PhraseOptions): PhraseReading {
  if (text.length > maxLength) return unread(text, options.field);
  const scanned = scan(text, lexicon, options);
  const basis = { today: options.now.slice(0, 10), weekStart: options.weekStart };
  const all = chooseSpans(scanned, basis);
  const lists = all.filter(({ kind }) => kind === "list");
  if (options.field === "list" || (lists.length > 0 && options.field === "any")) return listReading(scanned, lists);
  const chosen = withLeads(
    scanned,
    all.filter(({ kind }) => kind !== "list"),
  );
  return recordReading(scanned, chosen, basis);
}

/** Adds the words that only introduce a request, such as “remind me to”, at the start, and “please” at the end. */
function withLeads(scanned: Scan, chosen: readonly Candidate[]): Candidate[] {
  const { tokens } = scanned;
  const isFree = (index: number) => !chosen.some(({ start, end }) => index >= start && index < end);
  const leads: Candidate[] = [];
  const add = (start: number, end: number) => {
    const isAllFree = tokens.slice(start, end).every((_, index) => isFree(start + index));
    if (end > start && end - start < tokens.length && isAllFree) leads.push({ kind: "lead", start, end });
  };
  const intro = matchAt(scanned, "l+[,:]?", 0);
  const remind = matchAt(scanned, "r(?:[gR]+(?:t|i_?)?|:)", 0);
  add(0, Math.max(intro, remind));
  if (remind > 0 && isFree(0)) {
    // “Remind me tomorrow at 9 to call Mum”.
    let next = remind;
    for (
      let each = chosen.find(({ start }) => start === next);
      each;
      each = chosen.find(({ start }) => start === next)
    ) {
      next = each.end;
    }
    const last = matchAt(scanned, "[ti](?=[~_])|g,?", next);
    if (next > remind && last > next) add(next, last);
  }
  const last = tokens.length - 1;
  if (tokens[last]?.category === "l" && /^(?:please|pls|bitte)$/.test(tokens[last].folded)) add(last, last + 1);
  return [...chosen, ...leads].sort((one, other) => one.start - other.start);
}

function listReading(scanned: Scan, lists: readonly Candidate[]): PhraseReading {
  const { tokens, lexicon } = scanned;
  const [list] = lists;
  const spans: Candidate[] = [...lists];
  if (list) {
    const verbEnd = listVerbEnd(scanned);
    if (verbEnd > 0) spans.push({ kind: "lead", start: 0, end: verbEnd });
    const last = tokens.length - 1;
    const isEnd = lexicon.sets.listEnds.has(tokens[last]?.folded ?? "");
    if (isEnd && list.end <= last) spans.push({ kind: "lead", start: last, end: last + 1 });
  }
  const { title, spans: written, rest } = titleOf(scanned, list ? withLeads(scanned, spans) : spans);
  const items = itemsOf(rest, lexicon).map((text) => ({ text }));
  const [id] = list?.kind === "list" ? list.ids : [];
  return {
    kind: "list",
    title,
    items,
    ...(id === undefined ? {} : { list: id }),
    ambiguous: null,
    assumed: [],
    spans: written,
  };
}

function recordReading(scanned: Scan, found: readonly Candidate[], basis: { today: string; weekStart: number }) {
  const { options, lexicon, tokens } = scanned;
  const meal = options.field === "any" ? mealOf(scanned, found) : null;
  const chosen = meal ? [...found, meal].sort((one, other) => one.start - other.start) : found;
  const { title, spans } = titleOf(scanned, chosen);
  const words = title.split(/\s+/).map(fold);
  const now = Number(options.now.slice(11, 13)) * 60 + Number(options.now.slice(14, 16));
  const isEvening = tokens.some(({ folded }) => isEveningWord(folded, lexicon));
  const moment = momentOf(chosen, { basis, now, isEvening });
  const isAction = hasVerb(words, lexicon);
  const isList = chosen.length === 0 && !isAction && isListing(title, lexicon);
  const items = isList ? itemsOf(title, lexicon) : [];
  const isRequest = chosen.some(({ kind, start }) => kind === "lead" && tokens[start]?.value !== "event");
  const clues = { isAction, isRequest, isListing: items.length > 0, words };
  const kind = meal ? "meal" : kindOf(scanned, moment, clues);
  if (kind === "list")
    return { kind, title, items: items.map((text) => ({ text })), ambiguous: null, assumed: [], spans };
  const isRead = (index: number) => chosen.some(({ start, end }) => index >= start && index < end);
  const named = chosen.flatMap((each) => (each.kind === "person" && !isOpen(each) ? each.ids : []));
  const members = [...named, ...(kind === "event" ? bareMembers(scanned, isRead) : [])];
  const possible = chosen.flatMap((each) => (each.kind === "person" && isOpen(each) ? each.ids : []));
  const reminders = chosen.flatMap((each) => (each.kind === "reminder" ? each.reminder.minutes : []));
  const { isDueTime, isPart, isRange, ...said } = moment;
  const isAllDay =
    kind === "event" &&
    (isRange || said.date !== undefined || (said.ambiguous?.some((each) => "date" in each) ?? false));
  return {
    kind,
    title,
    ...withoutTime(said, meal !== null || (isRange === true && kind !== "event")),
    ...(isAllDay ? { allDay: true } : {}),
    ...(members.length > 0 ? { members: [...new Set(members)] } : {}),
    ...(possible.length > 0 ? { possibleMembers: possible } : {}),
    ...(reminders.length > 0 ? { reminders } : {}),
    ...(meal?.kind === "meal" ? { meal: meal.meal as MealName } : {}),
    spans,
  } satisfies PhraseReading;
}

/** Returns only the day of what was said about time, if `isDay` is set. */
function withoutTime(said: Omit<Moment, "isDueTime" | "isPart" | "isRange">, isDay: boolean) {
  if (!isDay) return said;
  const [day] = (said.date ?? said.start ?? "").split("T");
  const days = said.ambiguous?.map((each) => ({ date: ("date" in each ? each.date : each.start).slice(0, 10) }));
  return { ...(day ? { date: day } : {}), ambiguous: days ?? null, assumed: [] };
}

function isEveningWord(word: string, { sets }: Lexicon): boolean {
  return sets.evening.has(word) || (word.length > 6 && [...sets.evening].some((each) => word.endsWith(each)));
}

function hasVerb(words: readonly string[], lexicon: Lexicon): boolean {
  const { table, sets } = lexicon;
  if (table.verbPlace === "end") return isVerb(words.at(-1)?.replace(/[^\p{L}]/gu, "") ?? "", lexicon);
  const isName = sets.fixed.has(words.slice(0, 2).join(" "));
  return !isName && isVerb(words[0]?.replace(/[^\p{L}]/gu, "") ?? "", lexicon);
}

/** Whether a text is a list of items: it has commas, or an item has an amount. */
function isListing(title: string, lexicon: Lexicon): boolean {
  const items = itemsOf(title, lexicon);
  const isAmount = (item: string) => {
    const [first = "", second = "", third = ""] = item.split(/\s+/).map(fold);
    if (/^\d+(?:[.,]\d+)?(?:kg|g|dag|ml|cl|dl|l|x|oz|lb)$/.test(first)) return second !== "";
    const isUnit = (word: string) => lexicon.entries.get(word)?.some(({ category }) => category === "U") ?? false;
    if (/^(?:\d{1,3}(?:[.,]\d+)?|[1-9]\/[2-9]|[½¼¾])$/.test(first)) return /^\p{L}/u.test(second) && !isUnit(second);
    const isArticle = lexicon.entries.get(first)?.some(({ category }) => /[a1H]/.test(category)) ?? false;
    return isArticle && (lexicon.sets.amounts.has(second) || lexicon.sets.amounts.has(third));
  };
  return items.some(isAmount) || piecesOf(title).filter((piece) => piece !== "").length > 1;
}

type Clues = {
  /** Whether a verb makes the phrase a task. */
  readonly isAction: boolean;
  /** Whether the phrase begins with words such as “remind me to”. */
  readonly isRequest: boolean;
  readonly isListing: boolean;
  readonly words: readonly string[];
};

function kindOf(scanned: Scan, moment: Moment, clues: Clues): PhraseKind {
  const { field } = scanned.options;
  if (field !== "any") return field;
  if (clues.isListing) return "list";
  const isTimed = [moment.start, ...(moment.ambiguous ?? [])].some(
    (each) => each !== undefined && (typeof each === "string" ? each.includes("T") : "start" in each),
  );
  const isYearly = moment.rule?.startsWith("FREQ=YEARLY") && moment.date !== undefined;
  const { sets } = scanned.lexicon;
  const isBirthday = [clues.words[0], clues.words.at(-1)].some((word) => word !== undefined && sets.yearly.has(word));
  const hasDay = moment.date !== undefined || moment.ambiguous !== null;
  if (moment.isRange || isYearly || (isBirthday && hasDay && !isTimed)) return "event";
  if (clues.isRequest) return "task";
  if (moment.rule !== undefined) return isTimed && !moment.isPart ? "event" : "chore";
  return isTimed && !moment.isDueTime && !clues.isAction ? "event" : "task";
}

/** Finds a meal: “Friday dinner: lasagne” and “tacos for dinner on Tuesday”. */
function mealOf(scanned: Scan, chosen: readonly Candidate[]): Candidate | null {
  const { tokens, categories, lexicon } = scanned;
  const isRead = (index: number) => chosen.some(({ start, end }) => index >= start && index < end);
  if (chosen.some((each) => !/^(?:day|lead)$/.test(each.kind) && !("part" in each))) return null;
  const at = tokens.findIndex(({ category }, index) => category === "d" && !isRead(index));
  const token = tokens[at];
  if (!token) return null;
  const colon = categories.indexOf(":", at);
  const isBefore = (index: number) => index === at || isRead(index) || /[,_iqj]/.test(categories[index] ?? "");
  if (colon > 0 && colon < tokens.length - 1 && tokens.slice(0, colon).every((_, index) => isBefore(index))) {
    return { kind: "meal", start: at, end: at + 1, meal: token.value };
  }
  const before = tokens[at - 1];
  const isPlaced = before !== undefined && lexicon.sets.mealPlaces.has(before.folded) && !isRead(at - 1);
  const hasDish = tokens.slice(0, at - 1).some((_, index) => !isRead(index));
  const isRest = tokens.slice(at + 1).every((_, index) => isRead(at + 1 + index));
  return isPlaced && hasDish && isRest ? { kind: "meal", start: at - 1, end: at + 1, meal: token.value } : null;
}

/**
 * Returns the text without the spans, with single spaces as the title and with its lines as the rest, and the spans with
 * the signs that join them to the text.
 */
function titleOf({ text, tokens }: Scan, chosen: readonly Candidate[]) {
  const isRepeated = chosen.some(({ kind }) => kind === "repeat");
  const spans = chosen.map(({ start, end, ...each }) => ({
    kind: isRepeated && each.kind === "day" && each.isDue ? ("until" as const) : each.kind,
    start: tokens[start]?.start ?? 0,
    end: tokens[end - 1]?.end ?? 0,
  }));
  const pieces: string[] = [];
  let at = 0;
  spans.forEach((span, index) => {
    const gap = text.slice(at, span.start);
    const isLast = spans.slice(index).every(({ end }, later) => {
      const next = spans[index + later + 1];
      return (next ? /^[\s,;:.–—-]*$/ : /^[\s.]*$/).test(text.slice(end, next?.start));
    });
    // Brackets around a span belong to it.
    if (text[span.start - 1] === "(" && text[span.end] === ")") {
      span.start--;
      span.end++;
    }
    const before = spans[index - 1];
    if (/^[\s,;:.–—-]*$/.test(gap)) {
      if (before && gap.trim() !== "") before.end = span.start - (/\s*$/.exec(gap)?.[0].length ?? 0);
    } else if (isLast) {
      span.start -= /(?:\s*[,;:]|\s+[–—-])*\s*$/.exec(gap)?.[0].trimStart().length ?? 0;
    }
    pieces.push(text.slice(at, span.start));
    at = span.end;
    const isStart = pieces.every((piece) => /^[\s,;:.–—-]*$/.test(piece));
    if (isStart) {
      span.end += /^\s*[,;:–—-]+(?=\s|$)/.exec(text.slice(span.end))?.[0].length ?? 0;
      at = span.end;
    }
  });
  pieces.push(text.slice(at));
  const title = pieces
    .map((piece) => piece.replace(/\s+/g, " ").trim())
    .filter((piece) => !/^[\s,;:.–—-]*$/.test(piece))
    .reduce((line, piece) => (line === "" || /^[,;.!?]/.test(piece) ? line + piece : `${line} ${piece}`), "");
  const written: readonly PhraseSpan[] = spans;
  return { title, spans: written, rest: pieces.join(" ") };
}
