/** Covers of lists: uploading, searching, hiding and removing them. */
import { describe, expect } from "bun:test";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import sharp from "sharp";
import { open, test } from "../support/browser.ts";
import { allow } from "../support/browser-faults.ts";
import { expectGoodLooks } from "../support/browser-looks.ts";
import { eventually, expectPoll } from "../support/browser-wait.ts";
import { emptyFolder } from "../support/program.ts";
import { webLists } from "../support/web-lists.ts";

const picture = (color: string) =>
  sharp({ create: { width: 300, height: 200, channels: 3, background: color } })
    .jpeg()
    .toBuffer();

const dataDir = emptyFolder();
mkdirSync(join(dataDir, "photos"));
for (const name of ["beach-one", "beach-two", "mountain"])
  await Bun.write(join(dataDir, "photos", `${name}.jpg`), await picture("#5599cc"));

const sheet = (page: Page) => page.getByRole("dialog");
const openCover = async (lists: Awaited<ReturnType<typeof webLists>>, id: string, view: object = {}) => {
  const page = await open(lists.home, { as: "Anna", path: `/lists/${id}?sheet=cover&about=${id}`, ...view });
  await sheet(page).getByRole("button", { name: "Upload a picture" }).waitFor();
  return page;
};
const upload = (page: Page, name: string, mimeType: string, buffer: Buffer) =>
  page.locator("input[type=file]").setInputFiles({ name, mimeType, buffer });

describe("a cover", () => {
  test("can be uploaded, hidden, and removed after a confirmation", async () => {
    const lists = await webLists();
    const id = await lists.list("Holiday");
    const page = await openCover(lists, id, { device: "phone" });
    await upload(page, "beach.jpg", "image/jpeg", await picture("#ddaa66"));
    await eventually("the server has it", async () => (await lists.find(id)).cover.kind === "image");
    const { url } = (await lists.find(id)).cover;
    await sheet(page).locator(`img[src="${url}"]`).waitFor();
    await sheet(page)
      .getByRole("switch", { name: /Hide the cover/ })
      .click();
    await eventually("it is hidden", async () => (await lists.find(id)).cover.hidden);
    await page.getByRole("button", { name: "Undo" }).click();
    await eventually("it is shown", async () => !(await lists.find(id)).cover.hidden);
    await sheet(page).getByRole("button", { name: "Remove the picture" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Remove the picture" }).click();
    await eventually("it is gone", async () => (await lists.find(id)).cover.kind === "gradient");
  });

  test("is refused with a message when the file is not a picture, too large or damaged", async () => {
    const lists = await webLists();
    const id = await lists.list("Holiday");
    const page = await openCover(lists, id);
    const refused = async (words: string) => {
      await sheet(page).getByRole("alert").getByText(words).waitFor();
      await expectPoll(async () => (await lists.find(id)).cover.kind).toBe("gradient");
    };
    await upload(page, "notes.txt", "text/plain", Buffer.from("Milk"));
    await refused("This file can’t be used as a picture.");
    await upload(page, "large.png", "image/png", Buffer.alloc(8_388_609));
    await refused("This picture is larger than 8 MB.");
    allow(page, /status of 4(15|22)/);
    await upload(page, "page.png", "image/png", Buffer.from("<svg onload=alert(1)>"));
    await refused("This file can’t be used as a picture.");
    const whole = await picture("#ddaa66");
    await upload(page, "half.jpg", "image/jpeg", whole.subarray(0, whole.length / 2));
    await refused("This picture can’t be read, or it has too many pixels.");
  });

  test("can be chosen from a photo search, and shows the photographer", async () => {
    const lists = await webLists({ env: { PHOTO_PROVIDER: "folder", DATA_DIR: dataDir } });
    const id = await lists.list("Holiday");
    const page = await openCover(lists, id);
    const field = sheet(page).getByRole("searchbox", { name: "Find a photo" });
    await field.fill("submarine");
    await page.keyboard.press("Enter");
    await sheet(page).getByText("No photos for “submarine”. Try another word.").waitFor();
    await field.fill("beach");
    await page.keyboard.press("Enter");
    const found = sheet(page).getByRole("list", { name: "Photos" }).getByRole("button");
    await found.first().waitFor();
    await expectPoll(() => found.count()).toBe(2);
    await found.first().click();
    await eventually("the server has it", async () => (await lists.find(id)).cover.kind === "photo");
    await sheet(page).getByText("Photo by Test").waitFor();
  });

  test("asks an adult before it sends words to a service on the internet, once for the household", async () => {
    const asked: string[] = [];
    using service = Bun.serve({
      port: 0,
      fetch: (request) => {
        asked.push(new URL(request.url).searchParams.get("q") ?? "");
        return Response.json({ result_count: 0, page_count: 0, page_size: 20, page: 1, results: [] });
      },
    });
    const lists = await webLists({ env: { PHOTO_PROVIDER: "openverse", PHOTO_BASE_URL: service.url.href } });
    const id = await lists.list("Holiday");
    const mias = await openCover(lists, id, { as: "Mia", device: "phone" });
    await sheet(mias).getByText("Search for photos at Openverse?").waitFor();
    await sheet(mias).getByText("An adult of your household has to allow this first.").waitFor();
    const page = await openCover(lists, id);
    await sheet(page)
      .getByText(/^Your server sends the words that you search for to Openverse/)
      .waitFor();
    await expectGoodLooks(page, "consent to photo search");
    await sheet(page).getByRole("button", { name: "Allow searches at Openverse" }).click();
    for (const each of [page, mias]) {
      const field = sheet(each).getByRole("searchbox", { name: "Find a photo" });
      await field.waitFor();
      await sheet(each).getByText("Your server sends these words to Openverse.").waitFor();
      expect(asked).toEqual([]);
    }
    const field = sheet(page).getByRole("searchbox", { name: "Find a photo" });
    await field.fill("beach");
    await page.keyboard.press("Enter");
    await sheet(page).getByText("No photos for “beach”. Try another word.").waitFor();
    expect(asked).toEqual(["beach"]);

    await page.goto(`${lists.home.url}/settings/household`);
    await page.getByRole("switch", { name: "Search the internet for photos" }).uncheck();
    await sheet(mias).getByText("Search for photos at Openverse?").waitFor();
  });

  test("offers upload when photo search is off, and a search shows a message", async () => {
    const lists = await webLists({ env: { PHOTO_PROVIDER: "off" } });
    const page = await openCover(lists, await lists.list("Holiday"));
    await sheet(page).getByText("Photo search is turned off on your server.").waitFor();
  });
});
