/** Creates a household whose server may read pages from a host on this machine, and that host. */
import { readFolder } from "#lib/files.ts";
import { startCalendarHost } from "../../support/calendar/host.ts";
import { household, serverInProcess } from "../../support/home/home.ts";
import { plain } from "../../support/pictures/pictures.ts";

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
  /** Drafts the recipe of the host's response. */
  const read = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = html) => {
    host.answer({ body, headers });
    return draft({ url });
  };
  return { host, home, anna, draft, url, read };
}

/** Creates such a household with a draft that has a photo. */
export async function withPhoto(images: readonly string[] = ["/soup.jpg"]) {
  const all = await importing();
  const picture = new Uint8Array(await plain(40, 30).jpeg().toBuffer());
  all.host.answer(({ url }) => {
    if (url.endsWith("/soup.jpg")) return { body: picture, headers: { "Content-Type": "image/jpeg" } };
    if (url.endsWith("/broken.jpg")) return { body: "no picture", headers: { "Content-Type": "image/jpeg" } };
    return url.endsWith("/soup") ? { body: recipePage({ image: images }), headers: html } : { status: 404 };
  });
  const { body } = await all.draft({ url: all.url });
  const [draft] = body.drafts;
  const save = (body: object, as = all.anna) => as.post(`/app/recipes/drafts/${draft.id}/save`, body);
  const stored = () => readFolder(`${all.home.server.dataDir}/covers/${all.home.id}`);
  return { ...all, read: draft, save, stored };
}
