/**
 * `bun run test`: runs all tests but those in Firefox (`bun run test:firefox`) in three concurrent processes: what needs
 * Chromium, which runs once for all of it; what waits for other programs; and the rest. With two, the cores idle a fifth of
 * the time. With arguments it is `bun test` in one process: `npm test -- test/http/tasks.test.ts`. `bun test --parallel`
 * would run the hooks after all tests (`test/support/end.ts`) after each file, and so start a browser for each.
 */
import { command, inBrowser, runTests, withoutBrowser } from "./test-processes.ts";

const args = process.argv.slice(2);
process.exitCode =
  args.length > 0
    ? await Bun.spawn([...command, ...args], { stdio: ["inherit", "inherit", "inherit"] }).exited
    : await runTests([...withoutBrowser(), inBrowser()]);
