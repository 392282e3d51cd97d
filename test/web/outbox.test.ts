/** The queue of writes, in a browser: whatever happens on the way, each arrives once, and in its order. */
import { beforeAll, describe, expect } from "bun:test";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { browserBuild } from "../../src/pages/build/scripts.ts";
import { open, test } from "../support/browser.ts";
import { connectionLoss } from "../support/browser-faults.ts";
import { browserHome } from "../support/browser-home.ts";
import { eventually } from "../support/browser-wait.ts";

type Home = Awaited<ReturnType<typeof browserHome>>;

let script = "";

beforeAll(async () => {
  const built = await Bun.build({ ...browserBuild(join(import.meta.dir, "outbox-page.ts")), format: "esm" });
  script = (await built.outputs[0]?.text()) ?? "";
});

/** Opens the page of the outbox in place of the app; it is there without the server, too. */
async function openLab(home: Home): Promise<Page> {
  const page = await open(home, { as: "Anna", path: "/docs", allow: [connectionLoss, /40\d|42\d/] });
  await serveLab(page);
  await page.goto(`${home.url}/lab`);
  await ready(page);
  return page;
}

async function serveLab(page: Page): Promise<void> {
  const html = `<!doctype html><link rel="icon" href="data:,"><title>Lab</title><script type="module" src="/lab.js"></script>`;
  await page.context().route("**/lab", (route) => route.fulfill({ contentType: "text/html", body: html }));
  await page.context().route("**/lab.js", (route) => route.fulfill({ contentType: "text/javascript", body: script }));
}

const ready = (page: Page) => eventually("the lab is there", () => page.evaluate("'lab' in window"));
const lab = <Answer>(page: Page, call: string) => page.evaluate(`lab.${call}`) as Promise<Answer>;
const text = JSON.stringify;
const nothingWaits = (page: Page) =>
  eventually("nothing waits any more", async () => (await lab<unknown[]>(page, "waiting()")).length === 0);

async function tasksOf(home: Home): Promise<{ id: string; label: string }[]> {
  const { tasks } = (await home.api("Anna").get("/v1/tasks")).body;
  return tasks.sort((a: { createdAt: string }, b: { createdAt: string }) => a.createdAt.localeCompare(b.createdAt));
}

const labelsOf = async (home: Home) => (await tasksOf(home)).map(({ label }) => label);

