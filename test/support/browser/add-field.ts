/** Uses the field that adds events, tasks, chores, items of lists and meals. */
import type { Locator, Page } from "playwright-core";

export const addField = (page: Page): Locator => page.getByRole("textbox", { name: "What’s new?" });

/** Opens the field with the button of the screen. */
export async function openAddField(page: Page): Promise<Locator> {
  await page.getByRole("button", { name: "New", exact: true }).click();
  const field = addField(page);
  await field.waitFor();
  return field;
}

/** Types a phrase into the field and saves it with Enter. */
export async function addByPhrase(page: Page, phrase: string): Promise<void> {
  const field = await openAddField(page);
  await field.fill(phrase);
  await field.press("Enter");
  await field.waitFor({ state: "detached" });
}

/** Opens the form with all fields of the screen's kind. */
export async function openFullForm(page: Page): Promise<void> {
  await openAddField(page);
  await page.getByRole("button", { name: "More fields" }).click();
}
