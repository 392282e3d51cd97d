/** Which browser a sign-in came from, as far as it says. */
import type { Catalogue } from "../../../i18n/catalogue.ts";

/** The first that matches counts: most call themselves by older names, too. */
const browsers = [
  ["Firefox", /Firefox|FxiOS/],
  ["Edge", /Edg/],
  ["Opera", /OPR\//],
  ["Samsung Internet", /SamsungBrowser/],
  ["Chrome", /Chrome|CriOS/],
  ["Safari", /Safari/],
] as const;

const systems = [
  ["Android", /Android/],
  ["iPhone", /iPhone/],
  ["iPad", /iPad/],
  ["ChromeOS", /CrOS/],
  ["Windows", /Windows/],
  ["macOS", /Mac OS/],
  ["Linux", /Linux/],
] as const;

/** “Chrome on Android”; what is in nobody's list is shown as it calls itself. */
export function deviceOwner(userAgent: string | null, { settings }: Catalogue): string {
  const browser = browsers.find(([, mark]) => mark.test(userAgent ?? ""))?.[0];
  const system = systems.find(([, mark]) => mark.test(userAgent ?? ""))?.[0];
  if (browser && system) return settings.you.browserOn(browser, system);
  return browser ?? system ?? (userAgent?.slice(0, 60) || settings.you.unknownBrowser);
}
