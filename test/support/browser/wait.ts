/** Polls for conditions that no locator can wait for. */
import { expect, type Matchers } from "bun:test";

const patienceMs = 45_000;
const pauseMs = 10;

/**
 * Calls `check` repeatedly until it returns true: `await eventually("the server has it", async () => …)`. (Playwright's
 * own `waitForFunction` needs `eval` in the page, which the Content-Security-Policy forbids.)
 * @throws Error that names `what` after 45 seconds.
 */
export async function eventually(what: string, check: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + patienceMs;
  while (!(await check())) {
    if (performance.now() > deadline) throw new Error(`It never came to this: ${what}`);
    await Bun.sleep(pauseMs);
  }
}

type Polled<Value> = {
  [Name in Exclude<keyof Matchers<Value>, "not">]: Matchers<Value>[Name] extends (...values: infer Values) => unknown
    ? (...values: Values) => Promise<void>
    : never;
};

/**
 * Reads a value repeatedly until the matcher passes: `await expectPoll(() => rows.count()).toBe(2)`. A page or a server
 * may show the effect of an action a moment later, so reading a value once is not enough.
 * @throws the matcher's error after 45 seconds
 */
export function expectPoll<Value>(read: () => Value | Promise<Value>): Polled<Value> & { readonly not: Polled<Value> } {
  const matchers = (isNegated: boolean) =>
    new Proxy({} as Polled<Value> & { readonly not: Polled<Value> }, {
      get: (_, name: string) => (name === "not" ? matchers(!isNegated) : poll(read, name, isNegated)),
    });
  return matchers(false);
}

function poll<Value>(read: () => Value | Promise<Value>, matcher: string, isNegated: boolean) {
  return async (...values: unknown[]): Promise<void> => {
    const deadline = performance.now() + patienceMs;
    for (;;) {
      const value = await read();
      try {
        const found = (isNegated ? expect(value).not : expect(value)) as unknown as Record<string, Matcher>;
        return found[matcher]!(...values);
      } catch (error) {
        if (performance.now() > deadline) throw error;
      }
      await Bun.sleep(pauseMs);
    }
  };
}

type Matcher = (...values: unknown[]) => void;
