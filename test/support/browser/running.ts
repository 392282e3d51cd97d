/** The running test of screens, for helpers that also run outside `bun test`. */
import type { Page } from "playwright-core";

export type RunningTest = {
  /** Closed, or left for another test, after it. */
  readonly pages: Page[];
  /** Used by other tests too: closed only if this test fails. */
  readonly sharedPages: Page[];
  /** Called after that. */
  readonly cleanUps: (() => Promise<void>)[];
};

let running: RunningTest | null = null;

/** Null between tests, and in scripts. */
export function runningTest(): RunningTest | null {
  return running;
}

export function setRunningTest(test: RunningTest | null): void {
  running = test;
}
