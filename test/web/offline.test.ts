/** The app while the server is down: it starts, loses no change, sends each change once, and reports refused changes. */
import { describe, expect } from "bun:test";
import type { Page } from "playwright-core";
import { open, test } from "../support/browser.ts";
import { allow, connectionLoss } from "../support/browser-faults.ts";
import { type BrowserHome, browserHome } from "../support/browser-home.ts";
import { expectNoOverflow, layoutShift } from "../support/browser-layout.ts";
import { eventually, expectPoll } from "../support/browser-wait.ts";
import { openWall } from "../support/wall.ts";
import { choresOf } from "../support/web-chores.ts";
import { circle, grip, item, webLists } from "../support/web-lists.ts";

declare const navigator: any; // The functions below run in the page.
declare const history: any;
declare const indexedDB: any;
declare const localStorage: any;

/** A Saturday morning. */
const now = new Date("2026-11-21T09:00:00Z");
const today = "2026-11-21";

const banner = (page: Page) => page.getByText(/^Offline:/);
const shellReady = (page: Page) => page.evaluate(() => navigator.serviceWorker.ready.then(() => null));
/** Goes to another screen as a link does, without a reload of the page. */
const go = (page: Page, path: string) => page.evaluate((to) => history.pushState(null, "", to), path);

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
    await Bun.sleep(600); // The interval at which the app writes them.
    return last === former;
  });
}

const home = await browserHome({ demo: true });

