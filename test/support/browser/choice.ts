import type { Locator } from "playwright-core";
import { expectPoll } from "./wait.ts";

/**
 * Chooses a radio button or ticks a checkbox by its label. The input itself is hidden from sight, so that a click on it
 * would have to be forced: a forced click goes to where the input was, even if the page moved it meanwhile.
 */
export async function chooseByLabel(input: Locator): Promise<void> {
  if (await input.isChecked()) return;
  await input.locator("xpath=ancestor::label[1]").click();
  await expectPoll(() => input.isChecked()).toBe(true);
}
