/** Checks that a finger can hit each control of a page. */
import { expect } from "bun:test";
import type { Page } from "playwright-core";

declare const document: any; // Global of the page, in which the function below runs.

const least = 44;

/**
 * Selectors of controls that may be smaller than 44 px on every page, with reasons. Links within a line of text are not
 * checked (WCAG 2.5.8, inline), and neither are elements that only the keyboard reaches, such as skip links (one pixel,
 * or outside of the window).
 */
export const smallTargets: Readonly<Record<string, string>> = {};

/**
 * Expects that every visible button, link and field can be hit up to 22 px (less a rounding) from its centre in each
 * direction: through its own box and padding, its label, or an `::after`. `except` has selectors of controls that may
 * be smaller on this page, with reasons.
 */
export async function expectTargets44(page: Page, except: Readonly<Record<string, string>> = {}): Promise<void> {
  expect(await targetFaults(page, except)).toEqual([]);
}

/** Returns the controls that are smaller than 44 px. */
export function targetFaults(page: Page, except: Readonly<Record<string, string>> = {}): Promise<string[]> {
  const selectors = Object.keys({ ...smallTargets, ...except });
  return page.evaluate(findSmall, { selectors, least });
}

/** Finds the controls that are too small. The function runs in the page. */
function findSmall({ selectors, least }: { selectors: string[]; least: number }): string[] {
  const roles = ["button", "link", "checkbox", "radio", "switch", "tab", "option", "menuitem", "slider", "combobox"];
  const targets = ["button", "a[href]", "input:not([type=hidden])", "select", "textarea", "summary"].concat(
    roles.map((role) => `[role=${role}]`),
  );
  const { innerWidth, innerHeight, getComputedStyle } = document.defaultView;
  const reach = least / 2 - 1;

  const isHidden = (element: any) =>
    !element.checkVisibility({ visibilityProperty: true }) ||
    element.closest("[inert], [aria-hidden=true]") ||
    element.disabled ||
    element.getAttribute("aria-disabled") === "true";
  const isInline = (element: any) =>
    element.matches("a[href]") &&
    getComputedStyle(element).display === "inline" &&
    element.parentElement.textContent.trim() !== element.textContent.trim();
  const boxes = (element: any) => [element, ...(element.labels ?? [])].map((each) => each.getBoundingClientRect());

  /** Returns whether a touch at this point would hit this control. */
  const isHit = (element: any, x: number, y: number) => {
    const hit = document.elementFromPoint(x, y);
    return !!hit && (element.contains(hit) || [...(element.labels ?? [])].some((label) => label.contains(hit)));
  };
  const isLarge = (element: any) => {
    if (boxes(element).some(({ width, height }) => width >= least && height >= least)) return true;
    element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    return boxes(element).some(({ left, top, width, height }) => {
      const [x, y] = [left + width / 2, top + height / 2];
      const ends = [
        [x - reach, y],
        [x + reach, y],
        [x, y - reach],
        [x, y + reach],
      ] as const;
      return ends.every(([endX, endY]) => isHit(element, endX, endY));
    });
  };
  const isKeyboardOnly = (element: any) => {
    const [own, ...labels] = boxes(element);
    const isOutside = own.right <= 0 || own.bottom <= 0 || own.left >= innerWidth || own.top >= innerHeight;
    return labels.length === 0 && ((own.width <= 1 && own.height <= 1) || isOutside);
  };

  const [left, top] = [document.scrollingElement.scrollLeft, document.scrollingElement.scrollTop];
  const small = [...document.querySelectorAll(targets.join(", "))].filter(
    (element) =>
      !isHidden(element) &&
      !isInline(element) &&
      !selectors.some((selector) => element.matches(selector)) &&
      !isLarge(element) &&
      !isKeyboardOnly(element),
  );
  const found = small.map((element) => {
    const { width, height } = element.getBoundingClientRect();
    return `${Math.round(width)} × ${Math.round(height)}: ${element.outerHTML.replace(/\s+/g, " ").slice(0, 160)}`;
  });
  document.scrollingElement.scrollTo({ left, top, behavior: "instant" });
  return found;
}
