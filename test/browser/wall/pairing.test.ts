/** Pairing a tablet with a household, and unpairing it. */
import { describe, expect } from "bun:test";
import type { Page } from "playwright-core";
import { dateIn } from "../../../src/lib/time.ts";
import { open, test } from "../../support/browser.ts";
import { browserHome } from "../../support/browser-home.ts";
import { eventually, expectPoll } from "../../support/browser-wait.ts";
import { endedElsewhere, noMember } from "../../support/wall.ts";

declare const window: any; // Functions given to `page.evaluate` run in the page.

const codeOn = async (page: Page) => ((await page.locator(".wall-code").textContent()) ?? "").replace(/\D/g, "");

describe("A tablet", () => {
  test("A tablet shows codes, becomes the wall when an adult types one, and shows nothing once it is unpaired", async () => {
    const home = await browserHome();
    const [anna, memberId] = [home.api("Anna"), home.member("Ben").id];
    const dueDate = dateIn("Europe/Berlin", home.now());
    await anna.post("/v1/tasks", { label: "Feed the cat", memberId, dueDate });
    const view = { as: "Anna", device: "tablet", path: "/manifest.webmanifest" } as const;
    const tablet = await open(home, { ...view, allow: [noMember, endedElsewhere] });
    await tablet.clock.install();
    await tablet.goto(`${home.url}/wall`);
    await tablet.getByRole("heading", { name: "Make this your family’s wall" }).waitFor();
    await tablet.getByText("Anna will then be signed out of this browser.").waitFor();
    const goodFor = tablet.getByRole("timer").getByText(/^Good for (10:00|9:\d\d)$/);
    await goodFor.waitFor();
    const first = await codeOn(tablet);
    expect(first).toMatch(/^\d{6}$/);
    await tablet.clock.fastForward(10 * 60_000);
    await eventually("another code is shown", async () => {
      await tablet.clock.runFor(1_000);
      return (await codeOn(tablet)) !== first;
    });
    await goodFor.waitFor();

    const phone = await open(home, { as: "Ben", device: "phone", path: "/settings/tablets" });
    await phone.getByRole("button", { name: "Pair a tablet" }).first().click();
    await phone.getByLabel("Code on the tablet").fill(await codeOn(tablet));
    await phone.getByRole("dialog").getByRole("button", { name: "Pair a tablet" }).click();
    await tablet.getByText("Feed the cat").waitFor();
    await expectPoll(() => tablet.locator("html").getAttribute("data-size")).toBe("wall");
    expect(await tablet.evaluate(() => window.fetch("/app/session").then(({ status }: Response) => status))).toBe(403);
    await tablet.reload();
    await tablet.getByText("Feed the cat").waitFor();

    const [device] = (await anna.get("/app/devices")).body.devices;
    await anna.delete(`/app/devices/${device.id}`);
    await tablet.locator(".wall-code").waitFor();
    expect(await tablet.getByText("Feed the cat").count()).toBe(0);
    await tablet.getByRole("link", { name: "Sign in as a person instead" }).waitFor();
  });
});
