/**
 * `bun run test`: runs all tests but those in Firefox (`bun run test:firefox`) in three concurrent processes that take
 * equally long, each with a browser of its own: with two, the cores idle an eighth of the time, while a page waits. With
 * arguments it is `bun test` in one process: `npm test -- test/http/tasks.test.ts`. `bun test --parallel` would run the
 * hooks after all tests (`test/support/end.ts`) after each file, and so start a browser for each.
 */
import { command, ignoring, runTests } from "./test-processes.ts";

/** What the second and the third process run: folders, and files in `test/web` by their first letters. The first runs the rest. */
const shares = [
  { letters: "cjlmo", folders: ["cli", "dav", "browser/tour"] },
  { letters: "abdefhknprstuw", folders: ["external", "browser/kit"] },
];
const firefox = "test/web/firefox*";

const args = process.argv.slice(2);
process.exitCode = args.length > 0 ? await alone() : await runTests(parts());

function alone(): Promise<number> {
  return Bun.spawn([...command, ...args], { stdio: ["inherit", "inherit", "inherit"] }).exited;
}

function parts() {
  const rest = shares.flatMap(({ letters, folders }) => [`test/web/[${letters}]*`, ...folders.map(within)]);
  return [
    { which: ignoring([firefox, ...rest]) },
    ...shares.map(({ letters, folders }) => ({
      which: [...ignoring([firefox]), ...[...letters].map((letter) => `test/web/${letter}`), ...folders.map(pathOf)],
    })),
  ];
}

function pathOf(folder: string): string {
  return `test/${folder}/`;
}

function within(folder: string): string {
  return `${pathOf(folder)}**`;
}
