/** Tests the form of a list item and the form of a list's cover. */
import { expect } from "bun:test";
import type { Page } from "playwright-core";
import sharp from "sharp";
import { open, test } from "../../support/browser/browser.ts";
import { allow } from "../../support/browser/faults.ts";
import { moveTo } from "../../support/browser/go.ts";
import { webLists } from "../../support/browser/homes/lists.ts";
import { undo } from "../../support/browser/toasts.ts";
import { expectPoll } from "../../support/browser/wait.ts";
import { start } from "../../support/home/home.ts";

const sheet = (page: Page) => page.getByRole("dialog");

test("The form of a list item can assign a member, set a due date, and move the item to another list", async () => {
  const lists = await webLists({ now: start });
  const id = await lists.list("Here", ["Passport"]);
  const there = await lists.list("There", ["Ticket"]);
  const page = await open(lists.home, { as: "Anna", device: "phone", path: `/lists/${id}` });
  await page.getByRole("button", { name: "More for Passport" }).tap();
  await sheet(page).getByText("Mia").tap();
  await sheet(page).getByLabel("Due").fill("2031-03-01");
  const memberId = lists.home.member("Mia").id;
  await expectPoll(() => lists.block(id, "Passport")).toMatchObject({ memberId, dueDate: "2031-03-01T22:59:00.000Z" });
  await sheet(page).getByRole("combobox", { name: "Move to another list" }).selectOption({ label: "📝 There" });
  await expectPoll(() => lists.lines(there)).toEqual(["Ticket", "Passport"]);
  await expectPoll(() => lists.lines(id)).toEqual([]);
  await page.getByText("Moved “Passport” to “There”").waitFor();
});

test("If a change of an item's type would delete subtasks, the form of the item asks for a confirmation", async () => {
  const lists = await webLists({ now: start });
  const id = await lists.list("Kinds", [["Pack", "Socks", "Scarf"]]);
  const page = await open(lists.home, { as: "Anna", path: `/lists/${id}` });
  await page.getByRole("button", { name: "More for Pack" }).click();
  const heading = sheet(page).getByRole("radio", { name: "Heading" });
  await heading.click({ force: true });
  const question = page.getByRole("alertdialog");
  await question.getByText("It loses 2 subtasks.").waitFor();
  await question.getByRole("button", { name: "Cancel" }).click();
  await expectPoll(() => lists.lines(id)).toEqual(["Pack", "- Socks", "- Scarf"]);
  await heading.click({ force: true });
  await question.getByRole("button", { name: "Turn it into that" }).click();
  await expectPoll(() => lists.block(id, "Pack")).toMatchObject({ type: "header" });
  await undo(page);
  await expectPoll(() => lists.lines(id)).toHaveLength(3);
});

const picture = await sharp({ create: { width: 300, height: 200, channels: 3, background: "#ddaa66" } })
  .jpeg()
  .toBuffer();

const upload = (page: Page, name: string, mimeType: string, buffer: Buffer) =>
  page.locator("input[type=file]").setInputFiles({ name, mimeType, buffer });
/** Chooses a file of more than 8 MB, which the page creates itself. */
const chooseLarge = (page: Page) =>
  page.locator("input[type=file]").evaluate((input: any) => {
    const { DataTransfer, Event, File } = input.ownerDocument.defaultView;
    const chosen = new DataTransfer();
    chosen.items.add(new File([new Uint8Array(8_388_609)], "large.png", { type: "image/png" }));
    input.files = chosen.files;
    input.dispatchEvent(new Event("change", { bubbles: true }));
  });
const atCover = (id: string) => `/lists/${id}?sheet=cover&about=${id}`;
const searchField = (page: Page) => sheet(page).getByRole("searchbox", { name: "Find a photo" });

