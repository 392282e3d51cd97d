/** The settings of the signed-in member, and of the household. */
import { describe, expect } from "bun:test";
import { open, test } from "../support/browser.ts";
import { expectAccessible } from "../support/browser-axe.ts";
import { connectionLoss } from "../support/browser-faults.ts";
import { type BrowserHome, browserHome, password } from "../support/browser-home.ts";
import { expectNoOverflow } from "../support/browser-layout.ts";
import { screens } from "../support/browser-screens.ts";
import { expectTargets44 } from "../support/browser-targets.ts";
import { eventually, expectPoll } from "../support/browser-wait.ts";

declare const document: any; // Functions given to `page.evaluate` run in the page.

const settingsOf = async (home: BrowserHome) => (await home.api("Anna").get("/app/household")).body;
const memberOf = async (home: BrowserHome, id: string) =>
  (await home.api("Anna").get("/v1/households/me/members")).body.members.find((each: { id: string }) => each.id === id);

describe("one’s own settings", () => {
  test("change name, colour and picture at once, and Undo restores them", async () => {
    const home = await browserHome();
    const { id } = home.member("Ben");
    const page = await open(home, { as: "Ben", device: "phone", path: "/settings" });
    await page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: /^You/ }).tap();
    await page.getByRole("textbox", { name: "Name", exact: true }).fill("Benjamin");
    await page.locator("label", { has: page.getByRole("radio", { name: "Grape" }) }).tap();
    await page.getByRole("button", { name: "Choose an emoji" }).tap();
    await page.getByRole("textbox", { name: "Another emoji" }).fill("🐻");
    await page.getByRole("button", { name: "Save" }).tap();
    await page.getByText("Your profile is changed").waitFor();
    await eventually("the server has it", async () => (await memberOf(home, id)).name === "Benjamin");
    await expectPoll(() => memberOf(home, id)).toMatchObject({ color: "grape", avatar: "🐻" });
    await page.getByRole("button", { name: "Undo" }).tap();
    await eventually("it is taken back", async () => (await memberOf(home, id)).name === "Ben");
    await eventually("the field shows it", async () => {
      return (await page.getByRole("textbox", { name: "Name", exact: true }).inputValue()) === "Ben";
    });
  });

  test("refuse another member's name before sending it", async () => {
    const home = await browserHome();
    const page = await open(home, { as: "Ben", path: "/settings/you" });
    await page.getByRole("textbox", { name: "Name", exact: true }).fill("ANNA");
    await page.getByText("Somebody here has this name already").waitFor();
  });

  test("change the password, end the other sessions, and report a wrong password", async () => {
    const home = await browserHome({ alone: true });
    const elsewhere = home.api("Ben");
    const page = await open(home, { as: "Ben", path: "/settings/you", allow: [/422/] });
    await page.getByRole("button", { name: "Change password" }).click();
    await page.getByRole("textbox", { name: "Your password now" }).fill("not this one");
    await page.getByRole("textbox", { name: "New password" }).fill("seven quiet lamps");
    await page.getByRole("button", { name: "Change password" }).click();
    await page.getByText("That is not your password.").waitFor();
    await expectAccessible(page);
    await page.getByRole("textbox", { name: "Your password now" }).fill(password);
    await page.getByRole("button", { name: "Change password" }).click();
    await page.getByText(/Your password is changed/).waitFor();
    await expectPoll(async () => (await elsewhere.get("/app/session")).status).toBe(401);
    const signedIn = await elsewhere.post("/app/session", { login: "Ben", password: "seven quiet lamps" });
    expect(signedIn.status).toBe(200);
  });

  test("list the sessions, mark this device, and end another session", async () => {
    const home = await browserHome();
    const other = home.api("Ben");
    const page = await open(home, { as: "Ben", path: "/settings/you" });
    await page.getByText("This device", { exact: true }).waitFor();
    await page.getByRole("button", { name: /^Sign out there/ }).click();
    await page.getByText("Signed out there").waitFor();
    await expectPoll(async () => (await other.get("/app/session")).status).toBe(401);
    await page.getByRole("button", { name: /^Sign out there/ }).waitFor({ state: "detached" });
  });

  test("set an email for sign-in, and refuse one that another member has", async () => {
    const home = await browserHome({ alone: true });
    const anna = home.member("Anna").id;
    await home.api("Anna").patch(`/app/members/${anna}`, { email: "anna@home.example" });
    const page = await open(home, { as: "Ben", path: "/settings/you", allow: [/422/] });
    const email = page.getByRole("textbox", { name: "Email" });
    await email.fill("ben at home");
    await page.keyboard.press("Enter");
    await page.getByText("This does not look like an email address.").waitFor();
    await email.fill("anna@home.example");
    await page.keyboard.press("Enter");
    await page.getByText("This address is somebody’s already.").waitFor();
    await email.fill("ben@home.example");
    await page.keyboard.press("Enter");
    await page.getByText("Your email is set").waitFor();
    const login = await home.api("Ben").post("/app/session", { login: "ben@home.example", password });
    expect(login.status).toBe(200);
    await eventually("it is shown", async () => (await email.inputValue()) === "ben@home.example");
    await page.getByRole("button", { name: "Sign in by name alone" }).click();
    await page.getByText("You sign in by name alone now").waitFor();
    await eventually("it is gone", async () => (await email.inputValue()) === "");
    await expectPoll(() => page.getByRole("button", { name: "Sign in by name alone" }).count()).toBe(0);
  });

  test("keep the language and the appearance of the device after a reload", async () => {
    const home = await browserHome();
    const page = await open(home, { as: "Ben", path: "/settings/you" });
    await page.getByRole("combobox", { name: "Language" }).selectOption({ label: "Deutsch" });
    await page.getByRole("heading", { name: "So sehen dich die anderen" }).waitFor();
    await page.locator("label", { hasText: "Dunkel" }).click();
    const scheme = () => page.evaluate(() => document.documentElement.dataset.scheme);
    await expectPoll(scheme).toBe("dark");
    await page.reload();
    await page.getByRole("heading", { name: "So sehen dich die anderen" }).waitFor();
    await expectPoll(scheme).toBe("dark");
    await expectPoll(() => page.evaluate(() => document.documentElement.lang)).toBe("de");
    await expectAccessible(page);
    await screens(page, "you dark german");
    await page.locator("label", { hasText: "Automatisch" }).click();
    await expectPoll(scheme).toBeUndefined();
  });

  test("of a child omit everything that only adults may change", async () => {
    const home = await browserHome();
    const page = await open(home, { as: "Mia", device: "phone", path: "/settings/members" });
    await page.getByText("An adult can change your name, colour and emoji.").waitFor();
    expect(new URL(page.url()).pathname).toBe("/settings/you");
    await page.getByRole("link", { name: "Settings", exact: true }).tap();
    const links = page.getByRole("navigation", { name: "Settings" }).getByRole("link");
    await expectPoll(() => links.count()).toBe(3);
    await links.first().tap();
    await expectPoll(() => page.getByRole("textbox", { name: "Name", exact: true }).count()).toBe(0);
    await page.getByRole("button", { name: "Change password" }).waitFor();
    await page.getByText("This device", { exact: true }).waitFor();
    await expectAccessible(page);
    await expectNoOverflow(page);
    await expectTargets44(page);
    await screens(page, "you of a child");
  });
});

