/** Returns the phrase in lower case and without commas. Umlauts are replaced, as in `uebermorgen`. */
export function plainPhrase(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[äöüß’‘]/g, (letter) => spelling[letter] ?? letter)
    .replaceAll(/[,;\s]+/g, " ")
    .replace(/[!?\s]+$/, "")
    .trim();
}

const spelling: Readonly<Record<string, string>> = { ä: "ae", ö: "oe", ü: "ue", ß: "ss", "’": "'", "‘": "'" };

/** Returns the values of a table by the words that mean them: `["leaf", "green|gruen"]`. */
export function byWord<Value>(table: Iterable<readonly [Value, string]>): ReadonlyMap<string, Value> {
  return new Map([...table].flatMap(([value, words]) => words.split("|").map((word) => [word, value])));
}
