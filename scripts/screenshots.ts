/**
 * `bun run screenshots`: takes the pictures in the README from the demo, with a clock that always shows the same
 * afternoon. To add a picture, add a line to `shots`.
 */
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { closeChromium } from "../test/support/browser/chromium.ts";
import { type BrowserHome, browserHome } from "../test/support/browser/home.ts";
import { type Device, devices, openPage } from "../test/support/browser/pages.ts";
import { endPrograms } from "../test/support/home/program.ts";

type Shot = {
  readonly name: string;
  readonly path: string;
  readonly device: Device;
  readonly colorScheme: "light" | "dark";
  readonly as: "Anna" | "Ben" | "Mia" | "Leo" | null;
  /** Text of the demo that must be on the page before the picture is taken. */
  readonly shows: string;
};

const shots: readonly Shot[] = [
  { name: "today", path: "/", device: "tablet", colorScheme: "light", as: "Anna", shows: "The others" },
  { name: "calendar", path: "/calendar", device: "desktop", colorScheme: "light", as: "Anna", shows: "Piano lesson" },
  { name: "meals", path: "/meals", device: "tablet", colorScheme: "dark", as: "Anna", shows: "Tonight" },
  { name: "activity", path: "/activity", device: "tablet", colorScheme: "light", as: "Anna", shows: "Undo" },
  {
    name: "chores",
    path: "/chores",
    device: "tablet",
    colorScheme: "light",
    as: "Anna",
    shows: "Feed the guinea pigs",
  },
  { name: "lists", path: "/lists", device: "phone", colorScheme: "dark", as: "Anna", shows: "Groceries" },
];

const now = new Date("2026-11-27T15:10:00.000Z");
const folder = join(import.meta.dir, "../.ci/screenshots");
const largestBytes = 150_000;
const leastQuality = 40;

async function take(home: BrowserHome, shot: Shot): Promise<void> {
  const { as, device, colorScheme, path, shows } = shot;
  const scale = device === "phone" ? 2 : 1.5;
  const page = await openPage(home, { as, device, colorScheme, path, scale });
  try {
    await page.getByText(shows).first().waitFor();
    await page.waitForLoadState("networkidle");
    const bytes = await fit(await page.screenshot({ animations: "disabled", caret: "hide" }));
    await Bun.write(join(folder, `${shot.name}.webp`), bytes);
    const { width, height } = devices[device].viewport;
    console.log(`${shot.name}.webp  ${width} × ${height}  ${Math.round(bytes.length / 1_000)} kB`);
  } finally {
    await page.context().close();
  }
}

/**
 * Encodes a PNG as WebP, at the best quality that keeps the file within {@link largestBytes}.
 * @throws Error if that quality would be bad
 */
async function fit(png: Buffer): Promise<Buffer> {
  for (let quality = 90; quality >= leastQuality; quality -= 10) {
    const bytes = await sharp(png).webp({ quality, effort: 6 }).toBuffer();
    if (bytes.length <= largestBytes) return bytes;
  }
  throw new Error(`A picture stays above ${largestBytes} bytes: make its window smaller`);
}

mkdirSync(folder, { recursive: true });
for (const name of readdirSync(folder)) rmSync(join(folder, name));
const home = await browserHome({ demo: true, now });
try {
  for (const shot of shots) await take(home, shot);
} finally {
  await closeChromium();
  await home.stop();
  endPrograms();
}
