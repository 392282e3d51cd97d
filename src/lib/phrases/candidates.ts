/** Proposes spans of a phrase and chooses those that belong together. */
import { addDays } from "../days.ts";
import { type ClockMatch, clockAt } from "./clock.ts";
import { type DayBasis, type DayMatch, daysAt } from "./dates.ts";
import { listAt, listVerbEnd, mentionAt } from "./mentions.ts";
import type { SpanKind } from "./model.ts";
import { amountAt, type ReminderMatch, type RepeatMatch, reminderAt, repeatAt } from "./repeats.ts";
import { isTight, matchAt, numberOf, type Scan } from "./scan.ts";
import { isVerb } from "./words.ts";

type Place = { readonly start: number; readonly end: number };

/** Span with its meaning. `isDue` says that “by” or “until” precedes it. */
export type Candidate = Place &
  (
    | { readonly kind: "day"; readonly day: DayMatch; readonly isDue: boolean }
    | {
        readonly kind: "range";
        readonly days?: readonly [DayMatch, string];
        readonly clocks?: readonly [ClockMatch, ClockMatch];
      }
    | { readonly kind: "time"; readonly clock: ClockMatch; readonly isDue: boolean }
    | { readonly kind: "time"; readonly part: string }
    | { readonly kind: "time"; readonly minutesFromNow: number }
    | { readonly kind: "duration"; readonly minutes: number; readonly days: number }
    | { readonly kind: "repeat"; readonly repeat: RepeatMatch }
    | { readonly kind: "count"; readonly count: number }
    | { readonly kind: "reminder"; readonly reminder: ReminderMatch }
    | { readonly kind: "person" | "list"; readonly ids: readonly string[]; readonly isAll?: boolean }
    | { readonly kind: "meal"; readonly meal: string }
    | { readonly kind: "lead" }
  );

/** Order among spans of the same length: a repeat over a day, a range over two days. */
const strengths: Readonly<Record<SpanKind, number>> = {
  reminder: 9,
  person: 8,
  list: 8,
  repeat: 7,
  count: 6,
  range: 5,
  time: 4,
  day: 3,
  until: 3,
  duration: 2,
  meal: 1,
  lead: 0,
};

/** Chooses the spans of a phrase. */
export function chooseSpans(scan: Scan, basis: DayBasis): Candidate[] {
  const hasListVerb = listVerbEnd(scan) > 0 || scan.lexicon.sets.listEnds.has(scan.tokens.at(-1)?.folded ?? "");
  const rank = (each: Candidate) => (each.end - each.start) * 100 + strengths[each.kind] * 2 + bonus(each);
  const ranked: { each: Candidate; rank: number }[] = [];
  for (let index = 0; index < scan.tokens.length; index++) {
    for (const each of candidatesAt(scan, index, basis, hasListVerb)) ranked.push({ each, rank: rank(each) });
  }
  ranked.sort((one, other) => other.rank - one.rank || one.each.start - other.each.start);
  const chosen: Candidate[] = [];
  const taken = new Set<string>();
  const take = (each: Candidate) => {
    if (chosen.some(({ start, end }) => each.end > start && each.start < end)) return;
    const roles = rolesOf(each);
    if (roles.some((role) => taken.has(role))) return;
    for (const role of roles) taken.add(role);
    chosen.push(each);
  };
  for (const { each } of ranked) take(each);
  for (const each of weakCandidates(scan, chosen)) take(each);
  // Once more, for what stands beside a time that was found in this way: “Friday evening 8”.
  for (const each of weakCandidates(scan, chosen)) take(each);
  return chosen.filter((each) => isKept(each, chosen)).sort((one, other) => one.start - other.start);
}

/** Prefers a date with a year. */
function bonus(each: Candidate): number {
  return each.kind === "day" && each.day.days.length === 1 ? 1 : 0;
}

