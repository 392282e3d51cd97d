/** Polls for conditions that no locator can wait for. */

const patienceMs = 15_000;
const pauseMs = 50;

/**
 * Calls `check` repeatedly until it returns true: `await eventually("the server has it", async () => …)`. (Playwright's
 * own `waitForFunction` needs `eval` in the page, which the Content-Security-Policy forbids.)
 * @throws Error that names `what` after 15 seconds.
 */
export async function eventually(what: string, check: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + patienceMs;
  while (!(await check())) {
    if (performance.now() > deadline) throw new Error(`It never came to this: ${what}`);
    await Bun.sleep(pauseMs);
  }
}
