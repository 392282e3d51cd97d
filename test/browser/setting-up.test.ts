/** Setting up a household: reloads, browser back, double clicks, and a used link. */
import { describe, expect } from "bun:test";
import { open, test } from "../support/browser/browser.ts";
import { moveTo } from "../support/browser/go.ts";
import { freshSite } from "../support/browser/homes/fresh.ts";
import { nobody, press, secret, setUp, signIn } from "../support/browser/homes/journey.ts";
import { expectPoll } from "../support/browser/wait.ts";

const householdName = "What is it called?";

describe("The set-up", () => {
  test("The set-up keeps the typed text after a reload, except the password", async () => {
    const site = freshSite();
    const page = await open(site, { device: "phone", path: site.path, plainHttp: true, allow: [nobody] });
    await page.getByRole("heading", { name: "Welcome to Inglenook" }).waitFor();
    await press(page, "Let’s begin");
    await page.getByRole("textbox", { name: householdName }).fill("The Burrow");
    await page.reload();
    await expectPoll(() => page.getByRole("textbox", { name: householdName }).inputValue()).toBe("The Burrow");
    await page.goBack();
    await press(page, "Let’s begin");
    await press(page, "Next");
    await page.getByRole("textbox", { name: "Name" }).fill("Molly");
    await page.getByRole("textbox", { name: "Password" }).fill(secret);
    await page.goBack();
    await expectPoll(() => page.getByRole("textbox", { name: householdName }).inputValue()).toBe("The Burrow");
    await page.goForward();
    await expectPoll(() => page.getByRole("textbox", { name: "Password" }).inputValue()).toBe(secret);
    await page.reload();
    await expectPoll(() => page.getByRole("textbox", { name: "Name" }).inputValue()).toBe("Molly");
    await expectPoll(() => page.getByRole("textbox", { name: "Password" }).inputValue()).toBe("");
    await page.getByRole("textbox", { name: "Password" }).fill(secret);
    await page.getByRole("button", { name: "Create the household" }).dblclick();
    await page.getByRole("heading", { name: "Who else lives here?" }).waitFor();
    await expectPoll(() => page.evaluate("JSON.stringify(sessionStorage)")).not.toContain("Burrow");
    await page.reload();
    await page.getByRole("heading", { name: "Who else lives here?" }).waitFor();
    await page.getByRole("textbox", { name: "Name" }).fill("Ron");
    await press(page, "Next");
    await page.getByRole("heading", { name: "Your household is ready" }).waitFor();
    await page.reload();
    await page.getByRole("heading", { name: "Your household is ready" }).waitFor();
    await page.goBack();
    await page.getByRole("list", { name: "Added so far" }).getByText("Ron", { exact: true }).waitFor();
    await page.goForward();
    await page.getByRole("link", { name: "Go to Today" }).click();
    await page.getByRole("heading", { name: "A good place to begin" }).waitFor();
  });

  test("The link for the set-up works only once, and shows a second person the sign-in form", async () => {
    const site = freshSite();
    await setUp(site, { shell: false });
    const other = await open(site, { path: site.path, allow: [nobody] });
    await other.getByRole("heading", { name: "This household is set up already" }).waitFor();
    await signIn(other, "Molly");
    expect(new URL(other.url()).pathname).toBe("/");
    await moveTo(other, "/sign-in");
    await other.getByRole("navigation", { name: "Screens" }).waitFor();
    expect(new URL(other.url()).pathname).toBe("/");
  });
});
