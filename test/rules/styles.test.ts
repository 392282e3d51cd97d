/** The app's style sheets: three breakpoints, tokens, no dead classes, no changes of the kit, a readable length. */
import { describe, expect, test } from "bun:test";
import { join, normalize } from "node:path";
import { Glob } from "bun";
import { type StyleRule, splitOutside, styleRules } from "../support/source/style-rules.ts";

const root = join(import.meta.dir, "../..");
const read = async (pattern: string) => {
  const files = [...new Glob(pattern).scanSync(root)].map(normalize).sort();
  return Promise.all(files.map(async (file) => ({ file, text: await Bun.file(join(root, file)).text() })));
};
const sheets = (await read("src/web/**/*.css")).map(({ file, text }) => ({
  file,
  text,
  length: text.split("\n").length - 1,
  rules: text.replaceAll(/\/\*[\s\S]*?\*\//g, ""),
}));
const code = await read("src/{web,pages}/**/*.{ts,tsx}");

/** Classes that a library writes. */
const foreign = ["lucide"];
/** Sheets that are still to be split. */
const long = ["src/web/features/chores/chores.css", "src/web/features/today/today.css"];

/** The sheet for paper removes the controls of the kit, and the sheets below it have the elements' own styles. */
const free = ["src/web/styles/"];
/** Properties that place an element in its parent, or that a component reads, but that do not change how it looks. */
const placing =
  /^(?:--.*|margin.*|grid-(?:area|row|column).*|(?:align|justify|place)-self|order|flex(?:-grow|-shrink|-basis)?|position|inset.*|z-index|(?:min-|max-)?inline-size)$/;
/** Conditions in a selector. The elements in them are not changed. */
const conditions = /:(?:not|has)\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g;

const classesIn = (selector: string) => [...selector.matchAll(/\.([A-Za-z][\w-]*)/g)].map(([, name = ""]) => name);
const kit = new Set(
  sheets
    .filter(({ text }) => text.includes("@layer ui {"))
    .flatMap(({ text }) => styleRules(text).flatMap(({ selector }) => classesIn(selector.replaceAll(conditions, ""))))
    .filter((name) => !foreign.includes(name)),
);

/**
 * Whether a rule changes a component of the kit: its last part names a class of a sheet in the layer `ui`, or an
 * element without a class inside of such a class. A rule that only places or hides the component does not change it.
 */
function changesKit({ selector, declarations }: StyleRule): boolean {
  const steps = splitOutside(selector.replaceAll(conditions, "").replaceAll(/\s*[>+~]\s*/g, " "), " ");
  const named = steps.map(classesIn).findLast((classes) => classes.length > 0);
  if (!named?.some((name) => kit.has(name))) return false;
  const places = ({ property, value }: StyleRule["declarations"][number]) =>
    placing.test(property) || (property === "display" && value === "none");
  return !declarations.every(places);
}

describe("the style sheets", () => {
  test("The style sheets of the features place components of the kit, and do not change how they look", () => {
    const found = sheets
      .filter(({ file, text }) => !text.includes("@layer ui {") && !free.some((folder) => file.startsWith(folder)))
      .map(({ file, text }) => ({
        file,
        rules: styleRules(text)
          .filter(changesKit)
          .map(({ selector }) => selector),
      }))
      .filter(({ rules }) => rules.length > 0);
    expect(kit.size).toBeGreaterThan(100);
    expect(found).toEqual([]);
  });

  test("The style sheets take weights of the font and heights of a line from the tokens", () => {
    const isToken = ({ property, value }: StyleRule["declarations"][number]) =>
      property === "font-weight"
        ? /^(?:inherit|var\(--weight-[a-z]+\))$/.test(value)
        : property !== "line-height" || !/^[\d.]+$|^normal$/.test(value);
    const bare = sheets.flatMap(({ file, text }) =>
      styleRules(text).flatMap(({ selector, declarations }) =>
        declarations
          .filter((each) => !isToken(each))
          .map(({ property, value }) => `${file} ${selector} ${property}: ${value}`),
      ),
    );
    expect(bare).toEqual([]);
  });

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
