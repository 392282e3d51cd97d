/** The layout and accessibility of the lists' sheets. */
import { open, test } from "../support/browser.ts";
import { expectAccessible } from "../support/browser-axe.ts";
import { browserHome } from "../support/browser-home.ts";
import { expectNoOverflow } from "../support/browser-layout.ts";
import { expectTargets44 } from "../support/browser-targets.ts";

const home = await browserHome({ demo: true });
const { sections } = (await home.api("Anna").get("/v1/lists")).body;
const packing = sections.flatMap(({ lists }: any) => lists).find(({ name }: any) => name.startsWith("Packing"));
const at = `/lists/${packing.id}`;

const sheets = {
  "a new list": "/lists?sheet=new",
  "a section": `/lists?sheet=section&about=${sections[0].id}`,
  "the order of sections": "/lists?sheet=arrange",
  "a list's settings": `${at}?sheet=settings&about=${packing.id}`,
  "a cover": `${at}?sheet=cover&about=${packing.id}`,
  "an item": `${at}?sheet=item&about=${packing.blocks[0].id}`,
};

const looks = [{ device: "phone" }, { device: "desktop", colorScheme: "dark" }] as const;

for (const [index, [sheet, path]] of Object.entries(sheets).entries()) {
  // Alternate between a phone in light and a desktop in dark: both for every sheet would take too long.
  const view = looks[index % 2];
  test(`the sheet of ${sheet} is accessible and fits`, async () => {
    const page = await open(home, { as: "Anna", path, ...view });
    await page.getByRole("dialog").getByRole("button").first().waitFor();
    await expectAccessible(page);
    await expectNoOverflow(page);
    await expectTargets44(page);
  });
}
