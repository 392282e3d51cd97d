/** The queue of writes in a browser: it sends each write exactly once and in order, despite failures. */
import { beforeAll, describe, expect } from "bun:test";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { browserBuild } from "../../src/pages/build/scripts.ts";
import { open, test } from "../support/browser.ts";
import { connectionLoss } from "../support/browser-faults.ts";
import { browserHome } from "../support/browser-home.ts";
import { eventually, expectPoll } from "../support/browser-wait.ts";

type Home = Awaited<ReturnType<typeof browserHome>>;

let script = "";

beforeAll(async () => {
  const built = await Bun.build({ ...browserBuild(join(import.meta.dir, "outbox-page.ts")), format: "esm" });
  script = (await built.outputs[0]?.text()) ?? "";
});

/** Opens the outbox page instead of the app. The page also loads while the server is down. */
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
  test("keeps offline writes over a reload, and sends each once and in order", async () => {
    const home = await browserHome();
    const ben = home.member("Ben").id;
    const page = await openLab(home);
    await home.stop();
    for (const label of ["one", "two", "three"]) await lab(page, `add(${text(label)}, ${text(ben)})`);
    await expectPoll(() => lab<string[]>(page, "shown([])")).toEqual(["one", "two", "three"]);
    await page.reload();
    await ready(page);
    await expectPoll(() => lab<string[]>(page, "shown([])")).toEqual(["one", "two", "three"]);
    await home.start();
    await lab(page, "connect(true)");
    await nothingWaits(page);
    await expectPoll(() => labelsOf(home)).toEqual(["one", "two", "three"]);
  });

  test("retries a write whose response was lost, and the server applies it once", async () => {
    const home = await browserHome();
    const page = await openLab(home);
    let lost = 0;
    await page.context().route("**/v1/tasks", async (route) => {
      if (route.request().method() !== "POST" || lost > 0) return route.continue();
      lost++;
      await route.fetch(); // The server gets the request, but the page never gets the response.
      await route.abort("connectionreset");
    });
    await lab(page, `add("Only once", ${text(home.member("Ben").id)})`);
    await eventually("the loss is noticed", async () => !(await lab<boolean>(page, "isConnected()")));
    await expectPoll(() => labelsOf(home)).toEqual(["Only once"]);
    await lab(page, "connect(true)");
    await nothingWaits(page);
    await expectPoll(() => labelsOf(home)).toEqual(["Only once"]);
  });

  test("treats a repeated delete as done if the first response was lost", async () => {
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
    await expectPoll(() => lab<unknown[]>(page, "refused")).toEqual([]);
    await expectPoll(() => labelsOf(home)).toEqual([]);
  });

  test("changes a new record before the server has assigned its id", async () => {
    const home = await browserHome();
    const page = await openLab(home);
    await home.stop();
    const id = await lab<string>(page, `add("Milk", ${text(home.member("Ben").id)})`);
    await lab(page, `rename(${text(id)}, "Oat milk")`);
    await expectPoll(() => lab<string[]>(page, "shown([])")).toEqual(["Oat milk"]);
    await page.reload();
    await ready(page);
    await lab(page, `rename(${text(id)}, "Oat milk, two")`);
    await home.start();
    await lab(page, "connect(true)");
    await nothingWaits(page);
    await expectPoll(() => labelsOf(home)).toEqual(["Oat milk, two"]);
  });

  test("reports a refused write with the writes that depend on it, and sends the rest", async () => {
    const home = await browserHome();
    const page = await openLab(home);
    await lab(page, "connect(false)");
    const id = await lab<string>(page, `add("For nobody", "00000000-0000-7000-8000-000000000000")`);
    await lab(page, `rename(${text(id)}, "Still for nobody")`);
    await lab(page, `add("For Ben", ${text(home.member("Ben").id)})`);
    await lab(page, "connect(true)");
    await nothingWaits(page);
    await expectPoll(() => lab<unknown[]>(page, "refused")).toEqual([
      { status: 422, message: "memberId: no such member", lost: 2 },
    ]);
    await expectPoll(() => labelsOf(home)).toEqual(["For Ben"]);
  });

  test("removes a write that was not sent, and undoes one that was sent", async () => {
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
    await expectPoll(() => labelsOf(home)).toEqual(["Sent"]);
    expect(await lab<boolean>(page, `takeBack(${text(sent)})`)).toBe(false);
    await lab(page, `undo(${text(sent)})`);
    await nothingWaits(page);
    await expectPoll(() => labelsOf(home)).toEqual(["As it was"]);
    const { entries } = (await home.api("Anna").get("/v1/activity")).body;
    expect(entries.map(({ summary }: { summary: string }) => summary).join()).not.toContain("Never sent");
  });

  test("hides a write that is undone after it may have been sent, and sends both", async () => {
    const home = await browserHome();
    const page = await openLab(home);
    await home.stop();
    await lab(page, `add("Taken back", ${text(home.member("Ben").id)})`);
    await eventually("the loss is noticed", async () => !(await lab<boolean>(page, "isConnected()")));
    const [entry] = await lab<string[]>(page, "ids()");
    await expectPoll(() => lab<string[]>(page, "shown([])")).toEqual(["Taken back"]);
    await lab(page, `undo(${text(entry)})`);
    await expectPoll(() => lab<string[]>(page, "shown([])")).toEqual([]);
    await home.start();
    await lab(page, "connect(true)");
    await nothingWaits(page);
    await expectPoll(() => labelsOf(home)).toEqual([]);
  });

  test("leaves each tab its own writes, and takes over those of a closed tab", async () => {
    const home = await browserHome();
    const ben = home.member("Ben").id;
    const first = await openLab(home);
    await lab(first, "connect(false)");
    await lab(first, `add("From the first tab", ${text(ben)})`);
    const second = await first.context().newPage();
    await second.goto(`${home.url}/lab`);
    await ready(second);
    await expectPoll(() => lab<unknown[]>(second, "waiting()")).toEqual([]);
    await first.close();
    // The second tab waits until the first counts as closed. It needs no reload.
    await eventually("it has arrived", async () => (await labelsOf(home)).length > 0);
    await nothingWaits(second);
    await expectPoll(() => labelsOf(home)).toEqual(["From the first tab"]);
  });

  test("keeps the ids of records that one tab has created while another tab starts", async () => {
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
    await expectPoll(() => labelsOf(home)).toEqual(["Oat milk"]);
    await expectPoll(() => lab<unknown[]>(first, "refused")).toEqual([]);
  });

  test("leaves a tab its own writes if another tab starts as its copy", async () => {
    const home = await browserHome();
    const first = await openLab(home);
    await lab(first, "connect(false)");
    await lab(first, `add("Of the first", ${text(home.member("Ben").id)})`);
    const [copy] = await Promise.all([
      first.context().waitForEvent("page"), // A window opened by a page starts with a copy of its sessionStorage.
      first.evaluate("void window.open('/lab')"),
    ]);
    await ready(copy);
    await expectPoll(() => lab<unknown[]>(copy, "waiting()")).toEqual([]);
  });

  test("deletes the writes of one member when another member signs in", async () => {
    const home = await browserHome();
    const page = await openLab(home);
    await lab(page, "connect(false)");
    await lab(page, `hold("anna")`);
    await lab(page, `add("Anna's", ${text(home.member("Ben").id)})`);
    await lab(page, `hold("ben")`);
    await lab(page, `add("Ben's", ${text(home.member("Ben").id)})`);
    await lab(page, "connect(true)");
    await nothingWaits(page);
    await expectPoll(() => labelsOf(home)).toEqual(["Ben's"]);
    await lab(page, `hold("anna")`);
    await page.reload();
    await ready(page);
    await expectPoll(() => lab<unknown[]>(page, "waiting()")).toEqual([]);
  });

  test("reports a write that this version of the app does not know", async () => {
    const home = await browserHome();
    const page = await openLab(home);
    await lab(page, "connect(false)");
    await lab(page, "addFormer()");
    await page.reload();
    await ready(page);
    await nothingWaits(page);
    await expectPoll(() => lab<unknown[]>(page, "refused")).toEqual([
      { status: 0, message: "This app does not know such a change", lost: 1 },
    ]);
  });

  test("retries as long as the server returns 429", async () => {
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
    await expectPoll(() => lab<unknown[]>(page, "refused")).toEqual([]);
    expect(asked).toBe(13);
  });

  test("keeps writes while the member is signed out, and sends them after the next sign-in", async () => {
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
    await lab(page, "hurry()"); // The app does this after a sign-in.
    await nothingWaits(page);
    await expectPoll(() => labelsOf(home)).toEqual(["Meanwhile"]);
  });
});
