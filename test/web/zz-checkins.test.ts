import sharp from "sharp";
import { open, test } from "../support/browser.ts";
import { browserHome } from "../support/browser-home.ts";

const home = await browserHome({ demo: true });
const raw = Buffer.alloc(600 * 400 * 3);
for (let y = 0; y < 400; y++)
  for (let x = 0; x < 600; x++) raw.set([x / 3, y / 2, ((x >> 5) + (y >> 5)) % 2 ? 200 : 60], (y * 600 + x) * 3);
const pic = await sharp(raw, { raw: { width: 600, height: 400, channels: 3 } })
  .jpeg()
  .toBuffer();
test("pics", async () => {
  for (const [device, locale] of [
    ["phone", "de-DE"],
    ["desktop", "en-GB"],
  ] as const) {
    const page = await open(home, { as: "Anna", device, locale, path: "/settings/you" });
    await page.locator("input[type=file]").first().waitFor({ state: "attached" });
    await page.screenshot({ path: `/tmp/pics-checkins/you-${device}.png` });
    await page
      .locator("input[type=file]")
      .first()
      .setInputFiles({ name: "me.jpg", mimeType: "image/jpeg", buffer: pic });
    const stage = page.getByRole("application");
    await stage.locator("img").waitFor();
    await page.waitForTimeout(600);
    await page.screenshot({ path: `/tmp/pics-checkins/crop-${device}.png` });
    await stage.press("ArrowRight");
    await stage.press("+");
    await stage.press("+");
    await page.screenshot({ path: `/tmp/pics-checkins/crop2-${device}.png` });
    await page.getByRole("dialog").locator("button[type=submit]").click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.waitForTimeout(600);
    await page.screenshot({ path: `/tmp/pics-checkins/you2-${device}.png` });
  }
  const page = await open(home, { as: "Anna", device: "desktop", path: "/" });
  await page.waitForTimeout(1200);
  await page.screenshot({ path: `/tmp/pics-checkins/today.png` });
}, 60000);
