/**
 * Loaded before all tests (bunfig.toml): a hook in a file that several tests import would run for the first test file
 * alone.
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
