/** Tests that a change renders only the components that show it. `page.ts` counts renders with a hook of Preact. */
import { beforeAll, expect } from "bun:test";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { browserBuild, preactStore } from "#client/pages/build/scripts.ts";
import { open, test } from "../../support/browser/browser.ts";
import { moveTo } from "../../support/browser/go.ts";
import type { BrowserHome } from "../../support/browser/home.ts";
import { choresOf } from "../../support/browser/homes/chores.ts";
import { circle, webLists } from "../../support/browser/homes/lists.ts";
import { eventually } from "../../support/browser/wait.ts";

let script = "";

beforeAll(async () => {
  const built = await Bun.build({
    ...browserBuild(join(import.meta.dir, "page.ts")),
    format: "esm",
    minify: false,
    plugins: [preactStore, { name: "no styles", setup: skipStyles }],
  });
  script = (await built.outputs[0]?.text()) ?? "";
});

function skipStyles(build: Bun.PluginBuilder): void {
  build.onLoad({ filter: /\.css$/ }, () => ({ contents: "", loader: "js" }));
}

/**
 * Opens the app with the script that counts renders. Opens the manifest first, to replace the script before the app
 * loads.
 */
async function openCounted(home: BrowserHome): Promise<Page> {
  const page = await open(home, { as: "Anna", path: "/manifest.webmanifest", fresh: true });
  await page.context().route("**/assets/main-*.js", (route) => {
    return route.fulfill({ contentType: "text/javascript", body: script });
  });
  await page.goto(home.url);
  return page;
}

const renders = (page: Page) => page.evaluate("window.renders") as Promise<string[]>;

/** Resolves when nothing has been rendered for half a second. */
async function quiet(page: Page): Promise<void> {
  let last = -1;
  await eventually("nothing renders any more", async () => {
    const former = last;
    last = (await renders(page)).length;
    if (last === former) return true;
    await Bun.sleep(500);
    return false;
  });
}

/**
 * Returns the names of the components that render during `act` and its effects: the response, live messages and
 * refetches.
 */
async function rendersOf(page: Page, act: () => Promise<unknown>): Promise<readonly string[]> {
  await quiet(page);
  await page.evaluate("window.renders.length = 0");
  await act();
  await quiet(page);
  return renders(page);
}

const named = (all: readonly string[], name: string) => all.filter((each) => each.startsWith(`${name}: `));

test("When a row on the screen Today or in a list of 200 items is ticked, only that row renders again", async () => {
  // The rows of Today render again when a minute begins, so the clock is stopped.
  const { home, list, block } = await webLists({ now: new Date("2026-11-25T11:00:00Z") });
  const chores = choresOf(home);
  const dueDate = chores.day(0);
  await chores.add({ name: "Dishes", memberIds: ["Anna"] });
  const anna = home.api("Anna");
  await anna.post("/v1/events", {
    title: "Football",
    startsAt: `${dueDate}T08:00:00Z`,
    endsAt: `${dueDate}T22:00:00Z`,
  });
  for (const label of ["One", "Two", "Three"])
    await anna.post("/v1/tasks", { label, memberId: home.member("Anna").id, dueDate });
  const items = Array.from({ length: 200 }, (_, index) => `Item ${index}`);
  const id = await list("Long", items);

  const page = await openCounted(home);
  await page.getByRole("checkbox", { name: /Dishes/ }).waitFor();
  const onToday = await rendersOf(page, async () => {
    await page.getByRole("checkbox", { name: "Two" }).click();
    await eventually("the server has it", async () => {
      return (await anna.get("/v1/tasks?completed=true")).body.tasks.length === 1;
    });
  });
  expect(new Set(named(onToday, "TaskLine"))).toEqual(new Set(["TaskLine: Two"]));
  expect(named(onToday, "TaskLine").length).toBeLessThanOrEqual(3);
  const others = [
    "EventLine",
    "ChoreLine",
    "CheckInLine",
    "DinnerLine",
    "NoDinnerLine",
    "Household",
    "Frame",
    "Viewer",
  ];
  expect(onToday.filter((each) => others.includes(each))).toEqual([]);

  await moveTo(page, `/lists/${id}`);
  await circle(page, "Item 100").waitFor();
  const inList = await rendersOf(page, async () => {
    await circle(page, "Item 100").click();
    await eventually("the server has it", async () => (await block(id, "Item 100")).done);
  });
  expect(new Set(named(inList, "ItemRow"))).toEqual(new Set(["ItemRow: Item 100"]));
  expect(named(inList, "ItemRow").length).toBeLessThanOrEqual(3);
  expect(inList.filter((each) => ["Household", "Frame", "Viewer"].includes(each))).toEqual([]);
});
