/** Checks that a page fits into its window and that its content does not shift. */
import { expect } from "bun:test";
import type { Page } from "playwright-core";

declare const document: any; // Global of the page, in which the functions below run.

/** Waits until the fonts are loaded and every finite animation has ended. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    const isEnding = (each: any) => each.playState === "running" && each.effect?.getComputedTiming().endTime < 5_000;
    const ending = document.getAnimations().filter(isEnding);
    await Promise.all(ending.map((each: any) => each.finished.catch(() => {})));
  });
}

/** Expects that nothing makes the page wider than its window. The error names the elements that do. */
export async function expectNoOverflow(page: Page): Promise<void> {
  expect(await overflowFaults(page)).toEqual([]);
}

/** Returns the elements that make the page wider than its window. */
export function overflowFaults(page: Page): Promise<string[]> {
  const width = page.viewportSize()?.width ?? 0;
  return page.evaluate((limit): string[] => {
    const pageWidth = document.scrollingElement.scrollWidth;
    if (pageWidth <= limit) return [];
    const wide = [...document.body.querySelectorAll("*")]
      .map((element) => ({ element, right: Math.round(element.getBoundingClientRect().right) }))
      .filter(({ right }) => right > limit)
      .sort((one, other) => other.right - one.right)
      .slice(0, 8);
    return [
      `the page is ${pageWidth} px wide in a window of ${limit}`,
      ...wide.map(({ element, right }) => `to ${right}: ${element.cloneNode().outerHTML.slice(0, 160)}`),
    ];
  }, width);
}

/**
 * Returns the sum of all layout shifts since the page was opened. Shifts in the half second after a touch, click or
 * key, or after the window of a phone got its size, are left out. The sum is stricter than Cumulative Layout Shift,
 * which takes the worst five seconds.
 */
export async function layoutShift(page: Page): Promise<number> {
  await settle(page);
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        // An earlier test may have left the page.
        const opened = performance.getEntriesByName("opened").at(-1)?.startTime ?? 0;
        let sum = 0;
        const add = (entries: any[]) => {
          for (const { hadRecentInput, value, startTime } of entries) {
            if (!hadRecentInput && startTime >= opened) sum += value;
          }
        };
        const observer = new PerformanceObserver((list) => add(list.getEntries()));
        observer.observe({ type: "layout-shift" as any, buffered: true });
        // Buffered entries are reported before the second frame.
        const { requestAnimationFrame: nextFrame } = document.defaultView;
        nextFrame(() =>
          nextFrame(() => {
            add(observer.takeRecords());
            observer.disconnect();
            resolve(sum);
          }),
        );
      }),
  );
}
