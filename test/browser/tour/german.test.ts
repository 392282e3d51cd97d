/**
 * Tour on a German phone: a window of 320 px, and text twice as large. `bun run prove:text` also tries other text
 * sizes, English, and a wall tablet in three sizes.
 */
import { expect } from "bun:test";
import { open, test } from "../../support/browser/browser.ts";
import { freshSite } from "../../support/browser/homes/fresh.ts";
import { noMember, openWall } from "../../support/browser/homes/wall.ts";
import { home } from "./household.ts";
import { englishTexts } from "./languages.ts";
import { readable, textLook } from "./looks.ts";
import { screens, setup, sheets, signedOut, wall } from "./screens.ts";
import { walk } from "./walk.ts";

const isWhole = process.env.LARGE_TEXT === "whole";
const locales = isWhole ? (["de-DE", "en-GB"] as const) : (["de-DE"] as const);
const text = textLook(isWhole ? [150, 200] : [200]);
const walls = [
  { width: 1180, height: 820 },
  { width: 1440, height: 900 },
  { width: 820, height: 1180 },
];
/** Screens and sheets that have an address. */
const stops = [...screens, ...sheets].filter(({ presses, file }) => !presses || !file);

for (const locale of locales) {
  const looks = { text, ...(locale === "de-DE" && { "English on a German screen": englishTexts }) };

  test(`Every screen is readable and usable with large text in the language ${locale}`, async () => {
    const page = await open(home, { as: "Anna", device: "phone", locale, allow: [/status of 404/] });
    expect(await walk(page, `phone in ${locale}`, stops, looks)).toEqual([]);
  }, 240_000);

  test(`Every screen before the sign-in is readable and usable with large text in the language ${locale}`, async () => {
    const page = await open(home, { device: "phone", locale, path: "/sign-in", allow: [noMember] });
    const faults = await walk(page, `phone in ${locale}`, signedOut, looks);
    const fresh = freshSite();
    const first = await open(fresh, { device: "phone", locale, path: fresh.path, allow: [noMember] });
    faults.push(...(await walk(first, `phone in ${locale}`, setup, looks)));
    expect(faults).toEqual([]);
  });

  test(`The main screens of a wall tablet are readable and usable in the language ${locale}`, async () => {
    const { page } = await openWall(home, { locale });
    for (const size of isWhole ? walls : walls.slice(0, 1)) {
      await page.setViewportSize(size);
      const { text: _, ...others } = looks;
      const name = `wall of ${size.width} px in ${locale}`;
      expect(await walk(page, name, wall.slice(0, 7), { text: readable, ...others })).toEqual([]);
    }
  });
}
