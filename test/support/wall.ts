/** A tablet on the wall of a household, for browsers. */
import type { Page } from "playwright-core";
import { open } from "./browser.ts";
import type { BrowserHome } from "./browser-home.ts";
import type { View } from "./browser-pages.ts";

/** Console messages of every page that reads the current member as a device or without a sign-in. */
export const noMember = /status of (401|403)/;

/**
 * Console message of a page whose sign-in was revoked elsewhere, if it reopens its live channel before it is notified.
 */
export const endedElsewhere = /HTTP Authentication failed/;

/** Pairs a device without the screens; returns its cookie's value and its id. */
export async function pairDevice(home: BrowserHome, by = "Anna"): Promise<{ token: string; id: string }> {
  const tablet = home.api(by);
  const { code, pairingToken } = (await tablet.post("/app/devices/pairing", {})).body;
  const { id } = (await tablet.post("/app/devices", { code, name: "Kitchen" })).body;
  const { deviceToken } = (await tablet.get(`/app/devices/pairing/${pairingToken}`)).body;
  return { token: deviceToken, id };
}

/** Opens a page of a paired tablet; with `clock`, one whose time stops until it is advanced. */
export async function openWall(
  home: BrowserHome,
  { clock, path = "/", ...view }: View & { clock?: Date } = {},
): Promise<{ page: Page; deviceId: string }> {
  const { token, id } = await pairDevice(home);
  const page = await open(home, { device: "tablet", ...view, path: "/manifest.webmanifest", allow: [noMember] });
  await page.context().addCookies([{ name: "inglenook_device", value: token, url: home.url }]);
  if (clock) await page.clock.install({ time: clock });
  await page.goto(home.url + path);
  await page.locator("[data-size=wall] .wall").waitFor();
  return { page, deviceId: id };
}
