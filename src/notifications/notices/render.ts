/** Renders the texts of notices. Uses no database, no HTTP and no clock. */

import { BoundedCache } from "#lib/bounded-cache.ts";
import { addDays } from "#lib/days.ts";
import { hour, minute } from "#lib/time.ts";
import { localDate } from "#lib/zone.ts";
import { translateReason } from "../channels/reasons.ts";
import type { Details, DigestKind, Facts, Language, NewNotice } from "./notice.ts";
import { de } from "./text/de.ts";
import { en, type NoticeTexts } from "./text/en.ts";

type RenderInput = Pick<NewNotice, "kind" | "about" | "facts">;

export type RenderContext = {
  readonly language: Language;
  readonly details: Details;
  /** Current time in milliseconds. */
  readonly now: number;
  readonly timeZone: string;
  readonly names: ReadonlyMap<string, string>;
  /** Id of the member who reads the notice. */
  readonly memberId: string;
};

export type RenderedText = { readonly title: string; readonly body: string };

const maxLength = 120;
const maxNames = 3;
const maxDigestLines = 10;
/** Longest time before an event for which a text says “in … h”. Texts about later events name the day instead. */
const longestCountdown = 6 * hour;

export const textsFor = (language: Language): NoticeTexts => (language === "de" ? de : en);

/** Renders a notice as a title and a body, each one line of at most 120 characters. */
export function render(notice: RenderInput, context: RenderContext): RenderedText {
  const { kind, facts } = notice;
  if (facts.type === "fold") return renderDigest(kind === "catch_up" || kind === "burst" ? kind : "quiet", [], context);
  if (context.details === "none") return { title: textsFor(context.language).hidden, body: "" };
  const { title, body } = renderFacts(notice, context);
  return { title: cut(title), body: context.details === "full" ? cut(body) : "" };
}

export type DigestLine = RenderedText & {
  /** Whether the time of the notice is over, so that the digest lists the notice as missed. */
  readonly isOver: boolean;
};

/** Renders one line for each notice, at most ten, or the title and body of the notice if there is only one. */
export function renderDigest(
  kind: DigestKind,
  lines: readonly DigestLine[],
  { language, details }: Pick<RenderContext, "language" | "details">,
): RenderedText {
  const { digest, hidden } = textsFor(language);
  if (details === "none") return { title: hidden, body: "" };
  const [first] = lines;
  if (lines.length === 1 && first) {
    const title = kind === "quiet" ? first.title : fit(first.title, (what) => `${digest[kind]}: ${what}`);
    return { title, body: details === "full" ? first.body : "" };
  }
  const title = lines.length === 0 ? digest[kind] : `${digest[kind]}: ${digest.reminders(lines.length)}`;
  return { title, body: details === "full" ? digestBody(lines, language) : "" };
}

function digestBody(lines: readonly DigestLine[], language: Language): string {
  const { digest } = textsFor(language);
  const shown = [...lines.filter(({ isOver }) => !isOver), ...lines.filter(({ isOver }) => isOver)];
  const more = shown.length - maxDigestLines;
  const body: string[] = [];
  for (const { title, isOver } of shown.slice(0, maxDigestLines)) {
    if (isOver && !body.includes(digest.missed)) body.push(digest.missed);
    body.push(cut(title));
  }
  return [...body, ...(more > 0 ? [digest.more(more)] : [])].join("\n");
}

/** Returns, for example, “Done: Dishwasher”. `again` is the time of the next reminder in milliseconds. */
export function renderActionResult(
  result: { readonly state: "done" | "dismissed" } | { readonly state: "snoozed"; readonly again: number },
  { facts }: RenderInput,
  context: RenderContext,
): string {
  const { results } = textsFor(context.language);
  if (context.details === "none") return results.hidden[result.state];
  return fit(nameOf(facts, context.language), (what) =>
    result.state === "snoozed" ? results.snoozed(timeAt(context, result.again), what) : results[result.state](what),
  );
}

/** Renders the name of the record that a notice is about, in one line. */
export function renderLabel(facts: Facts, language: Language): string {
  return cut(oneLine(nameOf(facts, language)));
}

function nameOf(facts: Facts, language: Language): string {
  const { checkIn, hidden } = textsFor(language);
  switch (facts.type) {
    case "event":
      return titleIn(facts, language);
    case "change":
      return titleIn({ ...facts, title: facts.label }, language);
    case "task":
    case "system":
      return facts.label;
    case "chore":
      return facts.name;
    case "check_in":
      return checkIn.question(facts);
    case "item":
      return facts.content;
    default:
      return hidden;
  }
}

