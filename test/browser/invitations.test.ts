/** Invitations: reloads, double clicks, a used link, and unusual names. */
import { describe } from "bun:test";
import { open, test } from "../support/browser/browser.ts";
import { moveTo } from "../support/browser/go.ts";
import { freshSite } from "../support/browser/homes/fresh.ts";
import {
  invite,
  join,
  nobody,
  pair,
  press,
  screenPaths,
  secret,
  settled,
  setUp,
} from "../support/browser/homes/journey.ts";
import { expectPoll } from "../support/browser/wait.ts";

/** Matches the console message about status 404, with which the server sends the page of an unknown address. */
const missing = /status of 404/;

describe("Invitations", () => {
  test("The name of a member can be long, consist of emoji, or be written in Arabic", async () => {
    const site = freshSite();
    const long = "Grandmother Euphemia-Wilhelmina Weasley-Delacour of the Bur";
    const page = await setUp(site, {}, [
      [long, "Guest"],
      ["🦄🌈", "Child"],
      ["مريم العائلة", "Adult"],
    ]);
    const unicorn = await join(site, await invite(page, "🦄🌈"));
    await unicorn.getByText("Welcome, 🦄🌈!").waitFor();
    const wall = await pair(site, page);
    await wall.getByText("Nothing due.").waitFor(); // The wall also works for an empty household.
  });

  test("The page of an invitation survives a reload, and an error appears if the link is used twice", async () => {
    const site = freshSite();
    const molly = await setUp(site, {}, [["Errol", "Guest"]]);
    const link = new URL(await invite(molly, "Errol"));
    const path = link.pathname + link.hash;
    const page = await open(site, { device: "phone", path, plainHttp: true, allow: [nobody] });
    await page.getByRole("heading", { name: /invites you to/ }).waitFor();
    await page.getByText("Next time you sign in with the name “Errol”").waitFor();
    const again = await open(site, { device: "phone", path, locale: "de-DE", allow: [nobody, missing] });
    await again.getByRole("heading", { name: "Molly lädt dich zu „Our home“ ein" }).waitFor();
    await page.reload();
    await press(page, "Join");
    await page.getByText("At least 8 characters, please.").waitFor();
    await page.getByRole("textbox", { name: "Password" }).fill(secret);
    await page.getByRole("button", { name: "Join" }).dblclick();
    await page.getByText("Welcome, Errol!").waitFor();
    await page.getByRole("link", { name: "Add a task" }).waitFor();
    await expectPoll(() => page.getByRole("link", { name: /Share a chore|Bring in your family/ }).count()).toBe(0);
    for (const each of screenPaths) {
      await moveTo(page, each);
      await settled(page);
    }
    await moveTo(page, "/activity");
    await page.getByText("set a password by invitation").waitFor();
    // None of these entries can be undone, so none has an Undo button.
    await expectPoll(() => page.getByRole("button", { name: /^Undo/ }).count()).toBe(0);
    await moveTo(molly, "/activity");
    await molly.getByText("set a password by invitation").waitFor();
    await expectPoll(() => molly.getByRole("button", { name: /^Undo/ }).count()).toBe(0);
    await again.getByRole("textbox", { name: "Passwort" }).fill(secret);
    await press(again, "Mitmachen");
    await again.getByRole("heading", { name: "Diese Einladung gilt nicht mehr" }).waitFor();
    await again.getByRole("link", { name: "Anmelden" }).click();
    await again.getByRole("heading", { name: "Komm herein" }).waitFor();
  });
});
