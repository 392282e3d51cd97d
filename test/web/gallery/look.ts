/** Pictures of the gallery, to look at: `bun run test/web/gallery/look.ts <folder>`. */
import { join } from "node:path";
import { launch, openGallery, sizes } from "./browser.ts";
import { serveGallery } from "./serve.ts";

const folder = process.argv[2] ?? ".";
const server = await serveGallery();
const browser = await launch();
for (const size of Object.keys(sizes) as (keyof typeof sizes)[]) {
  for (const scheme of ["light", "dark"] as const) {
    const { page, complaints } = await openGallery(browser, server.url.href, size, scheme);
    const picture = (name: string, fullPage = false) =>
      page.screenshot({ path: join(folder, `${size}-${scheme}-${name}.png`), fullPage });
    await picture("top");
    await picture("all", true);
    await page.getByRole("button", { name: "Open sheet" }).click();
    await page.getByRole("dialog").waitFor();
    await picture("sheet");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Toast", exact: true }).click();
    await page.getByRole("button", { name: "Failing toast" }).click();
    await page.getByRole("button", { name: "More for this list" }).click();
    await page.getByRole("menu").waitFor();
    await picture("menu");
    await page.keyboard.press("Escape");
    await page.evaluate("document.documentElement.dataset.size = 'wall'; scrollTo(0, 0)");
    await picture("wall");
    for (const complaint of complaints) console.error(size, scheme, complaint);
    await page.context().close();
  }
}
await browser.close();
server.stop(true);