/** Only one span can have each role. */
function rolesOf(each: Candidate): readonly string[] {
  switch (each.kind) {
    case "day":
      return [each.isDue ? "due" : "day"];
    case "range":
      return [...(each.days ? ["day", "due"] : []), ...(each.clocks ? ["clock", "dueClock"] : [])];
    case "time":
      if ("minutesFromNow" in each) return ["clock", "dueClock", "part", "day", "due"];
      return ["part" in each ? "part" : "clock" in each && each.isDue ? "dueClock" : "clock"];
    case "person":
    case "lead":
    case "reminder":
      return [];
    default:
      return [each.kind];
  }
}

/** Drops what has a meaning only beside something else: a count without a repeat, a duration without a start. */
function isKept(each: Candidate, chosen: readonly Candidate[]): boolean {
  // Only one ambiguous mention can be asked about. Another one stays text.
  if (isOpen(each)) return !chosen.some((other) => isOpen(other) && other.start < each.start);
  if (each.kind === "count") return chosen.some(({ kind }) => kind === "repeat");
  if (each.kind !== "duration") return true;
  return chosen.some((other) => rolesOf(other).some((role) => role === (each.days > 0 ? "day" : "clock")));
}

/** Whether a mention matches several members. */
export function isOpen(each: Candidate): boolean {
  return each.kind === "person" && each.ids.length > 1 && each.isAll !== true;
}

function isListStart({ tokens, lexicon }: Scan, index: number): boolean {
  const token = tokens[index];
  return token !== undefined && (token.category === "#" || lexicon.listStarts.has(token.folded.split(" ")[0] ?? ""));
}

function candidatesAt(scan: Scan, index: number, basis: DayBasis, hasListVerb: boolean): Candidate[] {
  const found: Candidate[] = [];
  const list = isListStart(scan, index) ? listAt(scan, index, hasListVerb) : null;
  if (list) found.push({ ...list, kind: "list" });
  const category = scan.categories[index] ?? "~";
  if (/[~.,:;()*!?]/.test(category)) return found;
  const mention = mentionAt(scan, category === "q" ? index + 1 : index);
  if (mention) return [...found, { ...mention, start: index, kind: "person" }];
  const reminder = reminderAt(scan, index);
  if (reminder) found.push({ start: index, end: reminder.end, kind: "reminder", reminder });
  const repeat = repeatAt(scan, index);
  if (repeat && !(repeat.isWeak && !isAtEdge(scan, index, repeat.end))) {
    found.push({ start: index, end: repeat.end, kind: "repeat", repeat });
  }
  const count = matchAt(scan, "[91]x(?![AR])", index);
  if (count > 0) found.push({ start: index, end: count, kind: "count", count: numberOf(scan.tokens[index]) });
  return [...found, ...dayCandidates(scan, index, basis), ...timeCandidates(scan, index), ...durations(scan, index)];
}

