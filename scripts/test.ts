/**
 * `bun run test`: runs all tests but those in Firefox (`bun run test:firefox`) in three concurrent processes that take
 * equally long, each with a browser of its own: with two, the cores idle an eighth of the time, while a page waits. The
 * output of each process follows that of the one before, and the totals come last, as `bun test` prints them. With arguments it is `bun test` in one process: `npm test --
 * test/http/tasks.test.ts`. `bun test --parallel` would run the hooks after all tests (`test/support/end.ts`) after each file,
 * and so start a browser for each.
 */
const command = [process.execPath, "test", "--timeout", "60000"];
/** What the second and the third process run: folders, and files in `test/web` by their first letters. The first runs the rest. */
const shares = [
  { letters: "cjlmo", folders: ["cli", "dav"] },
  { letters: "abdefhknprstuw", folders: ["external"] },
];
const firefox = "test/web/firefox*";
const counted = ["pass", "skip", "todo", "fail"];

const args = process.argv.slice(2);
process.exitCode = args.length > 0 ? await alone() : await inParts();

function alone(): Promise<number> {
  return Bun.spawn([...command, ...args], { stdio: ["inherit", "inherit", "inherit"] }).exited;
}

async function inParts(): Promise<number> {
  const begun = performance.now();
  const parts = [
    start(
      ...ignoring([
        firefox,
        ...shares.flatMap(({ letters, folders }) => [`test/web/[${letters}]*`, ...folders.map(within)]),
      ]),
    ),
    ...shares.map(({ letters, folders }) =>
      start(...ignoring([firefox]), ...[...letters].map((letter) => `test/web/${letter}`), ...folders.map(pathOf)),
    ),
  ];
  const counts = new Map(counted.map((name) => [name, 0]));
  let ran = { tests: 0, files: 0, calls: 0 };
  for (const part of parts) {
    for await (const line of part.lines) {
      const [, number = "", name = ""] = /^ *(\d+) (\w+)$/.exec(line) ?? [];
      const [, calls] = /^ *(\d+) expect\(\) calls$/.exec(line) ?? [];
      const [, tests, files] = /^Ran (\d+) tests? across (\d+) files?\. \[.*\]$/.exec(line) ?? [];
      if (counts.has(name)) counts.set(name, (counts.get(name) ?? 0) + Number(number));
      else if (calls) ran = { ...ran, calls: ran.calls + Number(calls) };
      else if (tests) ran = { ...ran, tests: ran.tests + Number(tests), files: ran.files + Number(files) };
      else console.log(line);
    }
  }
  const codes = await Promise.all(parts.map(({ exited }) => exited));
  for (const [name, number] of counts) {
    if (number > 0 || name === "pass" || name === "fail") console.log(` ${number} ${name}`);
  }
  console.log(` ${ran.calls} expect() calls`);
  const seconds = ((performance.now() - begun) / 1_000).toFixed(2);
  console.log(`Ran ${ran.tests} tests across ${ran.files} files. [${seconds}s]`);
  return codes.find((code) => code !== 0) ?? 0;
}

function pathOf(folder: string): string {
  return `test/${folder}/`;
}

function within(folder: string): string {
  return `${pathOf(folder)}**`;
}

function ignoring(patterns: readonly string[]): string[] {
  return patterns.flatMap((each) => ["--path-ignore-patterns", each]);
}

/** Starts one part. Reads its lines at once, so that it never waits until those of the earlier parts are printed. */
function start(...which: string[]) {
  // One pipe for both streams, through the shell; otherwise results and printed output would lose their order.
  const child = Bun.spawn(["sh", "-c", 'exec "$@" 2>&1', "sh", ...command, ...which], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const held: string[] = [];
  let hasEnded = false;
  let wake = () => {};
  const reading = (async () => {
    const decoder = new TextDecoder();
    let rest = "";
    for await (const chunk of child.stdout) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
      rest = lines.pop() ?? "";
      held.push(...lines);
      wake();
    }
    if (rest !== "") held.push(rest);
    hasEnded = true;
    wake();
  })();
  async function* lines(): AsyncGenerator<string> {
    while (!hasEnded || held.length > 0) {
      yield* held.splice(0);
      if (hasEnded || held.length > 0) continue;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    await reading;
  }
  return { lines: lines(), exited: child.exited };
}
