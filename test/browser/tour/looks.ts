/** Looks of the tour. A look is a check that returns the faults of the page. */
import type { Page } from "playwright-core";
import { accessibilityFaults } from "../../support/browser/axe.ts";
import { executedMarkup } from "../../support/browser/homes/markup.ts";
import { overflowFaults } from "../../support/browser/layout.ts";
import { targetFaults } from "../../support/browser/targets.ts";
import { circleFaults } from "./circles.ts";
import { ownTexts } from "./household.ts";
import { enlargeText, largeTextFaults } from "./large-text.ts";
import { dialogs, menus } from "./moving.ts";
import type { Look } from "./walk.ts";

const small = {
  ".calendar-event, .calendar-bar, .week-once":
    "as tall as the event is long; the agenda has the same ones larger, the keyboard reaches them all",
  ".calendar-date, .calendar-more": "as wide as the day; the whole day opens it by touch",
  ".drag-handle": "as tall as any, 32 px wide beside its menu",
};

/** Returns the selector of the open menu or sheet, or “” for the whole page if none is open. */
async function shownPart(page: Page): Promise<string> {
  for (const part of [menus, dialogs]) if ((await page.locator(part).count()) > 0) return part;
  return "";
}

/**
 * Whether to ignore a fault. axe wants a focusable control in a scrollable area, but in Chromium the keyboard can
 * scroll the area without one.
 */
const isKnown = (fault: string) => fault.startsWith("scrollable-region-focusable");

const axe: Look = async (page) =>
  (await accessibilityFaults(page, { within: await shownPart(page) })).filter((fault) => !isKnown(fault));

const contrast: Look = async (page) =>
  accessibilityFaults(page, { within: await shownPart(page), rules: ["color-contrast"] });

/** Checks the contrast in dark colours, because nothing else differs from light colours. */
const dark: Look = async (page) => {
  await page.emulateMedia({ colorScheme: "dark" });
  const found = [...(await contrast(page)), ...(await circleFaults(page))];
  await page.emulateMedia({ colorScheme: "light" });
  return found;
};

const targets: Look = async (page) => {
  const isMenu = (await page.locator(menus).count()) > 0;
  return targetFaults(page, { ...small, ...(isMenu && { [`:not(${menus} *)`]: "the menu covers them" }) });
};

export const cheapLooks = {
  "sideways scrolling": overflowFaults,
  "targets of 44 px": targets,
  "hostile text": executedMarkup,
} satisfies Record<string, Look>;

export const looks = {
  ...{ "axe in the light": axe, "contrast in the dark": dark, "circles to tick": circleFaults },
  ...cheapLooks,
} satisfies Record<string, Look>;

const narrow = { width: 320, height: 844 };
const usual = { width: 390, height: 844 };
/** Selectors of texts that may be cut off, each with the reason. */
const shortened = {
  ".calendar-event, .calendar-bar": "a tap shows the whole event",
  ".person > span": "a name in one line under its picture, which may end with an ellipsis",
};
const words = ownTexts.flatMap((text) => [text, ...text.split(/[\s/–—-]+/u)]).filter((text) => text.length > 2);
/** Whether the fault is about one of the texts that the tour writes to be too long. */
const isOwn = (fault: string) => {
  const [, text = ""] = /“(.*)”/su.exec(fault) ?? [];
  return /^(cut|broken)/.test(fault) && words.some((word) => text.includes(word) || word.includes(text));
};

/** Checks that the text is readable, without changing its size. */
export const readable: Look = async (page) => (await largeTextFaults(page, shortened)).filter((fault) => !isOwn(fault));

/** Returns a look that checks a window of 320 px, and a window of 390 px with text of these sizes in percent. */
export const textLook =
  (percents: readonly number[] = [200]): Look =>
  async (page) => {
    const found: string[] = [];
    const look = {
      async narrow() {
        await page.setViewportSize(narrow);
        found.push(...(await overflowFaults(page)).map((fault) => `320 px: ${fault}`));
      },
      async large() {
        await page.setViewportSize(usual);
        for (const percent of percents) {
          await enlargeText(page, percent);
          found.push(...(await readable(page)).map((fault) => `${percent} %: ${fault}`));
        }
        await enlargeText(page, 100);
      },
    };
    // The window changes its size as rarely as possible.
    const isNarrow = page.viewportSize()?.width === narrow.width;
    await (isNarrow ? look.narrow() : look.large());
    await (isNarrow ? look.large() : look.narrow());
    return found;
  };
