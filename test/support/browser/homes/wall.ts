/** Tablet on the wall of a test household, for browsers. */
import type { Page } from "playwright-core";
import { createDevice } from "#overview/devices/store.ts";
import { generateToken } from "#platform/auth/tokens.ts";
import { transact } from "#platform/db/client.ts";
import { asMember } from "#platform/work.ts";
import { open } from "../browser.ts";
import type { BrowserHome } from "../home.ts";
import type { View } from "../pages.ts";

/**
 * Matches the console messages of a page that reads the current member without being signed in as one, such as a
 * tablet.
 */
export const noMember = /status of (401|403)/;

/**
 * Matches the console message of a page whose sign-in was revoked on another device, if the page reopens its live
 * channel before it learns of that.
 */
export const endedElsewhere = /HTTP Authentication failed/;

/**
 * Pairs a device without using the screens, because the server limits how often devices are paired. Returns the value
 * of its cookie and its id.
 */
export function pairDevice(home: BrowserHome): { token: string; id: string } {
  const token = generateToken();
  const anna = asMember(home.work(), { id: home.member("Anna").id, name: "Anna", role: "owner" });
  return { token, id: transact(home.db, () => createDevice(anna, "Kitchen", token)).id };
}

/** Opens a page of a paired tablet. With `clock`, the time of the page stops until the test advances it. */
export async function openWall(
  home: BrowserHome,
  { clock, path = "/", ...view }: View & { clock?: Date } = {},
): Promise<{ page: Page; deviceId: string }> {
  const { token, id } = pairDevice(home);
  const page = await open(home, { device: "tablet", ...view, path: "/manifest.webmanifest", allow: [noMember] });
  await page.context().addCookies([{ name: "inglenook_device", value: token, url: home.url }]);
  if (clock) await page.clock.install({ time: clock });
  await page.goto(home.url + path);
  await page.locator("[data-size=wall] .wall").waitFor();
  return { page, deviceId: id };
}
