/** Rules for the tests themselves. */
import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { Glob } from "bun";

const tests = join(import.meta.dir, "..");

describe("tests", () => {
  test("Tests clean up with hooks that run in every file, not with hooks in a shared file", async () => {
    const withHooks: string[] = [];
    for (const file of new Glob("support/**/*.ts").scanSync(tests)) {
      if (/\b(before|after)(Each|All)\(/.test(await Bun.file(join(tests, file)).text())) withHooks.push(file);
    }
    expect(withHooks).toEqual(["support/end.ts"]);
  });

  test("Files of tests have at most 400 lines", async () => {
    const long: string[] = [];
    for (const file of new Glob("**/*.{ts,tsx}").scanSync(tests)) {
      const lines = (await Bun.file(join(tests, file)).text()).split("\n").length - 1;
      if (lines > 400) long.push(`${file}: ${lines} lines`);
    }
    expect(long).toEqual([]);
  });

  test("Titles of tests begin with a capital letter", async () => {
    const fragment = /(?:\btest(?:\.\w+)*|\))\(\s*["`](\p{Ll}[^"`]*)["`],\s*(?:async )?\(/gu;
    const found: string[] = [];
    for (const file of new Glob("**/*.test.ts").scanSync(tests)) {
      if (file.endsWith("harness.test.ts")) continue; // It writes a file of tests.
      const text = await Bun.file(join(tests, file)).text();
      for (const { 1: title, index } of text.matchAll(fragment)) {
        const before = text.slice(0, index);
        const isTest = text.startsWith("test", index) || /.*\b(test|describe)\.each/s.exec(before)?.[1] === "test";
        if (isTest) found.push(`${file}: ${title}`);
      }
    }
    expect(found).toEqual([]);
  });

  test("The README of test/support lists every file of that folder", async () => {
    const text = await Bun.file(join(tests, "support/README.md")).text();
    const listed = text.split(/^## /m).flatMap((section) => {
      const [, folder = ""] = /^`(.+)`/.exec(section) ?? [];
      return [...section.matchAll(/^\| `([^`]+)` +\| (\S[^|]*)\|$/gm)].map(([, file = ""]) => folder + file);
    });
    const files = [...new Glob("**/*").scanSync(join(tests, "support"))].filter((file) => file !== "README.md");
    expect(listed.sort()).toEqual(files.sort());
  });

  /**
   * Whether the file may wait: it drives a browser, which has animations and timers of its own, measures over seconds,
   * or kills at any moment.
   */
  const mayWait = /^(web|browser|bench)\/|^support\/(browser\/|reminders\/crashes)/;

  /** Returns the lines that wait over 50 ms, or a time that is only known when they run. */
  function longWaitsIn(text: string): string[] {
    return text.split("\n").filter((line) => {
      const calls = line.matchAll(/Bun\.sleep(?:Sync)?\(([^)]*)\)|setTimeout\((?:.*, ([^,()]+)|([\d_]+))\)/g);
      const ofProgram = line.matchAll(/\bsleep ([\d.]+)/g);
      return (
        [...calls].some(([, ...delays]) => !(Number(delays.find(Boolean)?.replaceAll("_", "")) <= 50)) ||
        [...ofProgram].some(([, seconds]) => Number(seconds) > 0.05)
      );
    });
  }

  test("Tests wait for a condition, and never more than 50 ms for time to pass", async () => {
    const found: string[] = [];
    for (const file of new Glob("**/*.{ts,tsx}").scanSync(tests)) {
      if (mayWait.test(file) || join(tests, file) === import.meta.path) continue;
      const text = await Bun.file(join(tests, file)).text();
      found.push(...longWaitsIn(text).map((line) => `${file}: ${line.trim()}`));
    }
    expect(found).toEqual([]);
  });

  test.each([
    ["await Bun.sleep(50);", 0],
    ["await Bun.sleep(51);", 1],
    ["Bun.sleepSync(4_000);", 1],
    ["await Bun.sleep(delay);", 1],
    ["setTimeout(() => end(a, b), 20);", 0],
    ["setTimeout(() => end(a), 200);", 1],
    ["await setTimeout(400);", 1],
    ["await new Promise((resolve) => setTimeout(resolve, waitMs));", 1],
    ["await new Promise((resolve) => setTimeout(resolve));", 0],
    ["Bun.spawn(['sh', '-c', 'sleep 3']);", 1],
  ])("The search for long waits in tests in %j finds %i", (text, count) => {
    expect(longWaitsIn(text)).toHaveLength(count);
  });

  test("No test expects less than four seconds by the clock, because a busy machine may be slow", async () => {
    const short =
      /expect\(.*(?:performance\.now|Bun\.nanoseconds|Date\.now)\(\).*\)\.toBeLess\w+\((?:[1-3]_\d{3}|\d{1,3})\)/;
    const found: string[] = [];
    for (const file of new Glob("**/*.test.ts").scanSync(tests)) {
      if (file.startsWith("bench/")) continue;
      const lines = (await Bun.file(join(tests, file)).text()).split("\n");
      found.push(...lines.filter((line) => short.test(line)).map((line) => `${file}: ${line.trim()}`));
    }
    expect(found).toEqual([]);
  });

  test("No test has a shorter time limit than the whole run, because a busy machine may be slow", async () => {
    const short = /^\s*\}, (?:[1-5]?\d_000|\d{1,4})\);$|\bsetDefaultTimeout\((?:[1-5]?\d_000|\d{1,4})\)/;
    const found: string[] = [];
    for (const file of new Glob("**/*.test.ts").scanSync(tests)) {
      const lines = (await Bun.file(join(tests, file)).text()).split("\n");
      found.push(...lines.filter((line) => short.test(line)).map((line) => `${file}: ${line.trim()}`));
    }
    expect(found).toEqual([]);
  });

  const indentOf = (line: string) => line.length - line.trimStart().length;

  /**
   * Returns the lines from `from` to the end of the block that they open; the formatter indents everything in between.
   */
  const blockAt = (lines: readonly string[], from: number) => {
    const indent = indentOf(lines[from] ?? "");
    const end = lines.findIndex((line, index) => index > from && line !== "" && indentOf(line) <= indent);
    return lines.slice(from, end < 0 ? lines.length : end + 1);
  };

  /** Returns the first lines of expectations that cannot fail, and of loops that end before all values are checked. */
  function faultsIn(text: string): string[] {
    const lines = text.split("\n");
    return lines.filter((line, index) => {
      const said = line.trim();
      if (/^(for|while) ?\(|^for await|^do \{/.test(said)) {
        const header = said.endsWith("{") ? 0 : blockAt(lines, index).length - 1; // One over several lines.
        return leavesEarly(blockAt(lines, index + header));
      }
      if (/^[^["'].*\.not\.toThrow\([^)]/.test(said)) return true; // Passes for every other error.
      if (!/^(void )?expect\(/.test(said)) return false;
      const statement = said.endsWith(";") ? said : blockAt(lines, index).join("\n");
      return !/[)\]]\.(not|to[A-Z])/.test(statement) || /\)\s*\.(rejects|resolves)\b/.test(statement);
    });
  }

  /** Whether the loop has expectations and a `return` of its own, not one of a function inside it. */
  function leavesEarly(loop: readonly string[]): boolean {
    if (!loop.some((line) => /^\s*(await )?expect\(|return expect\(/.test(line))) return false;
    const functions = loop.flatMap((line, index) => (index > 0 && /=> \{$|\bfunction\b/.test(line) ? [index] : []));
    const isWithin = (index: number) =>
      functions.some((from) => index > from && index < from + blockAt(loop, from).length);
    return loop.some((line, index) => /^\s*(if \(.*\) )?return\b/.test(line) && !isWithin(index));
  }

  test("Tests have only expectations that can fail, and no loop that ends before all values are checked", async () => {
    const found: string[] = [];
    for (const file of new Glob("**/*.test.ts").scanSync(tests)) {
      const text = await Bun.file(join(tests, file)).text();
      found.push(...faultsIn(text).map((line) => `${file}: ${line.trim()}`));
    }
    expect(found).toEqual([]);
  });

  test.each([
    ["for (const a of b) {\n  if (a) return;\n  expect(a).toBe(1);\n}", 1],
    ["for (const a of b) {\n  if (a)\n    return expect(a).toBe(1);\n}", 1],
    ["for (const a of [\n  1,\n]) {\n  if (a) return;\n  expect(a).toBe(1);\n}", 1],
    ["while (a) {\n  expect(a).toBe(1);\n  if (b) {\n    return;\n  }\n}", 1],
    ["for (const a of b) {\n  const c = () => {\n    return 1;\n  };\n  expect(c()).toBe(1);\n}", 0],
    ["for (const a of b) {\n  if (a) return a;\n}", 0],
    ["expect(a);", 1],
    ["expect(\n  a,\n);", 1],
    ["expect(\n  a,\n).toBe(1);", 0],
    ["expect(a).rejects.toThrow();", 1],
    ["await expect(a).rejects.toThrow();", 0],
    ['expect(() => a("b")).not.toThrow(Error.name);', 1],
    ["expect(a).not.toThrow();", 0],
  ])("The search for expectations that cannot fail in %j finds %i", (text, count) => {
    expect(faultsIn(text)).toHaveLength(count);
  });

  /** Calls that must not be repeated, because they change something, or that wait or measure themselves. */
  const once = /\.(post|patch|delete)\(|fetch\(|\b(asked|confirm|faultsOf|layoutShift|seen|takeBack|violations|walk)\(/;

  /** Returns the first lines of expectations about a value that was read once, where `expectPoll` is needed. */
  function readsOnceIn(text: string): string[] {
    const lines = text.split("\n");
    return lines.filter((line, index) => {
      if (!/^\s*(await )?expect\(/.test(line)) return false;
      const statement = line.endsWith(";") ? line : blockAt(lines, index).join("\n");
      const [read = ""] = statement.split(/\)\s*\.(?:not|to[A-Z])/);
      return /\bawait\b(?!.*=>)/.test(read.replace(/^\s*await /, "")) && !once.test(read);
    });
  }

  test("Tests in a browser poll the values of a page until the values are as expected", async () => {
    const found: string[] = [];
    for (const file of new Glob("{web,browser}/**/*.test.ts").scanSync(tests)) {
      const text = await Bun.file(join(tests, file)).text();
      if (/support\/browser/.test(text)) found.push(...readsOnceIn(text).map((line) => `${file}: ${line.trim()}`));
    }
    expect(found).toEqual([]);
  });

  test.each([
    ["expect(await rows.count()).toBe(2);", 1],
    ["expect((await home.get(path)).body).toEqual({});", 1],
    ["expect(\n  await rows.count(),\n).toBe(2);", 1],
    ["await expectPoll(() => rows.count()).toBe(2);", 0],
    ["expect((await home.post(path, {})).status).toBe(200);", 0],
    ["expect(count).toBe(await rows.count());", 0],
    ["await expect(rows.count()).resolves.toBe(2);", 0],
  ])("The search for browser values that a test reads only once in %j finds %i", (text, count) => {
    expect(readsOnceIn(text)).toHaveLength(count);
  });
});
