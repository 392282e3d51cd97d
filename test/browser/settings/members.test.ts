/** Tests Settings → Members, and the photos of members. */
import { describe, expect } from "bun:test";
import type { Page } from "playwright-core";
import sharp from "sharp";
import { open, test } from "../../support/browser/browser.ts";
import { connectionLoss } from "../../support/browser/faults.ts";
import { type BrowserHome, browserHome } from "../../support/browser/home.ts";
import { eventually, expectPoll } from "../../support/browser/wait.ts";

const path = "/settings/members";

const membersOf = async (home: BrowserHome): Promise<any[]> =>
  (await home.api("Anna").get("/app/members")).body.members;
const namesOf = async (home: BrowserHome): Promise<string[]> => (await membersOf(home)).map(({ name }) => name);

const more = (page: Page, name: string) => page.getByRole("button", { name: `More for ${name}` });
const row = (page: Page, name: string) => page.getByRole("button", { name: new RegExp(`^Edit: ${name}`) });
const items = (page: Page) => page.getByRole("menuitem").allInnerTexts();

async function choose(page: Page, name: string, item: string): Promise<void> {
  await more(page, name).click();
  await page.getByRole("menuitem", { name: item }).click();
}

describe("Members", () => {
  test("A member is added with a role and then renamed, and Undo restores the former name", async () => {
    const home = await browserHome();
    const page = await open(home, { as: "Anna", device: "phone", path });
    await page.getByRole("button", { name: "Add somebody" }).tap();
    const sheet = page.getByRole("dialog");
    const name = sheet.getByRole("textbox", { name: "Name", exact: true });
    await name.fill("mia");
    await sheet.getByRole("button", { name: "Add", exact: true }).tap();
    await sheet.getByText("Somebody here has this name already").waitFor();
    await name.fill("Oma");
    await sheet.getByRole("combobox", { name: "Role" }).selectOption({ label: "Guest" });
    await sheet.getByRole("button", { name: "Add", exact: true }).tap();
    await page.getByText("Oma is added").waitFor();
    await expectPoll(() => namesOf(home)).toEqual(["Anna", "Ben", "Mia", "Oma"]);
    await row(page, "Oma").tap();
    await name.fill("Granny");
    await page.goBack();
    await sheet.waitFor({ state: "detached" });
    await row(page, "Oma").tap();
    await name.fill("Grandma");
    await page.getByRole("button", { name: "Save" }).tap();
    await expectPoll(() => namesOf(home)).toContain("Grandma");
    await page.getByRole("button", { name: "Undo" }).tap();
    await expectPoll(() => namesOf(home)).toEqual(["Anna", "Ben", "Mia", "Oma"]);
  });

  test("The menu of a member moves the member up in the list, and Ctrl+Z reverts the move", async () => {
    const home = await browserHome();
    const page = await open(home, { as: "Ben", path });
    await choose(page, "Mia", "Move up");
    await expectPoll(() => namesOf(home)).toEqual(["Anna", "Mia", "Ben"]);
    await page.getByText("The order is changed").last().waitFor();
    await page.keyboard.press("Control+z");
    await expectPoll(() => namesOf(home)).toEqual(["Anna", "Ben", "Mia"]);
  });

  test("The row of an invited member shows when the invitation ends, and later how the member signs in", async () => {
    const home = await browserHome();
    const page = await open(home, { as: "Anna", path, allow: [connectionLoss] });
    await page.getByRole("button", { name: "Add somebody" }).click();
    await page.getByRole("dialog").getByRole("textbox", { name: "Name", exact: true }).fill("Leo");
    await page.keyboard.press("Enter");
    const shows = (name: string, text: string | RegExp) => row(page, name).getByText(text).waitFor();
    await shows("Leo", "No sign-in yet");
    await page.getByRole("button", { name: "Invite Leo to sign in" }).click();
    const make = page.getByRole("button", { name: "Make the link" });
    await page.route(/\/invitation$/, (route) => route.abort("connectionrefused"));
    await make.click();
    await page.getByText("This needs your server, which does not answer right now.").waitFor();
    await page.unrouteAll();
    await make.click();
    const field = page.getByRole("textbox", { name: "Invitation link" });
    await expectPoll(() => field.inputValue()).toStartWith(`${home.url}/join#`);
    await page.getByText("Good once, until").waitFor();
    // Over plain HTTP, browsers have no clipboard.
    await page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true })");
    await page.getByRole("button", { name: /^Copy/ }).click();
    await page
      .getByText(/^Copied/)
      .or(page.getByText(/It is marked/))
      .first()
      .waitFor();
    await page.evaluate("delete navigator.clipboard");
    const marked = await page.evaluate("document.activeElement.selectionEnd - document.activeElement.selectionStart");
    const link = await field.inputValue();
    expect([0, link.length]).toContain(Number(marked));
    await page.getByRole("button", { name: "Done" }).click();
    await shows("Leo", /^Invited until \w{3},? \d+ \w{3}$/);
    await expectPoll(() => page.getByRole("button", { name: "Invite Leo to sign in" }).count()).toBe(0);
    const joined = await home
      .api("Ben")
      .post(`/app/invitations/${link.split("#")[1]}`, { password: "under the old oak" });
    expect(joined.status).toBe(200);
    await shows("Leo", "Signs in by name");
  });

  test("When a member is removed, a chosen other member gets the removed member's open tasks", async () => {
    const home = await browserHome();
    await home.api("Anna").post("/v1/tasks", { label: "Mend the gate", memberId: home.member("Ben").id });
    const page = await open(home, { as: "Anna", device: "phone", path });
    await choose(page, "Ben", "Remove from the household");
    const sheet = page.getByRole("dialog");
    await sheet.getByText("1 open task goes to").waitFor();
    await sheet.locator("label", { hasText: "Mia" }).tap();
    await sheet.getByRole("button", { name: "Remove Ben" }).tap();
    await page.getByText("Ben is removed").waitFor();
    await expectPoll(() => namesOf(home)).toEqual(["Anna", "Mia"]);
    const { tasks } = (await home.api("Anna").get("/v1/tasks")).body;
    expect(tasks).toMatchObject([{ label: "Mend the gate", memberId: home.member("Mia").id }]);
  });

  test("The only owner keeps the role of owner and cannot be removed", async () => {
    const home = await browserHome();
    const page = await open(home, { as: "Anna", path });
    await row(page, "Anna").click();
    await page.getByText("The household’s only owner stays one.").waitFor();
    await expectPoll(() => page.getByRole("combobox", { name: "Role" }).isDisabled()).toBe(true);
    await page.keyboard.press("Escape");
    await choose(page, "Anna", "Remove from the household");
    await page.getByText("The household’s only owner stays one.").waitFor();
    await expectPoll(() => page.getByRole("button", { name: "Remove Anna" }).count()).toBe(0);
  });

  test("An adult who is not an owner cannot edit an owner, but can prevent a child from signing in", async () => {
    const home = await browserHome();
    const mia = home.api("Mia");
    const page = await open(home, { as: "Ben", path });
    await row(page, "Mia").waitFor();
    await expectPoll(() => row(page, "Anna").count()).toBe(0);
    await more(page, "Anna").click();
    await expectPoll(() => items(page)).toEqual(["Move up", "Move down"]);
    await page.keyboard.press("Escape");
    await choose(page, "Mia", "Take the sign-in away");
    await page.getByRole("alertdialog").getByRole("button", { name: "Take it away" }).click();
    await page.getByText("Mia can’t sign in any more").waitFor();
    await expectPoll(async () => (await mia.get("/app/session")).status).toBe(401);
    await more(page, "Mia").click();
    const rest = ["Move up", "Move down", "Remove from the household"];
    await expectPoll(() => items(page)).toEqual(["Edit", "Invite to sign in", ...rest]);
    await page.keyboard.press("Escape");
    await more(page, "Ben").click();
    await page.getByRole("menuitem", { name: "Invite to sign in" }).waitFor();
  });

  test("The row of a member shows the member's email, which can be changed and deleted in the form", async () => {
    const home = await browserHome();
    const { id } = home.member("Ben");
    await home.api("Anna").patch(`/app/members/${id}`, { email: `ben@${id}.example` });
    const emailOf = async () => (await membersOf(home)).find(({ name }) => name === "Ben").email;
    const page = await open(home, { as: "Anna", path });
    await row(page, "Ben").getByText(`Signs in as ben@${id}.example`).waitFor();
    const sheet = page.getByRole("dialog");
    const email = sheet.getByRole("textbox", { name: /^Email/ });
    const save = page.getByRole("button", { name: "Save" });
    await row(page, "Ben").click();
    await expectPoll(() => email.inputValue()).toBe(`ben@${id}.example`);
    await save.click();
    await sheet.waitFor({ state: "detached" });
    await expectPoll(emailOf).toBe(`ben@${id}.example`);
    await row(page, "Ben").click();
    await email.fill(`benjamin@${id}.example`);
    await save.click();
    await expectPoll(emailOf).toBe(`benjamin@${id}.example`);
    await row(page, "Ben").click();
    await expectPoll(() => email.inputValue()).toBe(`benjamin@${id}.example`);
    await email.fill("");
    await save.click();
    await expectPoll(emailOf).toBeNull();
  });
});

