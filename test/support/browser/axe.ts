/** Accessibility checks of a page, by axe. */
import { expect } from "bun:test";
import axe from "axe-core";
import type { CDPSession, Page } from "playwright-core";
import { settle } from "./layout.ts";

declare const window: any; // Functions given to `page.evaluate` run in the page.

type Violation = {
  readonly id: string;
  readonly impact: string;
  readonly help: string;
  readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary: string }[];
};

/**
 * `within`: a selector; `rules`: only these; `newColors`: true checks the contrast only of texts whose colours and surfaces, as
 * computed, no earlier check of this document has seen. It is half of the time of a check.
 */
type Checked = { within?: string; rules?: readonly string[]; newColors?: boolean };

/** Expects that the current page violates no rule of axe, after animations end. */
export async function expectAccessible(page: Page, checked: Checked = {}): Promise<void> {
  await settle(page);
  expect(await accessibilityFaults(page, checked)).toEqual([]);
}

/**
 * Returns what violates a rule of axe. It runs in an isolated world, so the page's Content-Security-Policy stays in
 * force.
 */
export async function accessibilityFaults(page: Page, checked: Checked = {}): Promise<string[]> {
  const { rules = [] } = checked;
  const violations = await violationsOf(await sessionOf(page), checked);
  return [...violations.flatMap(describe), ...(rules.length === 0 ? await misnamedButtons(page) : [])];
}

/** Finds buttons whose name lacks a word that they show: people who speak to their device say what they see. */
function misnamedButtons(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { document } = window;
    const wordsOf = (text: string) =>
      ` ${text
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]+/gu, " ")
        .trim()} `;
    const shownIn = (button: any) => {
      const texts = document.createTreeWalker(button, 4);
      const shown: string[] = [];
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        const isHidden = text.parentElement.closest("[aria-hidden=true], .visually-hidden");
        if (!isHidden && text.parentElement.checkVisibility()) shown.push(text.data);
      }
      return wordsOf(shown.join(" "));
    };
    return [...document.querySelectorAll(".button[aria-label]")]
      .filter((button) => button.checkVisibility())
      .map((button) => ({ shown: shownIn(button), name: button.getAttribute("aria-label") }))
      .filter(({ shown, name }) => shown.trim() !== "" && !wordsOf(name).includes(shown))
      .map(({ shown, name }) => `“${name}” shows “${shown.trim()}”`);
  });
}

const contrast = "color-contrast";
/** A document keeps its isolated world, with axe in it, as long as the session lives: loading axe takes as long as a check. */
const sessions = new WeakMap<Page, CDPSession>();

async function sessionOf(page: Page): Promise<CDPSession> {
  const session = sessions.get(page) ?? (await page.context().newCDPSession(page));
  sessions.set(page, session);
  return session;
}

async function violationsOf(session: CDPSession, checked: Checked): Promise<Violation[]> {
  const { within = "", rules = [], newColors = false } = checked;
  const { frameTree } = await session.send("Page.getFrameTree");
  const { executionContextId: contextId } = await session.send("Page.createIsolatedWorld", {
    frameId: frameTree.frame.id,
    worldName: "axe",
  });
  const evaluate = async (expression: string) => {
    const { result, exceptionDetails } = await session.send("Runtime.evaluate", {
      expression,
      contextId,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  };
  if (!(await evaluate("Boolean(globalThis.axe)"))) await evaluate(`${axe.source}; undefined`);
  const run = async (where: string, only: object): Promise<Violation[]> => {
    // Only an experimental rule, which does not run, reads what axe would otherwise load of every style sheet.
    const options = JSON.stringify({ resultTypes: ["violations"], preload: { assets: ["media"] }, ...only });
    const text = await evaluate(`axe.run(${where}, ${options}).then(({ violations }) => JSON.stringify(violations))`);
    return JSON.parse(text);
  };
  const where = within ? JSON.stringify(within) : "document";
  if (!newColors) return run(where, rules.length > 0 ? { runOnly: rules } : {});
  const found = rules.length > 0 ? [] : await run(where, { rules: { [contrast]: { enabled: false } } });
  const unseen = `(globalThis.unseen = (${findNewColors})(${JSON.stringify(within)}))`;
  if ((await evaluate(`${unseen}.length`)) === 0) return found;
  return [...found, ...(await run("{ include: globalThis.unseen }", { runOnly: [contrast] }))];
}

/** Runs in the page. Returns the elements with texts in colours, or on surfaces, that it has not returned before. */
function findNewColors(within: string): unknown[] {
  window.seenColors ??= new Set();
  const seen: Set<string> = window.seenColors;
  const { document, getComputedStyle } = window;
  const surfaces = new Map<unknown, string>();
  /** What is painted behind the texts of an element, from the last opaque colour on. */
  const surfaceOf = (element: any): string => {
    if (!element) return "";
    const known = surfaces.get(element);
    if (known !== undefined) return known;
    const { backgroundColor, backgroundImage, opacity, filter, mixBlendMode, position } = getComputedStyle(element);
    const isTransparent = /, 0\)$|^transparent$/.test(backgroundColor);
    const isOpaque = /^rgb\(/.test(backgroundColor) && backgroundImage === "none" && opacity === "1";
    const effects = [opacity, filter, mixBlendMode, isOpaque ? "" : position].filter((value) => !usual.has(value));
    const own = [isTransparent ? "" : backgroundColor, backgroundImage, ...effects].filter((value) => value !== "none");
    const whole = [isOpaque ? "" : surfaceOf(element.parentElement), ...own].filter(Boolean).join("/");
    surfaces.set(element, whole);
    return whole;
  };
  const usual = new Set(["", "1", "none", "normal", "static", "relative"]);
  const hasText = (element: any) =>
    element.matches("input, textarea, select") ||
    [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== "");
  const found: unknown[] = [];
  const roots = within ? document.querySelectorAll(within) : [document.body];
  for (const element of [...roots].flatMap((root) => [...root.querySelectorAll("*")])) {
    if (!hasText(element) || !element.checkVisibility({ visibilityProperty: true })) continue;
    if (element.closest(":disabled, [aria-disabled=true], [inert]")) continue; // WCAG asks nothing of them.
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
    // Large text needs less contrast: 24 px, or 18.66 px if it is bold.
    const isLarge = Number.parseFloat(fontSize) >= (Number(fontWeight) >= 700 ? 18.66 : 24);
    const name = [color, isLarge, textShadow, surfaceOf(element)].join();
    if (seen.has(name)) continue;
    seen.add(name);
    found.push(element);
  }
  return found;
}

function describe({ id, impact, help, nodes }: Violation): string[] {
  return nodes.map(({ target, failureSummary }) => {
    const why = failureSummary.split("\n").slice(1).join(";").replace(/\s+/g, " ").trim();
    return `${id} (${impact}) at ${target.join(" ")}: ${help}. ${why}`;
  });
}
