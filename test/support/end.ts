/**
 * Loaded before all tests (bunfig.toml). It registers the hooks for all test files here, because a hook in a helper
 * that several test files import would run only for the first of them.
 */
import { afterAll, afterEach } from "bun:test";
import { closeChromium } from "./browser/chromium.ts";
import { closeFirefox } from "./browser/firefox.ts";
import { cleanUpTest, cleanUpTests } from "./home/clean-up.ts";
import { endPrograms } from "./home/program.ts";

afterEach(cleanUpTest);
afterAll(cleanUpTests);
afterAll(closeChromium);
afterAll(closeFirefox);
afterAll(endPrograms);
