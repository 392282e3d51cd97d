/** Tablet on the wall of a household, for browsers. */
import type { Page } from "playwright-core";
import { createDevice } from "#overview/devices/store.ts";
import { generateToken } from "#platform/auth/tokens.ts";
import { transact } from "#platform/db/client.ts";
import { asMember } from "#platform/work.ts";
import { open } from "../browser.ts";
import type { BrowserHome } from "../home.ts";
import type { View } from "../pages.ts";

/** Console messages of every page that reads the current member as a device or without a sign-in. */
export const noMember = /status of (401|403)/;

/**
 * Console message of a page whose sign-in was revoked elsewhere, if it reopens its live channel before it is notified.
 */
export const endedElsewhere = /HTTP Authentication failed/;

/** Pairs a device without the screens, whose pairings the server limits; returns its cookie's value and its id. */
export function pairDevice(home: BrowserHome): { token: string; id: string } {
  const token = generateToken();
  const anna = asMember(home.work(), { id: home.member("Anna").id, name: "Anna", role: "owner" });
  return { token, id: transact(home.db, () => createDevice(anna, "Kitchen", token)).id };
}

/** Opens a page of a paired tablet. With `clock`, its time stops until it is advanced. */
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
