/** A browser that does not know the time zone of the household, as old ones do not know zones that were named later. */
import { describe } from "bun:test";
import type { Page } from "playwright-core";
import { open, test } from "../support/browser.ts";
import { type BrowserHome, browserHome } from "../support/browser-home.ts";
import { expectPoll } from "../support/browser-wait.ts";
import { openWall } from "../support/wall.ts";

const home = () => browserHome({ now: new Date("2026-11-25T09:00:00Z") });

/** Lets the page's server name another time zone, because this process knows the same zones as its browser. */
async function movedTo(page: Page, timeZone: string): Promise<void> {
  await page.context().route(/\/app\/session$|\/v1\/households\/me$|\/app\/household$/, async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    const moved = body.household ? { ...body, household: { ...body.household, timeZone } } : { ...body, timeZone };
    await route.fulfill({ response, json: moved });
  });
}

async function openIn(site: BrowserHome, timeZone: string, path: string, device: "phone" | "desktop" = "phone") {
  const page = await open(site, { as: "Anna", device, path: "/docs", fresh: true });
  await movedTo(page, timeZone);
  await page.goto(site.url + path);
  return page;
}

const note = (page: Page) => page.getByText("This browser does not know the household’s time zone");

describe("an unknown time zone of the household", () => {
  test("leaves every screen in the browser's own zone, and is named above it", async () => {
    const site = await home();
    const { body } = await site.api("Anna").post("/v1/events", {
      ...{ title: "Dentist", startsAt: "2026-11-25T13:00:00Z", endsAt: "2026-11-25T14:00:00Z" },
    });
    for (const [device, path] of [
      ["phone", "/"],
      ["phone", `/calendar?event=${body.id}`],
      ["desktop", "/calendar"],
      ["desktop", "/settings/household"],
    ] as const) {
      const page = await openIn(site, "America/Nowhere", path, device);
      await note(page).waitFor();
      await page.getByText("Nowhere (America)").first().waitFor();
      await page.getByRole("heading", { level: 1 }).first().waitFor();
      if (path.endsWith(body.id)) await page.getByText("14:00 – 15:00").first().waitFor();
    }
  });

  test("is named on the wall", async () => {
    const site = await home();
    const { page } = await openWall(site);
    await movedTo(page, "America/Nowhere");
    await page.reload();
    await note(page).waitFor();
  });

  test("is not mentioned where the browser has it under its older name", async () => {
    const site = await home();
    const timeZone = "America/Punta_Arenas";
    const page = await open(site, { as: "Anna", path: "/docs", fresh: true, timeZone });
    await movedTo(page, "America/Coyhaique");
    await page.addInitScript(() => {
      const Known = Intl.DateTimeFormat;
      const refuse = (options?: Intl.DateTimeFormatOptions) => {
        if (options?.timeZone === "America/Coyhaique") throw new RangeError("Invalid time zone specified");
      };
      Intl.DateTimeFormat = new Proxy(Known, {
        construct: (target, [locale, options]) => {
          refuse(options);
          return new target(locale, options);
        },
      });
    });
    await site.api("Anna").post("/v1/events", {
      ...{ title: "Dentist", startsAt: "2026-11-25T13:00:00Z", endsAt: "2026-11-25T14:00:00Z" },
    });
    await page.goto(`${site.url}/`);
    await page.getByText("Dentist").first().waitFor();
    await page.getByText("10:00").first().waitFor();
    await expectPoll(() => note(page).count()).toBe(0);
  });
});

test("a fault outside of all screens shows words and a way to try again", async () => {
  const site = await home();
  const page = await open(site, { as: "Anna", path: "/docs", fresh: true, allow: [/null/] });
  await page.context().route(/\/app\/session$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), household: null } });
  });
  await page.goto(`${site.url}/`);
  await page.getByRole("alert").getByRole("button", { name: "Try again" }).waitFor();
});
