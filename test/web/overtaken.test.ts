/** Changes made while another screen is shown: the app must not show stale data as if it were current. */
import { describe, expect } from "bun:test";
import type { Page } from "playwright-core";
import { open, test } from "../support/browser.ts";
import { allow, connectionLoss } from "../support/browser-faults.ts";
import { goTo } from "../support/browser-go.ts";
import { type BrowserHome, browserHome } from "../support/browser-home.ts";
import { eventually, expectPoll } from "../support/browser-wait.ts";
import { item, shownItems, webLists } from "../support/web-lists.ts";

declare const requestAnimationFrame: any; // `drawn` runs in the page.

/** A Saturday morning. */
const now = new Date("2026-11-21T09:00:00Z");
const today = "2026-11-21";
/** Resolves when the page has rendered its data. */
const drawn = () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));

const loading = (page: Page) => page.locator("main .skeleton").first();
const text = (page: Page, words: string) => page.locator("main").getByText(words);

/** Delays the responses of a path until `release`. `asked` waits for the first request. */
async function hold(page: Page, path: string) {
  let isAsked = false;
  const released = Promise.withResolvers<void>();
  await page.context().route(
    (url) => url.pathname === path,
    async (route) => {
      isAsked = true;
      await released.promise;
      await route.continue().catch(() => {}); // The page may have cancelled the request.
    },
  );
  return { asked: () => eventually(`${path} is asked for`, () => isAsked), release: released.resolve };
}

/** Opens a list to which Ben then adds an item, and undoes his change in the feed. */
async function undoInFeed(toFeed: (page: Page, url: string) => Promise<unknown>) {
  const lists = await webLists();
  const id = await lists.list("Packing", ["Socks"]);
  const page = await open(lists.home, { as: "Anna", path: `/lists/${id}` });
  await item(page, "Socks").waitFor();
  await lists.home.api("Ben").post(`/v1/lists/${id}/blocks`, { type: "task", content: "Figs" });
  await item(page, "Figs").waitFor();
  await toFeed(page, lists.home.url);
  // From before the undo, because the app may read the lists ahead right after it.
  const reading = await hold(page, "/v1/lists");
  await page.getByRole("button", { name: /^Undo: added “Figs”/ }).click();
  await page.getByText(/^Taken back: /).waitFor();
  await page.goBack();
  await reading.asked();
  // Wait for either: the skeleton, or a list, which may be stale.
  await loading(page).or(item(page, "Socks")).first().waitFor();
  await expectPoll(() => item(page, "Figs").count()).toBe(0);
  reading.release();
  await item(page, "Socks").waitFor();
  await expectPoll(() => shownItems(page)).toEqual(["Socks"]);
}

describe("after an undo in the feed", () => {
  test("the list does not show the undone item after a return to the list", () =>
    undoInFeed((page) => goTo(page, "Activity")));

  test("the list does not show it after a reload either", () =>
    undoInFeed((page, url) => page.goto(`${url}/activity`)));
});

