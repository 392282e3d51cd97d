/** Changes or deletes the record of a sheet while it is edited. */
import type { Page } from "playwright-core";
import { dialogs } from "./moving.ts";

declare const window: any; // Functions given to `page.evaluate` run in the page.

/** Creates a section, types in its sheet, and then changes or deletes the section as another tab would. */
export async function changeConcurrently(page: Page, method: "PATCH" | "DELETE"): Promise<void> {
  const call = (verb: string, path: string, body?: object): Promise<{ id: string }> =>
    page.evaluate(
      async ([own, to, text]) => {
        const headers = text === null ? {} : { "Content-Type": "application/json" };
        return (await window.fetch(to, { method: own, headers, body: text })).json();
      },
      [verb, `/v1/lists/sections${path}`, body ? JSON.stringify(body) : null] as const,
    );
  const { id } = await call("POST", "", { name: "Before" });
  await page.evaluate((to) => window.history.pushState(null, "", to), `/lists?sheet=section&about=${id}`);
  const name = page.locator(dialogs).locator("input").first();
  await name.fill("Mine");
  await call(method, `/${id}`, method === "PATCH" ? { name: "Theirs" } : undefined);
}
