/** Saves screenshots of the gallery in a folder: `bun run test/browser/kit/look.ts <folder>`. */
import { join } from "node:path";
import { closeChromium } from "../../support/browser/chromium.ts";
import { faultsOf } from "../../support/browser/faults.ts";
import { type Device, devices, openPage } from "../../support/browser/pages.ts";
import { serveGallery } from "./serve.ts";

const folder = process.argv[2] ?? ".";
const server = await serveGallery();
for (const device of Object.keys(devices) as Device[]) {
  for (const colorScheme of ["light", "dark"] as const) {
    const page = await openPage({ url: server.url.origin }, { device, colorScheme });
    await page.evaluate("mount('everything')");
    const picture = (name: string, fullPage = false) =>
      page.screenshot({ path: join(folder, `${device}-${colorScheme}-${name}.png`), fullPage });
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
    await page.evaluate(
      "document.documentElement.dataset.size = 'wall'; document.documentElement.style.fontSize = '125%'; scrollTo(0, 0)",
    );
    await picture("wall");
    for (const fault of await faultsOf(page)) console.error(device, colorScheme, fault);
    await page.context().close();
  }
}
await closeChromium();
server.stop(true);
