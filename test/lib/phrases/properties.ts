/**
 * Random combinations of titles, days, times, repeats and people, and the properties that hold for every reading of them.
 * The days are calculated here without the code of the grammar.
 */
import { readPhrase } from "#lib/phrases/index.ts";
import type { PhraseOptions, PhraseReading } from "#lib/phrases/model.ts";
import { type Dice, diceFrom } from "../../support/random/rules.ts";

/** Property that does not hold, with the shortest text that shows it. */
export type Fault = {
  readonly property: string;
  readonly count: number;
  readonly text: string;
  readonly detail: string;
};

type Language = "en" | "de";
/** Part of a phrase with the days, the minute of the day or the rule that it means. */
type Part = {
  readonly text: string;
  readonly days?: (now: string, minute: number | null) => readonly string[];
  readonly minute?: number;
  readonly rule?: string;
  readonly member?: string;
};

const titles: Readonly<Record<Language, readonly string[]>> = {
  en: (
    "dentist|Parents evening|book club|buy 2 tickets|meeting room 12 planning|size 9 trainers|7up|" +
    "May's mum|sun cream|sat nav update|Mr Friday's lesson|Friday night lights|1st birthday card|" +
    "pay £24.12|half a pound of butter|call 112|chapter 12 homework|drinks w/ Sarah|🎂 cake|v2.10|" +
    "visit at the museum|march to school|will call back|second hand bike|wash & iron|pizza (large)|" +
    "twice a day cream|mail anna@mia.example|https://a.example/3/4|Sunday's child|weekend bag"
  ).split("|"),
  de: (
    "Zahnarzt|Elterngespräch Leo|Oma anrufen|Raum 12 putzen|Größe 9 Schuhe|7-Zwerge-Kuchen|v2.10|" +
    "Mai einladen|so ein Mist|Frau Sonntag besuchen|Herr Montag anrufen|Sonntagsbraten kaufen|" +
    "🎂 Torte|24,12 € zahlen|ein halbes Pfund Butter|Kapitel 7 lesen|2. Stock putzen|" +
    "1. Klasse Elternbrief|Buch über Wien|Guten Morgen Tee|Morgenstern Karten|Do it yourself Regal|" +
    "Müll & Papier|Pizza (groß)|zweimal täglicher Tee|Mail an anna@mia.example|https://a.example/3/4|" +
    "Wochenendtasche|Abendkleid"
  ).split("|"),
};

/** Titles that name a member of `wordlike` without an @. */
const wordTitles: Readonly<Record<Language, readonly string[]>> = {
  en: ["May calls Will", "May party", "lunch with Will", "Alle bike ride"],
  de: ["Mai einladen", "alle Fenster putzen", "Essen mit Will", "Mai und Will treffen"],
};
const family = ["Anna", "Ben", "Leo", "Mia"];
const wordlike = ["Mai", "Will", "May", "Sonntag", "Alle"];

const weekdays: Readonly<Record<Language, readonly string[]>> = {
  en: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"],
  de: ["Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag", "Sonntag"],
};
const months: Readonly<Record<Language, readonly string[]>> = {
  en: "January February March April May June July August September October November December".split(" "),
  de: "Januar Februar März April Mai Juni Juli August September Oktober November Dezember".split(" "),
};
const codes = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];

const dayMs = 86_400_000;
const numberOf = (day: string) => Date.parse(`${day}T00:00:00Z`) / dayMs;
const dayOf = (count: number) => new Date(count * dayMs).toISOString().slice(0, 10);
const isDay = (day: string) => /^\d{4}-\d\d-\d\d$/.test(day) && dayOf(numberOf(day)) === day;
const minuteOf = (now: string) => Number(now.slice(11, 13)) * 60 + Number(now.slice(14, 16));
const two = (value: number) => String(value).padStart(2, "0");

/** Returns the day in some days, counted from today. */
const after = (count: number) => (now: string) => [dayOf(numberOf(now.slice(0, 10)) + count)];

/** Returns the next such weekday. If it is today's weekday and its time has not passed, there are two. */
function nextWeekday(weekday: number): NonNullable<Part["days"]> {
  return (now, minute) => {
    const today = numberOf(now.slice(0, 10));
    const distance = (weekday - ((today + 3) % 7) + 7) % 7;
    if (distance > 0) return [dayOf(today + distance)];
    return minute !== null && minute <= minuteOf(now) ? [dayOf(today + 7)] : [dayOf(today), dayOf(today + 7)];
  };
}

