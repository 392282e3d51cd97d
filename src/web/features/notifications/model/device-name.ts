import type { Catalogue } from "#web/i18n/catalogue.ts";

/**
 * Names of browsers with patterns of their user agents. The first matching pattern decides, because a user agent often
 * names other browsers, too. For example, the user agent of Edge also contains “Chrome” and “Safari”.
 */
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

/**
 * Returns a readable name for a user agent, such as “Chrome on Android”. If only the browser or only the system is
 * known, returns only that name. If both are unknown, returns the first 60 characters of the user agent. If the user
 * agent is empty or null, returns “A browser” in the user's language.
 */
export function deviceName(userAgent: string | null, { settings }: Catalogue): string {
  const browser = browsers.find(([, mark]) => mark.test(userAgent ?? ""))?.[0];
  const system = systems.find(([, mark]) => mark.test(userAgent ?? ""))?.[0];
  if (browser && system) return settings.you.browserOn(browser, system);
  return browser ?? system ?? (userAgent?.slice(0, 60) || settings.you.unknownBrowser);
}