test("A picture for a list's cover can be uploaded, hidden and removed, and an invalid file is refused", async () => {
  const lists = await webLists({ now: start });
  const id = await lists.list("Holiday");
  const cover = async () => (await lists.find(id)).cover;
  const page = await open(lists.home, { as: "Anna", device: "phone", path: atCover(id) });
  await sheet(page).getByRole("button", { name: "Upload a picture" }).waitFor();
  const refused = (words: string) => sheet(page).getByRole("alert").getByText(words).waitFor();
  await upload(page, "notes.txt", "text/plain", Buffer.from("Milk"));
  await refused("This file can’t be used as a picture.");
  await chooseLarge(page);
  await refused("This picture is larger than 8 MB.");
  allow(page, /status of 4(15|22)/);
  await upload(page, "page.png", "image/png", Buffer.from("<svg onload=alert(1)>"));
  await refused("This file can’t be used as a picture.");
  await upload(page, "half.jpg", "image/jpeg", picture.subarray(0, picture.length / 2));
  await refused("This picture can’t be read, or it has too many pixels.");
  await expectPoll(cover).toMatchObject({ kind: "gradient" });

  await upload(page, "beach.jpg", "image/jpeg", picture);
  await expectPoll(cover).toMatchObject({ kind: "image" });
  await sheet(page)
    .locator(`img[src="${(await cover()).url}"]`)
    .waitFor();
  await sheet(page)
    .getByRole("switch", { name: /Hide the cover/ })
    .click();
  await expectPoll(cover).toMatchObject({ hidden: true });
  await undo(page);
  await expectPoll(cover).toMatchObject({ hidden: false });
  await sheet(page).getByRole("button", { name: "Remove the picture" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove the picture" }).click();
  await expectPoll(cover).toMatchObject({ kind: "gradient" });
});

test("A list's cover can be chosen in a photo search, and the form then names the photographer", async () => {
  const lists = await webLists({ now: start, demo: true });
  const id = await lists.list("Holiday");
  const page = await open(lists.home, { as: "Anna", path: atCover(id) });
  await searchField(page).fill("submarine");
  await page.keyboard.press("Enter");
  await sheet(page).getByText("No photos for “submarine”. Try another word.").waitFor();
  await searchField(page).fill("beach");
  await page.keyboard.press("Enter");
  await sheet(page).getByRole("list", { name: "Photos" }).getByRole("button").first().click();
  await expectPoll(async () => (await lists.find(id)).cover.kind).toBe("photo");
  await sheet(page)
    .getByText(/^Photo by /)
    .waitFor();
});

test("Photo searches are sent to the internet only after an adult has allowed this for the household", async () => {
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
  const page = await open(lists.home, { as: "Anna", path: atCover(id) });
  await sheet(page)
    .getByText(/^Your server sends the words that you search for to Openverse/)
    .waitFor();
  await sheet(page).getByRole("button", { name: "Allow searches at Openverse" }).click();
  await sheet(page).getByText("Your server sends these words to Openverse.").waitFor();
  expect(asked).toEqual([]);
  await searchField(page).fill("beach");
  await page.keyboard.press("Enter");
  await sheet(page).getByText("No photos for “beach”. Try another word.").waitFor();
  expect(asked).toEqual(["beach"]);

  await moveTo(page, "/settings/household");
  await page.getByRole("switch", { name: "Search the internet for photos" }).uncheck();
  await moveTo(page, atCover(id));
  await sheet(page).getByText("Search for photos at Openverse?").waitFor();
});

test("The form of a cover says if the server offers no photo search, or if an adult must allow it first", async () => {
  const lists = await webLists({ now: start });
  const id = await lists.list("Holiday");
  const page = await open(lists.home, { as: "Mia", device: "phone", path: `/lists/${id}` });
  const answer = { provider: null as string | null, isAllowed: false };
  await page.route("**/app/photos", (route) => route.fulfill({ json: answer }));
  await moveTo(page, atCover(id));
  await sheet(page).getByText("Photo search is turned off on your server.").waitFor();
  await sheet(page).getByRole("button", { name: "Upload a picture" }).waitFor();
  answer.provider = "openverse";
  await lists.anna.patch("/app/household", { name: "Another name" });
  await sheet(page).getByText("Search for photos at Openverse?").waitFor();
  await sheet(page).getByText("An adult of your household has to allow this first.").waitFor();
});
