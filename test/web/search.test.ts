/** The search in all data, and its shortcuts to screens and actions. */
import { describe } from "bun:test";
import { open, test } from "../support/browser.ts";
import { expectAccessible } from "../support/browser-axe.ts";
import { connectionLoss } from "../support/browser-faults.ts";
import { browserHome } from "../support/browser-home.ts";
import { expectNoOverflow } from "../support/browser-layout.ts";
import { screens } from "../support/browser-screens.ts";
import { expectTargets44 } from "../support/browser-targets.ts";
import { tap } from "../support/browser-touch.ts";
import { eventually, expectPoll } from "../support/browser-wait.ts";
import { expectNothingExecuted } from "../support/markup.ts";

const demo = await browserHome({ demo: true });

describe("the search", () => {
  test("finds results by keyboard alone, and opens the selected result with Enter", async () => {
    const home = await browserHome();
    const { id: memberId } = home.member("Ben");
    for (const label of ["Passport photos", "Passport renewal"]) {
      await home.api("Ben").post("/v1/tasks", { label, memberId });
    }
    const page = await open(home, { as: "Anna", path: "/" });
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.keyboard.press("Control+k");
    const field = page.getByRole("combobox");
    await field.waitFor();
    await page.keyboard.type("pass");
    const found = page.getByRole("group", { name: "Tasks" }).getByRole("option");
    await found.nth(1).waitFor();
    const second = await found.nth(1).textContent();
    await page.keyboard.press("ArrowDown");
    await expectPoll(() => page.getByRole("option", { selected: true }).textContent()).toBe(second!);
    await expectPoll(() => field.getAttribute("aria-activedescendant")).toBe(await found.nth(1).getAttribute("id"));
    await page.keyboard.press("ArrowUp");
    await expectPoll(() => page.getByRole("option", { selected: true }).textContent()).toBe(
      await found.nth(0).textContent(),
    );
    await page.keyboard.press("Enter");
    await eventually("the tasks are shown", () => new URL(page.url()).pathname === "/tasks");
    await eventually("the search is closed", async () => (await field.count()) === 0);
  });

  test("goes to any screen by its name in either language, and starts new things", async () => {
    const page = await open(demo, { as: "Anna", path: "/" });
    await page.getByRole("heading", { level: 1 }).waitFor();
    const field = page.getByRole("combobox", { name: "Search everything, or open a screen" });
    for (const [words, path] of [
      ["settings", "/settings"],
      ["qqqq", null],
      ["aemtchen", "/chores"],
      ["rezepte", "/recipes"],
      ["sicherung", "/settings/about"],
      ["take back", "/activity"],
    ] as const) {
      await page.keyboard.press("Control+k");
      await field.fill(words);
      if (path === null) {
        await page.getByRole("heading", { name: `Nothing found for “${words}”` }).waitFor();
        for (const _ of ["clears", "closes"]) await page.keyboard.press("Escape");
      } else {
        await page.getByRole("dialog").getByRole("option").first().waitFor();
        await page.keyboard.press("Enter");
        await eventually(`${words} leads to ${path}`, () => new URL(page.url()).pathname === path);
      }
      await eventually("the search is closed", async () => (await field.count()) === 0);
    }
    await page.keyboard.press("Control+k");
    await field.fill("password");
    await page.getByRole("option", { name: "Password Settings → You" }).waitFor();
    await page.keyboard.press("Enter");
    const change = page.getByRole("button", { name: "Change password" });
    await eventually("the section is in sight", async () => {
      const { y = Number.POSITIVE_INFINITY, height = 0 } = (await change.boundingBox()) ?? {};
      return y > 0 && y + height < (page.viewportSize()?.height ?? 0);
    });
    await page.keyboard.press("Control+k");
    await field.fill("new chore");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "New chore" }).waitFor();
  });

  test("puts the focus into the field of a new task, on that screen too", async () => {
    const page = await open(demo, { as: "Anna", path: "/" });
    await page.getByRole("heading", { level: 1 }).waitFor();
    const field = page.getByRole("textbox", { name: "Add a task" });
    for (const label of ["Buy stamps", "Call the vet"]) {
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox").fill("new task");
      await page.getByRole("option", { name: "New task" }).waitFor();
      await page.keyboard.press("Enter");
      await expectPoll(() => field.evaluate((each: any) => each === each.ownerDocument.activeElement)).toBe(true);
      await page.keyboard.type(label);
      await expectPoll(() => field.inputValue()).toBe(label);
      await field.fill("");
      await expectPoll(() => new URL(page.url()).search).toBe("");
    }
  });

  test("shows what is on a day, finds a name with an error, and clears before it closes", async () => {
    const home = await browserHome({ now: new Date("2026-11-24T09:00:00Z") });
    const ben = home.api("Ben");
    await ben.post("/v1/events", {
      title: "Zahnarzt",
      startsAt: "2026-11-25T13:00:00Z",
      endsAt: "2026-11-25T14:00:00Z",
    });
    await ben.post("/v1/tasks", { label: "Bins", memberId: home.member("Mia").id, dueDate: "2026-11-25" });
    const page = await open(home, { as: "Anna", device: "phone", path: "/tasks", allow: [connectionLoss] });
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.keyboard.press("Control+k");
    const field = page.getByRole("combobox");
    await field.fill("tomorrow");
    const day = page.getByRole("group", { name: "Tomorrow, Wed 25 Nov" });
    await expectPoll(() => day.getByRole("option").allTextContents()).toEqual([
      "Calendar: Tomorrow, Wed 25 Nov",
      "Zahnarzt14:00 – 15:00",
      "BinsMia",
    ]);
    await expectTargets44(page);
    await tap(page, page.getByRole("button", { name: "Clear the search" }));
    await expectPoll(() => field.inputValue()).toBe("");
    await expectPoll(() => field.evaluate((each: any) => each === each.ownerDocument.activeElement)).toBe(true);
    await page.keyboard.type("zanharzt");
    await page.getByRole("group", { name: "Events" }).getByRole("option", { name: "Zahnarzt" }).waitFor();
    await page.keyboard.press("Escape");
    await expectPoll(() => field.inputValue()).toBe("");
    await home.stop();
    await field.fill("3 Dec");
    await page.getByRole("option", { name: "Calendar: Thu 3 Dec" }).waitFor();
    await field.fill("5 May 2031");
    await page.getByRole("option", { name: /Calendar: 5 May 2031.*Not on this device yet/ }).waitFor();
    home.start();
    await field.fill("25.11.");
    await tap(page, page.getByRole("option", { name: "Zahnarzt" }));
    await page.getByRole("dialog", { name: "Zahnarzt" }).waitFor();
  });

  test("opens a chore from the results", async () => {
    const page = await open(demo, { as: "Mia", device: "phone", path: "/" });
    await tap(page, page.getByRole("button", { name: "More", exact: true }));
    await tap(page, page.getByRole("dialog", { name: "More" }).getByRole("button", { name: "Search" }));
    // A child may not open the other settings.
    await page.getByRole("combobox").fill("name");
    await page.getByRole("option", { name: "How the others see you" }).waitFor();
    await expectPoll(() => page.getByRole("option", { name: "Name of the household" }).count()).toBe(0);
    await page.getByRole("combobox").fill("guinea pigs");
    await tap(page, page.getByRole("group", { name: "Chores" }).getByRole("option").first());
    await page.getByRole("dialog", { name: "Feed the guinea pigs: the last two weeks" }).waitFor();
  });

  test("works without the server as far as possible", async () => {
    const home = await browserHome();
    const page = await open(home, { as: "Anna", path: "/", allow: [connectionLoss] });
    await page.getByRole("button", { name: "Search" }).click();
    await page.getByRole("combobox").waitFor();
    await home.stop();
    await page.getByRole("combobox").fill("calendar");
    await page.getByText("Searching needs your server").waitFor();
    await expectPoll(() => page.getByRole("option").allTextContents()).toEqual([
      "Calendar",
      ...["Connect a device", "Connect an account", "Share a calendar", "Follow a calendar", "Import a file"].map(
        (title) => `${title}Settings → Calendars`,
      ),
    ]);
    home.start();
  });

  test("stores no query in the browser", async () => {
    const page = await open(demo, { as: "Anna", path: "/" });
    await page.getByRole("button", { name: "Search" }).click();
    await page.getByRole("combobox").fill("pancakes");
    await page.getByRole("group", { name: "Recipes" }).waitFor();
    await page.getByRole("button", { name: "Close" }).click();
    await page.keyboard.press("Control+k");
    await expectPoll(() => page.getByRole("combobox").inputValue()).toBe("");
  });

  test("shows hostile titles as text, and accepts hostile queries", async () => {
    const home = await browserHome();
    const label = `<img src=x onerror=window.__xss=1>`;
    await home.api("Ben").post("/v1/tasks", { label, memberId: home.member("Ben").id });
    const page = await open(home, { as: "Anna", path: "/" });
    await page.getByRole("button", { name: "Search" }).click();
    await page.getByRole("combobox").fill("img");
    await page.getByRole("option", { name: label }).waitFor();
    await page.getByRole("combobox").fill("<script>window.__xss=1</script>");
    await page.getByRole("heading", { name: "Nothing found for" }).waitFor();
    await expectNothingExecuted(page);
  });

  for (const [device, colorScheme] of [
    ["phone", "dark"],
    ["tablet", "light"],
    ["desktop", "light"],
  ] as const) {
    test(`is accessible on a ${device} in the ${colorScheme}`, async () => {
      const page = await open(demo, { as: "Anna", device, colorScheme, path: "/" });
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.keyboard.press("Control+k");
      await page.getByRole("option").first().waitFor();
      await expectAccessible(page);
      await page.getByRole("combobox").fill("ca");
      await page.getByRole("group", { name: "Chores" }).waitFor();
      await expectAccessible(page);
      await expectTargets44(page);
      await expectNoOverflow(page);
      await screens(page, `search ${colorScheme}`);
    });
  }

  test("speaks German", async () => {
    const page = await open(demo, { as: "Anna", locale: "de-DE", path: "/" });
    await page.getByRole("button", { name: "Suchen" }).click();
    await page.getByRole("combobox", { name: "Alles durchsuchen" }).fill("pancakes");
    await page.getByRole("group", { name: "Rezepte" }).waitFor();
    await page.getByRole("combobox").fill("qqqq");
    await page.getByRole("heading", { name: "Nichts gefunden zu „qqqq“" }).waitFor();
  });
});
