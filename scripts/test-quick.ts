/**
 * `bun run test:quick`: runs the tests that need neither a browser nor long-running programs, in two processes.
 * `scripts/test.ts` runs all tests.
 */
import { runTests } from "./test-processes.ts";

/** Folders of tests that drive a browser, start programs, wait for timers, or run long random sequences. */
const slow = [
  "agents/bridge",
  "browser",
  "calendar/external",
  "cli",
  "notifications/channels",
  "notifications/reminders",
  "operations/update",
  "overview/undo",
  "release",
  "storage",
].map((folder) => `test/${folder}/`);

const quick = [...new Bun.Glob("test/**/*.test.ts").scanSync()]
  .filter((file) => !slow.some((folder) => file.startsWith(folder)))
  .sort();
const isOdd = (_: string, index: number) => index % 2 === 1;
process.exitCode = await runTests([
  { which: quick.filter((file, index) => !isOdd(file, index)).map((file) => `./${file}`) },
  { which: quick.filter(isOdd).map((file) => `./${file}`) },
]);
