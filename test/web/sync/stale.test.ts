/** Changes made while another screen is shown: the app must not show stale data as if they were current. */
import { expect, test } from "bun:test";
import { useFeed } from "#web/features/activity/source.ts";
import { agendaSource } from "#web/features/calendar/model/agenda.ts";
import { monthSource } from "#web/features/calendar/model/source.ts";
import { checkInsSource } from "#web/features/check-ins/model/source.ts";
import { choresSource } from "#web/features/chores/model/source.ts";
import { listSource } from "#web/features/lists/model/source.ts";
import { mealsSource } from "#web/features/meals/model/source.ts";
import { recipesSource } from "#web/features/recipes/model/source.ts";
import { openTasks } from "#web/features/tasks/model/source.ts";
import { updateTask } from "#web/features/tasks/model/writes.ts";
import type { Source } from "#web/sync/source.ts";
import type { Home } from "../../support/home/home.ts";
import { blocks } from "../../support/operations/sample-records.ts";
import { becomes, browserOfAnna, openTab, pass, type Tab, until } from "./harness.ts";

const today = "2026-11-27";
type Shown = readonly [name: string, path: RegExp, source: Source<any, any>, params: object];

const screens: readonly Shown[] = [
  ["calendar", /^\/v1\/events/, monthSource, { month: "2026-11-01", timeZone: "Europe/Berlin" }],
  ["tasks", /^\/v1\/tasks/, openTasks, {}],
  ["chores", /^\/v1\/chores/, choresSource, {}],
  ["check-ins", /^\/v1\/check-ins/, checkInsSource, {}],
  ["recipes", /^\/v1\/recipes/, recipesSource, {}],
  ["meals", /^\/v1\/meals/, mealsSource, { weekStart: "2026-11-23" }],
  ["agenda", /^\/v1\/agenda/, agendaSource, { from: today, days: 1 }],
];