function renderFacts({ about, facts }: RenderInput, context: RenderContext): RenderedText {
  const texts = textsFor(context.language);
  const names = otherNames(about, context);
  switch (facts.type) {
    case "event":
      return renderEvent(facts, names, context);
    case "task":
      return { title: taskTitle(facts, names, context), body: facts.dueTime ?? "" };
    case "chore":
      return { title: choreTitle(facts, names, texts), body: facts.dueTime };
    case "check_in":
      return renderCheckIn(facts, texts);
    case "item":
      return {
        title: fit(facts.content, (content) => texts.item.due(timeAt(context, facts.dueAt), content)),
        body: oneLine(facts.listName),
      };
    case "summary":
      return renderSummary(facts, context);
    case "change":
      return { title: changeTitle(facts, context), body: changeStart(facts, context) };
    case "system":
      return {
        title: systemTitle(facts, context),
        body: oneLine(translateReason(facts.reason ?? "", context.language)),
      };
    case "fold":
      return { title: texts.hidden, body: "" };
  }
}

function otherNames(about: readonly string[], { names, memberId }: RenderContext): string {
  if (about.every((id) => id === memberId)) return "";
  const known = about.flatMap((id) => oneLine(names.get(id) ?? "") || []).map((name) => cut(name, 30));
  const rest = known.length - maxNames;
  return known.slice(0, maxNames).join(", ") + (rest > 0 ? ` +${rest}` : "");
}

function titleIn({ title, isBusy }: { readonly title: string; readonly isBusy?: boolean }, language: Language): string {
  return isBusy ? textsFor(language).busy : title;
}

type FactsOf<Type extends Facts["type"]> = Extract<Facts, { type: Type }>;

function renderEvent(facts: FactsOf<"event">, names: string, context: RenderContext): RenderedText {
  const when = facts.allDay ? allDayWhen(facts, context) : timedWhen(facts, context);
  const title = fit(titleIn(facts, context.language), (own) =>
    names ? `${names}: ${when.named(own)}` : when.own(own),
  );
  const place = oneLine(facts.location ?? "");
  return { title, body: facts.allDay ? place : [timeAt(context, facts.from), place].filter(Boolean).join(", ") };
}

function timedWhen({ from, to }: FactsOf<"event">, context: RenderContext) {
  const { event } = textsFor(context.language);
  const { now } = context;
  const isToday = dateAt(context, from) === dateAt(context, now);
  const minutes = Math.round((from - now) / minute);
  if (minutes < 0) {
    if (isToday) return now < to ? event.began(timeAt(context, from)) : event.was(timeAt(context, from));
    const date = formatDate(context, dateAt(context, from));
    return now < to ? event.beganOn(date) : event.wasOn(date);
  }
  if (minutes <= 0) return event.now;
  if (minutes < 60) return event.inMinutes(minutes);
  if (isToday || from - now <= longestCountdown) return event.inHours(Math.floor(minutes / 60), minutes % 60);
  return dayWhen(dateAt(context, from), context);
}

function allDayWhen({ from, to, firstDay }: FactsOf<"event">, context: RenderContext) {
  const { event } = textsFor(context.language);
  const date = firstDay ?? dateAt(context, from);
  if (context.now >= to) return event.wasOn(formatDate(context, date));
  return context.now >= from ? event.today : dayWhen(date, context);
}

function dayWhen(date: string, context: RenderContext) {
  const { event } = textsFor(context.language);
  const today = dateAt(context, context.now);
  if (date === today) return event.today;
  return date === addDays(today, 1) ? event.tomorrow : event.on(formatDate(context, date));
}

function taskTitle({ label, dueDate }: FactsOf<"task">, names: string, context: RenderContext): string {
  const { task } = textsFor(context.language);
  const isToday = dueDate === dateAt(context, context.now);
  const when = (own: string) => (isToday ? task.today(own) : task.on(formatDate(context, dueDate), own));
  return fit(label, (own) => (names ? `${names}: ${isToday ? own : when(own)}` : when(own)));
}

function choreTitle({ name, isTurn }: FactsOf<"chore">, names: string, { chore }: NoticeTexts): string {
  return fit(name, (own) => {
    if (names) return isTurn ? chore.namedTurn(names, own) : `${names}: ${own}`;
    return isTurn ? chore.yourTurn(own) : chore.due(own);
  });
}