/** Whether a span stands at the end, or beside a day or time. */
function isAtEdge({ categories }: Scan, start: number, end: number): boolean {
  return /^[,.]?(?:$|[WwDGMN9jibfS@#E])/.test(categories.slice(end)) || /[WwDGEpu]$/.test(categories.slice(0, start));
}

function dayCandidates(scan: Scan, index: number, basis: DayBasis): Candidate[] {
  const { categories } = scan;
  const from = Math.max(index, matchAt(scan, "(?:[iqfIt]_?|[qi]?[bBv][_i]?|_)?", index));
  const isDue = /[bBv]/.test(categories.slice(index, from));
  const found: Candidate[] = [];
  for (const start of from === index ? [index] : [index, from]) {
    for (const day of daysAt(scan, start, basis)) {
      const isWithDue =
        isDue || categories[start] === "b" || (categories[start] === "q" && categories[start + 1] === "b");
      const range = dayRange(scan, index, start, day, basis);
      if (range) found.push(range);
      if (isDay(scan, index, start, day))
        found.push({ start: index, end: day.end, kind: "day", day, isDue: isWithDue });
    }
  }
  const partial = partialRange(scan, index, from, basis);
  return partial ? [...found, partial] : found;
}

/** Whether a match is a day in its place. */
function isDay(scan: Scan, introduced: number, start: number, day: DayMatch): boolean {
  const { categories, tokens } = scan;
  const core = categories.slice(start, day.end);
  const before = categories[introduced - 1] ?? "";
  const intro = categories.slice(introduced, start);
  if (core === "G" && (/[iDWXE]/.test(before) || intro.includes("i"))) return false;
  // Holidays are names, and a day of some month is one only in its place.
  if (core === "F") return /[ib]/.test(intro);
  if (intro === "_" && !/^[9_]/.test(core) && core !== "k") return false;
  if (intro.startsWith("I") && !/^(?:k|[NSCJL])/.test(core)) return false;
  if (intro === "q" && /^[9I]/.test(core) && !core.includes("M") && !core.includes(".")) return false;
  const after = categories.slice(day.end);
  if (/^[WwX]\.?$/.test(core)) {
    // “Second Tuesday” is one of a month, “the Monday” is a thing, and of several days that are joined none is meant alone.
    if (intro === "_" || (intro === "" && /[_O]/.test(before))) return false;
    if (/^[cy/-]?_?[WwX]/.test(after) || /[WwX][cy/-]?$/.test(categories.slice(0, introduced))) return false;
  }
  // “The plumber is coming Thursday”.
  if (scan.tokens[start]?.value === "verb" && before === "~") return false;
  if (!day.isWeak) return true;
  if (core.includes("9")) return introduced === 0 || /^[,.:]?(?:$|[jf9EZHQ@#]|c?[91])/.test(after);
  if (introduced === 0 && intro === "" && day.end === tokens.length) return false;
  if (/[ibqf]/.test(intro) || core.length > 1 + Number(core.endsWith("."))) return true;
  const isClosed = /^[.,]?(?:$|[@#ZEjf]|b[WwM])/.test(after) || (/^d?$/.test(before) && after.startsWith(":"));
  return isClosed || clockAt(scan, day.end + Number(after.startsWith(","))) !== null || /[WwEpu]$/.test(before);
}

/**
 * Reads “from Monday to Wednesday”, “27 Dec to 3 Jan”, “Sat and Sun”, and with times “Sat 10pm - Sun 6am”.
 */
function dayRange(scan: Scan, index: number, start: number, first: DayMatch, basis: DayBasis): Candidate | null {
  const { categories } = scan;
  // “Every Tuesday until 15 January” is a repeat with its end.
  if (/R(?:[O91][.o]?|[WwV]\.?[,c/]?)*$/.test(categories.slice(0, start))) return null;
  const clock = clockAt(scan, Math.max(first.end, matchAt(scan, ",?j?", first.end)));
  const both = clock ? rangeFrom(scan, clock.end, first, basis, "[-tb]|bi") : null;
  const last = both && clockAt(scan, Math.max(both.end, matchAt(scan, ",?j?", both.end)));
  if (clock && both && last) {
    return { start: index, end: last.end, kind: "range", days: [both.first, both.until], clocks: [clock, last] };
  }
  const range = rangeFrom(scan, first.end, first, basis, "[-tbc/]|bi");
  if (!range) return null;
  // “Mo-Fr Ticket” is a name.
  const isJoined = categories[first.end] === "-" && isTight(scan, first.end);
  if (isJoined && /^[Ww]-[Ww]~/.test(categories.slice(start, range.end + 1))) return null;
  return { start: index, end: range.end, kind: "range", days: [range.first, range.until] };
}

function rangeFrom(scan: Scan, at: number, first: DayMatch, basis: DayBasis, joins: string) {
  const next = matchAt(scan, `,?(?:${joins})_?`, at);
  const [from, ...others] = first.days;
  if (next < 0 || from === undefined) return null;
  const nearest = first.isToday ? from : (others.find((day) => day >= basis.today && day < from) ?? from);
  const last = daysAt(scan, next, { ...basis, from: nearest }).find(({ days }) => (days[0] ?? "") >= nearest);
  const until = last?.days[0];
  if (!last || until === undefined || until === nearest) return null;
  if (/[c/]/.test(scan.categories.slice(at, next)) && until !== addDays(nearest, 1)) return null;
  return { end: last.end, first: { ...first, days: [nearest] }, until };
}

/** Reads ranges whose first day lacks its month: “19-22 December”, “24.-26.12.”, “Feb 6-13”. */
function partialRange(scan: Scan, index: number, from: number, basis: DayBasis): Candidate | null {
  const { tokens, categories } = scan;
  const next = matchAt(scan, `9[.o]?(?:[-/tbc]|\\.?/)(?=_?9)_?`, from);
  if (next > 0) {
    const last = daysAt(scan, next, basis).find(({ end }) => /M|9\.9/.test(categories.slice(next, end)));
    const until = last?.days[0];
    const first = until && `${until.slice(0, 8)}${(tokens[from]?.value ?? "").padStart(2, "0")}`;
    const isOne = /c/.test(categories.slice(from, next));
    if (!last || !first || first >= until || (isOne && Number(until.slice(8)) !== Number(first.slice(8)) + 1))
      return null;
    return { start: index, end: last.end, kind: "range", days: [{ end: next, days: [first] }, until] };
  }
  const [first] = daysAt(scan, from, basis).filter(({ end }) => /^M\.?9o?$/.test(categories.slice(from, end)));
  const last = first ? matchAt(scan, "[-t]9o?(?![:p.])", first.end) : -1;
  const day = first?.days[0];
  if (!first || !day || last < 0) return null;
  const until = `${day.slice(0, 8)}${(tokens[first.end + 1]?.value ?? "").padStart(2, "0")}`;
  return until > day ? { start: index, end: last, kind: "range", days: [first, until] } : null;
}

function timeCandidates(scan: Scan, index: number): Candidate[] {
  const { categories } = scan;
  const from = matchAt(scan, "j?[fjb@]?j?", index);
  const intro = categories.slice(index, Math.max(index, from));
  const found: Candidate[] = [];
  const range = clockRange(scan, index, from < 0 ? index : from, /f/.test(intro));
  if (range) found.push(range);
  const clock = clockAt(scan, from < 0 ? index : from);
  const isIntroduced = /[j@]/.test(intro);
  if (clock && (!clock.isWeak || isIntroduced) && isTime(scan, from < 0 ? index : from, clock, isIntroduced)) {
    found.push({ start: index, end: clock.end, kind: "time", clock, isDue: intro.includes("b") });
  }
  const part = matchAt(scan, "(?:I_?|[ij]_?)?[EG]", index);
  const word = scan.tokens[part - 1];
  const hasIntro = part > index + 1;
  if (word?.category === "E" && (word.value.endsWith("!") || hasIntro)) {
    found.push({ start: index, end: part, kind: "time", part: word.value.replace("!", "") });
  }
  if (word?.category === "G" && categories[index] === "i") {
    found.push({ start: index, end: part, kind: "time", part: "morning" });
  }
  const later = matchAt(scan, "I", index) > 0 ? amountAt(scan, index + 1) : null;
  if (later && !later.isInDays) {
    found.push({ start: index, end: later.end, kind: "time", minutesFromNow: later.minutes });
  }
  return found;
}

/** Whether a number is a time in its place: not after “room”, and not before a unit or currency. */
function isTime(scan: Scan, start: number, clock: ClockMatch, isIntroduced: boolean): boolean {
  const { tokens, categories, lexicon } = scan;
  if (!clock.isWeak) return true;
  const next = tokens[clock.end];
  const before = tokens[start - 1];
  if (next && lexicon.sets.amounts.has(next.folded)) return false;
  if (/^[Ux%€$£oM/]/.test(categories.slice(clock.end)) || /^[.:/-]9/.test(categories.slice(clock.end))) return false;
  if (before && (lexicon.sets.numberNouns.has(before.folded) || before.category === "#")) return false;
  if (!next || !/[~d]/.test(next.category) || lexicon.sets.small.has(next.folded)) return true;
  // Before a noun, it is a time only with minutes, after a day, at the start, or after “remind me”.
  if (clock.isWritten || clock.end > start + 1 || (lexicon.table.verbPlace === "end" && isVerb(next.folded, lexicon)))
    return true;
  if (isIntroduced) return /(?:^|[WwDGX9YMEl.]|r[gR]*)j?[@fb]?$/.test(categories.slice(0, start));
  return false;
}

/** Reads “2pm til 5pm”, “15 bis 18 Uhr”, “from three to four pm”. */
function clockRange(scan: Scan, index: number, from: number, isIntroduced: boolean): Candidate | null {
  const first = clockAt(scan, from, isIntroduced);
  const next = first ? matchAt(scan, isIntroduced ? "[-tbc]j?" : "[-tb]j?", first.end) : -1;
  const last = next > 0 ? clockAt(scan, next) : null;
  if (!first || !last) return null;
  const isClear = !first.isWeak || !last.isWeak || isIntroduced;
  if (!isClear || /^[MUo$€£%/]|^\.[9M]/.test(scan.categories.slice(last.end))) return null;
  return { start: index, end: last.end, kind: "range", clocks: [first, last] };
}

function durations(scan: Scan, index: number): Candidate[] {
  const from = Math.max(index, matchAt(scan, "q", index));
  const amount = amountAt(scan, from);
  if (!amount) return [];
  const long = matchAt(scan, "e", amount.end);
  if (from === index && long < 0) return [];
  return [{ start: index, end: Math.max(amount.end, long), kind: "duration", ...durationOf(amount) }];
}

function durationOf({ minutes, isInDays, days }: { minutes: number; isInDays: boolean; days: number }) {
  return isInDays ? { minutes: 0, days } : { minutes, days: 0 };
}

/** Proposes what is read only beside a chosen day or time: “mon 8”, “Friday evening”, “15:00 2 h”, “10-12”. */
function weakCandidates(scan: Scan, chosen: readonly Candidate[]): Candidate[] {
  const found: Candidate[] = [];
  for (const each of chosen.filter(({ kind }) => /day|range|time|repeat/.test(kind))) {
    const after = Math.max(each.end, matchAt(scan, ",", each.end));
    const isDated = each.kind !== "time" && !(each.kind === "range" && each.clocks);
    const isPart = "part" in each;
    if (isDated || isPart) {
      const range = clockRange(scan, after, after, true);
      if (range) found.push(range);
      const clock = clockAt(scan, after);
      if (clock && isTime(scan, after, clock, false)) {
        found.push({ start: after, end: clock.end, kind: "time", clock, isDue: false });
      }
      found.push(...weakBefore(scan, each.start));
    }
    const part = matchAt(scan, "[I_i]*[EG]", after);
    const word = scan.tokens[part - 1];
    if (word) found.push({ start: after, end: part, kind: "time", part: partOf(word.category, word.value) });
    const amount = isDated || isPart ? null : amountAt(scan, after);
    if (amount && !amount.isInDays) {
      found.push({ start: after, end: amount.end, kind: "duration", ...durationOf(amount) });
    }
  }
  return found.sort((one, other) => other.end - other.start - (one.end - one.start));
}

function partOf(category: string, value: string): string {
  return category === "G" ? "morning" : value.replace("!", "");
}

/** Proposes a time right before a day, such as “half eight on Monday”. A bare number there is no time. */
function weakBefore(scan: Scan, end: number): Candidate[] {
  for (let start = Math.max(0, end - 4); start < end; start++) {
    const clock = clockAt(scan, start);
    const isWord = scan.categories[start] === "Z";
    if (clock?.end === end && (isWord || end - start > 1)) return [{ start, end, kind: "time", clock, isDue: false }];
  }
  return [];
}
