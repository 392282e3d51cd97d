import type { Locator } from "playwright-core";
import { expectPoll } from "./wait.ts";

/**
 * Chooses a radio button or ticks a checkbox by clicking its label. The input itself is invisible, so a click on it would
 * have to be forced. A forced click misses the input if the page moves just before the click.
 */
export async function chooseByLabel(input: Locator): Promise<void> {
  if (await input.isChecked()) return;
  await input.locator("xpath=ancestor::label[1]").click();
  await expectPoll(() => input.isChecked()).toBe(true);
}
