/** Tests the steps of setting up a household, and the link that begins them. */
import { describe, expect } from "bun:test";
import type { Page } from "playwright-core";
import { open, test } from "../support/browser/browser.ts";
import { chooseByLabel } from "../support/browser/choice.ts";
import { freshSite } from "../support/browser/homes/fresh.ts";
import { nobody, press, secret } from "../support/browser/homes/journey.ts";
import { expectPoll } from "../support/browser/wait.ts";

declare const location: { assign(path: string): void }; // Functions given to `page.evaluate` run in the page.

/** Opens another address of the set-up in the same page, as a person does who pastes the link. */
const paste = (page: Page, path: string) => page.evaluate((to) => location.assign(to), path);
const householdOf = (page: Page) => page.evaluate(async () => (await fetch("/app/household")).json());

describe("The set-up", () => {
  test("The set-up begins with a link from the server, checks each input, and ends at the screen Today", async () => {
    const site = freshSite();
    const page = await open(site, { device: "phone", path: site.path, timeZone: "America/Sao_Paulo", allow: [nobody] });
    await page.getByRole("heading", { name: "Welcome to Inglenook" }).waitFor();
    expect(page.url()).toBe(`${site.url}/setup`);
    await press(page, "Let’s begin");

    const zone = page.getByRole("combobox", { name: "Time zone" });
    await expectPoll(() => zone.inputValue()).toBe("Sao Paulo (America)");
    await zone.tap();
    await zone.fill("münch");
    await page.getByRole("option", { name: /München Berlin \(Europe\)/ }).tap();
    await expectPoll(() => zone.inputValue()).toBe("Berlin (Europe)");
    await page.getByRole("textbox", { name: "What is it called?" }).fill("The Burrow");
    await press(page, "Next");

    const name = page.getByRole("textbox", { name: "Name" });
    const password = page.getByRole("textbox", { name: "Password" });
    await press(page, "Create the household");
    await page.getByText("A name is needed.").waitFor();
    await page.getByText("At least 8 characters, please.").waitFor();
    await name.fill("Molly");
    await chooseByLabel(page.getByRole("radio", { name: "Grape" }));
    await press(page, "Choose an emoji");
    await page.getByRole("button", { name: "🤓" }).tap();
    await password.fill("Molly123");
    await page.getByText("Easy to guess").waitFor();
    await password.fill(secret);
    await page.getByText("Strong", { exact: true }).waitFor();
    await press(page, "Show the password");
    await expectPoll(() => password.getAttribute("type")).toBe("text");
    await press(page, "Create the household");

    await page.getByRole("heading", { name: "Who else lives here?" }).waitFor();
    await name.fill("molly");
    await press(page, "Add");
    await page.getByText("Somebody here has this name already").waitFor();
    await name.fill("Ron");
    await page.locator("label", { hasText: "Child" }).tap();
    await press(page, "Add");
    await page.getByRole("list", { name: "Added so far" }).getByText("Ron").waitFor();
    await press(page, "Next");
    await page.getByRole("heading", { name: "Your household is ready" }).waitFor();
    await page.getByRole("link", { name: "Go to Today" }).tap();
    await page.getByRole("navigation", { name: "Screens" }).waitFor();
    await expectPoll(() => householdOf(page)).toMatchObject({ name: "The Burrow", timeZone: "Europe/Berlin" });
  });

  test("A server without a household explains where to find the link for the set-up", async () => {
    const site = freshSite();
    const page = await open(site, { path: "/", allow: [nobody] });
    await page.getByRole("heading", { name: "Your server has a link for you" }).waitFor();
    await page.getByText(`${site.url}/setup#…`).waitFor();
    await paste(page, site.path);
    await page.getByRole("heading", { name: "Welcome to Inglenook" }).waitFor();
    expect(page.url()).toBe(`${site.url}/setup`);
  });

  test("The German set-up refuses an invalid link in German, and ends at the screen “Heute”", async () => {
    const site = freshSite();
    const view = { device: "phone", locale: "de-DE", allow: [nobody, /403/] } as const;
    const page = await open(site, { ...view, path: "/setup#of-yesterday" });
    await press(page, "Los geht’s");
    await press(page, "Weiter");
    const password = page.getByRole("textbox", { name: "Passwort" });
    await page.getByRole("textbox", { name: "Name" }).fill("Jürgen");
    await password.fill(secret);
    await press(page, "Haushalt anlegen");
    await page.getByText(/Der Link gilt nicht mehr/).waitFor();
    await paste(page, site.path);
    await password.fill(secret); // Passwords are not stored.
    await expectPoll(() => page.getByRole("textbox", { name: "Name" }).inputValue()).toBe("Jürgen");
    await press(page, "Haushalt anlegen");
    await page.getByRole("heading", { name: "Wer wohnt noch hier?" }).waitFor();
    await expectPoll(() => householdOf(page)).toMatchObject({ groceryListName: "Einkaufsliste" });
    await press(page, "Überspringen");
    const agent = page.getByRole("link", { name: /Einen Agenten verbinden/ });
    await expectPoll(() => agent.getAttribute("href")).toBe("/settings/integrations");
    await page.getByRole("link", { name: "Zu „Heute“" }).click();
    await page.getByRole("heading", { name: "So fangt ihr an" }).waitFor();
  });
});
