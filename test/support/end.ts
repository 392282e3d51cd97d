/**
 * Loaded before all tests (bunfig.toml). It registers the hooks for all test files here, because a hook in a helper
 * that several test files import would run only for the first of them.
 */
import { afterAll, afterEach } from "bun:test";
import { closeChromium } from "./browser/chromium.ts";
import { closeFirefox } from "./browser/firefox.ts";
import { cleanUpTest, cleanUpTests } from "./home/clean-up.ts";
import { endPrograms } from "./home/program.ts";

// Under faketime, programs share a lock in memory. A program that a test kills could keep the lock, and the test process
// would wait for it forever. Without this variable, each program has a lock of its own. By default, Bun gives programs
// the variables with which the tests were started, so the changed ones are given to them here.
if (process.env.FAKETIME_SHARED !== undefined) {
  delete process.env.FAKETIME_SHARED;
  const { spawn, spawnSync } = Bun as unknown as Record<string, (command: unknown, options?: object) => unknown>;
  const withEnvironment =
    (start: typeof spawn) =>
    (command: unknown, options: object = {}) =>
      Array.isArray(command)
        ? start?.(command, { env: process.env, ...options })
        : start?.({ env: process.env, ...(command as object) });
  Object.assign(Bun, { spawn: withEnvironment(spawn), spawnSync: withEnvironment(spawnSync) });
}

afterEach(cleanUpTest);
afterAll(cleanUpTests);
afterAll(closeChromium);
afterAll(closeFirefox);
afterAll(endPrograms);
