/** Finds the members who are mentioned in a text: “@Mia”, “@mi”, “@me”. */

export type Named = { readonly id: string; readonly name: string };

/**
 * Mention of a member in a text, from the index `start` up to, but not including, the index `end`. `candidates` are the
 * members who may be meant. If the mention is ambiguous, the list has several members. If no member
 * matches, the list is empty.
 */
export type FoundPerson<Person extends Named> = {
  readonly start: number;
  readonly end: number;
  readonly candidates: readonly Person[];
};

const mention = /(?<!\S)@([\p{L}\p{N}_'’-]+)/gu;

/** Finds the mentions of members in a text. `selves` are words such as “me”, which mean the viewer. */
export function findPeople<Person extends Named>(
  text: string,
  people: readonly Person[],
  viewerId: string | null,
  selves: readonly string[],
): FoundPerson<Person>[] {
  return [...text.matchAll(mention)].map(({ 0: words, 1: name = "", index }) => {
    const rest = fold(text.slice(index + 1));
    // Complete names, which may have spaces, take precedence over prefixes.
    const fullMatch = people
      .filter((each) => startsWithWords(rest, fold(each.name)))
      .sort((a, b) => b.name.length - a.name.length)[0];
    if (fullMatch)
      return {
        start: index,
        end: index + 1 + typedLength(text.slice(index + 1), fullMatch.name),
        candidates: [fullMatch],
      };
    const typed = fold(name);
    const prefixMatches = people.filter((each) => fold(each.name).startsWith(typed));
    const self = selves.includes(typed) ? people.filter(({ id }) => id === viewerId) : [];
    return { start: index, end: index + words.length, candidates: prefixMatches.length > 0 ? prefixMatches : self };
  });
}

/** Removes case and accents from a text: “José” becomes “jose”. */
function fold(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replaceAll("ß", "ss");
}

function startsWithWords(text: string, words: string): boolean {
  return text.startsWith(words) && !/^[\p{L}\p{N}]/u.test(text.slice(words.length));
}

/**
 * Returns the length of a name as it is typed at the start of a text. The text must start with the name, but case and
 * accents may differ. The result may exceed the length of `name`, because accents in the text may be combining
 * characters.
 */
function typedLength(text: string, name: string): number {
  const folded = fold(name);
  let length = 0;
  while (length < text.length && fold(text.slice(0, length)).length < folded.length) length++;
  while (/^\p{M}/u.test(text.slice(length))) length++;
  return length;
}
