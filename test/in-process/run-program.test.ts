/** The limits of child processes, which may read files of strangers. */
import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { runLimited } from "#platform/jobs/run-program.ts";
import { emptyFolder } from "../support/home/program.ts";

const signal = new AbortController().signal;
const shell = (script: string) => ["sh", "-c", script];
/** Whether a process that names the file in its command is running. */
const isRunning = (file: string) => Bun.spawnSync(["pgrep", "-f", file]).exitCode === 0;

test("A helper program's output is returned whole, and its errors line by line", async () => {
  const lines: string[] = [];
  const output = await runLimited(shell("echo done; echo one >&2; echo two >&2"), {
    signal,
    onErrorLine: (line) => lines.push(line),
  });
  expect({ output, lines }).toEqual({ output: "done\n", lines: ["one", "two"] });
});

test("A helper program that never ends is killed at the time limit, and the error says so", async () => {
  const file = join(emptyFolder(), "endless");
  writeFileSync(file, "");
  const run = runLimited(["tail", "-f", file], { signal, timeoutMs: 300 });
  expect(isRunning(file)).toBe(true);
  await expect(run).rejects.toThrow("it took longer than 1 min, and was ended");
  expect(isRunning(file)).toBe(false);
});

test("A helper program with endless output is killed", async () => {
  await expect(runLimited(["yes"], { signal })).rejects.toThrow("it wrote more than 4 MB, and was ended");
});

test("A helper program's error line without an end is cut", async () => {
  const run = runLimited(shell("head -c 20000000 /dev/zero >&2; exit 1"), { signal });
  const { message } = await run.then(String, (error) => error);
  expect(message).toHaveLength(10_000);
});

test.if(process.platform === "linux")("A helper program that uses too much memory is killed", async () => {
  const hungry = [process.execPath, "-e", "const kept = []; for (;;) kept.push(Buffer.alloc(1e6, 1));"];
  const run = runLimited(hungry, { signal, maxMemoryBytes: 300e6 });
  await expect(run).rejects.toThrow("it needed more than 300 MB of memory, and was ended");
});

test("A helper program that is killed in the middle of its output counts as failed", async () => {
  await expect(runLimited(shell("echo half; kill -9 $$"), { signal })).rejects.toThrow("the process was ended");
});

test("A helper program ends when the server ends", async () => {
  const stop = new AbortController();
  const run = runLimited(shell("echo started >&2; exec tail -f /dev/null"), {
    signal: stop.signal,
    onErrorLine: () => stop.abort(new Error("the server stops")),
  });
  await expect(run).rejects.toThrow("the server stops");
});