/** Creates a record for each screen, called "Old …". Returns a function that renames them to "New …". */
async function recordsOfAllScreens({ members: { anna, ben }, as }: Home) {
  const [asAnna, asBen] = [as(anna), as(ben)];
  const make = async (path: string, body: object) => (await asAnna.post(path, body)).body.id as string;
  const task = await make("/v1/tasks", { label: "Old task", memberId: anna.id, dueDate: today });
  const at = { startsAt: `${today}T13:00:00Z`, endsAt: `${today}T14:00:00Z` };
  const event = await make("/v1/events", { title: "Old event", ...at });
  const chore = await make("/app/chores", { name: "Old chore", memberIds: [anna.id], startDate: today });
  const recipe = await make("/v1/recipes", { name: "Old recipe", ingredients: ["Eggs"] });
  const checkIn = await make("/v1/check-ins", {
    ...{ presetKey: "happiness", question: "Well?", assigneeIds: [anna.id] },
    ...{ daysOfWeek: [5], times: [{ time: "00:00", label: "Old check-in" }] },
  });
  await make("/v1/meals", { recipeId: recipe, date: today, mealType: "dinner" });
  return async () => {
    const changed = [
      await asBen.patch(`/v1/tasks/${task}`, { label: "New task" }),
      await asBen.patch(`/v1/events/${event}`, { title: "New event" }),
      await asBen.patch(`/app/chores/${chore}`, { name: "New chore" }),
      await asBen.patch(`/v1/check-ins/${checkIn}`, { times: [{ time: "00:00", label: "New check-in" }] }),
      await asBen.patch(`/v1/recipes/${recipe}`, { name: "New recipe" }),
    ];
    expect(changed.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  };
}

const isStale = ({ sync }: Tab, { name }: Source<any, any>) =>
  sync.cache.queryClient
    .getQueryCache()
    .findAll({ queryKey: [name] })
    .every(({ state }) => state.isInvalidated);

/** Returns a tab with a list that was shown before, and to which Ben then adds Figs. */
async function staleList() {
  const browser = await browserOfAnna();
  const { home } = browser;
  const { at } = await blocks(home);
  const id = at.split("/")[3]!;
  const tab = await (await openTab(browser)).goLive();
  const former = tab.screen(listSource, { id });
  const items = ({ data } = former) => data?.blocks.map((each) => each.content);
  await becomes(() => items(), ["Milk", "Eggs", "Bread"]);
  await tab.isCurrent();
  await former.close();
  await home.as(home.members.ben).post(at, { type: "task", content: "Figs" });
  await until("it is stale", () => isStale(tab, listSource));
  return { browser, tab, id, items, old: ["Milk", "Eggs", "Bread"], fresh: ["Milk", "Eggs", "Bread", "Figs"] };
}

for (const [name, path, source, params] of screens) {
  test(`A screen of the ${name} that is opened after somebody else's change waits for the new data`, async () => {
    const browser = await browserOfAnna();
    const rename = await recordsOfAllScreens(browser.home);
    const tab = await (await openTab(browser)).goLive();
    const former = tab.screen(source, params);
    await until("the old record is shown", () => JSON.stringify(former.data)?.includes("Old "));
    await tab.isCurrent();
    await former.close();
    await rename();
    await until("it is stale", () => isStale(tab, source));
    const reading = browser.hold(path);
    const screen = tab.screen(source, params);
    await reading.asked();
    await pass(1_000);
    expect(screen.data).toBeUndefined();
    reading.release();
    await until("the new record is shown", () => JSON.stringify(screen.data)?.includes("New "));
  });
}

test("A screen that is already shown keeps the old data until the new data have arrived", async () => {
  const browser = await browserOfAnna();
  const rename = await recordsOfAllScreens(browser.home);
  const tab = await (await openTab(browser)).goLive();
  const screen = tab.screen(openTasks, {});
  const labels = () => screen.data?.tasks.map(({ label }) => label);
  await becomes(labels, ["Old task"]);
  await tab.isCurrent();
  const reading = browser.hold(/^\/v1\/tasks/);
  await rename();
  await reading.asked();
  expect(labels()).toEqual(["Old task"]);
  reading.release();
  await becomes(labels, ["New task"]);
});

test("The activity feed is not shown until the newest entry has arrived", async () => {
  const browser = await browserOfAnna();
  const { home } = browser;
  const { ben } = home.members;
  await home.post("/v1/tasks", { label: "Feed the cat", memberId: ben.id });
  const tab = await (await openTab(browser)).goLive();
  const former = tab.render(useFeed);
  await until("the feed is shown", () => former.shown.entries !== undefined && !former.shown.isReading);
  await tab.isCurrent();
  await former.close();
  await home.post("/v1/tasks", { label: "Call Grandma", memberId: ben.id });
  await pass(500);
  const reading = browser.hold(/^\/app\/activity/);
  const feed = tab.render(useFeed);
  await reading.asked();
  await pass(1_000);
  expect(feed.shown.entries).toBeUndefined();
  reading.release();
  await until("the new entry is shown", () => feed.shown.entries?.[0]?.summary.includes("Call Grandma") === true);
});

test("An outdated list is shown while the server is down, and is loaded again when the server responds", async () => {
  const { browser, tab, id, items, old, fresh } = await staleList();
  browser.disconnect();
  await until("the loss is noticed", () => !tab.sync.connection.isConnected.get());
  const screen = tab.screen(listSource, { id });
  await becomes(() => items(screen), old);
  browser.connect();
  await becomes(() => items(screen), fresh);
});

test("An outdated list is shown if the server fails to return the current version of the list", async () => {
  const { browser, tab, id, items, old } = await staleList();
  browser.fault = async ({ path }, send) =>
    path.startsWith("/app/lists/one") ? Response.json({ error: "Busy", statusCode: 503 }, { status: 503 }) : send();
  const screen = tab.screen(listSource, { id });
  await becomes(() => items(screen), old);
});

test("An outdated list is shown if the live channel is closed and the current version takes long to load", async () => {
  const { browser, tab, id, items, old } = await staleList();
  tab.sync.connection.isLive.set(false);
  const reading = browser.hold(/^\/app\/lists/);
  const screen = tab.screen(listSource, { id });
  await reading.asked();
  expect(screen.data).toBeUndefined();
  await pass(4_100);
  expect(items(screen)).toEqual(old);
  reading.release();
});

test("An outdated list stays hidden after a reload of the page until its current version has arrived", async () => {
  const { browser, tab: former, id, items, fresh } = await staleList();
  await pass(1_000);
  const tab = await former.reload();
  const reading = browser.hold(/^\/app\/lists/);
  const screen = tab.screen(listSource, { id });
  await reading.asked();
  expect(screen.data).toBeUndefined();
  reading.release();
  await becomes(() => items(screen), fresh);
});

test("A list that is opened after an undo in the activity feed does not show the undone item", async () => {
  const { browser, tab, id, items, old } = await staleList();
  const former = tab.screen(listSource, { id });
  await becomes(() => items(former)?.length, 4);
  await tab.isCurrent();
  await former.close();
  await tab.undo.undoWrite(browser.home.entries()[0]!.id);
  await tab.nothingWaits();
  const reading = browser.hold(/^\/app\/lists/);
  const screen = tab.screen(listSource, { id });
  await reading.asked();
  await pass(500);
  expect(screen.data).toBeUndefined();
  reading.release();
  await becomes(() => items(screen), old);
});

test("A change made on one screen of the app is shown at once on other screens", async () => {
  const browser = await browserOfAnna();
  const { home } = browser;
  const task = { label: "Call Grandma", memberId: home.members.anna.id, dueDate: today };
  const made = (await home.post("/v1/tasks", task)).body;
  const tab = await (await openTab(browser)).goLive();
  const agenda = () => tab.screen(agendaSource, { from: today, days: 1 });
  const due = ({ data }: ReturnType<typeof agenda>) => data?.days[0]?.tasks.map(({ label }) => label);
  const former = agenda();
  await becomes(() => due(former), ["Call Grandma"]);
  await tab.isCurrent();
  await former.close();
  tab.undo.perform(updateTask, { patch: { id: made.id, dueDate: "2026-11-28" }, label: "Call Grandma", task: made });
  await tab.nothingWaits();
  const reading = browser.hold(/^\/v1\/agenda/);
  const screen = agenda();
  await becomes(() => due(screen), []);
  reading.release();
});

test("Stored data are shown at once after a reload if nothing has changed on the server", async () => {
  const browser = await browserOfAnna();
  const { home } = browser;
  await home.post("/v1/tasks", { label: "Call Grandma", memberId: home.members.anna.id });
  const former = await (await openTab(browser)).goLive();
  const first = former.screen(openTasks, {});
  await until("the tasks are read", () => first.data !== undefined);
  await first.close();
  await pass(1_000);
  const tab = await (await former.reload()).goLive();
  const reading = browser.hold(/^\/v1\/tasks/);
  const screen = tab.screen(openTasks, {});
  await reading.asked();
  expect(screen.data?.tasks.map(({ label }) => label)).toEqual(["Call Grandma"]);
  reading.release();
});
