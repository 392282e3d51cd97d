/** Finds members in typed text: “@Mia”, “@mi”, “@me”. */

export type Named = { readonly id: string; readonly name: string };

/** A mention and its position in the text (`end` is exclusive), with all members that it may mean. */
export type FoundPerson<Person extends Named> = {
  readonly start: number;
  readonly end: number;
  readonly candidates: readonly Person[];
};

const mention = /(?<!\S)@([\p{L}\p{N}_'’-]+)/gu;
const selves: ReadonlySet<string> = new Set(["me", "myself", "mich", "mir", "ich"]);

/** All mentions, in order. `viewerId` is “me”; null if nobody is signed in. */
export function findPeople<Person extends Named>(
  text: string,
  people: readonly Person[],
  viewerId: string | null,
): FoundPerson<Person>[] {
  return [...text.matchAll(mention)].map(({ 0: words, 1: name = "", index }) => {
    const rest = simple(text.slice(index + 1));
    // Names of several words are found whole, before any beginning of a name.
    const whole = people
      .filter((each) => startsWithWords(rest, simple(each.name)))
      .sort((a, b) => b.name.length - a.name.length)[0];
    if (whole)
      return { start: index, end: index + 1 + lengthIn(text.slice(index + 1), whole.name), candidates: [whole] };
    const typed = simple(name);
    const begun = people.filter((each) => simple(each.name).startsWith(typed));
    const self = selves.has(typed) ? people.filter(({ id }) => id === viewerId) : [];
    return { start: index, end: index + words.length, candidates: begun.length > 0 ? begun : self };
  });
}

/** Removes accents and case: “José” becomes “jose”. */
function simple(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replaceAll("ß", "ss");
}

function startsWithWords(text: string, words: string): boolean {
  return text.startsWith(words) && !/^[\p{L}\p{N}]/u.test(text.slice(words.length));
}

/** Length of the typed text that a name matches; composed and decomposed accents differ in length. */
function lengthIn(text: string, name: string): number {
  const wanted = simple(name);
  let length = 0;
  while (length < text.length && simple(text.slice(0, length)).length < wanted.length) length++;
  while (/^\p{M}/u.test(text.slice(length))) length++;
  return length;
}