/** Returns the next such day of a month. If it passed within 30 days, there are two. */
function nextDate(month: number, day: number): NonNullable<Part["days"]> {
  return (now) => {
    const today = now.slice(0, 10);
    const year = Number(now.slice(0, 4));
    const [passed, next] = [year - 1, year, year + 1].reduce<[string, string]>(
      ([last, first], each) => {
        const date = `${each}-${two(month)}-${two(day)}`;
        return date < today ? [date, first] : [last, first || date];
      },
      ["", ""],
    );
    return numberOf(today) - numberOf(passed) <= 30 ? [passed, next] : [next];
  };
}

function randomDay({ whole, pick, chance }: Dice, language: Language): Part {
  const isEnglish = language === "en";
  const weekday = whole(0, 6);
  const name = weekdays[language][weekday] ?? "";
  const [month, day, count] = [whole(1, 12), whole(1, 28), whole(2, 20)];
  const monthName = months[language][month - 1] ?? "";
  const written = `${whole(2026, 2030)}-${two(month)}-${two(day)}`;
  const date = nextDate(month, day);
  const [year = "", monthDigits = "", dayDigits = ""] = written.split("-");
  const english: Part[] = [
    { text: pick(["tomorrow", "Tomorrow"]), days: after(1) },
    { text: `in ${count} days`, days: after(count) },
    { text: chance(0.5) ? name : `on ${name.toLowerCase()}`, days: nextWeekday(weekday) },
    { text: `${day} ${chance(0.5) ? monthName : monthName.slice(0, 3)}`, days: date },
    {
      text: `on ${monthName} ${day}${[1, 21].includes(day) ? "st" : [2, 22].includes(day) ? "nd" : [3, 23].includes(day) ? "rd" : "th"}`,
      days: date,
    },
    { text: written, days: () => [written] },
  ];
  const german: Part[] = [
    { text: pick(["morgen", "Morgen"]), days: after(1) },
    { text: pick(["übermorgen", "uebermorgen"]), days: after(2) },
    { text: `in ${count === 8 ? 9 : count} Tagen`, days: after(count === 8 ? 9 : count) },
    { text: chance(0.5) ? name : `am ${name}`, days: nextWeekday(weekday) },
    { text: `am ${day}. ${monthName}`, days: date },
    { text: `${day}.${month}.`, days: date },
    { text: `${dayDigits}.${monthDigits}.${year}`, days: () => [written] },
    { text: written, days: () => [written] },
  ];
  return pick(isEnglish ? english : german);
}

function randomTime({ whole, pick }: Dice, language: Language): Part {
  const [hour, minutes] = [whole(13, 23), pick([0, 15, 30, 45])];
  const minute = hour * 60 + minutes;
  const clock = `${hour}:${two(minutes)}`;
  if (language === "de") {
    const text = pick([clock, `um ${clock}`, `${clock} Uhr`, `um ${clock} Uhr`, minutes === 0 ? `${hour} Uhr` : clock]);
    return { text, minute };
  }
  const half = `${hour - 12}${minutes === 0 ? "" : `:${two(minutes)}`}`;
  return { text: pick([clock, `at ${clock}`, `${half}pm`, `at ${half} pm`, `${half} PM`]), minute };
}

function randomRepeat({ whole, pick }: Dice, language: Language): Part {
  const weekday = whole(0, 6);
  const [code, count] = [codes[weekday] ?? "", whole(2, 6)];
  const name = weekdays[language][weekday] ?? "";
  const weekly = { rule: `FREQ=WEEKLY;BYDAY=${code}` };
  const other = { rule: `FREQ=WEEKLY;INTERVAL=2;BYDAY=${code}` };
  const english = [
    { text: `every ${name}`, ...weekly },
    { text: `every other ${name}`, ...other },
    { text: `every ${count} weeks`, rule: `FREQ=WEEKLY;INTERVAL=${count}` },
    { text: "every day", rule: "FREQ=DAILY" },
    { text: `every last ${name} of the month`, rule: `FREQ=MONTHLY;BYDAY=-1${code}` },
  ];
  const german = [
    { text: `jeden ${name}`, ...weekly },
    { text: `jeden zweiten ${name}`, ...other },
    { text: `alle ${count} Wochen`, rule: `FREQ=WEEKLY;INTERVAL=${count}` },
    { text: "jeden Tag", rule: "FREQ=DAILY" },
    { text: `jeden letzten ${name} im Monat`, rule: `FREQ=MONTHLY;BYDAY=-1${code}` },
  ];
  return pick(language === "en" ? english : german);
}