describe("the outbox", () => {
  test("keeps what is done without the server over a reload, and sends all of it in order, once", async () => {
    const home = await browserHome();
    const ben = home.member("Ben").id;
    const page = await openLab(home);
    await home.stop();
    for (const label of ["one", "two", "three"]) await lab(page, `add(${text(label)}, ${text(ben)})`);
    expect(await lab<string[]>(page, "shown([])")).toEqual(["one", "two", "three"]);
    await page.reload();
    await ready(page);
    expect(await lab<string[]>(page, "shown([])")).toEqual(["one", "two", "three"]);
    await home.start();
    await lab(page, "connect(true)");
    await nothingWaits(page);
    expect(await labelsOf(home)).toEqual(["one", "two", "three"]);
  });

  test("sends again what may have arrived, and it arrives once", async () => {
    const home = await browserHome();
    const page = await openLab(home);
    let lost = 0;
    await page.context().route("**/v1/tasks", async (route) => {
      if (route.request().method() !== "POST" || lost > 0) return route.continue();
      lost++;
      await route.fetch(); // The server has it; the answer never comes.
      await route.abort("connectionreset");
    });
    await lab(page, `add("Only once", ${text(home.member("Ben").id)})`);
    await eventually("the loss is noticed", async () => !(await lab<boolean>(page, "isConnected()")));
    expect(await labelsOf(home)).toEqual(["Only once"]);
    await lab(page, "connect(true)");
    await nothingWaits(page);
    expect(await labelsOf(home)).toEqual(["Only once"]);
  });

  test("takes a delete for done that is repeated because its answer was lost", async () => {
    const home = await browserHome();
    const made = await home.api("Anna").post("/v1/tasks", { label: "Gone", memberId: home.member("Ben").id });
    const page = await openLab(home);
    let lost = 0;
    await page.context().route(`**/v1/tasks/${made.body.id}`, async (route) => {
      if (lost++ > 0) return route.continue();
      await route.fetch();
      await route.abort("connectionreset");
    });
    await lab(page, `remove(${text(made.body.id)})`);
    await eventually("the loss is noticed", async () => !(await lab<boolean>(page, "isConnected()")));
    await lab(page, "connect(true)");
    await nothingWaits(page);
    expect(await lab<unknown[]>(page, "refused")).toEqual([]);
    expect(await labelsOf(home)).toEqual([]);
  });

  test("changes what it has just made, before the server has named it", async () => {
    const home = await browserHome();
    const page = await openLab(home);
    await home.stop();
    const id = await lab<string>(page, `add("Milk", ${text(home.member("Ben").id)})`);
    await lab(page, `rename(${text(id)}, "Oat milk")`);
    expect(await lab<string[]>(page, "shown([])")).toEqual(["Oat milk"]);
    await page.reload();
    await ready(page);
    await lab(page, `rename(${text(id)}, "Oat milk, two")`);
    await home.start();
    await lab(page, "connect(true)");
    await nothingWaits(page);
    expect(await labelsOf(home)).toEqual(["Oat milk, two"]);
  });

  test("tells what the server refuses, with what hung on it, and goes on with the rest", async () => {
    const home = await browserHome();
    const page = await openLab(home);
    await lab(page, "connect(false)");
    const id = await lab<string>(page, `add("For nobody", "00000000-0000-7000-8000-000000000000")`);
    await lab(page, `rename(${text(id)}, "Still for nobody")`);
    await lab(page, `add("For Ben", ${text(home.member("Ben").id)})`);
    await lab(page, "connect(true)");
    await nothingWaits(page);
    expect(await lab<unknown[]>(page, "refused")).toEqual([
      { status: 422, message: "memberId: no such member", lost: 2 },
    ]);
    expect(await labelsOf(home)).toEqual(["For Ben"]);
  });

  test("takes back what was not sent without a trace, and what was sent by undoing it", async () => {
    const home = await browserHome();
    const task = (await home.api("Anna").post("/v1/tasks", { label: "As it was", memberId: home.member("Ben").id }))
      .body;
    const page = await openLab(home);
    await lab(page, "connect(false)");
    const unsent = await lab<string>(page, `rename(${text(task.id)}, "Never sent")`);
    expect(await lab<boolean>(page, `takeBack(${text(unsent)})`)).toBe(true);
    await lab(page, "connect(true)");
    const sent = await lab<string>(page, `rename(${text(task.id)}, "Sent")`);
    await nothingWaits(page);
    expect(await labelsOf(home)).toEqual(["Sent"]);
    expect(await lab<boolean>(page, `takeBack(${text(sent)})`)).toBe(false);
    await lab(page, `undo(${text(sent)})`);
    await nothingWaits(page);
    expect(await labelsOf(home)).toEqual(["As it was"]);
    const { entries } = (await home.api("Anna").get("/v1/activity")).body;
    expect(entries.map(({ summary }: { summary: string }) => summary).join()).not.toContain("Never sent");
  });

  test("shows nothing any more of what is taken back after it may have been sent, and both arrive", async () => {
    const home = await browserHome();
    const page = await openLab(home);
    await home.stop();
    await lab(page, `add("Taken back", ${text(home.member("Ben").id)})`);
    await eventually("the loss is noticed", async () => !(await lab<boolean>(page, "isConnected()")));
    const [entry] = await lab<string[]>(page, "ids()");
    expect(await lab<string[]>(page, "shown([])")).toEqual(["Taken back"]);
    await lab(page, `undo(${text(entry)})`);
    expect(await lab<string[]>(page, "shown([])")).toEqual([]);
    await home.start();
    await lab(page, "connect(true)");
    await nothingWaits(page);
    expect(await labelsOf(home)).toEqual([]);
  });

  test("leaves to each tab its own, and takes over from one that is gone", async () => {
    const home = await browserHome();
    const ben = home.member("Ben").id;
    const first = await openLab(home);
    await lab(first, "connect(false)");
    await lab(first, `add("From the first tab", ${text(ben)})`);
    const second = await first.context().newPage();
    await second.goto(`${home.url}/lab`);
    await ready(second);
    expect(await lab<unknown[]>(second, "waiting()")).toEqual([]);
    await first.close();
    // As long as a tab may be silent before it counts as gone; nobody loads anything anew.
    await eventually("it has arrived", async () => (await labelsOf(home)).length > 0);
    await nothingWaits(second);
    expect(await labelsOf(home)).toEqual(["From the first tab"]);
  });

  test("keeps the names of what one tab has made while another begins", async () => {
    const home = await browserHome();
    const first = await openLab(home);
    const id = await lab<string>(first, `add("Milk", ${text(home.member("Ben").id)})`);
    await nothingWaits(first);
    await lab(first, "connect(false)");
    await lab(first, `rename(${text(id)}, "Oat milk")`);
    const second = await first.context().newPage();
    await second.goto(`${home.url}/lab`);
    await ready(second);
    await first.reload();
    await ready(first);
    await nothingWaits(first);
    expect(await labelsOf(home)).toEqual(["Oat milk"]);
    expect(await lab<unknown[]>(first, "refused")).toEqual([]);
  });

  test("leaves a tab its own also where another is its copy", async () => {
    const home = await browserHome();
    const first = await openLab(home);
    await lab(first, "connect(false)");
    await lab(first, `add("Of the first", ${text(home.member("Ben").id)})`);
    const [copy] = await Promise.all([
      first.context().waitForEvent("page"), // A window that a page opens begins with what that page has put down.
      first.evaluate("void window.open('/lab')"),
    ]);
    await ready(copy);
    expect(await lab<unknown[]>(copy, "waiting()")).toEqual([]);
  });

  test("sends what somebody did for nobody else, and forgets it", async () => {
    const home = await browserHome();
    const page = await openLab(home);
    await lab(page, "connect(false)");
    await lab(page, `hold("anna")`);
    await lab(page, `add("Anna's", ${text(home.member("Ben").id)})`);
    await lab(page, `hold("ben")`);
    await lab(page, `add("Ben's", ${text(home.member("Ben").id)})`);
    await lab(page, "connect(true)");
    await nothingWaits(page);
    expect(await labelsOf(home)).toEqual(["Ben's"]);
    await lab(page, `hold("anna")`);
    await page.reload();
    await ready(page);
    expect(await lab<unknown[]>(page, "waiting()")).toEqual([]);
  });

  test("tells of a change that this version of the app knows no more", async () => {
    const home = await browserHome();
    const page = await openLab(home);
    await lab(page, "connect(false)");
    await lab(page, "addFormer()");
    await page.reload();
    await ready(page);
    await nothingWaits(page);
    expect(await lab<unknown[]>(page, "refused")).toEqual([
      { status: 0, message: "This app does not know such a change", lost: 1 },
    ]);
  });

  test("asks again for as long as it takes where the server has too much to do", async () => {
    const home = await browserHome();
    const page = await openLab(home);
    await page.clock.install();
    let asked = 0;
    await page.context().route("**/v1/tasks", async (route) => {
      if (route.request().method() !== "POST" || asked++ >= 12) return route.continue();
      const headers = { "Retry-After": "1" };
      const body = JSON.stringify({ error: "Too many requests", statusCode: 429 });
      await route.fulfill({ status: 429, headers, contentType: "application/json", body });
    });
    await lab(page, `add("Patient", ${text(home.member("Ben").id)})`);
    await eventually("it has arrived", async () => {
      await page.clock.runFor(1_000);
      return (await labelsOf(home)).length > 0;
    });
    expect(await lab<unknown[]>(page, "refused")).toEqual([]);
    expect(asked).toBe(13);
  });

  test("waits for whoever was signed out, and loses nothing", async () => {
    const home = await browserHome();
    const page = await openLab(home);
    const cookies = await page.context().cookies();
    await page.context().clearCookies();
    await lab(page, `add("Meanwhile", ${text(home.member("Ben").id)})`);
    await eventually(
      "it was tried",
      async () => (await lab<{ attempts: number }[]>(page, "waiting()"))[0]?.attempts === 1,
    );
    await page.context().addCookies(cookies);
    await lab(page, "hurry()"); // As the app does once somebody has signed in.
    await nothingWaits(page);
    expect(await labelsOf(home)).toEqual(["Meanwhile"]);
  });
});
