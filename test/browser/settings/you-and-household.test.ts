/** Tests Settings → You and Settings → Household. */
import { describe, expect } from "bun:test";
import { open, test } from "../../support/browser/browser.ts";
import { type BrowserHome, browserHome, password } from "../../support/browser/home.ts";
import { eventually, expectPoll } from "../../support/browser/wait.ts";

declare const document: any; // Functions given to `page.evaluate` run in the page.

const settingsOf = async (home: BrowserHome) => (await home.api("Anna").get("/app/household")).body;
const memberOf = async (home: BrowserHome, id: string) =>
  (await home.api("Anna").get("/v1/households/me/members")).body.members.find((each: { id: string }) => each.id === id);

describe("You", () => {
  test("A member can change their name, colour and emoji, and Undo restores the former values", async () => {
    const home = await browserHome();
    const { id } = home.member("Ben");
    const page = await open(home, { as: "Ben", device: "phone", path: "/settings" });
    await page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: /^You/ }).tap();
    const name = page.getByRole("textbox", { name: "Name", exact: true });
    await name.fill("ANNA");
    await page.getByText("Somebody here has this name already").waitFor();
    await name.fill("Benjamin");
    await page.locator("label", { has: page.getByRole("radio", { name: "Grape" }) }).tap();
    await page.getByRole("button", { name: "Choose an emoji" }).tap();
    await page.getByRole("textbox", { name: "Another emoji" }).fill("🐻");
    await page.getByRole("button", { name: "Save" }).tap();
    await page.getByText("Your profile is changed").waitFor();
    await expectPoll(() => memberOf(home, id)).toMatchObject({ name: "Benjamin", color: "grape", avatar: "🐻" });
    await page.getByRole("button", { name: "Undo" }).tap();
    await expectPoll(() => memberOf(home, id)).toMatchObject({ name: "Ben" });
    await expectPoll(() => name.inputValue()).toBe("Ben");
  });

  test("A child sees no settings that only adults may change", async () => {
    const home = await browserHome();
    const page = await open(home, { as: "Mia", device: "phone", path: "/settings/members" });
    await page.getByText("An adult can change your name, colour and emoji.").waitFor();
    expect(new URL(page.url()).pathname).toBe("/settings/you");
    await page.getByRole("link", { name: "Settings", exact: true }).tap();
    const links = page.getByRole("navigation", { name: "Settings" }).getByRole("link");
    await expectPoll(() => links.count()).toBe(3);
    await links.first().tap();
    await page.getByText("This device", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Change password" }).waitFor();
    await expectPoll(() => page.getByRole("textbox", { name: "Name", exact: true }).count()).toBe(0);
  });

  test("A member can set an email for the sign-in, and a new password ends the member's other sessions", async () => {
    const home = await browserHome();
    const [annas, bens] = ["anna", "ben"].map((name) => `${name}@${home.member("Ben").id}.example`) as [string, string];
    await home.api("Anna").patch(`/app/members/${home.member("Anna").id}`, { email: annas });
    const elsewhere = home.api("Ben");
    const page = await open(home, { as: "Ben", path: "/settings/you", allow: [/422/] });
    const email = page.getByRole("textbox", { name: "Email" });
    await email.fill("ben at home");
    await page.keyboard.press("Enter");
    await page.getByText("This does not look like an email address.").waitFor();
    await email.fill(annas);
    await page.keyboard.press("Enter");
    await page.getByText("This address is somebody’s already.").waitFor();
    await email.fill(bens);
    await page.keyboard.press("Enter");
    await page.getByText("Your email is set").waitFor();

    const change = page.getByRole("button", { name: "Change password" });
    await change.click();
    await page.getByRole("textbox", { name: "Your password now" }).fill("not this one");
    await page.getByRole("textbox", { name: "New password" }).fill("seven quiet lamps");
    await change.click();
    await page.getByText("That is not your password.").waitFor();
    await page.getByRole("textbox", { name: "Your password now" }).fill(password);
    await change.click();
    await page.getByText(/Your password is changed/).waitFor();
    await expectPoll(async () => (await elsewhere.get("/app/session")).status).toBe(401);
    const login = { login: bens, password: "seven quiet lamps" };
    expect((await elsewhere.post("/app/session", login)).status).toBe(200);

    await page.getByRole("button", { name: "Sign in by name alone" }).click();
    await page.getByText("You sign in by name alone now").waitFor();
    await expectPoll(() => email.inputValue()).toBe("");
    await expectPoll(() => page.getByRole("button", { name: "Sign in by name alone" }).count()).toBe(0);
  });

  test("A member sees where they are signed in, and can end their session in another browser", async () => {
    const home = await browserHome();
    const other = home.api("Ben");
    const page = await open(home, { as: "Ben", path: "/settings/you" });
    await page.getByText("This device", { exact: true }).waitFor();
    await page.getByRole("button", { name: /^Sign out there/ }).click();
    await page.getByText("Signed out there").waitFor();
    await expectPoll(async () => (await other.get("/app/session")).status).toBe(401);
    await page.getByRole("button", { name: /^Sign out there/ }).waitFor({ state: "detached" });
  });
});

