/** Programs act on codes, never on sentences: a reworded message must not change what the program does. */
import { expect, test } from "bun:test";
import { join } from "node:path";
import { Glob } from "bun";

const root = join(import.meta.dir, "../..");
const sentence = "(?<!typeof )\\b(?:message|summary|sentence|english)";

/** Ways in which a program can decide by the text of a message. */
const decisions = [
  new RegExp(`${sentence}\\)?\\??\\.(?:startsWith|endsWith|includes|match|matchAll|search)\\(`),
  new RegExp(`\\.(?:test|exec)\\((?:\\w+\\??\\.)*${sentence}\\)`),
  new RegExp(`${sentence}\\s*[!=]==\\s*["'\`]`),
  new RegExp(`switch \\((?:\\w+\\??\\.)*${sentence}\\)`),
];

/** Returns the lines of a source text that decide by a message. */
function decisionsIn(source: string): string[] {
  return source
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => !/^(?:\/?\*|\/\/)/.test(line) && decisions.some((pattern) => pattern.test(line)));
}

test.each([
  'if (error.message.includes("pixel limit")) return null;',
  'return message.startsWith("address: ") ? 1 : 2;',
  "const found = /^Entry (.*)$/.exec(error.message);",
  'if (summary === "undid") return;',
  "switch (error.message) {",
  'sentence?.startsWith("{") ?? false',
])("The rule finds the decision by a message in %j", (line) => {
  expect(decisionsIn(line)).toEqual([line]);
});

test("The source decides by codes, not by the text of a message", async () => {
  const found: string[] = [];
  for (const file of new Glob("src/**/*.{ts,tsx}").scanSync(root)) {
    const lines = decisionsIn(await Bun.file(join(root, file)).text());
    found.push(...lines.map((line) => `${file}: ${line}`));
  }
  expect(found).toEqual([]);
});
