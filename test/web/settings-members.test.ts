/** The settings of members. */
import { describe, expect } from "bun:test";
import type { Page } from "playwright-core";
import { transact } from "../../src/db/client.ts";
import { removeSignIn } from "../../src/member-admin/removal.ts";
import { open, test } from "../support/browser.ts";
import { connectionLoss } from "../support/browser-faults.ts";
import { type BrowserHome, browserHome } from "../support/browser-home.ts";
import { eventually, expectPoll } from "../support/browser-wait.ts";

/** Removes the sign-in of a member, so that the member can be invited. */
function withoutSignIn(home: BrowserHome, name: string): void {
  transact(home.db, () => removeSignIn(home.work(), home.member(name).id));
}

const namesOf = async (home: BrowserHome): Promise<string[]> =>
  (await home.api("Anna").get("/v1/households/me/members")).body.members.map(({ name }: { name: string }) => name);

async function choose(page: Page, name: string, item: string): Promise<void> {
  await page.getByRole("button", { name: `More for ${name}` }).click();
  await page.getByRole("menuitem", { name: item }).click();
}

describe("members", () => {
  test("are added with colour and role, changed by a tap, and restored by Undo", async () => {
    const home = await browserHome();
    const page = await open(home, { as: "Anna", device: "phone", path: "/settings/members" });
    await page.getByRole("button", { name: "Add somebody" }).tap();
    const sheet = page.getByRole("dialog");
    await sheet.getByRole("textbox", { name: "Name", exact: true }).fill("mia");
    await sheet.getByRole("button", { name: "Add", exact: true }).tap();
    await sheet.getByText("Somebody here has this name already").waitFor();
    await sheet.getByRole("textbox", { name: "Name", exact: true }).fill("Oma");
    await sheet.getByRole("combobox", { name: "Role" }).selectOption({ label: "Guest" });
    await sheet.getByRole("button", { name: "Add", exact: true }).tap();
    await page.getByText("Oma is added").waitFor();
    await expectPoll(() => namesOf(home)).toEqual(["Anna", "Ben", "Mia", "Oma"]);
    await page.getByRole("button", { name: /^Edit: Oma/ }).tap();
    await page.getByRole("dialog").getByRole("textbox", { name: "Name", exact: true }).fill("Granny");
    await page.goBack();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.getByRole("button", { name: /^Edit: Oma/ }).tap();
    await page.getByRole("dialog").getByRole("textbox", { name: "Name", exact: true }).fill("Grandma");
    await page.getByRole("button", { name: "Save" }).tap();
    await eventually("the server has it", async () => (await namesOf(home)).includes("Grandma"));
    await page.getByRole("button", { name: "Undo" }).tap();
    await eventually("it is taken back", async () => (await namesOf(home)).includes("Oma"));
  });

  test("can be sorted by the menu, the mouse and the keyboard", async () => {
    const home = await browserHome();
    const page = await open(home, { as: "Ben", path: "/settings/members" });
    await choose(page, "Mia", "Move up");
    await eventually("by menu", async () => (await namesOf(home)).join() === "Anna,Mia,Ben");
    await page.getByRole("button", { name: "Move: Anna" }).focus();
    const hears = (words: string) => page.getByText(words).first().waitFor({ state: "attached" });
    await page.keyboard.press("Space");
    await hears("Anna is picked up");
    await page.keyboard.press("ArrowDown");
    await hears("Anna is over Mia");
    await page.keyboard.press("ArrowDown");
    await hears("Anna is over Ben");
    await page.keyboard.press("Space");
    await hears("Anna is put down");
    await eventually("by keyboard", async () => (await namesOf(home)).join() === "Mia,Ben,Anna");
    await page.getByText("The order is changed").last().waitFor();
    const grip = await page.getByRole("button", { name: "Move: Anna" }).boundingBox();
    const first = await page.getByRole("button", { name: "Move: Mia" }).boundingBox();
    await page.mouse.move(grip!.x + 20, grip!.y + 20);
    await page.mouse.down();
    await page.mouse.move(first!.x + 20, first!.y + 60, { steps: 8 });
    await page.mouse.move(first!.x + 20, first!.y + 4, { steps: 8 });
    await page.mouse.up();
    await eventually("by mouse", async () => (await namesOf(home)).join() === "Anna,Mia,Ben");
    await page.keyboard.press("Control+z");
    await eventually("and back", async () => (await namesOf(home)).join() === "Mia,Ben,Anna");
  });

  test("are invited by a link that they open in another browser", async () => {
    const home = await browserHome();
    const page = await open(home, { as: "Anna", path: "/settings/members" });
    await page.getByRole("button", { name: "Add somebody" }).click();
    await page.getByRole("dialog").getByRole("textbox", { name: "Name", exact: true }).fill("Leo");
    await page.keyboard.press("Enter");
    const row = (text: string | RegExp) =>
      page
        .getByRole("button", { name: /^Edit: Leo/ })
        .getByText(text)
        .waitFor();
    await row("No sign-in yet");
    await page.getByRole("button", { name: "Invite Leo to sign in" }).click();
    await page.getByRole("button", { name: "Make the link" }).click();
    const link = await page.getByRole("textbox", { name: "Invitation link" }).inputValue();
    expect(link).toStartWith(`${home.url}/join#`);
    await page.getByText("Good once, until").waitFor();
    await page.getByRole("button", { name: "Done" }).click();
    await row(/^Invited until \w{3},? \d+ \w{3}$/);
    await expectPoll(() => page.getByRole("button", { name: "Invite Leo to sign in" }).count()).toBe(0);
    const path = link.slice(home.url.length);

    const guest = await open(home, { device: "phone", path, allow: [/401|404/] });
    await guest.getByRole("heading", { name: "Anna invites you to “Test”" }).waitFor();
    await guest.getByText("Next time you sign in with the name “Leo” and this password.").waitFor();
    expect(guest.url()).toBe(`${home.url}/join`);
    await guest.getByRole("textbox", { name: "Password" }).fill("short");
    await guest.getByRole("button", { name: "Join" }).tap();
    await guest.getByText("At least 8 characters, please.").waitFor();
    await guest.getByRole("textbox", { name: "Password" }).fill("under the old oak");
    await guest.getByRole("button", { name: "Join" }).tap();
    await guest.getByText("Welcome, Leo!").waitFor();
    await guest.waitForURL(`${home.url}/`);
    // The row of the one who invited learns of it without a reload.
    await row("Signs in by name");
    await home.api("Anna").patch(`/app/members/${home.member("Ben").id}`, { email: "ben@home.example" });
    await page
      .getByRole("button", { name: /^Edit: Ben/ })
      .getByText("Signs in as ben@home.example")
      .waitFor();
    expect((await home.api("Leo").post("/app/session", { login: "Leo", password: "under the old oak" })).status).toBe(
      200,
    );

    const late = await open(home, { path, allow: [/401|404/] });
    await late.getByRole("heading", { name: "This invitation is not good any more" }).waitFor();
    await late.getByRole("link", { name: "Sign in" }).click();
    await late.getByRole("heading", { name: "Come on in" }).waitFor();
  });

  test("can copy the invitation by plain http too, although browsers forbid the clipboard there", async () => {
    const home = await browserHome({ alone: true });
    withoutSignIn(home, "Ben");
    const page = await open(home, { path: "/settings/members", plainHttp: true, allow: [/401/] });
    await page.getByRole("textbox", { name: "Name or email" }).fill("Anna");
    await page.getByRole("textbox", { name: "Password" }).fill("fireside tales");
    await page.keyboard.press("Enter");
    await choose(page, "Ben", "Invite to sign in");
    await page.getByRole("button", { name: "Make the link" }).click();
    const field = page.getByRole("textbox", { name: "Invitation link" });
    await expectPoll(() => field.inputValue()).toStartWith(`${home.plainUrl}/join#`);
    await page.getByRole("button", { name: /^Copy/ }).click();
    await page
      .getByText(/^Copied/)
      .or(page.getByText(/It is marked/))
      .first()
      .waitFor();
    const marked = await page.evaluate("document.activeElement.selectionEnd - document.activeElement.selectionStart");
    await expectPoll(async () => [0, (await field.inputValue()).length]).toContain(Number(marked));
  });

  test("can be removed, and another member gets their tasks", async () => {
    const home = await browserHome();
    const ben = home.member("Ben").id;
    await home.api("Anna").post("/v1/tasks", { label: "Mend the gate", memberId: ben });
    const page = await open(home, { as: "Anna", device: "phone", path: "/settings/members" });
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

  test("always include an owner, and only owners can change an owner", async () => {
    const home = await browserHome();
    const page = await open(home, { as: "Anna", path: "/settings/members" });
    await page.getByRole("button", { name: /^Edit: Anna/ }).click();
    await page.getByText("The household’s only owner stays one.").waitFor();
    await expectPoll(() => page.getByRole("combobox", { name: "Role" }).isDisabled()).toBe(true);
    await page.keyboard.press("Escape");
    await choose(page, "Anna", "Remove from the household");
    await page.getByText("The household’s only owner stays one.").waitFor();
    await expectPoll(() => page.getByRole("button", { name: "Remove Anna" }).count()).toBe(0);
    const other = await open(home, { as: "Ben", path: "/settings/members" });
    await other.getByRole("button", { name: /^Edit: Mia/ }).waitFor();
    await expectPoll(() => other.getByRole("button", { name: /^Edit: Anna/ }).count()).toBe(0);
    await other.getByRole("button", { name: "More for Anna" }).click();
    await expectPoll(() => other.getByRole("menuitem").allInnerTexts()).toEqual(["Move up", "Move down"]);
  });

  test("remain members after their sign-in is removed", async () => {
    const home = await browserHome();
    const mia = home.api("Mia");
    const page = await open(home, { as: "Ben", path: "/settings/members" });
    await choose(page, "Mia", "Take the sign-in away");
    await page.getByRole("alertdialog").getByRole("button", { name: "Take it away" }).click();
    await page.getByText("Mia can’t sign in any more").waitFor();
    await expectPoll(async () => (await mia.get("/app/session")).status).toBe(401);
    await expectPoll(() => namesOf(home)).toContain("Mia");
    await page.getByRole("button", { name: "More for Mia" }).click();
    await page.getByRole("menuitem", { name: "Invite to sign in" }).waitFor();
    // The page may still be reading the members. The open menu updates when they arrive.
    await page.getByRole("menuitem", { name: "Take the sign-in away" }).waitFor({ state: "detached" });
  });

  test("can be invited, also to set a new password, and the menu removes only an existing sign-in", async () => {
    const home = await browserHome();
    withoutSignIn(home, "Mia");
    const page = await open(home, { as: "Anna", path: "/settings/members" });
    await page.getByRole("button", { name: "More for Ben" }).click();
    await page.getByRole("menuitem", { name: "Take the sign-in away" }).waitFor();
    const items = () => page.getByRole("menuitem").allInnerTexts();
    await expectPoll(items).toEqual([
      "Edit",
      "Invite to sign in",
      "Move up",
      "Move down",
      "Take the sign-in away",
      "Remove from the household",
    ]);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "More for Mia" }).click();
    await page.getByRole("menuitem", { name: "Invite to sign in" }).waitFor();
    await expectPoll(items).toEqual(["Edit", "Invite to sign in", "Move up", "Move down", "Remove from the household"]);
  });

  test("show their email in its field, and lose it when the field is emptied", async () => {
    const home = await browserHome({ alone: true });
    const path = `/app/members/${home.member("Ben").id}`;
    await home.api("Anna").patch(path, { email: "ben@home.example" });
    const emailOf = async () =>
      (await home.api("Anna").get("/app/members")).body.members.find(({ name }: { name: string }) => name === "Ben")
        .email;
    const page = await open(home, { as: "Anna", path: "/settings/members" });
    const email = page.getByRole("dialog").getByRole("textbox", { name: /^Email/ });
    const edit = () => page.getByRole("button", { name: /^Edit: Ben/ }).click();
    await edit();
    await eventually("it is shown", async () => (await email.inputValue()) === "ben@home.example");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await expectPoll(emailOf).toBe("ben@home.example");
    await edit();
    await email.fill("benjamin@home.example");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Ben is changed").waitFor();
    await expectPoll(emailOf).toBe("benjamin@home.example");
    await edit();
    await eventually("the new one is shown", async () => (await email.inputValue()) === "benjamin@home.example");
    await email.fill("");
    await page.getByRole("button", { name: "Save" }).click();
    await eventually("it is gone", async () => (await emailOf()) === null);
  });

  test("can’t be invited while the server is down, and the page says so", async () => {
    const home = await browserHome();
    withoutSignIn(home, "Ben");
    const page = await open(home, { as: "Anna", path: "/settings/members", allow: [connectionLoss] });
    await choose(page, "Ben", "Invite to sign in");
    await page.getByRole("button", { name: "Make the link" }).waitFor();
    await home.stop();
    await page.getByRole("button", { name: "Make the link" }).click();
    await page.getByText("This needs your server, which does not answer right now.").waitFor();
    home.start();
  });
});
