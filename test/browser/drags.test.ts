/** Everything that can be dragged in the app behaves alike: by mouse, by touch and by keyboard. */
import type { Locator, Page } from "playwright-core";
import { open, test } from "../support/browser/browser.ts";
import { type BrowserHome, browserHome } from "../support/browser/home.ts";
import { add, calendarHome, eventCalled, eventNow, view } from "../support/browser/homes/calendar-pages.ts";
import { cell, friday, kitchen, monday, tile } from "../support/browser/homes/kitchen.ts";
import { grip, item, webLists } from "../support/browser/homes/lists.ts";
import type { View } from "../support/browser/pages.ts";
import { longPressDrag, type Point, pointAt, type Spot, swipe } from "../support/browser/touch.ts";
import { eventually, expectPoll } from "../support/browser/wait.ts";

type Scene = {
  readonly home: BrowserHome;
  readonly path: string;
  /** Brings the page, which is already open at `path`, to the state in which the element can be dragged. */
  readonly show: (page: Page) => Promise<unknown>;
  /** Name of the dragged thing in the announcements to screen readers. */
  readonly name: string;
  /** Element that a mouse and the keyboard drag. */
  readonly source: (page: Page) => Locator;
  /** Element that a finger presses to drag. Default: `source`, a handle that needs no long press. */
  readonly touched?: (page: Page) => Locator;
  /** Element on which a swipe without a long press starts, which must drag nothing. */
  readonly surface: (page: Page) => Locator;
  readonly to: (page: Page) => Promise<Spot> | Spot;
  readonly key: "ArrowRight" | "ArrowDown";
  /** Returns the order or the position that the server stores, to detect a move. */
  readonly state: () => Promise<unknown>;
  readonly touchDevice: NonNullable<View["device"]>;
};

const below = async (spot: Locator): Promise<Point> => {
  const { x, y } = await pointAt(spot);
  return { x, y: y + 12 };
};

const scenes: Readonly<Record<string, () => Promise<Scene>>> = {
  "a task": async () => {
    const home = await browserHome();
    await home.api("Anna").post("/v1/tasks", { label: "Feed the cat", memberId: home.member("Anna").id });
    return {
      ...{ home, path: "/tasks", name: "Feed the cat", key: "ArrowRight", touchDevice: "tablet" },
      show: (page) => page.locator("label", { hasText: "By person" }).click(),
      source: (page) => grip(page, "Feed the cat"),
      surface: (page) => page.locator(".task-body"),
      to: (page) => page.getByRole("heading", { name: "Ben" }),
      state: async () => (await home.api("Anna").get("/v1/tasks")).body.tasks[0].memberId,
    };
  },
  "a list on the board": async () => {
    const lists = await webLists();
    await lists.list("One");
    await lists.list("Three", [], { sectionId: await lists.section("Garden") });
    const card = (name: string) => (page: Page) => page.getByRole("link", { name, exact: true });
    return {
      ...{ home: lists.home, path: "/lists", name: "One", key: "ArrowDown", touchDevice: "phone" },
      show: (page) => card("Three")(page).waitFor(),
      ...{ source: card("One"), surface: card("One"), to: card("Three") },
      state: lists.board,
    };
  },
  "a section in a sheet": async () => {
    const lists = await webLists();
    await lists.section("Garden");
    return {
      ...{ home: lists.home, path: "/lists", name: "Home", key: "ArrowDown", touchDevice: "phone" },
      show: async (page) => {
        await page.getByRole("button", { name: "More for Home" }).click();
        await page.getByRole("menuitem", { name: "Put the sections in order" }).click();
        await page.getByRole("dialog").and(page.locator(":focus-within")).waitFor();
      },
      source: (page) => grip(page, "Home"),
      surface: (page) => page.getByRole("dialog").getByText("Home", { exact: true }),
      to: (page) => below(grip(page, "Garden")),
      state: async () => Object.keys(await lists.board()),
    };
  },
  "an item of a list": async () => {
    const lists = await webLists();
    const id = await lists.list("Shop", ["Milk", "Bread", "Eggs"]);
    return {
      ...{ home: lists.home, path: `/lists/${id}`, name: "Milk", key: "ArrowDown", touchDevice: "phone" },
      show: (page) => item(page, "Eggs").waitFor(),
      source: (page) => grip(page, "Milk"),
      touched: (page) => item(page, "Milk"),
      surface: (page) => item(page, "Milk"),
      to: (page) => below(grip(page, "Eggs")),
      state: () => lists.lines(id),
    };
  },
  "a meal": async () => {
    const home = await kitchen();
    await home.plan(friday, "lunch", await home.recipe("Soup"));
    const meal = (page: Page) => tile(page, friday, "lunch", "Soup");
    return {
      ...{ home, path: "/meals", name: "Soup", key: "ArrowDown", touchDevice: "tablet" },
      show: (page) => meal(page).waitFor(),
      ...{ source: meal, touched: meal, surface: meal },
      to: (page) => cell(page, monday, "dinner"),
      state: () => home.cells(),
    };
  },
  "an event": async () => {
    const home = await calendarHome();
    const { id } = await add(home, "Dentist", 3, "10:00", "11:00");
    const event = (page: Page) => eventCalled(page, "Dentist");
    return {
      ...{ home, path: "/calendar?day=2027-03-03", name: "Dentist", key: "ArrowDown", touchDevice: "tablet" },
      show: (page) => view(page, "2"),
      ...{ source: event, touched: event, surface: event },
      to: async (page) => {
        const { x, y } = await pointAt(event(page));
        return { x, y: y + 100 };
      },
      state: async () => (await eventNow(home, id)).startsAt,
    };
  },
  "a member": async () => {
    const home = await browserHome();
    return {
      ...{ home, path: "/settings/members", name: "Anna", key: "ArrowDown", touchDevice: "phone" },
      show: (page) => grip(page, "Mia").waitFor(),
      source: (page) => grip(page, "Anna"),
      surface: (page) => page.getByRole("button", { name: /^Edit: Anna/ }),
      to: (page) => below(grip(page, "Mia")),
      state: async () =>
        (await home.api("Anna").get("/v1/households/me/members")).body.members.map(({ id }: any) => id),
    };
  },
};