/** Creates one record for each screen, called "Old …". Returns a function that renames them to "New …". */
async function recordsOfAllScreens(home: BrowserHome) {
  const [anna, ben] = [home.api("Anna"), home.api("Ben")];
  const memberId = home.member("Anna").id;
  const made = {
    task: await anna.post("/v1/tasks", { label: "Old task", memberId, dueDate: today }),
    event: await anna.post("/v1/events", {
      ...{ title: "Old event", startsAt: `${today}T13:00:00Z`, endsAt: `${today}T14:00:00Z` },
    }),
    chore: await anna.post("/app/chores", { name: "Old chore", memberIds: [memberId], startDate: today }),
    recipe: await anna.post("/v1/recipes", { name: "Old recipe", ingredients: ["Eggs"] }),
    checkIn: await anna.post("/v1/check-ins", {
      ...{ presetKey: "happiness", question: "Well?", assigneeIds: [memberId] },
      ...{ daysOfWeek: [1, 2, 3, 4, 5, 6, 7], times: [{ time: "00:00", label: "Old check-in" }] },
    }),
  };
  for (const { status } of Object.values(made)) expect(status).toBe(200);
  const meal = await anna.post("/v1/meals", { recipeId: made.recipe.body.id, date: today, mealType: "dinner" });
  expect(meal.status).toBe(200);
  return async function rename() {
    const { task, event, chore, recipe, checkIn } = made;
    const changed = [
      await ben.patch(`/v1/tasks/${task.body.id}`, { label: "New task" }),
      await ben.patch(`/v1/events/${event.body.id}`, { title: "New event" }),
      await ben.patch(`/app/chores/${chore.body.id}`, { name: "New chore" }),
      await ben.patch(`/v1/check-ins/${checkIn.body.id}`, { times: [{ time: "00:00", label: "New check-in" }] }),
      await ben.patch(`/v1/recipes/${recipe.body.id}`, { name: "New recipe" }),
    ];
    for (const { status } of changed) expect(status).toBe(200);
  };
}

type Shown = readonly [name: string, path: string, record: string];

/** Each screen comes before other screens that read the same path. Chores and Today read the same paths. */
const screens: Readonly<Record<string, readonly Shown[]>> = {
  "no screen": [
    ["Calendar", "/v1/events", "event"],
    ["Tasks", "/v1/tasks", "task"],
    ["Chores", "/v1/chores", "chore"],
    ["Check-ins", "/v1/check-ins", "check-in"],
    ["Recipes", "/v1/recipes", "recipe"],
    ["Meals", "/v1/meals", "recipe"],
  ],
  "not Today": [["Today", "/v1/agenda", "task"]],
};

/**
 * Opens the feed and waits until no read of it is in flight. A read that the server answers after the next change would
 * return that change. The page reads twice: the second time when the live channel connects. That message is delayed until
 * the page has shown the first response.
 */
async function readFeed(page: Page, url: string): Promise<void> {
  const shown = Promise.withResolvers<void>();
  await page.context().routeWebSocket(/live$/, (socket) => {
    socket.connectToServer().onMessage((message) => void shown.promise.then(() => socket.send(message)));
  });
  await page.goto(`${url}/activity`);
  await text(page, "Feed the cat").waitFor();
  const answer = page.waitForResponse((response) => new URL(response.url()).pathname === "/app/activity");
  shown.resolve();
  await (await answer).finished();
}

/** Otherwise the app reads changed records ahead, before a test opens their screen. */
async function saveData(page: Page): Promise<void> {
  await page.addInitScript(() => Object.defineProperty(navigator, "connection", { value: { saveData: true } }));
}

