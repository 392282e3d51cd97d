/** Setting up a household in the browser. */
import { describe, expect } from "bun:test";
import type { Page } from "playwright-core";
import { open, test } from "../support/browser.ts";
import { expectAccessible } from "../support/browser-axe.ts";
import { freshSite } from "../support/browser-fresh.ts";
import { browserHome } from "../support/browser-home.ts";
import { expectNoOverflow } from "../support/browser-layout.ts";
import { screens } from "../support/browser-screens.ts";
import { expectTargets44 } from "../support/browser-targets.ts";
import { expectPoll } from "../support/browser-wait.ts";

declare const location: { assign(path: string): void }; // Functions given to `page.evaluate` run in the page.

/** Error that the browser logs for each request without a session. */
const nobody = /401/;

async function expectGood(page: Page, name: string): Promise<void> {
  await expectAccessible(page);
  await expectNoOverflow(page);
  await expectTargets44(page);
  await screens(page, name);
}

describe("setting up", () => {
  test("leads from the server's link to the first screen, on a phone", async () => {
    const site = freshSite();
    const page = await open(site, { device: "phone", path: site.path, timeZone: "America/Sao_Paulo", allow: [nobody] });
    await page.getByRole("heading", { name: "Welcome to Inglenook" }).waitFor();
    expect(page.url()).toBe(`${site.url}/setup`);
    await expectGood(page, "setup 1 welcome");
    await page.getByRole("button", { name: "Let’s begin" }).tap();

    await page.getByRole("heading", { name: "Your household" }).waitFor();
    await expectPoll(() => page.getByRole("combobox", { name: "Time zone" }).inputValue()).toBe("Sao Paulo (America)");
    await page.getByRole("combobox", { name: "Time zone" }).tap();
    await expectGood(page, "setup 2 zones");
    await page.getByRole("combobox", { name: "Time zone" }).fill("münch");
    await page.getByRole("option", { name: /München Berlin \(Europe\)/ }).tap();
    await expectPoll(() => page.getByRole("combobox", { name: "Time zone" }).inputValue()).toBe("Berlin (Europe)");
    await page.getByRole("textbox", { name: "What is it called?" }).fill("The Burrow");
    await expectGood(page, "setup 2 household");
    await page.getByRole("button", { name: "Next" }).tap();

    await page.getByRole("heading", { name: "And you?" }).waitFor();
    await page.getByRole("button", { name: "Create the household" }).tap();
    await page.getByText("A name is needed.").waitFor();
    await page.getByText("At least 8 characters, please.").waitFor();
    await page.getByRole("textbox", { name: "Name" }).fill("Molly");
    await page.getByRole("radio", { name: "Grape" }).check({ force: true });
    await page.getByRole("button", { name: "Choose an emoji" }).tap();
    await page.getByRole("button", { name: "🤓" }).tap();
    await page.getByRole("textbox", { name: "Password" }).fill("Molly123");
    await page.getByText("Easy to guess").waitFor();
    await page.getByRole("textbox", { name: "Password" }).fill("clock hands & knitting");
    await page.getByText("Strong", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Show the password" }).tap();
    await expectGood(page, "setup 3 you");
    await page.getByRole("button", { name: "Create the household" }).tap();

    await page.getByRole("heading", { name: "Who else lives here?" }).waitFor();
    await page.getByRole("textbox", { name: "Name" }).fill("molly");
    await page.getByRole("button", { name: "Add", exact: true }).tap();
    await page.getByText("Somebody here has this name already").waitFor();
    await page.getByRole("textbox", { name: "Name" }).fill("Ron");
    await page.locator("label", { hasText: "Child" }).tap();
    await page.getByRole("button", { name: "Add", exact: true }).tap();
    await page.getByRole("list", { name: "Added so far" }).getByText("Ron").waitFor();
    await expectGood(page, "setup 4 others");
    await page.getByRole("button", { name: "Next" }).tap();

    await page.getByRole("heading", { name: "Your household is ready" }).waitFor();
    await expectGood(page, "setup 5 done");
    await page.getByRole("link", { name: "Go to Today" }).tap();
    await page.waitForURL(`${site.url}/`);
    await page.getByRole("navigation", { name: "Screens" }).waitFor();
  });
});

describe("the setup link", () => {
  test("is explained if it is missing", async () => {
    const site = freshSite();
    const page = await open(site, { path: "/", colorScheme: "dark", allow: [nobody] });
    await page.getByRole("heading", { name: "Your server has a link for you" }).waitFor();
    await page.getByText(`${site.url}/setup#…`).waitFor();
    await expectGood(page, "setup without link");
    await page.evaluate((path) => location.assign(path), site.path);
    await page.getByRole("heading", { name: "Welcome to Inglenook" }).waitFor();
    expect(page.url()).toBe(`${site.url}/setup`);
  });

  test("is refused if it is wrong; the form keeps its text and works with the right link", async () => {
    const site = freshSite();
    const page = await open(site, { path: "/setup#of-yesterday", locale: "de-DE", allow: [nobody, /403/] });
    await page.getByRole("button", { name: "Los geht’s" }).click();
    await page.getByRole("button", { name: "Weiter" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill("Molly");
    await page.getByRole("textbox", { name: "Passwort" }).fill("clock hands & knitting");
    await page.keyboard.press("Enter");
    await page.getByText(/Der Link gilt nicht mehr/).waitFor();
    await page.evaluate((path) => location.assign(path), site.path);
    await page.getByRole("textbox", { name: "Passwort" }).fill("clock hands & knitting"); // Passwords are not stored.
    await expectPoll(() => page.getByRole("textbox", { name: "Name" }).inputValue()).toBe("Molly");
    await page.getByRole("button", { name: "Haushalt anlegen" }).click();
    await page.getByRole("heading", { name: "Wer wohnt noch hier?" }).waitFor();
    const household = await page.evaluate(async () => (await fetch("/app/household")).json());
    expect(household).toMatchObject({ groceryListName: "Einkaufsliste" });
    await page.getByRole("button", { name: "Überspringen" }).click();
    await page.getByRole("link", { name: /Einen Agenten verbinden/ }).click();
    await page.waitForURL(`${site.url}/settings/integrations`);
  });

  test("is reported as used once a household exists", async () => {
    const home = await browserHome();
    const page = await open(home, { path: "/setup#test-setup-token", allow: [nobody] });
    await page.getByRole("heading", { name: "This household is set up already" }).waitFor();
    expect(page.url()).toBe(`${home.url}/setup`);
    await page.getByRole("textbox", { name: "Name or email" }).waitFor();
  });
});