type Combination = {
  readonly text: string;
  readonly title: string;
  readonly options: PhraseOptions;
  readonly parts: readonly Part[];
};

function randomCombination(dice: Dice): Combination {
  const { pick, chance, whole } = dice;
  const language = pick(["en", "de"] as const);
  const isWordlike = chance(0.2);
  const members = isWordlike ? wordlike : family;
  const title = pick((isWordlike ? wordTitles : titles)[language]);
  const isRepeated = chance(0.25);
  const parts = [
    ...(isRepeated ? [randomRepeat(dice, language)] : chance(0.85) ? [randomDay(dice, language)] : []),
    ...(chance(0.5) ? [randomTime(dice, language)] : []),
  ];
  const mention = chance(0.25) ? [{ member: pick(members) }].map((each) => ({ ...each, text: `@${each.member}` })) : [];
  const ordered = [...(chance(0.8) ? parts : parts.toReversed()), ...mention];
  const before = chance(0.3) ? ordered.length : chance(0.2) ? whole(0, ordered.length) : 0;
  const texts = ordered.map(({ text }) => text);
  const text = [...texts.slice(0, before), title, ...texts.slice(before)].join(chance(0.95) ? " " : "  ");
  const now = `${dayOf(numberOf("2026-01-01") + whole(0, 1_500))}T${two(whole(0, 23))}:${pick(["00", "30"])}`;
  const named = members.map((name) => ({ id: name, name }));
  const field = pick(["any", "task", "event", "chore"] as const);
  const lists = [{ id: "Groceries", name: "Groceries" }];
  const region = { language: language === "de" ? "de" : "en-GB", timeZone: "Europe/Berlin", weekStart: pick([1, 7]) };
  return { text, title, parts: ordered, options: { ...region, now, field, members: named, lists } };
}

/** Returns a text without the white space and the signs that join a span to the rest. */
const withoutJoints = (text: string) => text.replace(/[\s,;:.–—-]/g, "");

/** Whether a text contains the characters of another text in their order. */
function containsInOrder(text: string, part: string): boolean {
  let at = 0;
  for (const character of part) {
    const found = text.indexOf(character, at);
    if (found < 0) return false;
    at = found + character.length;
  }
  return true;
}

type Report = (property: string, detail: unknown) => void;

/** Properties of the reading of any text. */
function checkAny(text: string, reading: PhraseReading, options: PhraseOptions, report: Report): void {
  const { title, spans, ambiguous, date, start, end, rule } = reading;
  let [at, rest] = [0, ""];
  for (const span of spans) {
    if (span.start < at || span.end <= span.start || span.end > text.length) report("Spans are in order", spans);
    rest += `${text.slice(at, span.start)} `;
    at = span.end;
  }
  rest = `${rest}${text.slice(at)}`.replace(/\s+/g, " ").trim();
  if (withoutJoints(rest) !== withoutJoints(title)) report("The title is the rest of the text", { title, rest });
  if (!containsInOrder(rest, title)) report("The title adds no characters to the rest", { title, rest });
  if (/\s{2}|^\s|\s$/.test(title)) report("White space of the title is collapsed", title);
  const alternatives = (ambiguous ?? []).map((each) => ("date" in each ? each.date : each.start));
  const until = /UNTIL=(\d{4})(\d\d)(\d\d)$/
    .exec(rule ?? "")
    ?.slice(1)
    .join("-");
  for (const each of [date, start, end, until, ...alternatives]) {
    const isMoment = each === undefined || /^.{10}(T([01]\d|2[0-3]):[0-5]\d)?$/.test(each);
    if (each !== undefined && !(isMoment && isDay(each.slice(0, 10)))) report("Every day exists", each);
  }
  if (ambiguous && (new Set(alternatives).size !== ambiguous.length || !/^[2-4]$/.test(String(ambiguous.length)))) {
    report("There are 2 to 4 different alternatives", ambiguous);
  }
  if (start && end && end < start) report("The end is after the start", { start, end });
  const plain: string[] = [];
  let left = reading;
  for (let round = 0; left.spans.length > 0 && round <= text.length; round++) {
    plain.push(...left.spans.map((span) => text.slice(span.start, span.end)));
    left = readPhrase(text, { ...options, plain });
  }
  if (left.spans.length > 0) report("Turning all spans back leaves text only", { plain, spans: left.spans });
  for (const span of spans) {
    const turned = readPhrase(text, { ...options, plain: [text.slice(span.start, span.end)] });
    const isKept = turned.spans.every((each) => {
      const [from, to] = [Math.max(each.start, span.start), Math.min(each.end, span.end)];
      return from >= to || withoutJoints(text.slice(from, to)) === "";
    });
    if (!isKept) report("A span that is turned back is text", { span: text.slice(span.start, span.end), turned });
  }
}

