/**
 * `bun run test:quick`: the tests without a browser and without long processes, in two processes. For all others, see
 * `scripts/test.ts`.
 */
import { runTests } from "./test-processes.ts";

/** Folders whose tests start programs, or wait for many of them. */
const slow = /^test\/(bridge|channels|cli|release|update)\//;

const quick: string[] = [];
for (const file of new Bun.Glob("test/**/*.test.ts").scanSync()) {
  const isSlow = slow.test(file) || /support\/browser|browser-home/.test(await Bun.file(file).text());
  if (!isSlow) quick.push(`./${file}`);
}
quick.sort();
const isOdd = (_: string, index: number) => index % 2 === 1;
process.exitCode = await runTests([
  { which: quick.filter((file, index) => !isOdd(file, index)) },
  { which: quick.filter(isOdd) },
]);
