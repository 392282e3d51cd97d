/** Moves a page from stop to stop within the app, which is much faster than loading it. */
import type { Page } from "playwright-core";

declare const document: any; // Functions given to `page.evaluate` run in the page.
declare const window: any;

export const dialogs = "[role=dialog]:not([inert] *), [role=alertdialog]:not([inert] *)";
export const menus = "[role=menu]";

type Arrival = {
  /** Address to go to. Null stays at the current address. */
  readonly to: string | null;
  /** Selector of an element that is visible after the arrival or, with `isGone`, is no longer visible. */
  readonly shows: string;
  readonly isGone?: boolean;
};

const limitMs = 20_000;

/**
 * Goes to an address of the app and waits until it shows the expected element, everything is loaded, and nothing moves.
 */
export async function arrive(page: Page, arrival: Arrival): Promise<void> {
  const missing: string | null = await page.evaluate(arriveInPage, { ...arrival, limitMs });
  if (missing !== null) throw new Error(`${arrival.to ?? page.url()} never shows ${missing}`);
}

/** Runs in the page. Returns what is missing when the time limit is reached, or null. */
async function arriveInPage({ to, shows, isGone, limitMs: limit }: Arrival & { limitMs: number }) {
  const nextFrame = () => new Promise((resolve) => window.requestAnimationFrame(resolve));
  if (to !== null) window.history.pushState(null, "", to);
  const deadline = window.performance.now() + limit;
  let quietFrames = 0;
  let seen = -1;
  while (quietFrames < 2) {
    await nextFrame();
    const isShown = [...document.querySelectorAll(shows)].some((each) => each.checkVisibility());
    const isLoading = document.querySelector(".skeleton, [aria-busy=true]") !== null;
    const count = document.getElementsByTagName("*").length;
    quietFrames = isShown === !isGone && !isLoading && count === seen ? quietFrames + 1 : 0;
    seen = count;
    if (window.performance.now() > deadline) return isLoading ? `${shows} without a skeleton` : shows;
  }
  await document.fonts.ready;
  const isEnding = (each: any) => each.playState === "running" && each.effect?.getComputedTiming().endTime < 5_000;
  const ending = document.getAnimations().filter(isEnding);
  await Promise.all(ending.map((each: any) => each.finished.catch(() => {})));
  return null;
}

/**
 * Closes toasts, sheets and menus. A sheet with an address is closed by another address, and anything else by Escape.
 */
export async function closeSheets(page: Page): Promise<void> {
  const over = `${dialogs}, ${menus}`;
  while (await page.evaluate(closeInPage, { over, limitMs })) {
    await page.keyboard.press("Escape");
    await arrive(page, { to: null, shows: "body" });
  }
}

/** Runs in the page. Returns true if an overlay without an address is still open. */
async function closeInPage({ over, limitMs: limit }: { over: string; limitMs: number }): Promise<boolean> {
  for (const close of document.querySelectorAll(".toast .icon-button")) close.click();
  const { pathname, search } = window.location;
  const isOpen = () => document.querySelector(over) !== null;
  if (search === "" || !isOpen()) return isOpen();
  const deadline = window.performance.now() + limit;
  window.history.pushState(null, "", pathname);
  while (isOpen() && window.performance.now() < deadline) {
    await new Promise((resolve) => window.requestAnimationFrame(resolve));
  }
  return isOpen();
}
