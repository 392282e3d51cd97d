/**
 * `bun run bench:phrases`: reads phrases of 60 and of 200 characters as they are typed, key by key, in both languages. Prints
 * the time of one reading in microseconds, its ratio to folding the same text, and the compressed size of the grammar.
 */

import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { readPhrase } from "#lib/phrases/index.ts";
import { fold } from "#lib/phrases/words.ts";

const rounds = 60;
const mostMicroseconds = 200;
const mostBytes = 12 * 1_024;

const members = ["Anna", "Ben", "Leo", "Mia", "Grandma"].map((name) => ({ id: name, name }));
const lists = ["Groceries", "Packing list", "Hardware store", "Einkauf"].map((name) => ({ id: name, name }));
const household = {
  timeZone: "Europe/Berlin",
  weekStart: 1,
  members,
  lists,
  now: "2026-11-27T16:00",
  field: "any" as const,
};

const phrases = {
  en: [
    "piano recital of Mia next Saturday 3pm for 2 hours @Leo @Ben",
    "please remind me to pick up the blue winter jackets and both pairs of boots from the cleaner next Tuesday at half past four " +
      "@Anna, every second Wednesday of the month until 31 March, remind 2 hours before",
  ],
  de: [
    "Klaviervorspiel von Mia nächsten Samstag 15 bis 17 Uhr @Leo",
    "erinner mich bitte, die blauen Winterjacken und beide Paar Stiefel am Dienstag um halb fünf aus der Reinigung abzuholen " +
      "@Anna, jeden zweiten Mittwoch im Monat bis 31. März, Erinnerung 2 Stunden vorher",
  ],
} as const;

/**
 * Returns the times in microseconds of one call for each beginning of a text, sorted. Each is the median of several rounds,
 * so that other programs on the machine do not count.
 */
function typing(text: string, call: (typed: string) => unknown): number[] {
  const times = Array.from({ length: text.length }, (): number[] => []);
  for (let round = 0; round < rounds; round++) {
    for (const [index, own] of times.entries()) {
      const typed = text.slice(0, index + 1);
      const begun = Bun.nanoseconds();
      call(typed);
      own.push((Bun.nanoseconds() - begun) / 1_000);
    }
  }
  return times.map((own) => at(own.sort(ascending), 0.5)).sort(ascending);
}

function ascending(one: number, other: number): number {
  return one - other;
}

function at(times: readonly number[], share: number): number {
  return times[Math.floor(times.length * share)] ?? 0;
}

const rounded = (value: number) => Math.round(value * 10) / 10;

const table = (["en", "de"] as const).flatMap((language) =>
  phrases[language].map((text) => {
    const read = typing(text, (typed) => readPhrase(typed, { language, ...household }));
    const folded = typing(text, fold);
    const [middle, slow] = [at(read, 0.5), at(read, 0.99)];
    return {
      language,
      characters: text.length,
      "p50 µs": rounded(middle),
      "p99 µs": rounded(slow),
      "p50 / fold": rounded(middle / at(folded, 0.5)),
      "p99 / bound": rounded(slow / mostMicroseconds),
    };
  }),
);
console.table(table);

const source = join(import.meta.dir, "../../src/lib/phrases");
for (const language of ["en", "de"]) {
  const entrypoints = [join(source, "reader.ts"), join(source, `${language}.ts`)];
  const { outputs } = await Bun.build({ entrypoints, minify: true, target: "browser" });
  const code = (await Promise.all(outputs.map((output) => output.text()))).join("\n");
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  const { length } = brotliCompressSync(code, { params });
  const share = (length / mostBytes).toFixed(2);
  console.log(
    `the reader with the table ${language}: ${code.length} bytes, ${length} compressed, ${share} of the bound`,
  );
}
