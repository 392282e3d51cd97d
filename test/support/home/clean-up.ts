/**
 * Registry of functions that clean up after tests. The module does not import the test runner, so that benchmarks can
 * use helpers that register such functions.
 */

type CleanUp = () => unknown;

const ofEach: CleanUp[] = [];
const ofAll: CleanUp[] = [];

/** Registers a function that runs after each later test, in every test file. */
export function afterEachTest(cleanUp: CleanUp): void {
  ofEach.push(cleanUp);
}

/** Registers a function that runs once, after the tests of all files. */
export function afterAllTests(cleanUp: CleanUp): void {
  ofAll.push(cleanUp);
}

/** Runs the functions for the end of a test. Called by `end.ts`. */
export const cleanUpTest = () => runAll(ofEach);
/** Runs the functions for the end of all tests. Called by `end.ts`. */
export const cleanUpTests = () => runAll(ofAll);

async function runAll(cleanUps: readonly CleanUp[]): Promise<void> {
  for (const cleanUp of cleanUps) await cleanUp();
}