describe("without the server", () => {
  test("a new device shows every screen that it has never opened, and says what it does not have", async () => {
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
    await eventually("the data are read ahead", () =>
      page.evaluate(() => localStorage["inglenook-ahead"] !== undefined),
    );
    const answers = await Promise.all(sizes);
    const bytes = answers.reduce((sum, each) => sum + each.bytes, 0);
    expect({ bytes, isLight: bytes > 1_000 && bytes <= 100_000, answers }).toMatchObject({ isLight: true });
    await untilKept(page);
    const lists = (await home.api("Anna").get("/v1/lists")).body.sections.flatMap((each: any) => each.lists);
    const [recipe] = (await home.api("Anna").get("/v1/recipes")).body.recipes;
    await page.setViewportSize({ width: 320, height: 640 });
    // A slow machine lays the narrow window out late, which is not the banner's doing.
    await page.evaluate(() => new Promise((done) => setTimeout(() => requestAnimationFrame(done), 600)));
    const before = await layoutShift(page);
    await home.stop();
    await banner(page).waitFor();
    const { height } = (await banner(page).boundingBox())!;
    expect([height < 20, (await layoutShift(page)) - before]).toEqual([true, 0]);
    await expectNoOverflow(page);
    const absent = page.getByText("Noch nicht auf diesem Gerät. Es lädt, sobald der Server wieder antwortet.");
    const screens = [
      ...["/calendar", "/tasks", "/chores", "/check-ins", "/lists", `/lists/${lists[0].id}`, "/meals", "/recipes"],
      `/recipes/${recipe.id}`,
    ];
    for (const path of screens) {
      await go(page, path);
      await eventually(`${path} is there`, async () => {
        const isWaiting = (await page.locator("main :is(.skeleton, [aria-busy=true])").count()) > 0;
        return !isWaiting && ((await page.locator("main").textContent())?.length ?? 0) > 40;
      });
      await expectPoll(() => absent.count()).toBe(0);
    }
    for (const path of ["/calendar?day=2031-05-05", "/meals?week=2031-05-05", "/activity", "/settings/household"]) {
      await page.goto(home.url + path);
      await absent.waitFor();
      await expectPoll(() => page.locator("main .skeleton").count()).toBe(0);
    }
    await home.start();
    await page.locator("main :is(input, select)").first().waitFor();
    await expectPoll(() => absent.count()).toBe(0);
  });

  test("a tablet on the wall has read its lists and chores ahead", async () => {
    const { page } = await openWall(home, { shell: true });
    allow(page, connectionLoss, /WebSocket/);
    await eventually("the data are read ahead", () =>
      page.evaluate(() => localStorage["inglenook-ahead"] !== undefined),
    );
    await home.stop();
    await page.locator(".wall-offline").waitFor();
    await go(page, "/lists");
    await page.locator(".wall-list").first().waitFor();
    await go(page, "/chores");
    await page.locator("main").getByRole("checkbox").first().waitFor();
    await home.start();
  });

  test("every screen shows its last data, and says that there is no connection", async () => {
    const page = await open(home, { as: "Anna", device: "phone", shell: true });
    allow(page, connectionLoss, /WebSocket/);
    await shellReady(page);
    const lists = (await home.api("Anna").get("/v1/lists")).body.sections.flatMap((each: any) => each.lists);
    const [recipe] = (await home.api("Anna").get("/v1/recipes")).body.recipes;
    const screens = [
      ...["/", "/calendar", "/tasks", "/chores", "/check-ins", "/lists", `/lists/${lists[0].id}`, "/meals", "/recipes"],
      ...[`/recipes/${recipe.id}`, "/activity", "/settings/members"],
    ];
    const words = async () => (await page.locator("main").textContent()) ?? "";
    const known = new Map<string, string>();
    for (const path of screens) {
      await go(page, path);
      await eventually(`${path} is there`, async () => {
        if ((await page.locator("main :is(.skeleton, [aria-busy=true])").count()) > 0) return false;
        known.set(path, await words());
        await Bun.sleep(200);
        return known.get(path) === (await words());
      });
    }
    await untilKept(page);
    await home.stop();
    for (const path of screens) {
      await page.goto(home.url + path);
      await banner(page).waitFor();
      const enough = 0.9 * (known.get(path)?.length ?? 0);
      await eventually(`${path} is there again`, async () => (await words()).length > enough);
    }
  });

  test("changes on all screens are sent once, in order and in the member's name, despite a reload", async () => {
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
    await lists.list("Cellar", []);
    const page = await open(home, { as: "Anna", path: "/tasks", shell: true });
    allow(page, connectionLoss, /WebSocket/);
    await shellReady(page);
    for (const path of ["/", "/chores", "/check-ins", "/lists", "/meals", "/recipes", "/calendar", "/tasks"]) {
      await go(page, path);
      await eventually(`${path} is there`, async () => (await page.locator("main .skeleton").count()) === 0);
      await page.locator("main h1").waitFor({ state: "attached" });
    }
    await untilKept(page);
    const before = (await feed(home)).length;
    await home.stop();

    await page.getByRole("checkbox", { name: "Call Grandma" }).click();
    await page.getByRole("textbox", { name: "Add a task" }).fill("Post the letter");
    await page.keyboard.press("Enter");
    await page.getByRole("checkbox", { name: "Post the letter" }).waitFor();
    await page.reload();
    await page.getByRole("checkbox", { name: "Post the letter" }).waitFor();
    await go(page, "/chores");
    await page.getByRole("checkbox", { name: /Dishes/ }).click();
    await go(page, `/lists/${list}`);
    await circle(page, "Milk").click();
    await page.getByRole("textbox", { name: "Add to the list" }).fill("Tea");
    await page.keyboard.press("Enter");
    await item(page, "Tea").waitFor();
    await page.reload();
    await item(page, "Tea").waitFor();
    await grip(page, "Butter").focus();
    for (const key of ["Space", "ArrowUp", "Space"]) await page.keyboard.press(key);
    await go(page, `/calendar?day=${today}&new=${today}T18:00&until=${today}T19:00`);
    const sheet = page.getByRole("dialog", { name: "New event" });
    await sheet.getByLabel("Title").fill("Cinema");
    await sheet.getByRole("button", { name: "Save" }).click();
    await sheet.waitFor({ state: "detached" });
    await page.locator("[data-key]").filter({ hasText: "Football" }).first().click();
    await page.getByRole("dialog", { name: "Football" }).getByRole("button", { name: "Edit" }).click();
    await page.getByRole("dialog", { name: "Edit event" }).getByLabel("Place").fill("Park");
    await page.getByRole("dialog", { name: "Edit event" }).getByRole("button", { name: "Save" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await go(page, "/meals");
    await page.locator(".meals-add").last().click();
    await page.getByPlaceholder("A recipe, or the name of any dish").fill("Waff");
    await page.getByRole("dialog").getByRole("button", { name: "Waffles" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.reload();
    await page.locator("[data-meal]").first().waitFor();
    await go(page, "/recipes");
    await page.getByRole("link", { name: /Waffles/ }).click();
    await page.getByRole("button", { name: "More for Waffles" }).click();
    await page.getByRole("menuitem", { name: "Edit recipe" }).click();
    await page.getByRole("dialog").getByLabel("Minutes").fill("20");
    await page.getByRole("dialog").getByRole("button", { name: "Save recipe" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await go(page, "/check-ins");
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
      ...[
        "ticked off “Milk” on “Groceries”",
        "added “Tea” to “Groceries”",
        "put the items of “Groceries” in another order",
      ],
      ...[
        "added “Cinema”",
        "changed the place of “Football”",
        "added “Waffles”",
        "changed the preparation time of the recipe “Waffles”",
        "answered “Happiness”",
      ],
    ]);
    expect(new Set(news.map(({ actor }) => actor.name))).toEqual(new Set(["Anna"]));
    await expectPoll(() => lists.lines(list)).toEqual(["x Milk", "Butter", "Bread", "Tea"]);
  });

  test("a change of an item that others have deleted is reported by name, and the rest is sent", async () => {
    const lists = await webLists();
    const { home, anna } = lists;
    const id = await lists.list("Groceries", ["Milk", "Bread"]);
    const page = await open(home, { as: "Anna", path: `/lists/${id}` });
    allow(page, connectionLoss, /WebSocket/, /404/);
    await item(page, "Milk").waitFor();
    const milk = await lists.block(id, "Milk");
    // An open socket survives this, so the app notices only at its first request.
    await page.context().setOffline(true);
    await circle(page, "Milk").click();
    await banner(page).waitFor();
    await circle(page, "Bread").click();
    await anna.delete(`/v1/lists/${id}/blocks/${milk.id}`);
    await page.context().setOffline(false);
    await page.getByText("Your change to “Milk” was not saved: somebody had deleted it.").waitFor();
    await eventually("the other has arrived", async () => Bun.deepEquals(await lists.lines(id), ["x Bread"]));
    await item(page, "Milk").waitFor({ state: "detached" });
  });

  test("deleting a date of a series keeps its other dates if others have ended the series before that date", async () => {
    const home = await browserHome({ now });
    const { body } = await home.api("Ben").post("/v1/events", {
      ...{ title: "Piano", startsAt: `${today}T13:00:00Z`, endsAt: `${today}T14:00:00Z` },
      recurrenceRule: "FREQ=WEEKLY;BYDAY=SA",
    });
    const page = await open(home, { as: "Anna", path: "/calendar?day=2026-12-05" });
    allow(page, connectionLoss, /WebSocket/, /404/);
    await page.locator("[data-key]").filter({ hasText: "Piano" }).first().click();
    await page.getByRole("dialog", { name: "Piano" }).getByRole("button", { name: "Delete" }).click();
    const asking = page.getByRole("dialog", { name: /Delete/ });
    await asking.waitFor();
    await page.context().setOffline(true);
    await asking.getByRole("button", { name: "Delete" }).click();
    await banner(page).waitFor();
    const slot = "scope=this_and_future&instanceStartsAt=2026-12-05T13:00:00.000Z";
    expect((await home.api("Ben").delete(`/v1/events/${body.id}?${slot}`)).status).toBe(200);
    await page.context().setOffline(false);
    await banner(page).waitFor({ state: "detached" });
    await eventually("nothing waits", async () => (await page.getByText(/waits? to be sent/).count()) === 0);
    await page.locator(".toast", { hasText: "Piano" }).waitFor();
    const range = "from=2026-11-20T00:00:00Z&to=2026-12-20T00:00:00Z";
    const { events } = (await home.api("Ben").get(`/v1/events?${range}`)).body;
    expect(events.map((each: any) => each.startsAt.slice(0, 10))).toEqual([today, "2026-11-28"]);
  });

  test("nothing is lost if the browser's clock is a day ahead and is then corrected", async () => {
    const lists = await webLists();
    const id = await lists.list("Groceries", ["Milk", "Bread"]);
    const page = await open(lists.home, { as: "Anna", path: `/lists/${id}`, shell: true });
    allow(page, connectionLoss, /WebSocket/);
    const right = Date.now();
    await page.clock.install({ time: right + 86_400_000 });
    await page.reload();
    await shellReady(page);
    await circle(page, "Milk").waitFor();
    await untilKept(page);
    await lists.home.stop();
    await circle(page, "Milk").click();
    await page.clock.setSystemTime(right);
    await circle(page, "Bread").click();
    await page.reload();
    await circle(page, "Bread").and(page.locator("[aria-checked=true], :checked")).waitFor();
    await lists.home.start();
    await eventually("both arrived", async () => Bun.deepEquals(await lists.lines(id), ["x Milk", "x Bread"]));
  });
});

describe("if the browser forbids storage", () => {
  for (const [how, script] of [
    ["missing", `Object.defineProperty(window, "indexedDB", { value: undefined })`],
    ["throwing", `IDBFactory.prototype.open = () => { throw new DOMException("Forbidden", "SecurityError"); }`],
    ["silent", `IDBFactory.prototype.open = () => new EventTarget()`],
  ] as const) {
    test(`the app works until a reload, with a database that is ${how}`, async () => {
      const lists = await webLists();
      const id = await lists.list("Groceries", ["Milk", "Bread"]);
      const page = await open(lists.home, { as: "Anna", path: "/docs", plainHttp: true });
      allow(page, connectionLoss, /WebSocket/);
      const forbidden = `{ get() { throw new DOMException("Forbidden", "SecurityError"); } }`;
      await page.context().addInitScript(`${script};
        for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(window, name, ${forbidden});`);
      await page.clock.install();
      await page.goto(`${lists.home.plainUrl}/lists/${id}`);
      await eventually("the app has done without the database", async () => {
        await page.clock.fastForward(500); // The app waits for 4 s, then several times for a shorter time.
        return circle(page, "Milk").isVisible();
      });
      await circle(page, "Milk").click();
      await eventually("one arrived", async () => Bun.deepEquals(await lists.lines(id), ["x Milk", "Bread"]));
      await lists.home.stop();
      await circle(page, "Bread").click();
      await page.getByText("Offline: 1 change waits").waitFor();
      await lists.home.start();
      await eventually("both arrived", async () => Bun.deepEquals(await lists.lines(id), ["x Milk", "x Bread"]));
    });
  }
});
