/** Process of `bun test`. Several of them run at the same time. */

export type TestProcess = {
  /** Command in front of `bun test`, such as a program that sets the clock. */
  readonly prefix?: readonly string[];
  /** Options and paths that follow `bun test`. */
  readonly which: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
};

export const command = [process.execPath, "test", "--timeout", "60000"];
const counted = ["pass", "skip", "todo", "fail"];

/**
 * Runs test processes at the same time. Prints the output of each process after that of the one before, and the totals
 * at the end, as `bun test` prints them. Returns the exit code of the first process that failed, otherwise 0.
 */
export async function runTests(processes: readonly TestProcess[]): Promise<number> {
  const begun = performance.now();
  const running = processes.map(start);
  const counts = new Map(counted.map((name) => [name, 0]));
  let ran = { tests: 0, files: 0, calls: 0 };
  for (const part of running) {
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
  const codes = await Promise.all(running.map(({ exited }) => exited));
  for (const [name, number] of counts) {
    if (number > 0 || name === "pass" || name === "fail") console.log(` ${number} ${name}`);
  }
  console.log(` ${ran.calls} expect() calls`);
  const seconds = ((performance.now() - begun) / 1_000).toFixed(2);
  console.log(`Ran ${ran.tests} tests across ${ran.files} files. [${seconds}s]`);
  return codes.find((code) => code !== 0) ?? 0;
}

/** Returns options of `bun test` that leave out the tests whose paths match the patterns. */
function ignoring(patterns: readonly string[]): string[] {
  return patterns.flatMap((each) => ["--path-ignore-patterns", each]);
}

const browser = "test/browser/";
/** Paths of tests that start programs and wait for them. */
const waiting = [
  "test/agents/bridge/",
  "test/cli/",
  "test/notifications/channels/",
  "test/operations/update/",
  "test/release/",
  "test/storage/",
];

/**
 * Returns the processes for the tests without a browser: one for tests that wait for programs, and one for the rest.
 */
export function withoutBrowser(common: Omit<TestProcess, "which"> = {}): TestProcess[] {
  const rest = ignoring([browser, ...waiting].map((folder) => `${folder}**`));
  return [rest, waiting].map((which) => ({ ...common, which }));
}

/** Returns the process for the tests in Chromium. */
export function inBrowser(): TestProcess {
  return { which: [...ignoring([`${browser}firefox/**`]), browser] };
}

/**
 * Starts one test process. Reads its output at once, so that the process never waits until the output of earlier
 * processes has been printed.
 */
function start({ prefix = [], which, env = {} }: TestProcess) {
  // One pipe for both streams, through the shell; otherwise results and printed output would lose their order.
  const child = Bun.spawn(["sh", "-c", 'exec "$@" 2>&1', "sh", ...prefix, ...command, ...which], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, ...env },
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
