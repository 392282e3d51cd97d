/**
 * `bun run bench:app`: measures in a real browser how long people wait. It measures how soon an open page shows a change made
 * by a script, a tick in a list of 1,000 items with the processor slowed down six times, and the first load of Today over
 * the loopback interface. It counts the bytes that a tick costs the ticking page, and a page that shows Today, in a
 * household with 50 lists and 5,000 items. Then Lighthouse measures Today and the calendar beside a page with one paragraph.
 */
import type { Page } from "playwright-core";
import { toolPath } from "../../scripts/tools.ts";
import { chromiumAt, closeChromium } from "../support/browser/chromium.ts";
import { type BrowserHome, browserHome } from "../support/browser/home.ts";
import { openPage } from "../support/browser/pages.ts";
import { endPrograms } from "../support/home/program.ts";
import { median } from "./figures.ts";

const rounds = Number(process.env.ROUNDS ?? 20);
const items = 1_000;
const listCount = 50;
const itemsPerList = 100;
/** A page has received everything if it has received nothing for so long. */
const quietMs = 1_500;
const lighthouseRounds = 3;
const { default: lighthouse, desktopConfig } = await import(toolPath("lighthouse/core/index.js"));

/** The report of Lighthouse. */
type Report = {
  categories: Record<string, { score: number | null } | undefined>;
  audits: Record<string, { numericValue?: number } | undefined>;
};

/** Prints the median and the maximum of the times, in milliseconds. */
function told(what: string, times: readonly number[]): void {
  const slowest = Math.max(...times);
  console.log(`${what}: ${median([...times]).toFixed(0)} ms, the slowest of ${times.length} ${slowest.toFixed(0)} ms`);
}

async function measureLive(home: BrowserHome): Promise<void> {
  const page = await openPage(home, { as: "Anna", path: "/activity", device: "desktop" });
  await page.getByRole("heading", { level: 1 }).waitFor();
  const agent = home.agent(await home.key(["tasks.write"]));
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const label = `Change number ${round}.`;
    // The page itself takes the time, so the figure excludes the round trip between the test and the browser.
    const seen = page.evaluate(
      (text) =>
        new Promise<number>((resolve) => {
          const look = () =>
            document.body.textContent?.includes(text) && resolve(performance.timeOrigin + performance.now());
          new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true });
        }),
      label,
    );
    const begun = performance.timeOrigin + performance.now();
    await agent.post("/v1/tasks", { label, memberId: home.member("Ben").id });
    times.push((await seen) - begun);
  }
  told("a script's change, asked for to seen on a screen", times);
  await page.context().close();
}

/** Counts the bytes that a page receives, headers included: responses as they are sent, and messages of WebSockets. */
async function receivedBy(page: Page) {
  const session = await page.context().newCDPSession(page);
  let bytes = 0;
  let last = performance.now();
  const paths = new Map<string, string>();
  const open = new Set<string>();
  const received: string[] = [];
  const count = (more: number, what: string) => {
    bytes += more;
    last = performance.now();
    received.push(`${what} ${more}`);
  };
  session.on("Network.requestWillBeSent", ({ requestId, request }) => {
    last = performance.now();
    open.add(requestId);
    paths.set(requestId, `${request.method} ${new URL(request.url).pathname}`);
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    open.delete(requestId);
    count(encodedDataLength, paths.get(requestId) ?? "another request");
  });
  session.on("Network.loadingFailed", ({ requestId }) => open.delete(requestId));
  session.on("Network.webSocketFrameReceived", ({ response }) =>
    count(Buffer.byteLength(response.payloadData), "WebSocket"),
  );
  await session.send("Network.enable");
  const isQuiet = async () => {
    while (open.size > 0 || performance.now() - last < quietMs) await Bun.sleep(50);
  };
  return {
    isQuiet,
    restart() {
      bytes = 0;
      last = performance.now();
      received.length = 0;
    },
    print: (what: string) => console.log(`${what}: ${bytes} bytes (${received.join(", ")})`),
  };
}

async function measureBytes(home: BrowserHome): Promise<void> {
  const anna = home.api("Anna");
  const section = (await anna.post("/v1/lists/sections", { name: "Many" })).body;
  let path = "";
  for (let number = 0; number < listCount; number++) {
    const list = (await anna.post("/v1/lists", { name: `List ${number}`, sectionId: section.id })).body;
    path = `/lists/${list.id}`;
    for (let first = 0; first < itemsPerList; first += 50) {
      const operations = Array.from({ length: 50 }, (_, at) => ({
        op: "create",
        type: "task",
        content: `Item ${first + at} of list ${number}`,
      }));
      await anna.post(`/v1${path}/blocks/batch`, { operations });
    }
  }
  const ticking = await openPage(home, { as: "Anna", path, device: "tablet" });
  const today = await openPage(home, { as: "Ben", path: "/", device: "tablet" });
  await ticking.getByRole("checkbox").nth(20).waitFor();
  await today.getByRole("heading", { level: 1 }).waitFor();
  const counters = [await receivedBy(ticking), await receivedBy(today)] as const;
  for (const counter of counters) await counter.isQuiet();
  for (const counter of counters) counter.restart();
  await ticking.getByRole("checkbox").first().click();
  for (const counter of counters) await counter.isQuiet();
  const what = `a tick among ${listCount * itemsPerList} items on ${listCount} lists, received`;
  counters[0].print(`${what} by the page that ticks`);
  counters[1].print(`${what} by a page that shows Today`);
  for (const page of [ticking, today]) await page.context().close();
}