async function show(scene: Scene, device: View["device"]): Promise<Page> {
  const page = await open(scene.home, { as: "Anna", path: scene.path, device });
  await scene.show(page);
  await scene.source(page).waitFor();
  return page;
}

const announced = (page: Page, text: string) =>
  page.locator("[aria-live=assertive]").filter({ hasText: text }).waitFor({ state: "attached" });

/** Waits until the server's state differs from `before`, and returns the later state. */
async function changed(scene: Scene, before: unknown): Promise<unknown> {
  let now = before;
  await eventually(`${scene.name} has moved`, async () => {
    now = await scene.state();
    return !Bun.deepEquals(now, before);
  });
  return now;
}

/** Waits until the moving copy of the dragged element is removed, which happens at the end of a drag. */
const landed = (page: Page) => page.locator(".drag-ghost").waitFor({ state: "detached" });

/** Presses the mouse button on the source and moves the mouse to the target, without releasing the button. */
async function carry(page: Page, scene: Scene): Promise<void> {
  const to = await pointAt(await scene.to(page));
  const from = await pointAt(scene.source(page));
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  for (let step = 1; step <= 8; step++) {
    await page.mouse.move(from.x + ((to.x - from.x) * step) / 8, from.y + ((to.y - from.y) * step) / 8);
  }
  await announced(page, `${scene.name} is over `);
}

for (const [what, prepare] of Object.entries(scenes)) {
  test(`The mouse can drag ${what}, and Escape cancels the drag but closes no dialog`, async () => {
    const scene = await prepare();
    const page = await show(scene, "desktop");
    const before = await scene.state();
    const dialogs = await page.getByRole("dialog").count();
    await carry(page, scene);
    await page.keyboard.press("Escape");
    await announced(page, `${scene.name} stays where it was`);
    await page.mouse.up();
    await landed(page);
    await expectPoll(() => scene.state()).toEqual(before);
    await expectPoll(() => page.getByRole("dialog").count()).toBe(dialogs);
    await carry(page, scene);
    await page.mouse.up();
    await announced(page, `${scene.name} is put down`);
    await changed(scene, before);
  });

  test(`A finger can drag ${what} after a long press, but a swipe without a long press drags nothing`, async () => {
    const scene = await prepare();
    const page = await show(scene, scene.touchDevice);
    const before = await scene.state();
    const start = await pointAt(scene.surface(page));
    // The finger moves for longer than the hold.
    await swipe(page, start, { x: start.x, y: start.y - 120 }, { steps: 30 });
    await eventually("nothing is announced", async () => (await page.getByText(`${scene.name} is `).count()) === 0);
    await expectPoll(() => scene.state()).toEqual(before);
    await longPressDrag(page, (scene.touched ?? scene.source)(page), await scene.to(page));
    await announced(page, `${scene.name} is put down`);
    await changed(scene, before);
  });

  test(`Space and arrow keys, or Alt and an arrow key, move ${what}; Escape cancels a drag by keyboard`, async () => {
    const scene = await prepare();
    const page = await show(scene, "desktop");
    const before = await scene.state();
    const dialogs = await page.getByRole("dialog").count();
    await scene.source(page).press("Space");
    await announced(page, `${scene.name} is picked up`);
    await page.keyboard.press(scene.key);
    await announced(page, `${scene.name} is over `);
    await page.keyboard.press("Escape");
    await announced(page, `${scene.name} stays where it was`);
    await landed(page);
    await expectPoll(() => scene.state()).toEqual(before);
    await expectPoll(() => page.getByRole("dialog").count()).toBe(dialogs);

    await scene.source(page).press("Space");
    await page.keyboard.press(scene.key);
    await page.keyboard.press("Space");
    await announced(page, `${scene.name} is put down`);
    const after = await changed(scene, before);
    await landed(page);
    await expectPoll(() => page.getByRole("dialog").count()).toBe(dialogs);

    const back = { ArrowDown: "ArrowUp", ArrowRight: "ArrowLeft" }[scene.key];
    await page.locator(":focus").and(page.locator("[aria-description]")).waitFor();
    await page.keyboard.press(`Alt+${back}`);
    await announced(page, `${scene.name} is put down`);
    await expectPoll(() => changed(scene, after)).toEqual(before);
  });
}
