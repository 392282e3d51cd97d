/** Checks README.md and docs/ against the code: settings, verbs, folders, scripts, files, links and sizes. */
import { describe, expect, test } from "bun:test";
import { existsSync, readdirSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { variables } from "#agents/bridge/settings.ts";
import { settings } from "#platform/config.ts";
import manifest from "../../package.json" with { type: "json" };
import { pageNames, readPage, root } from "../support/source/doc-pages.ts";

const pages = pageNames.map((name) => ({ name, text: readPage(name) }));
/**
 * Returns the prose of a page, without shell commands and JSON: their `#` is a comment, and their brackets are no
 * links.
 */
const proseOf = (text: string) => text.replace(/^```[\s\S]*?^```$/gm, "");

describe("the documentation", () => {
  test("The documentation lists every setting with its default value", () => {
    const page = readPage("docs/configuration.md");
    for (const [name, { default: fallback }] of Object.entries(settings)) {
      const value = fallback === "" ? "" : `\`${RegExp.escape(fallback)}\``;
      expect(page).toMatch(new RegExp(`^\\| \`${name}\`\\s*\\| ${value}\\s*\\| \\S`, "m"));
    }
  });

  test("The documentation lists every variable of the MCP bridge", () => {
    const page = readPage("docs/agents.md");
    for (const name of Object.keys(variables)) expect(page).toMatch(new RegExp(`^\\| \`${name}\`\\s*\\|`, "m"));
  });

  test("The documentation lists every command of the command line", () => {
    const page = readPage("docs/cli.md");
    const verbs = readdirSync(join(root, "src/server/cli/verbs")).map((file) => file.replace(".ts", ""));
    for (const verb of verbs) expect(page).toMatch(new RegExp(`^\\| \`${verb}\\b`, "m"));
  });

  test("The documentation lists the folders of the source", () => {
    const listed = [...readPage("docs/architecture.md").matchAll(/^\| `src\/(\w+)\/`/gm)].map(([, name]) => name);
    const folders = readdirSync(join(root, "src"), { withFileTypes: true }).filter((each) => each.isDirectory());
    expect(listed.sort()).toEqual(folders.map(({ name }) => name).sort());
  });

  test("The documentation names a declaration only together with the file of the declaration", () => {
    const pointer = /`([\w.]+)(?:\(\))?` (?:in|of) `((?:src|test|scripts|drizzle)\/[\w./-]+\.tsx?)`/g;
    const found = pages.flatMap(({ name, text }) =>
      [...text.replaceAll(/\s+/g, " ").matchAll(pointer)].map(([, word = "", file = ""]) => ({
        page: name,
        word,
        file,
      })),
    );
    expect(found.length).toBeGreaterThan(10);
    const isDeclared = ({ word, file }: (typeof found)[number]) =>
      existsSync(join(root, file)) &&
      new RegExp(`\\b(function|const|class|type|interface|async) \\*? ?${word}\\b|^  ${word}\\(`, "m").test(
        readPage(file),
      );
    expect(found.filter((each) => !isDeclared(each))).toEqual([]);
  });

  test("The documentation names only scripts that exist", () => {
    const names = pages.flatMap(({ text }) =>
      [...text.matchAll(/\b(?:npm|bun) run ([a-z:-]+)/g)].map(([, name]) => name),
    );
    expect(names.length).toBeGreaterThan(20);
    const known = [...Object.keys(manifest.scripts), "src"]; // `bun run src/main.ts`
    expect(names.filter((name) => !known.includes(name ?? ""))).toEqual([]);
  });

  test("The documentation names only files that exist", () => {
    const paths = pages.flatMap(({ name, text }) =>
      [...proseOf(text).matchAll(/`((?:src|test|drizzle|scripts|\.ci)\/[\w./-]*)`/g)].map(([, path = ""]) => ({
        name,
        path,
      })),
    );
    expect(paths.length).toBeGreaterThan(60);
    expect(paths.filter(({ path }) => !existsSync(join(root, path)))).toEqual([]);
  });

  test("The README has at most 10 KB, and each page of the documentation less than 12 KB", () => {
    expect(pages.length).toBeGreaterThanOrEqual(11);
    const bytesOf = (text: string) => Buffer.byteLength(text);
    const tooLong = pages.filter(
      ({ name, text }) => bytesOf(text) > (name === "README.md" ? 10 * 1_024 : 12 * 1_024 - 1),
    );
    expect(tooLong.map(({ name, text }) => [name, bytesOf(text)])).toEqual([]);
    const first = pages.filter(({ name }) => /^docs\/(architecture|extending)\.md$/.test(name));
    expect(first.map(({ text }) => bytesOf(text) < 8 * 1_024)).toEqual([true, true]);
  });
});

describe("links", () => {
  const links = pages.flatMap(({ name, text }) =>
    [...proseOf(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = ""]) => ({ name, target })),
  );
  const own = links.filter(({ target }) => !/^[a-z]+:/.test(target));

  /** The anchors that a Markdown viewer gives to the headings of a page. */
  function anchorsOf(text: string): string[] {
    return [...proseOf(text).matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, "")
        .replaceAll(" ", "-"),
    );
  }

  test("Links between pages of the documentation lead to existing files and headings", () => {
    expect(own.length).toBeGreaterThan(40);
    const broken = own.filter(({ name, target }) => {
      const [path = "", anchor] = target.split("#");
      const file = path === "" ? name : normalize(join(dirname(name), path));
      if (!existsSync(join(root, file))) return true;
      return anchor !== undefined && !(file.endsWith(".md") && anchorsOf(readPage(file)).includes(anchor));
    });
    expect(broken).toEqual([]);
  });

  test("Links lead from the README to the list of pages, and from the list to every page of the documentation", () => {
    const targetsOf = (page: string) =>
      own.filter(({ name }) => name === page).map(({ target }) => join(dirname(page), target));
    expect(targetsOf("README.md")).toContain("docs/README.md");
    const listed = ["README.md", "docs/README.md", ...targetsOf("docs/README.md")];
    expect(pageNames.filter((name) => !listed.includes(name))).toEqual([]);
  });
});
