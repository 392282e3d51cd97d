/** Finding people in what somebody types: “@Mia”, “@mi”, “@me”. Pure. */

/** What is needed of a member to be found. */
export type Named = { readonly id: string; readonly name: string };

/** Somebody with where they stand in the text (`end` is exclusive); `candidates` has none, one, or those it could be. */
export type FoundPerson<Person extends Named> = {
  readonly start: number;
  readonly end: number;
  readonly candidates: readonly Person[];
};

const mention = /(?<!\S)@([\p{L}\p{N}_'’-]+)/gu;

/** Returns all mentioned people in order. `selves` (“me”) mean the viewer; null where nobody is signed in. */
export function findPeople<Person extends Named>(
  text: string,
  people: readonly Person[],
  viewerId: string | null,
  selves: readonly string[],
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
    const self = selves.includes(typed) ? people.filter(({ id }) => id === viewerId) : [];
    return { start: index, end: index + words.length, candidates: begun.length > 0 ? begun : self };
  });
}

/** Without accents and case: “José” is “jose”. */
function simple(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replaceAll("ß", "ss");
}

function startsWithWords(text: string, words: string): boolean {
  return text.startsWith(words) && !/^[\p{L}\p{N}]/u.test(text.slice(words.length));
}

/** How much of the typed text a name takes; accents may have been typed in another way than they are kept. */
function lengthIn(text: string, name: string): number {
  const wanted = simple(name);
  let length = 0;
  while (length < text.length && simple(text.slice(0, length)).length < wanted.length) length++;
  while (/^\p{M}/u.test(text.slice(length))) length++;
  return length;
}
