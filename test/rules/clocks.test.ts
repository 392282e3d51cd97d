/** Rules for the clocks of tests. */
import { expect, test } from "bun:test";
import { join } from "node:path";
import { Glob } from "bun";

const tests = join(import.meta.dir, "..");

/** Files whose server, browser or program uses the machine's clock. A test with a clock of its own uses that clock. */
const readMachineTime: Readonly<Record<string, string>> = {
  "agents/bridge/real-server.test.ts": "starts a program",
  "browser/browser-home.test.ts": "reads the clock inside a page",
  "browser/kit/gallery.tsx": "shows toasts in a browser",
  "cli/backup.test.ts": "starts a program",
  "cli/jobs.test.ts": "starts a program",
  "cli/serve.test.ts": "starts a program",
  "calendar/dav/clients/thunderbird/events.ts": "starts a program",
  "calendar/external/sequences/kills.ts": "starts a program, and its test clock follows the machine",
  "storage/refused-data.test.ts": "starts a program",
  "support/reminders/crashes.ts": "starts a program",
  "support/home/home.ts": "uses a server that runs as a program",
  "support/browser/home.ts": "offers the machine's clock to servers of browsers",
  "support/browser/touch.ts": "sends events to a browser",
  "support/browser/unpack.ts": "deletes old folders of the machine",
};

/** Returns the lines that read the clock of the machine. */
function machineTimesIn(text: string): string[] {
  return text.split("\n").filter((line) => /\bnew Date\(\)|\bDate\.now\b|\bTemporal\.Now\b|'now'/.test(line));
}

test("No test reads the machine's clock, except tests with a server or browser that uses this clock", async () => {
  const found: Record<string, string[]> = {};
  for (const file of new Glob("**/*.{ts,tsx}").scanSync(tests)) {
    if (file.startsWith("bench/") || join(tests, file) === import.meta.path) continue;
    const lines = machineTimesIn(await Bun.file(join(tests, file)).text());
    if (lines.length > 0) found[file] = lines;
  }
  const unnamed = Object.entries(found).filter(([file]) => !(file in readMachineTime));
  expect(unnamed).toEqual([]);
  const stale = Object.keys(readMachineTime).filter((file) => !(file in found));
  expect(stale).toEqual([]);
});

test.each([
  ["const now = new Date();", 1],
  ["const soon = Date.now() + 1_000;", 1],
  ["array.map(Date.now)", 1],
  ["Temporal.Now.plainDateISO()", 1],
  ["SELECT datetime('now')", 1],
  ["const now = new Date(home.clock.now);", 0],
  ["home.now()", 0],
])("The search for reads of the machine's clock in %j finds %i", (text, count) => {
  expect(machineTimesIn(text)).toHaveLength(count);
});