describe("Household", () => {
  test("Changes to the settings of the household are saved at once, and Ctrl+Z reverts them", async () => {
    const home = await browserHome();
    const page = await open(home, { as: "Anna", path: "/settings/household" });
    const zone = page.getByRole("combobox", { name: "Time zone" });
    await zone.click();
    await page.keyboard.type("sao p");
    await page.keyboard.press("Enter");
    await expectPoll(() => zone.inputValue()).toBe("Sao Paulo (America)");
    await page.getByRole("combobox", { name: "The week begins on" }).selectOption({ label: "Sunday" });
    await page.getByRole("combobox", { name: /^Reminder before events/ }).selectOption({ label: "2 hours before" });
    const planned = page.getByRole("group", { name: "Meals that we plan" });
    const names = ["Breakfast", "Morning snack", "Lunch", "Afternoon snack", "Evening snack"];
    for (const name of names) await planned.getByRole("checkbox", { name }).uncheck();
    await planned.getByRole("checkbox", { name: "Dinner", checked: true, disabled: true }).waitFor();
    await planned.getByRole("checkbox", { name: "Lunch" }).check();
    await expectPoll(() => settingsOf(home)).toMatchObject({
      ...{ timeZone: "America/Sao_Paulo", weekStartsOn: 7, defaultReminderMinutes: 120 },
    });
    await eventually("the meals are hidden", async () => {
      const { hiddenMealTypes } = (await home.api("Anna").get("/v1/households/me/display")).body;
      return hiddenMealTypes.join() === "breakfast,morning_snack,afternoon_snack,evening_snack";
    });
    await page.getByRole("textbox", { name: "Name of the household" }).fill("The Burrow");
    await page.keyboard.press("Enter");
    await page.getByRole("navigation", { name: "Screens" }).getByText("The Burrow").waitFor();
    await expectPoll(() => settingsOf(home)).toMatchObject({ name: "The Burrow" });
    await page.getByRole("textbox", { name: "Name of the grocery list" }).fill("Market");
    await page.keyboard.press("Enter");
    await expectPoll(() => settingsOf(home)).toMatchObject({ groceryListName: "Market" });
    await page.getByRole("heading", { level: 1 }).click();
    await page.keyboard.press("Control+z");
    await expectPoll(() => settingsOf(home)).toMatchObject({ groceryListName: "Groceries" });
    await page.keyboard.press("Control+z");
    await expectPoll(() => settingsOf(home)).toMatchObject({ name: "Test" });
  });
});

describe("The browser", () => {
  test("The browser keeps the chosen language and appearance after a reload", async () => {
    const home = await browserHome();
    const page = await open(home, { as: "Ben", path: "/settings/you" });
    await page.getByRole("combobox", { name: "Language" }).selectOption({ label: "Deutsch" });
    const heading = page.getByRole("heading", { name: "So sehen dich die anderen" });
    await heading.waitFor();
    await page.locator("label", { hasText: "Dunkel" }).click();
    const scheme = () => page.evaluate(() => document.documentElement.dataset.scheme);
    await expectPoll(scheme).toBe("dark");
    await page.reload();
    await heading.waitFor();
    await expectPoll(scheme).toBe("dark");
    await expectPoll(() => page.evaluate(() => document.documentElement.lang)).toBe("de");
    await page.locator("label", { hasText: "Automatisch" }).click();
    await expectPoll(scheme).toBeUndefined();
  });
});
