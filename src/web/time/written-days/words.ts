import type { Grammar } from "#web/i18n/typed-words.ts";

/** Grammars of all languages of the app. The grammar of the user's language comes first. */
export type Grammars = readonly [Grammar, ...Grammar[]];

type Numbered = "weekdays" | "shortWeekdays" | "months";
/**
 * Words of all languages of the app in one grammar. Only `shortWeekdays` are limited to the user's language, because
 * they can be ordinary words of other languages. `weekdays`, `shortWeekdays` and `months` map each word to its number:
 * Monday and January have the number 1.
 */
export type Words = Omit<Grammar, Numbered> & { readonly [Each in Numbered]: Readonly<Record<string, number>> };

export function mergeGrammars(grammars: Grammars): Words {
  const [own] = grammars;
  // If two languages share a word, the user's language wins.
  const others = grammars.toReversed();
  const entries = Object.entries(own).map(([key, value]) => {
    const all = others.map((each) => each[key as keyof Grammar]);
    if (Array.isArray(value)) return [key, all.flat()];
    return [key, typeof value === "object" ? Object.assign({}, ...all) : value];
  });
  return {
    ...Object.fromEntries(entries),
    weekdays: numbers(others.map(({ weekdays }) => weekdays)),
    shortWeekdays: numbers([own.shortWeekdays]),
    months: numbers(others.map(({ months }) => months)),
  };
}

function numbers(lists: readonly (readonly string[])[]): Readonly<Record<string, number>> {
  const entries = lists.flatMap((list) =>
    list.flatMap((words, index) => words.split(" ").map((word) => [word, index + 1])),
  );
  return Object.fromEntries(entries);
}

/**
 * Returns a regular expression that matches any of the words, longest first. If there are no words, the expression
 * never matches.
 */
export function anyOf(words: readonly string[]): string {
  return [...words].sort((a, b) => b.length - a.length).join("|") || "(?!)";
}
