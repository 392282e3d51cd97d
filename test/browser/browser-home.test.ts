/** Tests the support for browser tests (`support/browser/home.ts`): a household that browsers can open. */
import { describe, expect } from "bun:test";
import { open, test } from "../support/browser/browser.ts";
import { connectionLoss } from "../support/browser/faults.ts";
import { browserHome } from "../support/browser/home.ts";
import { expectPoll } from "../support/browser/wait.ts";

declare const window: any; // Global of the page, in which the callbacks of `page.evaluate` run.

/** Path of a small file. A page that shows this file loads nothing else. */
const light = "/manifest.webmanifest";

describe("The test support for browsers", () => {
  test("The test support for browsers opens the API documentation, and the page reports no faults", async () => {
    const home = await browserHome();
    const page = await open(home, { path: "/docs" });
    await page.getByText("/v1/tasks").first().waitFor();
    const plain = await open(home, { path: "/docs", plainHttp: true });
    await plain.getByText("/v1/tasks").first().waitFor();
  });

  test("The test support for browsers opens a page with the session of a member, or without a session", async () => {
    const home = await browserHome();
    for (const name of ["Anna", "Mia"]) {
      const page = await open(home, { as: name, path: light });
      const who = await page.evaluate(() => window.fetch("/app/session").then((answer: Response) => answer.json()));
      expect(who.member.name).toBe(name);
    }
    const stranger = await open(home, { path: light, allow: [/401/] });
    expect(await stranger.evaluate(() => window.fetch("/app/session").then(({ status }: Response) => status))).toBe(
      401,
    );
  });

  test("The test support for browsers can call the API as a member or as an agent, without a browser", async () => {
    const home = await browserHome();
    const made = await home.api("Ben").post("/v1/tasks", { label: "Feed the cat", memberId: home.member("Ben").id });
    expect(made.status).toBe(200);
    await expectPoll(async () => (await home.agent(home.key(["tasks.read"])).get("/v1/tasks")).body.tasks).toHaveLength(
      1,
    );
    const refused = await home.agent(home.key(["tasks.read"])).post("/v1/tasks", { label: "No" });
    expect(refused.status).toBe(403);
  });

  test("The test support for browsers can fill a household with the demo data", async () => {
    const home = await browserHome({ demo: true });
    await expectPoll(async () => (await home.api("Leo").get("/v1/tasks")).body.tasks.length).toBeGreaterThan(5);
  });

  test("The test support for browsers can stop the server, and restart it with the same port and data", async () => {
    const home = await browserHome();
    await home.api("Anna").post("/v1/tasks", { label: "Still here", memberId: home.member("Anna").id });
    const page = await open(home, { as: "Anna", path: light, allow: [connectionLoss] });
    const labels = () =>
      page.evaluate(() =>
        window
          .fetch("/v1/tasks")
          .then((answer: Response) => answer.json())
          .then(({ tasks }: any) => tasks.map(({ label }: any) => label))
          .catch(() => "no server"),
      );
    await expectPoll(labels).toEqual(["Still here"]);
    await home.stop();
    await expectPoll(labels).toBe("no server");
    home.start();
    await expectPoll(labels).toEqual(["Still here"]);
    await page.context().setOffline(true);
    await expectPoll(labels).toBe("no server");
    await page.context().setOffline(false);
    await expectPoll(labels).toEqual(["Still here"]);
  });

  test("The test support for browsers stops the clocks of the server and its pages, but timers still run", async () => {
    const home = await browserHome({ now: new Date("2026-11-27T09:00:00Z") });
    const page = await open(home, { as: "Anna", path: light });
    const now = () => page.evaluate(() => new Date().toISOString());
    await expectPoll(now).toBe("2026-11-27T09:00:00.000Z");
    await home.advance(90 * 60_000);
    await expectPoll(now).toBe("2026-11-27T10:30:00.000Z");
    await page.evaluate(() => new Promise((resolve) => setTimeout(() => window.requestAnimationFrame(resolve), 10)));
    const made = await home.api("Anna").post("/v1/tasks", { label: "Now", memberId: home.member("Anna").id });
    expect(made.body.createdAt).toBe("2026-11-27T10:30:00.000Z");
  });
});