/** Properties of the reading of a combination, whose meaning is known. */
function checkCombination({ title, parts, options }: Combination, reading: PhraseReading, report: Report): void {
  if (reading.title !== title) report("A day beside a title never changes the title", reading.title);
  const minute = parts.find((part) => part.minute !== undefined)?.minute ?? null;
  const time = minute === null ? "" : `T${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
  const days = parts.find((part) => part.days)?.days?.(options.now, minute);
  if (days) {
    const alternatives = reading.ambiguous?.map((each) => ("date" in each ? each.date : each.start)) ?? [];
    const got = [reading.start ?? reading.date ?? alternatives].flat().sort();
    const expected = days.map((day) => day + time);
    if (`${got}` !== `${expected}`) report("The day and the time are as written", { got, expected, now: options.now });
  }
  const rule = parts.find((part) => part.rule)?.rule;
  if (rule && reading.rule !== rule) report("The rule is as written", reading.rule);
  if (rule && time && reading.start?.slice(10) !== time) report("A repeat keeps its time", reading.start);
  const member = parts.find((part) => part.member)?.member;
  const members = reading.members ?? [];
  if (member && !members.includes(member)) report("A mentioned member is found", members);
  const isWordlike = options.members.some(({ name }) => name === "Will");
  const others = members.filter((each) => each !== member);
  if (isWordlike && others.length > 0) report("Members named like words stay text without @", others);
  const again = readPhrase(reading.title, options);
  if (again.title !== reading.title) report("Reading a title again changes nothing", again.title);
}

const noise =
  "every next jeden alle 3 4/5 12. mon so do mi am um at on bis until for @leo @ # - – : , . und and half halb viertel 7 8pm Uhr mai may " +
  "the in remind me erinnere mich vorher before 2 days Tage week Woche dinner: für 1,5 kg (x) tomorrow morgen heute friday 2027 noon ' ”";

/** Reads random combinations and random words. Returns the properties that do not hold. */
export function findFaults(count: number, seed: number): Fault[] {
  const dice = diceFrom(seed);
  const faults = new Map<string, Fault>();
  const words = noise.split(" ");
  for (let index = 0; index < count; index++) {
    const combination = randomCombination(dice);
    const isNoise = index % 5 === 4;
    const noisy = () =>
      Array.from({ length: dice.whole(1, 9) }, () => dice.pick(words)).join(dice.pick([" ", " ", ""]));
    const text = isNoise ? noisy() : combination.text;
    const { language, field } = combination.options;
    const report: Report = (property, detail) => {
      const before = faults.get(property);
      const isShortest = before === undefined || text.length < before.text.length;
      const example = isShortest
        ? { text, detail: `${language} ${field} ${JSON.stringify(detail)}` }
        : { text: before.text, detail: before.detail };
      faults.set(property, { property, count: (before?.count ?? 0) + 1, ...example });
    };
    try {
      const reading = readPhrase(text, combination.options);
      checkAny(text, reading, combination.options, report);
      if (!isNoise) checkCombination(combination, reading, report);
    } catch (error) {
      report("Nothing throws", String(error));
    }
  }
  return [...faults.values()];
}
