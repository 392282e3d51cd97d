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

const numbers: readonly string[] = [
  "a an one ein eine einem einen einer eins",
  "two zwei zwo",
  "three drei",
  "four vier",
  "five fuenf",
  "six sechs",
  "seven sieben",
  "eight acht",
  "nine neun",
  "ten zehn",
  "eleven elf",
  "twelve zwoelf",
];

const numbersByWord = new Map(
  numbers.flatMap((words, index) => words.split(" ").map((word) => [word, index + 1] as const)),
);

/** Reads a number, either up to 999 in digits or up to twelve in words. Returns null for other words. */
export function parseNumber(word: string): number | null {
  return /^\d{1,3}$/.test(word) ? Number(word) : (numbersByWord.get(word) ?? null);
}

/** Part of a regular expression that matches a number in digits or words. */
export const numberWord = `\\d{1,3}|${[...numbersByWord.keys()].join("|")}`;
