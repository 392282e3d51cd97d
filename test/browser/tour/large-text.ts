/** Checks that a page can be read and used with large text. */
import type { Page } from "playwright-core";

declare const document: any; // The page's globals, because the functions below run in the page.
declare const NodeFilter: any;

/** Sets the font size of the root element, in percent of the browser's default. */
export async function enlargeText(page: Page, percent: number): Promise<void> {
  await page.evaluate((size) => {
    document.documentElement.style.fontSize = `${size}%`;
  }, percent);
}

/** Selectors of texts that may be cut off or broken into two lines, each with the reason. */
export type Shortened = Readonly<Record<string, string>>;

/**
 * Returns words of headings and controls that are broken into two lines, and texts that are cut off. Also returns a
 * page that is wider than its window, and controls that are covered even after scrolling to them.
 */
export async function largeTextFaults(page: Page, shortened: Shortened = {}): Promise<string[]> {
  return page.evaluate(findFaults, Object.keys(shortened).join(", "));
}

/** Finds the faults. This function runs in the page. */
function findFaults(shortened: string): string[] {
  const { getComputedStyle, innerWidth, innerHeight } = document.defaultView;
  const found = new Set<string>();
  const visible = { visibilityProperty: true, opacityProperty: true, contentVisibilityAuto: true };
  const named = (element: any) => element.cloneNode().outerHTML.slice(0, 120);
  const isShown = (element: any) => element.checkVisibility(visible) && !element.closest("[inert]");
  const isOutOf = (own: any, { left, right, top, bottom }: any) =>
    own.left < left - 1 || own.right > right + 1 || own.top < top - 4 || own.bottom > bottom + 4;

  /** Returns the nearest ancestor that cuts off the text. Null if no ancestor does, or if a nearer one scrolls. */
  const cutting = (text: any, own: any) => {
    for (let box = text.parentElement; box && box !== document.body; box = box.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(box);
      const ways = [overflowX, overflowY];
      if (ways.some((way) => way === "auto" || way === "scroll")) return null;
      if (ways.some((way) => way !== "visible") && isOutOf(own, box.getBoundingClientRect())) return box;
    }
    return null;
  };
  const checkText = (text: any) => {
    const range = document.createRange();
    range.selectNodeContents(text);
    const own = range.getBoundingClientRect();
    const { width, height } = text.parentElement.getBoundingClientRect();
    if (own.width === 0 || width <= 2 || height <= 2) return;
    if (cutting(text, own)) found.add(`cut: “${text.data}” in ${named(text.parentElement)}`);
    for (const { 0: word, index } of text.data.matchAll(/[^\s\u00ad\u200b/–—-]{3,}/gu)) {
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const tops = [...range.getClientRects()].filter((each) => each.width > 0).map(({ top }) => top);
      if (Math.max(...tops) - Math.min(...tops) > 4) found.add(`broken: “${word}” in ${named(text.parentElement)}`);
    }
  };
  const titles = "h1, h2, h3, h4, [role=heading], th, legend, label, summary, button, [role=tab], .button, nav a, a h2";
  const texts = new Set<any>();
  for (const title of document.body.querySelectorAll(titles)) {
    if (!isShown(title)) continue;
    const walker = document.createTreeWalker(title, NodeFilter.SHOW_TEXT);
    for (let text = walker.nextNode(); text; text = walker.nextNode()) texts.add(text);
  }
  for (const text of texts) {
    const isNative = text.parentElement.closest("select, textarea, .visually-hidden, .avatar");
    if (isNative || (shortened && text.parentElement.closest(shortened))) continue;
    checkText(text);
  }

  const controls = "a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=option]";
  const { scrollLeft: left, scrollTop: top } = document.scrollingElement;
  const covering = (control: any) => {
    let last = null;
    for (const each of [control, ...(control.labels ?? [])]) {
      each.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
      const box = [...each.getClientRects()].find(({ width, height }) => width > 1 && height > 1);
      if (!box) continue;
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
      if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) {
        last = "the edge of the window";
        continue;
      }
      const hit = document.elementFromPoint(x, y);
      const isHit = control.contains(hit) || [...(control.labels ?? [])].some((label) => label.contains(hit));
      if (isHit) return null;
      last = hit ? named(hit) : "nothing";
    }
    return last;
  };
  for (const control of document.body.querySelectorAll(controls)) {
    if (control.disabled || control.closest("[aria-hidden=true], .skip") || !isShown(control)) continue;
    const cover = covering(control);
    if (cover) found.add(`covered: ${named(control)} by ${cover}`);
  }
  document.scrollingElement.scrollTo({ left, top, behavior: "instant" });

  // The inner width of a touch screen grows with its page.
  const { scrollWidth, clientWidth } = document.scrollingElement;
  if (scrollWidth > clientWidth) {
    const wide = [...document.body.querySelectorAll("*")].filter(
      (element) => isShown(element) && element.getBoundingClientRect().right > clientWidth + 1,
    );
    found.add(`wide: ${scrollWidth} px, ${wide.slice(-4).map(named).join(" ")}`);
  }
  return [...found];
}