function renderCheckIn(facts: FactsOf<"check_in">, { checkIn }: NoticeTexts): RenderedText {
  const title = oneLine(checkIn.question(facts));
  const name = oneLine(checkIn.name(facts));
  return { title, body: name === title ? "" : name };
}

function renderSummary(facts: FactsOf<"summary">, context: RenderContext): RenderedText {
  const { summary } = textsFor(context.language);
  const parts = summary.parts({
    events: facts.eventCount,
    tasks: facts.taskCount + facts.overdueCount,
    overdue: facts.overdueCount,
    chores: facts.choreCount,
    items: facts.itemCount,
  });
  const isToday = facts.date === dateAt(context, context.now);
  const day = isToday ? summary.today : formatDate(context, facts.date);
  return {
    title: `${day}: ${parts.filter(Boolean).join(", ")}`,
    body: summaryLines(facts, context).join(" · "),
  };
}

export function summaryLines(facts: FactsOf<"summary">, context: RenderContext): string[] {
  const lines = facts.events.map((event) => {
    const { allDay, from } = event;
    const title = titleIn(event, context.language);
    const beginsThatDay = dateAt(context, from) === facts.date;
    return cut(allDay || !beginsThatDay ? oneLine(title) : `${timeAt(context, from)} ${oneLine(title)}`);
  });
  const more = facts.eventCount - facts.events.length;
  return more > 0 ? [...lines, textsFor(context.language).digest.more(more)] : lines;
}

function changeTitle(facts: FactsOf<"change">, { language }: RenderContext): string {
  const { what, by, count } = facts;
  const { change } = textsFor(language);
  const name = cut(oneLine(by), 40);
  return fit(nameOf(facts, language), (own) => {
    if (what === "task_assigned") return change.taskAssigned(name, own);
    return what === "event_named" ? change.eventNamed(name, own) : change.listChanged(name, own, count);
  });
}

/** Returns the day and the time of the event or task that a notice reports, such as “Thu 3 Dec, 19:30”. */
function changeStart({ what, start }: FactsOf<"change">, context: RenderContext): string {
  if (!start) return "";
  const { time } = start;
  const moment = formatDate(context, start.date) + (time === null ? "" : `, ${time}`);
  return what === "task_assigned" ? textsFor(context.language).change.taskDue(moment) : moment;
}

function systemTitle({ what, label, at }: FactsOf<"system">, context: RenderContext): string {
  const { system } = textsFor(context.language);
  if (what === "backup_failed") return system.backupFailed;
  const date = at === null ? "" : formatDate(context, dateAt(context, at));
  return fit(label, (own) => (what === "channel_off" ? system.channelOff(own) : system.keyExpires(date, own)));
}

type LocaleContext = Pick<RenderContext, "language" | "timeZone">;

const dateAt = ({ timeZone }: LocaleContext, instant: number) => localDate(timeZone, instant);

function timeAt({ language, timeZone }: LocaleContext, instant: number): string {
  return formatFor(language, { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone }).format(instant);
}

function formatDate(context: RenderContext, date: string): string {
  const isThisYear = date.slice(0, 4) === dateAt(context, context.now).slice(0, 4);
  const year = isThisYear ? {} : ({ year: "numeric" } as const);
  const options = { weekday: "short", day: "numeric", month: "short", ...year, timeZone: "UTC" } as const;
  return formatFor(context.language, options).format(Date.parse(`${date}T00:00:00Z`));
}

/** Cache of date formats, because creating one costs far more than using one. */
const formats = new BoundedCache<string, Intl.DateTimeFormat>({ eviction: "lru", maxSize: 100 });

function formatFor(language: Language, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const { locale } = textsFor(language);
  const key = locale + JSON.stringify(options);
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formats.set(key, format);
  return format;
}

/**
 * Returns a text in one line: line breaks and control characters become spaces. Removes characters that change the
 * direction of text, because they could make a title read as something else.
 */
function oneLine(text: string): string {
  return text
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "")
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim();
}

/** Shortens `words` until the line that `wrap(words)` returns is short enough. */
function fit(words: string, wrap: (words: string) => string): string {
  const room = maxLength - [...wrap("")].length;
  return wrap(cut(oneLine(words), Math.max(room, maxLength / 4)));
}

function cut(text: string, length = maxLength): string {
  const points = [...text];
  if (points.length <= length) return text;
  return `${points
    .slice(0, length - 1)
    .join("")
    .trimEnd()}…`;
}
