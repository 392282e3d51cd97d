/** Edge cases of the first hour: reloads, browser back, double clicks, used links, unusual names, a second user. */
import { describe, expect } from "bun:test";
import { open, test } from "../support/browser.ts";
import { freshSite } from "../support/browser-fresh.ts";
import { browserHome } from "../support/browser-home.ts";
import { expectNoOverflow } from "../support/browser-layout.ts";
import { screens } from "../support/browser-screens.ts";
import { eventually, expectPoll } from "../support/browser-wait.ts";
import { invite, join, nobody, pair, press, screenPaths, secret, settled, setUp, signIn } from "../support/journey.ts";

/** The console message of a 404, because the server sends the page of an unknown address with this status. */
const missing = /status of 404/;

const householdName = "What is it called?";

describe("setting up", () => {
  test("keeps the entered text after a reload or browser back, except the password after a reload", async () => {
    const site = freshSite();
    const page = await open(site, { device: "phone", path: site.path, plainHttp: true, allow: [nobody] });
    await page.getByRole("heading", { name: "Welcome to Inglenook" }).waitFor();
    await page.reload();
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

  test("works once: the same link leads a second person to the sign-in form", async () => {
    const site = freshSite();
    await setUp(site);
    const other = await open(site, { path: site.path, allow: [nobody] });
    await other.getByRole("heading", { name: "This household is set up already" }).waitFor();
    await signIn(other, "Molly");
    expect(new URL(other.url()).pathname).toBe("/");
    await other.goto(`${site.url}/sign-in`);
    await other.getByRole("navigation", { name: "Screens" }).waitFor();
    expect(new URL(other.url()).pathname).toBe("/");
  });

  test("is in German, and so are the first screens", async () => {
    const site = freshSite();
    const page = await open(site, { device: "phone", path: site.path, locale: "de-DE", allow: [nobody] });
    await press(page, "Los geht’s");
    await press(page, "Weiter");
    await page.getByRole("textbox", { name: "Name" }).fill("Jürgen");
    await page.getByRole("textbox", { name: "Passwort" }).fill(secret);
    await press(page, "Haushalt anlegen");
    await page.getByRole("heading", { name: "Wer wohnt noch hier?" }).waitFor();
    await press(page, "Überspringen");
    await page.getByRole("link", { name: "Zu „Heute“" }).click();
    for (const path of screenPaths) {
      await page.goto(site.url + path);
      await page.locator("#main :is(h1, h2)").first().waitFor();
      await page.locator(".skeleton").first().waitFor({ state: "detached" });
      await expectNoOverflow(page);
      await screens(page, `journey de ${path}`);
    }
  });

  test("accepts long, emoji and Arabic names, and every screen fits them", async () => {
    const site = freshSite();
    const long = "Grandmother Euphemia-Wilhelmina Weasley-Delacour of the Bur";
    const page = await setUp(site, {}, [
      [long, "Guest"],
      ["🦄🌈", "Child"],
      ["مريم العائلة", "Adult"],
    ]);
    for (const path of screenPaths) {
      await page.goto(site.url + path);
      await settled(page);
      await expectNoOverflow(page);
      await screens(page, `journey names ${path}`);
    }
    const unicorn = await join(site, await invite(page, "🦄🌈"));
    await unicorn.getByText("Welcome, 🦄🌈!").waitFor();
    const wall = await pair(site, page);
    await wall.getByText("Nothing due.").waitFor(); // The wall also works for an empty household.
    await expectNoOverflow(wall);
    await screens(wall, "journey names wall");
  });
});

describe("an invitation", () => {
  test("survives a reload, works once, and shows an error the second time", async () => {
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
      await page.goto(site.plainUrl + each);
      await settled(page);
      await expectNoOverflow(page);
      await screens(page, `journey guest ${each}`);
    }
    await page.goto(`${site.plainUrl}/activity`);
    await page.getByText("set a password by invitation").waitFor();
    // None of these entries can be undone, so none has an Undo button.
    await expectPoll(() => page.getByRole("button", { name: /^Undo/ }).count()).toBe(0);
    await molly.goto(`${site.url}/activity`);
    await molly.getByText("set a password by invitation").waitFor();
    await expectPoll(() => molly.getByRole("button", { name: /^Undo/ }).count()).toBe(0);
    await again.getByRole("textbox", { name: "Passwort" }).fill(secret);
    await press(again, "Mitmachen");
    await again.getByRole("heading", { name: "Diese Einladung gilt nicht mehr" }).waitFor();
    await again.getByRole("link", { name: "Anmelden" }).click();
    await again.getByRole("heading", { name: "Komm herein" }).waitFor();
  });
});

describe("a tablet", () => {
  test("does not show the night screen directly after pairing, even at night", async () => {
    const home = await browserHome({ now: new Date("2026-11-21T22:30:00Z") }); // 23:30 in the household's time zone.
    const tablet = await open(home, { device: "tablet", path: "/wall", allow: [nobody] });
    await tablet.locator(".wall-code").waitFor();
    const code = ((await tablet.locator(".wall-code").textContent()) ?? "").replace(/\D/g, "");
    await home.api("Anna").post("/app/devices", { code, name: "Kitchen" });
    await tablet.locator(".wall").waitFor();
    await expectPoll(() => tablet.locator(".wall-night").count()).toBe(0);
    await tablet.reload();
    await tablet.locator(".wall-night").waitFor();
  });
});

describe("a browser that several people use", () => {
  test("neither shows nor undoes changes of the previous user", async () => {
    const home = await browserHome({ alone: true });
    const page = await open(home, { as: "Anna", path: "/tasks", allow: [nobody] });
    await page.getByRole("textbox", { name: "Add a task" }).fill("Hide the presents");
    await page.keyboard.press("Enter");
    await page.getByText("Added “Hide the presents”").waitFor();
    await page.getByRole("link", { name: "Anna" }).click();
    await page.getByRole("button", { name: "Sign out", exact: true }).click();
    await page.getByRole("heading", { name: "Come on in" }).waitFor();
    await expectPoll(() => page.getByText("Hide the presents").count()).toBe(0);
    await page.getByRole("textbox", { name: "Name or email" }).fill("Ben");
    await page.getByRole("textbox", { name: "Password" }).fill("fireside tales");
    await press(page, "Sign in");
    await page.getByRole("navigation", { name: "Screens" }).waitFor();
    await page.keyboard.press("Control+z");
    await page.goto(`${home.url}/activity`);
    await page.getByRole("listitem").filter({ hasText: "Hide the presents" }).first().waitFor();
    await expectPoll(async () => (await home.api("Ben").get("/v1/tasks")).body.tasks).toHaveLength(1);
  });
});

describe("browser back", () => {
  test("closes an open dialog, and otherwise returns to the previous screen", async () => {
    const home = await browserHome();
    const page = await open(home, { as: "Anna", device: "phone", path: "/tasks" });
    await page.getByRole("navigation", { name: "Screens" }).getByRole("link", { name: "Lists" }).tap();
    await page.getByRole("heading", { name: "Lists", level: 1 }).waitFor();
    const dialog = page.getByRole("dialog");
    await page.getByRole("button", { name: "More", exact: true }).tap();
    await dialog.getByRole("link", { name: "Chores" }).waitFor();
    await page.goBack();
    await dialog.waitFor({ state: "detached" });
    expect(new URL(page.url()).pathname).toBe("/lists");
    await page.getByRole("button", { name: "More", exact: true }).tap();
    await dialog.getByRole("button", { name: "Search" }).tap();
    await page.getByRole("combobox").waitFor();
    await page.goBack();
    await dialog.waitFor({ state: "detached" });
    expect(page.url()).toBe(`${home.url}/lists`);
    await page.getByRole("button", { name: "More", exact: true }).tap();
    await dialog.getByRole("link", { name: "Recipes" }).tap();
    await page.getByRole("heading", { name: "Recipes", level: 1 }).waitFor();
    await expectPoll(() => dialog.count()).toBe(0);
    await page.goBack();
    await page.getByRole("heading", { name: "Lists", level: 1 }).waitFor();
    await expectPoll(() => dialog.count()).toBe(0);
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").fill("set");
    await page.keyboard.press("Enter");
    await eventually("what was found is shown", () => new URL(page.url()).pathname !== "/lists");
    await page.goBack();
    await page.getByRole("heading", { name: "Lists", level: 1 }).waitFor();
    await page.goBack();
    await page.getByRole("heading", { name: "Tasks", level: 1 }).waitFor();
  });
});

describe("an unknown address", () => {
  test("shows a message with a link to Today", async () => {
    const home = await browserHome();
    const page = await open(home, { as: "Mia", device: "phone", path: "/no/such/place", allow: [missing] });
    await page.getByRole("heading", { name: "There is nothing here" }).waitFor();
    await page.getByRole("link", { name: "Go to Today" }).click();
    await page.getByRole("navigation", { name: "Screens" }).waitFor();
    await eventually("Today is shown", () => new URL(page.url()).pathname === "/");
  });

  test("shows the sign-in form to a visitor without a session", async () => {
    const home = await browserHome();
    const page = await open(home, { path: "/calendar/", allow: [missing, nobody] });
    await page.getByRole("heading", { name: "Come on in" }).waitFor();
  });
});
