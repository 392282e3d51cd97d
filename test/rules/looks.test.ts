/** How a page looks is the business of the tour and of the kit, which see every screen and part. */
import { expect, test } from "bun:test";
import { join } from "node:path";
import { Glob } from "bun";

const tests = join(import.meta.dir, "..");
const helpers =
  /\b(expect(Accessible|GoodLooks)(InBothSchemes)?|expectNoOverflow|expectTargets44|largeTextFaults|openPseudo|cutTexts)\b/;
/** `browser/harness.test.ts` tests the helpers themselves. */
const isAtHome = (file: string) => /^browser\/(tour|kit)\/|^browser\/harness\.test\.ts$|^rules\//.test(file);

/** Files that are still to leave their looks to the tour. Add none. */
const left = [
  "web/calendar-reading.test.ts",
  "web/check-ins.test.ts",
  "web/firefox.test.ts",
  "web/lists-covers.test.ts",
  "web/lists-sheets.test.ts",
  "web/lists-shop.test.ts",
  "web/meals-looks.test.ts",
  "web/recurrence-dates.test.ts",
  "web/search.test.ts",
];

test("No test outside of the tour and the kit asserts how a page looks", async () => {
  const found: string[] = [];
  for (const file of new Glob("**/*.test.ts").scanSync(tests)) {
    if (!isAtHome(file) && helpers.test(await Bun.file(join(tests, file)).text())) found.push(file);
  }
  expect(found.sort()).toEqual(left);
});
