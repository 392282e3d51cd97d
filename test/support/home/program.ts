/** Program as a binary: the one that TEST_BINARY names, or one that is built once for all tests of a process. */

import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { BunPlugin, Subprocess } from "bun";
import { lazy } from "#lib/lazy.ts";
import { commandOf } from "#platform/program.ts";
import { buildProgram } from "../../../scripts/program.ts";
import { sharpPlugin } from "../../../scripts/sharp-plugin.ts";

/**
 * Returns the path of the binary, built at the first call. Commands of the binary take a quarter of the processor time
 * that they take when run from source; `serve` takes 40 %.
 */
export const binary = lazy(async () => {
  if (process.env.TEST_BINARY) return process.env.TEST_BINARY;
  const path = join(emptyFolder(), "inglenook");
  // The code that builds the app stays outside of the binary, and its imports need package.json.
  await buildProgram(path, [sharpPlugin(), webFromSource], null, { readsPackageJson: true });
  return path;
});

/**
 * Build plugin with which the binary builds the app for the browser at its first request, as the program does from
 * source. Few tests need the app.
 */
const webFromSource: BunPlugin = {
  name: "web",
  setup(build) {
    build.onResolve({ filter: /^\.\/build\// }, ({ path, importer }) => {
      return { path: join(dirname(importer), path), external: true };
    });
  },
};

const source = [process.execPath, join(import.meta.dir, "../../../src/main.ts")];

/**
 * Environment variables by which `bun run test:moments` sets the clock, the time zone and the language. Programs that
 * tests start get them, too.
 */
export const momentEnvironment: Record<string, string> = Object.fromEntries(
  ["LD_PRELOAD", "FAKETIME", "FAKETIME_DONT_FAKE_MONOTONIC", "TZ", "LANG", "LC_ALL"].flatMap((name) => {
    const value = process.env.FAKETIME === undefined ? undefined : process.env[name];
    return value === undefined ? [] : [[name, value]];
  }),
);

/** Environment variables of a machine without settings. `PORT=0` gives each test a free port. */
export const bareEnvironment = { ...momentEnvironment, PATH: "/usr/bin:/bin", PORT: "0" };

const folders: string[] = [];
const running = new Set<Subprocess>();

/**
 * Ends the programs that tests have started and deletes their folders. Called once by `support/end.ts`, after all
 * tests.
 */
export function endPrograms(): void {
  for (const each of running) each.kill("SIGKILL");
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}

/** Creates an empty folder that is deleted after the tests. Returns its path. */
export function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "inglenook-test-"));
  folders.push(folder);
  return folder;
}

/**
 * Options of a run. `isSource`: whether to run the source, as `npm start` does. `largestFile`: the maximum size of a
 * file in KB, which simulates a full disk.
 */
type Options = {
  isSource?: boolean;
  cwd?: string;
  env?: Record<string, string>;
  stdin?: string;
  largestFile?: number;
};

/** Returns the command prefix that limits the size of files, in KB. */
function limited(largestFile: number | undefined): string[] {
  return largestFile ? ["sh", "-c", `trap "" XFSZ; ulimit -S -f ${largestFile * 2}; exec "$0" "$@"`] : [];
}

/** Returns the command that the program tells people to type for a verb of its command line. */
export async function typed(verb: string, cwd = "/nowhere"): Promise<string> {
  return `${commandOf({ file: await binary(), main: null, cwd })} ${verb}`;
}

/** Runs a command of the program and waits for its end. */
export async function run(
  args: string[],
  { isSource, cwd = emptyFolder(), env = {}, stdin = "", largestFile }: Options = {},
) {
  const command = isSource ? source : [await binary()];
  const child = Bun.spawn([...limited(largestFile), ...command, ...args], {
    cwd,
    env: { ...bareEnvironment, ...env },
    stdin: new Blob([stdin]),
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  const json = () => {
    if (out === "") throw new Error(`No output of ${args.join(" ")}, which ended with ${code}: ${err}`);
    return JSON.parse(out);
  };
  return { out, err, code, json };
}

/** Runs a command of the program that must succeed. */
async function runSoundly(line: string, cwd: string) {
  const { code, err, out } = await run(line.split(" "), { cwd });
  if (code !== 0) throw new Error(`inglenook ${line}: ${err}`);
  return out;
}

const withHousehold = lazy(async () => {
  const cwd = emptyFolder();
  await runSoundly("household create --name Test --time-zone Europe/Berlin --owner Anna", cwd);
  return cwd;
});

const withKey = lazy(async () => {
  const cwd = await householdFolder();
  const out = await runSoundly("key create --name Key --scopes all --json", cwd);
  return { cwd, key: JSON.parse(out) as { id: string; key: string; prefix: string } };
});

/** Copies a folder that contains `data`. No program may be using the folder, so that its database is a single file. */
function copied(from: string): string {
  const cwd = emptyFolder();
  cpSync(join(from, "data"), join(cwd, "data"), { recursive: true });
  return cwd;
}

/**
 * Returns a new folder with the `data` of the household “Test” in Berlin, whose owner is Anna. The folder is copied
 * from one that the program has created.
 */
export async function householdFolder(): Promise<string> {
  return copied(await withHousehold());
}

/** Returns a folder like {@link householdFolder}, with an API key of its household that has all scopes. */
export async function householdFolderWithKey() {
  const { cwd, key } = await withKey();
  return { cwd: copied(cwd), key };
}

/** Starts `serve` or `demo` and waits until the program prints its address. */
export async function start(args: string[], { isSource, cwd = emptyFolder(), env = {}, largestFile }: Options = {}) {
  const command = isSource ? source : [await binary()];
  const child = Bun.spawn([...limited(largestFile), ...command, ...args], {
    cwd,
    env: { ...bareEnvironment, ...env },
    stdout: "pipe",
    stderr: "pipe",
  });
  running.add(child);
  let errSoFar = "";
  const err = (async () => {
    const decoder = new TextDecoder();
    for await (const chunk of child.stderr) errSoFar += decoder.decode(chunk, { stream: true });
    return errSoFar;
  })();
  let out = "";
  const reader = child.stdout.getReader();
  const decoder = new TextDecoder();
  while (!/https?:\S+[\s\S]*\n$/.test(out)) {
    const { value, done } = await reader.read();
    if (done) throw new Error(`It ended before it served: ${out}${await err}`);
    out += decoder.decode(value);
  }
  const url = /https?:\/\/[^\s/"]+/.exec(out)?.[0] ?? "";
  return {
    cwd,
    out,
    url,
    pid: child.pid,
    /** Waits until the standard error of the program contains this text. */
    async hasLogged(text: string) {
      while (!errSoFar.includes(text)) {
        if (child.exitCode !== null) throw new Error(`It ended before it wrote “${text}”: ${await err}`);
        await Bun.sleep(10);
      }
    },
    /**
     * Sends a signal and waits for the end of the program. Returns the exit code, the standard error, and the duration.
     */
    async stop(signal: "SIGTERM" | "SIGINT" | "SIGKILL" = "SIGTERM") {
      const before = performance.now();
      child.kill(signal);
      const code = await child.exited;
      running.delete(child);
      return { code, err: await err, ms: performance.now() - before };
    },
  };
}

/** Sends a JSON request with an API key. */
export async function fetchJson(
  url: string,
  key: string,
  init: { method?: string; body?: unknown; headers?: object } = {},
) {
  const response = await fetch(url, {
    method: init.method ?? "GET",
    headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json", ...init.headers },
    body: init.body === undefined ? null : JSON.stringify(init.body),
  });
  return { status: response.status, body: (await response.json()) as any };
}
