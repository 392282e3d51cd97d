/**
 * Search for texts by words with plain Okapi BM25, as clients do that show a model only the tools that match a query.
 */

/** The usual values of Robertson and Zaragoza, The Probabilistic Relevance Framework (2009). */
const k1 = 1.2;
const b = 0.75;

/** English stop words. */
const stopWords = new Set(
  `a about all an and any are as at be been but by can could did do does for from had has have how i if in into is it its just
  let like me my no not of off on once or our out please she should so some than that the their them then there these they
  this to up us was we were what when where which who whose will with would you your s t re ll ve m d`.split(/\s+/),
);

/**
 * The words of a text, without case. Splits names such as `list_items` and `dueDate`, and equates plural and singular.
 */
export function wordsOf(text: string): string[] {
  const parts =
    text
      .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return parts.filter((word) => !stopWords.has(word)).map(stem);
}

/** A minimal stemmer: removes the commonest endings, so that `events` finds `event` and `planned` finds `plan`. */
function stem(word: string): string {
  if (word.length > 4 && word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  const bare = word.length > 3 && word.endsWith("s") && !word.endsWith("ss") ? word.slice(0, -1) : word;
  const root = bare.length > 5 ? bare.replace(/(?:ing|ed)$/, "") : bare;
  return root.length > 3 ? root.replace(/([^aeiouls])\1$/, "$1").replace(/e$/, "") : root;
}

/** An index over named texts. `find` returns the names of texts with any word of the query, the best first. */
export function indexOf(texts: ReadonlyMap<string, string>) {
  const documents = [...texts].map(([name, text]) => {
    const words = wordsOf(text);
    return { name, length: words.length, counts: Map.groupBy(words, (word) => word) };
  });
  const meanLength = documents.reduce((sum, { length }) => sum + length, 0) / documents.length;

  /** Inverse document frequency: a rarer word weighs more. */
  function weightOf(word: string): number {
    const having = documents.filter(({ counts }) => counts.has(word)).length;
    return Math.log(1 + (documents.length - having + 0.5) / (having + 0.5));
  }

  function find(query: string): string[] {
    const wanted = [...new Set(wordsOf(query))].map((word) => ({ word, weight: weightOf(word) }));
    const scored = documents.map(({ name, length, counts }) => {
      const score = wanted.reduce((sum, { word, weight }) => {
        const count = counts.get(word)?.length ?? 0;
        return sum + (weight * count * (k1 + 1)) / (count + k1 * (1 - b + (b * length) / meanLength));
      }, 0);
      return { name, score };
    });
    const found = scored.filter(({ score }) => score > 0);
    return found.toSorted((one, other) => other.score - one.score).map(({ name }) => name);
  }

  return { find };
}
