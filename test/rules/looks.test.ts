/**
 * Rules for tests of layout and colours: the tour and the kit check them, because they see every screen and component.
 */
import { expect, test } from "bun:test";
import { join } from "node:path";
import { Glob } from "bun";

const tests = join(import.meta.dir, "..");
const helpers =
  /\b(expect(Accessible|GoodLooks)(InBothSchemes)?|expectNoOverflow|expectTargets44|largeTextFaults|openPseudo|cutTexts)\b/;
/**
 * Whether a file may check layout and colours. Firefox has its own layout; `browser/harness.test.ts` tests the helpers.
 */
const isAtHome = (file: string) => /^browser\/(tour|kit|firefox)\/|^browser\/harness\.test\.ts$|^rules\//.test(file);

test("Only the browser tests in the folders “tour”, “kit” and “firefox” check how a page looks", async () => {
  const found: string[] = [];
  for (const file of new Glob("**/*.test.ts").scanSync(tests)) {
    if (!isAtHome(file) && helpers.test(await Bun.file(join(tests, file)).text())) found.push(file);
  }
  expect(found).toEqual([]);
});
