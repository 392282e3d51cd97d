/** Reads the README and the pages of `docs/`, and runs their examples. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { emptyFolder, momentEnvironment } from "../home/program.ts";

export const root = join(import.meta.dir, "../../..");

/** Paths of all pages, relative to the root of the repository: `README.md`, `docs/api.md`, … */
export const pageNames: readonly string[] = [
  "README.md",
  ...readdirSync(join(root, "docs"))
    .filter((name) => name.endsWith(".md"))
    .sort()
    .map((name) => `docs/${name}`),
];

export function readPage(name: string): string {
  return readFileSync(join(root, name), "utf8");
}

/**
 * Returns the text of an example, which its page marks as ```` ```sh file=name ````.
 * @throws Error if the page does not have the example
 */
export function readExample(page: string, name: string): string {
  const [, text] = new RegExp(`^\`\`\`\\w+ file=${name}\\n([\\s\\S]*?)^\`\`\`$`, "m").exec(readPage(page)) ?? [];
  if (text === undefined) throw new Error(`${page} has no example file=${name}`);
  return text;
}

/**
 * Returns the arguments of each line in an example that runs `inglenook`. Understands no shell syntax except double
 * quotes.
 */
export function programLines(example: string): string[][] {
  return [...example.matchAll(/^inglenook (.*)$/gm)].map(([, line = ""]) => splitArguments(line));
}

export function splitArguments(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "");
}

/** Runs an example in bash. The run stops at the first error. */
export async function runExample(example: string, variables: Readonly<Record<string, string>>, cwd = emptyFolder()) {
  // Under faketime, the commands of a script share one lock. When a subshell ends, it removes the lock, and the commands
  // after it fail. Without the variable, each command has a lock of its own.
  writeFileSync(join(cwd, "steps.sh"), `unset FAKETIME_SHARED\n${example}`);
  const env = { ...momentEnvironment, PATH: process.env.PATH ?? "", ...variables };
  const shell = Bun.spawn(["bash", "-eu", "steps.sh"], { cwd, env, stdout: "pipe", stderr: "pipe" });
  const [out, err] = await Promise.all([new Response(shell.stdout).text(), new Response(shell.stderr).text()]);
  return { out, err, code: await shell.exited };
}
