/** Finds mentions: “@Mia”, “@mi”, “@me”. */

export type Named = { readonly id: string; readonly name: string };

/** `end` is exclusive. An ambiguous mention has several candidates, an unknown one none. */
export type FoundPerson<Person extends Named> = {
  readonly start: number;
  readonly end: number;
  readonly candidates: readonly Person[];
};

const mention = /(?<!\S)@([\p{L}\p{N}_'’-]+)/gu;

/** `selves` (“me”) match the viewer. */
export function findPeople<Person extends Named>(
  text: string,
  people: readonly Person[],
  viewerId: string | null,
  selves: readonly string[],
): FoundPerson<Person>[] {
  return [...text.matchAll(mention)].map(({ 0: words, 1: name = "", index }) => {
    const rest = simple(text.slice(index + 1));
    // Complete names, which may have spaces, take precedence over prefixes.
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

/** Folds case and accents: “José” becomes “jose”. */
function simple(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replaceAll("ß", "ss");
}

function startsWithWords(text: string, words: string): boolean {
  return text.startsWith(words) && !/^[\p{L}\p{N}]/u.test(text.slice(words.length));
}

/** Length of a name as typed, where accents may be combining characters. */
function lengthIn(text: string, name: string): number {
  const wanted = simple(name);
  let length = 0;
  while (length < text.length && simple(text.slice(0, length)).length < wanted.length) length++;
  while (/^\p{M}/u.test(text.slice(length))) length++;
  return length;
}
