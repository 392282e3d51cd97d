/** Docstrings and titles are sentences that are understood alone (docs/style.md). */
import { expect, test } from "bun:test";
import { join } from "node:path";
import { Glob } from "bun";

const root = join(import.meta.dir, "../..");
const files = [...new Glob("{src,test,scripts,drizzle}/**/*.{ts,tsx}").scanSync(root)];

/** A sentence that begins with one of these continues the name of what it describes. */
const fragment = "(?:Of|For|With|Without|By|After|Before|From|In|As|To|Where|What|Who|Whose|That)\\b.*";

async function linesThat(pattern: RegExp, paths: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const file of paths) {
    const text = await Bun.file(join(root, file)).text();
    for (const [line] of text.matchAll(pattern)) found.push(`${file}: ${line.trim()}`);
  }
  return found;
}

test("Docstrings do not begin with a word such as “Of”, “Where” or “Whose”", async () => {
  expect(files.length).toBeGreaterThan(1_500);
  expect(await linesThat(new RegExp(`/\\*\\*\\s+(?:\\*\\s+)?${fragment}`, "g"), files)).toEqual([]);
});

test("Titles of tests do not begin with a word such as “Of”, “Where” or “Whose”", async () => {
  const tests = files.filter((file) => /\.test\.tsx?$/.test(file));
  expect(await linesThat(new RegExp(`(?:\\b(?:test|describe)[.\\w]*|\\))\\(\\s*["\`]${fragment}`, "g"), tests)).toEqual(
    [],
  );
});
