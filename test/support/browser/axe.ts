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

/** Options of a check. `within` is a selector of the part to check; `rules` limits the check to these rules of axe. */
type Checked = { within?: string; rules?: readonly string[] };

/** Expects that the current page violates no rule of axe, after animations end. */
export async function expectAccessible(page: Page, checked: Checked = {}): Promise<void> {
  await settle(page);
  expect(await accessibilityFaults(page, checked)).toEqual([]);
}

/**
 * Returns the violations of axe's rules on a page. Axe runs in an isolated world, so that the Content-Security-Policy
 * of the page stays in force.
 */
export async function accessibilityFaults(page: Page, { within = "", rules = [] }: Checked = {}): Promise<string[]> {
  const violations = await violationsOf(await sessionOf(page), within, rules);
  return [...violations.flatMap(describe), ...(rules.length === 0 ? await misnamedButtons(page) : [])];
}

/**
 * Finds buttons whose accessible name lacks a word that they show. People who control their device by speech say the
 * words that they see.
 */
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

/**
 * Debugging sessions by page. A document keeps its isolated world, with axe loaded in it, as long as the session is
 * open. Loading axe takes as long as a check.
 */
const sessions = new WeakMap<Page, CDPSession>();

async function sessionOf(page: Page): Promise<CDPSession> {
  const session = sessions.get(page) ?? (await page.context().newCDPSession(page));
  sessions.set(page, session);
  return session;
}

async function violationsOf(session: CDPSession, within: string, rules: readonly string[]): Promise<Violation[]> {
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
  const where = within ? JSON.stringify(within) : "document";
  // Only an experimental rule, which does not run, reads what axe would otherwise load of every style sheet.
  const preload = { assets: ["media"] };
  const options = JSON.stringify({ resultTypes: ["violations"], preload, ...(rules.length > 0 && { runOnly: rules }) });
  const text = await evaluate(`axe.run(${where}, ${options}).then(({ violations }) => JSON.stringify(violations))`);
  return JSON.parse(text);
}

function describe({ id, impact, help, nodes }: Violation): string[] {
  return nodes.map(({ target, failureSummary }) => {
    const why = failureSummary.split("\n").slice(1).join(";").replace(/\s+/g, " ").trim();
    return `${id} (${impact}) at ${target.join(" ")}: ${help}. ${why}`;
  });
}