async function measureTicks(home: BrowserHome): Promise<void> {
  const anna = home.api("Anna");
  const section = (await anna.post("/v1/lists/sections", { name: "Long" })).body;
  const list = (await anna.post("/v1/lists", { name: "Thousand", sectionId: section.id })).body;
  for (let first = 0; first < items; first += 50) {
    const operations = Array.from({ length: 50 }, (_, at) => ({
      op: "create",
      type: "task",
      content: `Item ${first + at}`,
    }));
    await anna.post(`/v1/lists/${list.id}/blocks/batch`, { operations });
  }
  const page = await openPage(home, { as: "Anna", path: `/lists/${list.id}`, device: "tablet" });
  await page.getByRole("checkbox").nth(20).waitFor();
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 6 });
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    times.push(
      await page.evaluate((at) => {
        const box = document.querySelectorAll<HTMLInputElement>('input[type="checkbox"]')[at];
        const begun = performance.now();
        box?.click();
        return new Promise<number>((resolve) =>
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - begun))),
        );
      }, round),
    );
  }
  told(`a tick among ${items}, at a sixth of the speed, pressed to painted`, times);
  await page.context().close();
}

async function measureStart(home: BrowserHome): Promise<void> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const page = await openPage(home, { as: "Anna", path: "/docs", device: "tablet" });
    const begun = performance.now();
    await page.goto(home.url, { waitUntil: "commit" });
    await page.getByRole("heading", { name: "The others" }).waitFor();
    times.push(performance.now() - begun);
    await page.context().close();
  }
  told("Today from nothing, asked for to shown", times);
}

/**
 * Prints the scores (0 to 100) and the total blocking time. The page with one paragraph shows what the machine itself costs:
 * a loaded machine lowers its score too.
 */
async function measureLighthouse(home: BrowserHome): Promise<void> {
  const paragraph =
    "<!doctype html><html lang=en><title>Bare</title><meta name=viewport content=width=device-width><p>Bare";
  const headers = { "Content-Type": "text/html; charset=utf-8" };
  const bare = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response(paragraph, { headers }) });
  const free = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
  const { port } = free;
  free.stop(true);
  const context = await chromiumAt(port);
  const [name = "", value = ""] = home.cookie("Anna").split(/=(.*)/s);
  await context.addCookies([{ name, value, url: home.url, httpOnly: true, sameSite: "Lax" }]);
  const pages = { "a bare page": bare.url.href, Today: `${home.url}/`, Calendar: `${home.url}/calendar` };
  for (const [preset, config] of Object.entries({ mobile: undefined, desktop: desktopConfig })) {
    for (const [page, url] of Object.entries(pages)) {
      const runs: Report[] = [];
      for (let round = 0; round < lighthouseRounds; round++) {
        const onlyCategories = ["performance", "accessibility", "best-practices"];
        const result = await lighthouse(
          url,
          { port, logLevel: "error", disableStorageReset: true, onlyCategories },
          config,
        );
        if (!result) throw new Error(`Lighthouse measured nothing at ${url}`);
        runs.push(result.lhr);
      }
      const score = (category: string) => median(runs.map((run) => (run.categories[category]?.score ?? 0) * 100));
      const metric = (audit: string) => median(runs.map((run) => run.audits[audit]?.numericValue ?? 0));
      console.log(
        `Lighthouse, ${preset}, ${page}: performance ${score("performance").toFixed(0)}, ` +
          `accessibility ${score("accessibility")}, best practices ${score("best-practices")}, ` +
          `blocked ${metric("total-blocking-time").toFixed(0)} ms, ` +
          `largest paint ${metric("largest-contentful-paint").toFixed(0)} ms, ` +
          `layout shift ${metric("cumulative-layout-shift").toFixed(3)}`,
      );
    }
  }
  await context.close();
  await bare.stop(true);
}

const full = await browserHome({ alone: true });
try {
  await measureBytes(full);
} finally {
  await full.stop();
}
const home = await browserHome({ demo: true });
try {
  await measureStart(home);
  await measureLive(home);
  await measureTicks(home);
  await measureLighthouse(home);
} finally {
  await closeChromium();
  await home.stop();
  endPrograms();
}
