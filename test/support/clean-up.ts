/** Cleaning up after tests. It imports nothing of the test runner, so that benchmarks can use what is cleaned up here. */

type CleanUp = () => unknown;

const ofEach: CleanUp[] = [];
const ofAll: CleanUp[] = [];

/** Runs after each test of whatever file, from now on. */
export function afterEachTest(cleanUp: CleanUp): void {
  ofEach.push(cleanUp);
}

/** Runs once, when the tests of all files are done. */
export function afterAllTests(cleanUp: CleanUp): void {
  ofAll.push(cleanUp);
}

/** Called by `end.ts`. */
export const cleanUpTest = () => runAll(ofEach);
/** Called by `end.ts`. */
export const cleanUpTests = () => runAll(ofAll);

async function runAll(cleanUps: readonly CleanUp[]): Promise<void> {
  for (const cleanUp of cleanUps) await cleanUp();
}
