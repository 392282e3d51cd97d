import type { Catalogue } from "../../../i18n/catalogue.ts";

/** Browsers by pattern. The first match counts, because most browsers also name older ones. */
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

/** Formats a device: “Chrome on Android”. Unknown browsers are shown verbatim. */
export function deviceName(userAgent: string | null, { settings }: Catalogue): string {
  const browser = browsers.find(([, mark]) => mark.test(userAgent ?? ""))?.[0];
  const system = systems.find(([, mark]) => mark.test(userAgent ?? ""))?.[0];
  if (browser && system) return settings.you.browserOn(browser, system);
  return browser ?? system ?? (userAgent?.slice(0, 60) || settings.you.unknownBrowser);
}
