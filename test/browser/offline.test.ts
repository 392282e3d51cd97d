/** Use of the app while the server is unreachable. `test/web/sync/` tests each write of the app. */
import { expect } from "bun:test";
import type { Page } from "playwright-core";
import { addByPhrase } from "../support/browser/add-field.ts";
import { open, test } from "../support/browser/browser.ts";
import { allow, connectionLoss } from "../support/browser/faults.ts";
import { moveTo } from "../support/browser/go.ts";
import { type BrowserHome, browserHome } from "../support/browser/home.ts";
import { choresOf } from "../support/browser/homes/chores.ts";
import { circle, grip, item, webLists } from "../support/browser/homes/lists.ts";
import { openWall } from "../support/browser/homes/wall.ts";
import { layoutShift } from "../support/browser/layout.ts";
import { eventually, expectPoll } from "../support/browser/wait.ts";

declare const navigator: any; // The functions below run in the page.
declare const indexedDB: any;
declare const localStorage: any;

const banner = (page: Page) => page.getByText(/^Offline:/);
const shellReady = (page: Page) => page.evaluate(() => navigator.serviceWorker.ready.then(() => null));
const isReadAhead = (page: Page) =>
  eventually("the data are read ahead", () => page.evaluate(() => localStorage["inglenook-ahead"] !== undefined));
const words = async (page: Page) => (await page.locator("main").textContent()) ?? "";

const feed = async (home: BrowserHome): Promise<{ summary: string; actor: { name: string } }[]> =>
  (await home.api("Ben").get("/v1/activity?limit=100")).body.entries.toReversed();

/** Waits until all responses are stored on the device. */
async function untilKept(page: Page): Promise<void> {
  const kept = () =>
    page.evaluate(
      () =>
        new Promise<string>((resolve) => {
          const opening = indexedDB.open("inglenook-answers");
          opening.onsuccess = () => {
            const reading = opening.result.transaction("answers").objectStore("answers").getAll();
            reading.onsuccess = () => resolve(JSON.stringify(reading.result));
          };
        }),
    );
  let last = "";
  await eventually("the answers are kept", async () => {
    const former = last;
    last = await kept();
    await Bun.sleep(600); // The app stores responses at this interval.
    return last === former;
  });
}

/** Waits until the screen shows content and no placeholders. */
async function untilShown(page: Page, path: string): Promise<void> {
  await eventually(`${path} is there`, async () => {
    const isWaiting = (await page.locator("main :is(.skeleton, [aria-busy=true])").count()) > 0;
    return !isWaiting && (await words(page)).length > 40;
  });
}