describe("after somebody else's change", () => {
  for (const [which, all] of Object.entries(screens)) {
    test(`${which} shows the old record while the page reads the new one`, async () => {
      const home = await browserHome({ now });
      const rename = await recordsOfAllScreens(home);
      const page = await open(home, { as: "Anna", path: "/docs" });
      await saveData(page);
      await page.goto(home.url);
      for (const [name, , record] of all) {
        await goTo(page, name);
        await text(page, `Old ${record}`).first().waitFor();
      }
      await goTo(page, "Activity");
      await text(page, "Old recipe").first().waitFor();
      await rename();
      await text(page, "New recipe").first().waitFor();
      const shown: string[] = [];
      for (const [name, path, record] of all) {
        const reading = await hold(page, path);
        await goTo(page, name);
        await reading.asked();
        await page.evaluate(drawn);
        if ((await text(page, `Old ${record}`).count()) > 0) shown.push(name);
        reading.release();
        await text(page, `New ${record}`).first().waitFor();
      }
      expect(shown).toEqual([]);
    });
  }

  test("the feed waits for the new entry before it is shown", async () => {
    const home = await browserHome();
    const add = (label: string) => home.api("Ben").post("/v1/tasks", { label, memberId: home.member("Ben").id });
    await add("Feed the cat");
    const page = await open(home, { as: "Anna", path: "/docs" });
    await readFeed(page, home.url);
    await goTo(page, "Tasks");
    await page.getByRole("checkbox", { name: "Feed the cat" }).waitFor();
    await add("Call Grandma");
    await page.getByRole("checkbox", { name: "Call Grandma" }).waitFor();
    const reading = await hold(page, "/app/activity");
    await goTo(page, "Activity");
    await reading.asked();
    await loading(page).or(text(page, "Feed the cat")).first().waitFor();
    await expectPoll(() => text(page, "Feed the cat").count()).toBe(0);
    reading.release();
    await text(page, "Call Grandma").waitFor();
  });

  test("a stale list is shown while the server is down", async () => {
    const lists = await webLists();
    const id = await lists.list("Packing", ["Socks"]);
    const page = await open(lists.home, { as: "Anna", path: `/lists/${id}` });
    allow(page, connectionLoss, /WebSocket/);
    await item(page, "Socks").waitFor();
    await goTo(page, "Activity");
    await lists.home.api("Ben").post(`/v1/lists/${id}/blocks`, { type: "task", content: "Figs" });
    await text(page, "Figs").waitFor();
    await lists.home.stop();
    await page.getByText(/^Offline:/).waitFor();
    await page.goBack();
    await item(page, "Socks").waitFor();
    lists.home.start();
    await item(page, "Figs").waitFor();
  });

  test("a stale list is shown if the server fails to return the new one", async () => {
    const lists = await webLists();
    const id = await lists.list("Packing", ["Socks"]);
    const page = await open(lists.home, { as: "Anna", path: `/lists/${id}`, allow: [/503/] });
    await item(page, "Socks").waitFor();
    await goTo(page, "Activity");
    await lists.home.api("Ben").post(`/v1/lists/${id}/blocks`, { type: "task", content: "Figs" });
    await text(page, "Figs").waitFor();
    await page.context().route("**/v1/lists", (route) => route.fulfill({ status: 503, json: { error: "Busy" } }));
    await page.goBack();
    await item(page, "Socks").waitFor();
  });
});

test("a change made on this page is shown at once on every screen", async () => {
  const home = await browserHome({ now });
  const memberId = home.member("Anna").id;
  await home.api("Anna").post("/v1/tasks", { label: "Call Grandma", memberId, dueDate: today });
  const page = await open(home, { as: "Anna", path: "/" });
  await page.getByRole("checkbox", { name: "Call Grandma" }).waitFor();
  await goTo(page, "Tasks");
  await page.getByRole("button", { name: "More for “Call Grandma”" }).click();
  await page.getByRole("menuitem", { name: "Due tomorrow" }).click();
  await eventually("the server has it", async () => {
    const { tasks } = (await home.api("Anna").get("/v1/tasks")).body;
    return tasks[0].dueDate === "2026-11-22";
  });
  const reading = await hold(page, "/v1/agenda");
  await goTo(page, "Today");
  await reading.asked();
  await text(page, "Nothing due").waitFor();
  reading.release();
});

test("cached data is shown at once after a reload if nothing has changed", async () => {
  const home = await browserHome();
  await home.api("Anna").post("/v1/tasks", { label: "Call Grandma", memberId: home.member("Anna").id });
  const page = await open(home, { as: "Anna", path: "/tasks" });
  await text(page, "Call Grandma").waitFor();
  await goTo(page, "Lists");
  let isGreeted = false;
  page.on("websocket", (socket) => socket.on("framereceived", () => (isGreeted = true)));
  await page.reload();
  await eventually("the live channel greets the page", () => isGreeted);
  const reading = await hold(page, "/v1/tasks");
  await goTo(page, "Tasks");
  await reading.asked();
  await text(page, "Call Grandma").waitFor();
  reading.release();
});
