/** Loaded before all tests (bunfig.toml): a hook in a file that several tests import would belong to the first of them alone. */
import { afterAll } from "bun:test";
import { closeChromium } from "./browser-chromium.ts";
import { endPrograms } from "./program.ts";

afterAll(closeChromium);
afterAll(endPrograms);
