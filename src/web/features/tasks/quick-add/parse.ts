/** Parses a typed line such as “Passport photos Fri @Mia” into a task. */
import type { Reading } from "#web/time/written-days/dates.ts";
import { dayFinder } from "#web/time/written-days/days.ts";
import { type Grammars, mergeGrammars, type Words } from "#web/time/written-days/words.ts";
import { findPeople, type Named } from "./people.ts";

export type ParseContext<Person extends Named> = Reading & {
  readonly people: readonly Person[];
  readonly viewerId: string | null;
  /**
   * Words that the parser must not recognise as a member or a due date, because the user has turned them back into
   * plain text.
   */
  readonly kept: readonly string[];
};

/** Task that was parsed from a typed text. `words` are the words of the text that name the member or the due date. */
export type ParsedTask<Person extends Named> = {
  /** Text of the task, without the words that name the member or the due date. */
  readonly label: string;
  readonly person: { readonly person: Person; readonly words: string } | null;
  readonly due: { readonly day: string; readonly words: string } | null;
  /**
   * Words such as “@m” that match no member or several members. These words stay in the text of the task. Null if there
   * are no such words.
   */
  readonly unclear: { readonly words: string; readonly candidates: readonly Person[] } | null;
};

export type TaskParser = <Person extends Named>(text: string, context: ParseContext<Person>) => ParsedTask<Person>;

/** Returns a parser of tasks. If a text names several days or several members, the last one counts. */
export function taskParser(grammars: Grammars): TaskParser {
  const words = mergeGrammars(grammars);
  const findDays = dayFinder(words);
  return (text, context) => parse(text, context, words, findDays);
}

function parse<Person extends Named>(
  text: string,
  context: ParseContext<Person>,
  { selves }: Words,
  findDays: ReturnType<typeof dayFinder>,
): ParsedTask<Person> {
  const kept = new Set(context.kept.map((words) => words.toLowerCase()));
  const wordsOf = ({ start, end }: { start: number; end: number }) => text.slice(start, end);
  const isRecognised = (each: { start: number; end: number }) => !kept.has(wordsOf(each).toLowerCase());
  const mentions = findPeople(text, context.people, context.viewerId, selves).filter(isRecognised);
  const clear = mentions.flatMap(({ candidates: [person, ...others], ...place }) =>
    person && others.length === 0 ? { ...place, person } : [],
  );
  const mentioned = clear.at(-1);
  const unclear = mentions.find(({ candidates }) => candidates.length !== 1);
  const day = findDays(text, context)
    .filter(isRecognised)
    .filter(({ start, end }) => !mentioned || end <= mentioned.start || start >= mentioned.end)
    .at(-1);
  return {
    label: without(
      text,
      [mentioned, day].flatMap((each) => each ?? []),
    ),
    person: mentioned ? { person: mentioned.person, words: wordsOf(mentioned) } : null,
    due: day ? { day: day.day, words: wordsOf(day) } : null,
    unclear: unclear ? { words: wordsOf(unclear), candidates: unclear.candidates } : null,
  };
}

function without(text: string, parts: readonly { start: number; end: number }[]): string {
  let rest = text;
  for (const { start, end } of [...parts].sort((a, b) => b.start - a.start)) {
    rest = `${rest.slice(0, start)} ${rest.slice(end)}`;
  }
  const line = rest.replace(/\s+/gu, " ").trim();
  return parts.length === 0 ? line : line.replace(/^[,;:–—-]+\s+|\s*[,;:–—-]+$|\s+(?=[,;])/gu, "").trim();
}
