/** Running browser test, for helpers that also run outside `bun test`. */
import type { Page } from "playwright-core";

export type RunningTest = {
  /** Pages that are closed, or left for another test, after it. */
  readonly pages: Page[];
  /** Pages that other tests use too. They are closed only if this test fails. */
  readonly sharedPages: Page[];
  /** Functions that are called after that. */
  readonly cleanUps: (() => Promise<void>)[];
};

let running: RunningTest | null = null;

/** Returns the running test. Null between tests, and in scripts. */
export function runningTest(): RunningTest | null {
  return running;
}

export function setRunningTest(test: RunningTest | null): void {
  running = test;
}