describe("A photo", () => {
  /** Returns a picture that is red on the left and blue on the right. */
  async function halves() {
    const red = { create: { width: 300, height: 300, channels: 3, background: "#ff0000" } } as const;
    const buffer = await sharp({ create: { width: 600, height: 300, channels: 3, background: "#0000ff" } })
      .composite([{ input: red, left: 0, top: 0 }])
      .png()
      .toBuffer();
    return { name: "mia.png", mimeType: "image/png", buffer };
  }

  /** Returns “red”, “blue” or “neither” for the pixels at the left, in the middle and at the right of a picture. */
  async function coloursOf(url: string): Promise<string[]> {
    const { data, info } = await sharp(Buffer.from(await (await fetch(url)).arrayBuffer()))
      .raw()
      .toBuffer({ resolveWithObject: true });
    return [8, 128, 248].map((x) => {
      const at = (128 * info.width + x) * info.channels;
      return (data[at] ?? 0) > 127 ? "red" : (data[at + 2] ?? 0) > 127 ? "blue" : "neither";
    });
  }

  test("A member's photo is cropped with arrow keys or a mouse, and other members see the photo at once", async () => {
    const home = await browserHome();
    const file = await halves();
    const photoOf = async () => (await membersOf(home)).find(({ name }) => name === "Mia").photo?.url ?? null;
    const mias = await open(home, { as: "Mia", device: "phone", path: "/settings/you" });
    const bens = await open(home, { as: "Ben", path });
    await row(bens, ".*Mia").waitFor();
    await mias.getByRole("button", { name: "Take a photo" }).waitFor();
    const chooser = mias.locator("input[type=file]").first();
    await chooser.setInputFiles({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("Milk") });
    await mias.getByRole("alert").getByText("This file can’t be used as a picture.").waitFor();
    await chooser.setInputFiles(file);
    const stage = mias.getByRole("application", { name: "Part of the photo that is kept" });
    await stage.locator("img").waitFor();
    for (let presses = 0; presses < 20; presses++) await stage.press("ArrowLeft");
    await mias.getByRole("button", { name: "Use this photo" }).tap();
    await stage.waitFor({ state: "detached" });
    await eventually("it is stored", async () => (await photoOf()) !== null);
    const first = await photoOf();
    await expectPoll(() => coloursOf(home.url + first)).toEqual(["red", "red", "red"]);
    await row(bens, ".*Mia").locator(`img[src="${first}"]`).waitFor();

    await row(bens, ".*Mia").click();
    const sheet = bens.getByRole("dialog", { name: /Mia/ });
    await sheet.locator("input[type=file]").first().setInputFiles(file);
    const wide = bens.getByRole("application");
    await wide.locator("img").waitFor();
    const box = (await wide.boundingBox())!;
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await bens.mouse.move(x, y);
    await bens.mouse.down();
    await bens.mouse.move(x - box.width, y, { steps: 4 });
    await bens.mouse.up();
    await bens.getByRole("slider", { name: "Zoom" }).press("ArrowRight");
    await bens.getByRole("button", { name: "Use this photo" }).click();
    await wide.waitFor({ state: "detached" });
    await eventually("it is replaced", async () => (await photoOf()) !== first);
    const second = await photoOf();
    await expectPoll(() => coloursOf(home.url + second)).toEqual(["blue", "blue", "blue"]);
    await mias.locator(`main img[src="${second}"]`).waitFor();

    await mias.getByRole("button", { name: "Remove the photo" }).tap();
    await mias.getByRole("alertdialog").getByRole("button", { name: "Remove the photo" }).tap();
    await expectPoll(photoOf).toBeNull();
    await expectPoll(() => bens.locator('img[src^="/covers/"]').count()).toBe(0);
    await sheet.getByRole("button", { name: "Choose a photo" }).waitFor();
  });
});