test("A browser that goes offline after one visit shows the main screens, and says if data are missing", async () => {
  const home = await browserHome({ demo: true });
  const page = await open(home, { as: "Anna", device: "phone", locale: "de-DE", shell: true });
  allow(page, connectionLoss, /WebSocket/);
  const sizes: Promise<{ path: string; bytes: number }>[] = [];
  page.on("response", (answer) => {
    const path = new URL(answer.url()).pathname;
    if (!/^\/(v1|app)\//.test(path)) return;
    sizes.push(
      answer
        .request()
        .sizes()
        .then(({ responseBodySize }) => ({ path, bytes: responseBodySize })),
    );
  });
  await shellReady(page);
  await isReadAhead(page);
  const answers = await Promise.all(sizes);
  const bytes = answers.reduce((sum, each) => sum + each.bytes, 0);
  expect({ bytes, isLight: bytes > 1_000 && bytes <= 100_000, answers }).toMatchObject({ isLight: true });
  await untilKept(page);
  const lists = (await home.api("Anna").get("/v1/lists")).body.sections.flatMap((each: any) => each.lists);
  const [recipe] = (await home.api("Anna").get("/v1/recipes")).body.recipes;
  await page.setViewportSize({ width: 320, height: 640 });
  // A slow machine lays out the narrow window late, which is not caused by the banner.
  await page.evaluate(() => new Promise((done) => setTimeout(() => requestAnimationFrame(done), 600)));
  const before = await layoutShift(page);
  await home.stop();
  await banner(page).waitFor();
  const { height } = (await banner(page).boundingBox())!;
  expect([height < 20, (await layoutShift(page)) - before]).toEqual([true, 0]);
  const absent = page.getByText("Noch nicht auf diesem Gerät. Es lädt, sobald der Server wieder antwortet.");
  const screens = [
    ...["/calendar", "/tasks", "/chores", "/check-ins", "/lists", `/lists/${lists[0].id}`, "/meals", "/recipes"],
    `/recipes/${recipe.id}`,
  ];
  const known = new Map<string, number>();
  for (const path of screens) {
    await moveTo(page, path);
    await untilShown(page, path);
    await expectPoll(() => absent.count()).toBe(0);
    known.set(path, (await words(page)).length);
  }
  await page.goto(`${home.url}/calendar`);
  await banner(page).waitFor();
  for (const path of screens) {
    await moveTo(page, path);
    await eventually(`${path} is there again`, async () => (await words(page)).length > 0.9 * known.get(path)!);
  }
  for (const path of ["/calendar?day=2031-05-05", "/meals?week=2031-05-05", "/activity", "/settings/household"]) {
    await moveTo(page, path);
    await absent.waitFor();
    await expectPoll(() => page.locator("main .skeleton").count()).toBe(0);
  }
  await home.start();
  await page.locator("main :is(input, select)").first().waitFor();
  await expectPoll(() => absent.count()).toBe(0);

  await home.stop();
  await moveTo(page, "/tasks");
  await page.locator("main").getByRole("checkbox", { checked: false }).first().tap();
  await moveTo(page, "/settings/you");
  await page.getByRole("button", { name: "Abmelden", exact: true }).tap();
  const question = page.getByRole("alertdialog", { name: "Abmelden und Ungesendetes verlieren?" });
  await question.getByText("1 Änderung ist noch nicht beim Server.").waitFor();
  await question.getByRole("button", { name: "Abbrechen" }).tap();
  await question.waitFor({ state: "detached" });
});

test("A wall tablet that is offline shows the lists and chores that it loaded before", async () => {
  const home = await browserHome({ demo: true });
  const { page } = await openWall(home, { shell: true });
  allow(page, connectionLoss, /WebSocket/);
  await isReadAhead(page);
  await home.stop();
  await page.locator(".wall-offline").waitFor();
  await moveTo(page, "/lists");
  await page.locator(".wall-list").first().waitFor();
  await moveTo(page, "/chores");
  await page.locator("main").getByRole("checkbox").first().waitFor();
});

test("Offline changes are sent once and in order, even if the page is reloaded before they are sent", async () => {
  const lists = await webLists();
  const { home, anna } = lists;
  const chores = choresOf(home);
  const today = chores.day(0);
  await chores.add({ name: "Dishes", memberIds: ["Anna"] });
  await anna.post("/v1/tasks", { label: "Call Grandma", memberId: home.member("Anna").id, dueDate: today });
  await anna.post("/v1/recipes", { name: "Waffles", ingredients: ["Eggs"] });
  const at = { startsAt: `${today}T13:00:00Z`, endsAt: `${today}T14:00:00Z` };
  await anna.post("/v1/events", { title: "Football", ...at });
  await anna.post("/v1/check-ins", {
    ...{ presetKey: "happiness", question: "Well?", assigneeIds: [home.member("Anna").id] },
    ...{ daysOfWeek: [1, 2, 3, 4, 5, 6, 7], times: [{ time: "00:00", label: "Any time" }] },
  });
  const list = await lists.list("Groceries", ["Milk", "Bread", "Butter"]);
  const page = await open(home, { as: "Anna", path: "/tasks", shell: true });
  allow(page, connectionLoss, /WebSocket/);
  await shellReady(page);
  for (const path of ["/chores", "/check-ins", "/lists", "/meals", "/recipes", "/calendar", "/tasks"]) {
    await moveTo(page, path);
    await page.locator("main h1").waitFor({ state: "attached" });
    await eventually(`${path} is there`, async () => (await page.locator("main .skeleton").count()) === 0);
  }
  await untilKept(page);
  const before = (await feed(home)).length;
  await home.stop();

  await page.getByRole("checkbox", { name: "Call Grandma" }).click();
  await addByPhrase(page, "Post the letter");
  await page.getByRole("checkbox", { name: "Post the letter" }).waitFor();
  await moveTo(page, "/chores");
  await page.getByRole("checkbox", { name: /Dishes/ }).click();
  await moveTo(page, `/lists/${list}`);
  await circle(page, "Milk").click();
  await page.getByRole("textbox", { name: "Add to the list" }).fill("Tea");
  await page.keyboard.press("Enter");
  await item(page, "Tea").waitFor();
  await page.reload();
  await item(page, "Tea").waitFor();
  await grip(page, "Butter").focus();
  for (const key of ["Space", "ArrowUp", "Space"]) await page.keyboard.press(key);
  await moveTo(page, `/calendar?day=${today}&new=${today}T18:00&until=${today}T19:00`);
  const sheet = page.getByRole("dialog", { name: "New event" });
  await sheet.getByLabel("Title").fill("Cinema");
  await sheet.getByRole("button", { name: "Save" }).click();
  await sheet.waitFor({ state: "detached" });
  await page.locator("[data-key]").filter({ hasText: "Football" }).first().click();
  await page.getByRole("dialog", { name: "Football" }).getByRole("button", { name: "Edit" }).click();
  await page.getByRole("dialog", { name: "Edit event" }).getByLabel("Place").fill("Park");
  await page.getByRole("dialog", { name: "Edit event" }).getByRole("button", { name: "Save" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await moveTo(page, "/meals");
  await page.locator(".meals-add").last().click();
  await page.getByPlaceholder("A recipe, or the name of any dish").fill("Waff");
  await page.getByRole("dialog").getByRole("button", { name: "Waffles" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.locator("[data-meal]").first().waitFor();
  await moveTo(page, "/recipes");
  await page.getByRole("link", { name: /Waffles/ }).click();
  await page.getByRole("button", { name: "More for Waffles" }).click();
  await page.getByRole("menuitem", { name: "Edit recipe" }).click();
  await page.getByRole("dialog").getByLabel("Minutes").fill("20");
  await page.getByRole("dialog").getByRole("button", { name: "Save recipe" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await moveTo(page, "/check-ins");
  await page.locator("label", { has: page.getByRole("radio", { name: "Happy", exact: true }) }).click();
  await page.getByRole("button", { name: "That’s my answer" }).click();
  await page.getByRole("heading", { name: "Thank you, Anna!" }).waitFor();
  await page.reload();
  await page.getByText("Offline: 11 changes wait to be sent").waitFor();

  await home.start();
  await banner(page).waitFor({ state: "detached" });
  await eventually("all of it has arrived", async () => (await feed(home)).length >= before + 11);
  const news = (await feed(home)).slice(before);
  expect(news.map(({ summary }) => summary.replace(/ (on|to the) (?!“).*/, ""))).toEqual([
    ...["completed “Call Grandma”", "added “Post the letter” for Anna", "completed “Dishes”"],
    ...["ticked off “Milk” on “Groceries”", "added “Tea” to “Groceries”"],
    ...["put the items of “Groceries” in another order", "added “Cinema”", "changed the place of “Football”"],
    ...["added “Waffles”", "changed the preparation time of the recipe “Waffles”", "answered “Happiness”"],
  ]);
  expect(new Set(news.map(({ actor }) => actor.name))).toEqual(new Set(["Anna"]));
  await expectPoll(() => lists.lines(list)).toEqual(["x Milk", "Butter", "Bread", "Tea"]);
});

test("The app works even if the browser forbids all storage, and sends offline changes when online again", async () => {
  const lists = await webLists();
  const id = await lists.list("Groceries", ["Milk", "Bread"]);
  const page = await open(lists.home, { as: "Anna", path: "/docs", plainHttp: true });
  allow(page, connectionLoss, /WebSocket/);
  await page.context().addInitScript(`
    const forbidden = () => { throw new DOMException("Forbidden", "SecurityError"); };
    IDBFactory.prototype.open = forbidden;
    for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(window, name, { get: forbidden });`);
  await page.goto(`${lists.home.plainUrl}/lists/${id}`);
  await circle(page, "Milk").click();
  await eventually("one arrived", async () => Bun.deepEquals(await lists.lines(id), ["x Milk", "Bread"]));
  await lists.home.stop();
  await circle(page, "Bread").click();
  await page.getByText("Offline: 1 change waits").waitFor();
  await lists.home.start();
  await eventually("both arrived", async () => Bun.deepEquals(await lists.lines(id), ["x Milk", "x Bread"]));
});
