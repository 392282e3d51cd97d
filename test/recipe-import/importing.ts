/** A household whose server may read pages from a host on this machine, and answers of that host. */
import { startCalendarHost } from "../support/calendar-host.ts";
import { household, serverInProcess } from "../support/home.ts";

export const page = (name: string) => Bun.file(`${import.meta.dir}/pages/${name}.page`).bytes();
export const text = (name: string) => Bun.file(`${import.meta.dir}/texts/${name}.txt`).text();

export const html = { "Content-Type": "text/html; charset=utf-8" };

export function recipePage(fields: Record<string, unknown> = {}): string {
  const recipe = {
    "@type": "Recipe",
    name: "Lentil soup",
    recipeIngredient: ["250 g lentils", "1 l stock"],
    recipeInstructions: ["Simmer the lentils in the stock."],
    ...fields,
  };
  return `<html><script type="application/ld+json">${JSON.stringify(recipe)}</script></html>`;
}

export async function importing(settings: Record<string, string> = {}) {
  const host = startCalendarHost();
  const server = serverInProcess({ TRUSTED_PROXIES: "127.0.0.1", RECIPE_ORIGINS: host.origin, ...settings });
  const home = await household({ server });
  const anna = home.as(home.members.anna);
  const draft = (body: unknown) => anna.post("/app/recipes/drafts", body);
  const url = `${host.origin}/soup`;
  /** Drafts what the host answers. */
  const read = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = html) => {
    host.answer({ body, headers });
    return draft({ url });
  };
  return { host, home, anna, draft, url, read };
}