describe("the household’s settings", () => {
  test("are saved at once, change the other screens, and can be undone", async () => {
    const home = await browserHome();
    const page = await open(home, { as: "Anna", path: "/settings/household" });
    const zone = page.getByRole("combobox", { name: "Time zone" });
    await zone.click();
    await page.keyboard.type("sao paulo");
    await page.keyboard.press("Enter");
    await eventually("the server has it", async () => (await settingsOf(home)).timeZone === "America/Sao_Paulo");
    await expectPoll(() => zone.inputValue()).toBe("Sao Paulo (America)");
    await page.getByRole("combobox", { name: "The week begins on" }).selectOption({ label: "Sunday" });
    await page.getByRole("combobox", { name: /^Reminder before events/ }).selectOption({ label: "2 hours before" });
    await eventually("all of it", async () => {
      const { weekStartsOn, defaultReminderMinutes } = await settingsOf(home);
      return weekStartsOn === 7 && defaultReminderMinutes === 120;
    });
    const planned = page.getByRole("group", { name: "Meals that we plan" });
    const names = ["Breakfast", "Morning snack", "Lunch", "Afternoon snack", "Evening snack"];
    for (const name of names) await planned.getByRole("checkbox", { name }).uncheck();
    await planned.getByRole("checkbox", { name: "Dinner", checked: true, disabled: true }).waitFor();
    await planned.getByRole("checkbox", { name: "Lunch" }).check();
    await eventually("the meals are hidden", async () => {
      const { hiddenMealTypes } = (await home.api("Anna").get("/v1/households/me/display")).body;
      return hiddenMealTypes.join() === "breakfast,morning_snack,afternoon_snack,evening_snack";
    });
    await page.getByRole("textbox", { name: "Name of the household" }).fill("The Burrow");
    await page.keyboard.press("Enter");
    await page.getByRole("navigation", { name: "Screens" }).getByText("The Burrow").waitFor();
    await eventually("and the name", async () => (await settingsOf(home)).name === "The Burrow");
    await page.getByRole("textbox", { name: "Name of the grocery list" }).fill("Market");
    await page.keyboard.press("Enter");
    await eventually("and the list's name", async () => (await settingsOf(home)).groceryListName === "Market");
    await page.getByRole("heading", { level: 1 }).click();
    await page.keyboard.press("Control+z");
    await eventually("the list's name is back", async () => (await settingsOf(home)).groceryListName === "Groceries");
    await page.keyboard.press("Control+z");
    await eventually("the name is back", async () => (await settingsOf(home)).name === "Test");
  });

  test("wait while the server is down, also after a reload, and are sent once", async () => {
    const home = await browserHome();
    const page = await open(home, {
      as: "Anna",
      device: "phone",
      path: "/settings/household",
      shell: true,
      allow: [connectionLoss],
    });
    await page.getByRole("combobox", { name: "The week begins on" }).waitFor();
    await page.evaluate("navigator.serviceWorker.ready");
    await home.stop();
    await page.getByRole("combobox", { name: "The week begins on" }).selectOption({ label: "Saturday" });
    await page.getByText(/1 change waits to be sent/).waitFor();
    await page.reload();
    await page.getByText(/1 change waits to be sent/).waitFor();
    await expectPoll(() => page.getByRole("combobox", { name: "The week begins on" }).inputValue()).toBe("6");
    home.start();
    await eventually("it arrives", async () => (await settingsOf(home)).weekStartsOn === 6);
    const { entries } = (await home.api("Anna").get("/v1/activity?limit=10")).body;
    expect(entries.filter((entry: { subject: { type: string } }) => entry.subject.type === "household")).toHaveLength(
      1,
    );
  });

  test("show changes by an agent or another member at once", async () => {
    const home = await browserHome();
    const page = await open(home, { as: "Anna", path: "/settings/household" });
    await page.getByRole("textbox", { name: "Name of the household" }).waitFor();
    await home.api("Ben").patch("/app/household", { name: "Changed by Ben" });
    await page.getByRole("navigation", { name: "Screens" }).getByText("Changed by Ben").waitFor({ timeout: 2_000 });
  });
});
