/**
 * Tour in a language with longer words, from left to right on a phone and from right to left on a tablet. `bun run
 * prove:languages` also tries the other direction on each device, and visits every sheet.
 */
import { expect } from "bun:test";
import { test } from "../../support/browser/browser.ts";
import { freshSite } from "../../support/browser/homes/fresh.ts";
import { noMember, pairDevice } from "../../support/browser/homes/wall.ts";
import type { Device, Site } from "../../support/browser/pages.ts";
import { expectPoll } from "../../support/browser/wait.ts";
import { home } from "./household.ts";
import { foreignTexts } from "./languages.ts";
import { cheapLooks } from "./looks.ts";
import { cutTexts, openPseudo } from "./pseudo.ts";
import { type Stop, screens, setup, sheets, signedOut, wall } from "./screens.ts";
import { walk } from "./walk.ts";

declare const document: any; // Functions given to `page.evaluate` run in the page.

type Way = { direction: "ltr" | "rtl"; device: Device };
const sample: Way[] = [
  { direction: "ltr", device: "phone" },
  { direction: "rtl", device: "tablet" },
];
const others: Way[] = [
  { direction: "ltr", device: "tablet" },
  { direction: "rtl", device: "phone" },
];
const isWhole = process.env.LANGUAGES === "whole";
const looks = { ...cheapLooks, "words cut off": cutTexts, "words of no catalogue": foreignTexts };
/** Whether the stop shows search results, whose text comes from the server. The server has no pseudo-language. */
const isWordedByServer = ({ file, presses }: Stop) =>
  presses !== undefined && file === "features/search/search-sheet.tsx";
const stops = [...screens, ...(isWhole ? sheets : sheets.slice(0, 5))].filter((stop) => !isWordedByServer(stop));

/** Returns the end of a sentence, such as “phone with text from left to right”. */
function nameOf({ direction, device }: Way): string {
  return `${device} with text from ${direction === "ltr" ? "left to right" : "right to left"}`;
}

async function openAt(site: Site, { direction, device }: Way, as: string | null, path = "/") {
  const page = await openPseudo(site, direction, { device, as, allow: [noMember, /status of 404/] });
  await page.goto(site.url + path);
  await expectPoll(() => page.evaluate(() => document.documentElement.dir)).toBe(direction);
  return page;
}

for (const way of isWhole ? [...sample, ...others] : sample) {
  const name = nameOf(way);

  test(`Every screen in a pseudo-language with longer words fits a ${name}, and all texts are translated`, async () => {
    const page = await openAt(home, way, "Anna");
    expect(await walk(page, name, stops, looks)).toEqual([]);
  }, 240_000);
}

for (const way of isWhole ? [...sample, ...others] : sample.slice(0, 1)) {
  const name = nameOf(way);

  test(`The sign-in, the set-up and the wall screen fit a ${name} in a pseudo-language with longer words`, async () => {
    // A German tour of Anna's leaves her notices in German.
    await home.api("Anna").patch("/app/notifications", { language: "en" });
    const page = await openAt(home, way, null, "/sign-in");
    expect(await walk(page, name, signedOut, looks)).toEqual([]);
    const { token } = pairDevice(home);
    await page.context().addCookies([{ name: "inglenook_device", value: token, url: home.url }]);
    await page.goto(home.url);
    await page.locator("[data-size=wall] .wall").waitFor();
    expect(await walk(page, `${name}, wall`, wall.slice(0, 1), looks)).toEqual([]);
    const fresh = freshSite();
    const first = await openAt(fresh, way, null, fresh.path);
    expect(await walk(first, name, setup.slice(0, 2), looks)).toEqual([]);
  });
}
