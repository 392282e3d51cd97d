/** The limits of child processes, which may read files of strangers. */
import { expect, test } from "bun:test";
import { runLimited } from "#platform/jobs/run-program.ts";

const signal = new AbortController().signal;
const shell = (script: string) => ["sh", "-c", script];
const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test("A helper program's output is returned whole, and its errors line by line", async () => {
  const lines: string[] = [];
  const output = await runLimited(shell("echo done; echo one >&2; echo two >&2"), {
    signal,
    onErrorLine: (line) => lines.push(line),
  });
  expect({ output, lines }).toEqual({ output: "done\n", lines: ["one", "two"] });
});

test("A helper program that never ends is killed at the time limit, and the error says so", async () => {
  let pid = 0;
  const run = runLimited(shell("echo $$ >&2; exec tail -f /dev/null"), {
    signal,
    timeoutMs: 300,
    onErrorLine: (line) => {
      pid = Number(line);
    },
  });
  await expect(run).rejects.toThrow("it took longer than 1 min, and was ended");
  expect(pid).toBeGreaterThan(0);
  expect(isRunning(pid)).toBe(false);
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
