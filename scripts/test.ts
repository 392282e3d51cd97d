/**
 * `bun run test`: runs all tests except those in Firefox (`bun run test:firefox`) in three concurrent processes: one
 * for tests in Chromium, which is started once; one for tests that wait for other programs; and one for the rest. With
 * two processes, the cores would idle a fifth of the time. With arguments, it is `bun test` in one process: `npm test
 * -- test/http/tasks.test.ts`. `bun test --parallel` is not used, because it would run the hooks after all tests
 * (`test/support/end.ts`) after each file, and so start a browser for each.
 */
import { command, inBrowser, runTests, withoutBrowser } from "./test-processes.ts";

const args = process.argv.slice(2);
process.exitCode =
  args.length > 0
    ? await Bun.spawn([...command, ...args], { stdio: ["inherit", "inherit", "inherit"] }).exited
    : await runTests([...withoutBrowser(), inBrowser()]);
