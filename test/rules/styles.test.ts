/** The app's style sheets: three breakpoints, no dead classes, and sheets of a readable length. */
import { describe, expect, test } from "bun:test";
import { join, normalize } from "node:path";
import { Glob } from "bun";

const root = join(import.meta.dir, "../..");
const read = async (pattern: string) => {
  const files = [...new Glob(pattern).scanSync(root)].map(normalize).sort();
  return Promise.all(files.map(async (file) => ({ file, text: await Bun.file(join(root, file)).text() })));
};
const sheets = (await read("src/web/**/*.css")).map(({ file, text }) => ({
  file,
  length: text.split("\n").length - 1,
  rules: text.replaceAll(/\/\*[\s\S]*?\*\//g, ""),
}));
const code = await read("src/{web,pages}/**/*.{ts,tsx}");

/** Classes that a library writes. */
const foreign = ["lucide"];
/** Sheets that are still to be split. */
const long = ["src/web/features/chores/chores.css", "src/web/features/today/today.css"];

describe("the style sheets", () => {
  test("The style sheets use only the named breakpoints for the width, in a single syntax", () => {
    const named = code.find(({ file }) => file === "src/web/ui/use-breakpoint.ts");
    const rems = named?.text.match(/[\d.]+rem/g) ?? [];
    const allowed = rems.flatMap((rem) => [`(width < ${rem})`, `(width >= ${rem})`]);
    const widths = sheets.flatMap(({ file, rules }) =>
      [...rules.matchAll(/@media[^{]*?(\([^()]*width[^()]*\))/g)].map(([, query = ""]) => ({ file, query })),
    );
    expect(widths.length).toBeGreaterThan(0);
    expect(widths.filter(({ query }) => !allowed.includes(query))).toEqual([]);
  });

  test("The style sheets contain only classes that the code of the app uses", () => {
    const named = new Set<string>(foreign);
    const prefixes = new Set<string>();
    for (const { file, text } of code) {
      if (file.includes("/i18n/")) continue;
      for (const [literal] of text.matchAll(/"[^"\n]*"|`[^`]*`/g)) {
        for (const [word] of literal.matchAll(/[A-Za-z][\w-]*/g)) named.add(word);
        for (const [, prefix = ""] of literal.matchAll(/([A-Za-z][\w-]*-)\$\{/g)) prefixes.add(prefix);
      }
    }
    const isNamed = (name: string) =>
      named.has(name) || name.startsWith("lucide-") || [...prefixes].some((prefix) => name.startsWith(prefix));
    const dead = sheets.flatMap(({ file, rules }) => {
      const classes = new Set(
        [...rules.replaceAll(/"[^"]*"/g, "").matchAll(/\.([A-Za-z][\w-]*)/g)].map(([, name = ""]) => name),
      );
      return [...classes].filter((name) => !isNamed(name)).map((name) => `${file} .${name}`);
    });
    expect(dead).toEqual([]);
  });

  test("Each style sheet has at most 400 lines", () => {
    expect(sheets.filter(({ file, length }) => length > 400 && !long.includes(file)).map(({ file }) => file)).toEqual(
      [],
    );
  });
});
