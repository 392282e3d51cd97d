/** Running browser test. Helpers use it that can also run outside `bun test`. */
import type { Page } from "playwright-core";

export type RunningTest = {
  /** Pages that are closed, or kept for later tests, when the test ends. */
  readonly pages: Page[];
  /** Pages that other tests use too. They are closed only if the test fails. */
  readonly sharedPages: Page[];
  /** Functions that are called after the pages are closed. */
  readonly cleanUps: (() => Promise<void>)[];
};

let running: RunningTest | null = null;

/** Returns the running test. Null between tests, and in scripts that are not tests. */
export function runningTest(): RunningTest | null {
  return running;
}

export function setRunningTest(test: RunningTest | null): void {
  running = test;
}
