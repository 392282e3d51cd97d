/** The photo of a member: choosing, cropping, seeing and removing it. */
import { describe, expect, test as plainTest } from "bun:test";
import sharp from "sharp";
import { moveCrop, roundCrop, wholeCrop, zoomCrop, zoomOf } from "../../src/web/people/photo/crop.ts";
import { open, test } from "../support/browser.ts";
import { expectAccessible } from "../support/browser-axe.ts";
import { browserHome } from "../support/browser-home.ts";
import { expectTargets44 } from "../support/browser-targets.ts";
import { eventually, expectPoll } from "../support/browser-wait.ts";

const home = await browserHome();

/** Red on the left, blue on the right. */
const halves = await sharp({ create: { width: 600, height: 300, channels: 3, background: "#0000ff" } })
  .composite([{ input: { create: { width: 300, height: 300, channels: 3, background: "#ff0000" } }, left: 0, top: 0 }])
  .png()
  .toBuffer();
const file = { name: "mia.png", mimeType: "image/png", buffer: halves };

const photoOf = async (name: string): Promise<{ url: string } | null> => {
  const { members } = (await home.api("Anna").get("/v1/households/me/members")).body;
  return members.find((each: { name: string }) => each.name === name).photo;
};

/** The red and blue of the pixels at the left, in the middle and at the right. */
async function coloursOf(url: string): Promise<string[]> {
  const { data, info } = await sharp(Buffer.from(await (await fetch(`${home.url}${url}`)).arrayBuffer()))
    .raw()
    .toBuffer({ resolveWithObject: true });
  return [8, 128, 248].map((x) => {
    const at = (128 * info.width + x) * info.channels;
    return (data[at] ?? 0) > 127 ? "red" : (data[at + 2] ?? 0) > 127 ? "blue" : "neither";
  });
}

describe("a member's photo", () => {
  test("is cropped with keys or fingers, and everybody sees it at once", async () => {
    const [mias, bens] = [
      await open(home, { as: "Mia", device: "phone", path: "/settings/you" }),
      await open(home, { as: "Ben", path: "/settings/members" }),
    ];
    const row = bens.getByRole("button", { name: /Edit: .*Mia/ });
    await row.waitFor();
    await mias.getByRole("button", { name: "Take a photo" }).waitFor();
    const chooser = mias.locator("input[type=file]").first();
    await chooser.setInputFiles({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("Milk") });
    await mias.getByRole("alert").getByText("This file can’t be used as a picture.").waitFor();
    await chooser.setInputFiles(file);
    const stage = mias.getByRole("application", { name: "Part of the photo that is kept" });
    await stage.locator("img").waitFor();
    await expectAccessible(mias);
    await expectTargets44(mias);
    for (let presses = 0; presses < 20; presses++) await stage.press("ArrowLeft");
    await mias.getByRole("button", { name: "Use this photo" }).tap();
    await stage.waitFor({ state: "detached" });
    await eventually("it is stored", async () => (await photoOf("Mia")) !== null);
    const first = (await photoOf("Mia"))?.url ?? "";
    await expectPoll(() => coloursOf(first)).toEqual(["red", "red", "red"]);
    await row.locator(`img[src="${first}"]`).waitFor();

    await row.click();
    const sheet = bens.getByRole("dialog", { name: /Mia/ });
    await sheet.locator("input[type=file]").first().setInputFiles(file);
    const wide = bens.getByRole("application");
    await wide.locator("img").waitFor();
    const box = (await wide.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await bens.mouse.move(x, y);
    await bens.mouse.down();
    await bens.mouse.move(x - box.width, y, { steps: 4 });
    await bens.mouse.up();
    await bens.getByRole("slider", { name: "Zoom" }).press("ArrowRight");
    await bens.getByRole("button", { name: "Use this photo" }).click();
    await wide.waitFor({ state: "detached" });
    await eventually("it is replaced", async () => (await photoOf("Mia"))?.url !== first);
    const second = (await photoOf("Mia"))?.url ?? "";
    await expectPoll(() => coloursOf(second)).toEqual(["blue", "blue", "blue"]);
    await mias.locator(`main img[src="${second}"]`).waitFor();

    await mias.getByRole("button", { name: "Remove the photo" }).tap();
    await mias.getByRole("alertdialog").getByRole("button", { name: "Remove the photo" }).tap();
    await eventually("it is removed", async () => (await photoOf("Mia")) === null);
    await expectPoll(() => bens.locator('img[src^="/covers/"]').count()).toBe(0);
    await sheet.getByRole("button", { name: "Choose a photo" }).waitFor();
  });
});

describe("the square", () => {
  const wide = { width: 600, height: 300 };

  plainTest("begins as the largest in the middle, and stays within the picture", () => {
    const whole = wholeCrop(wide);
    expect(whole).toEqual({ x: 150, y: 0, size: 300 });
    expect(moveCrop(whole, { x: -500, y: -5 }, wide)).toEqual({ x: 0, y: 0, size: 300 });
    expect(moveCrop(whole, { x: 500, y: 5 }, wide)).toEqual({ x: 300, y: 0, size: 300 });
    const close = zoomCrop(whole, 3, wide);
    expect(close).toEqual({ x: 250, y: 100, size: 100 });
    expect(zoomOf(close, wide)).toBe(3);
    const corner = moveCrop(close, { x: 999, y: 999 }, wide);
    expect(corner).toEqual({ x: 500, y: 200, size: 100 });
    expect(zoomCrop(corner, 0.1, wide)).toEqual({ x: 300, y: 0, size: 300 });
    expect(zoomOf(zoomCrop(corner, 99, wide), wide)).toBe(6);
  });

  plainTest("is sent in whole pixels, of any picture", () => {
    for (const picture of [wide, { width: 1, height: 9 }, { width: 641, height: 479 }]) {
      for (const zoom of [1, 1.37, 5.9]) {
        for (const x of [-9, 0, 0.4, 9_999]) {
          const crop = roundCrop(moveCrop(zoomCrop(wholeCrop(picture), zoom, picture), { x, y: x }, picture), picture);
          expect(Object.values(crop).every(Number.isInteger)).toBe(true);
          expect(Math.min(crop.x, crop.y)).toBeGreaterThanOrEqual(0);
          expect(crop.size).toBeGreaterThan(0);
          expect(crop.x + crop.size).toBeLessThanOrEqual(picture.width);
          expect(crop.y + crop.size).toBeLessThanOrEqual(picture.height);
        }
      }
    }
  });
});
