/** Cleans up after tests. It does not import the test runner, so that benchmarks can use helpers that clean up here. */

type CleanUp = () => unknown;

const ofEach: CleanUp[] = [];
const ofAll: CleanUp[] = [];

/** Runs after each test of any file, from now on. */
export function afterEachTest(cleanUp: CleanUp): void {
  ofEach.push(cleanUp);
}

/** Runs once, after the tests of all files. */
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
