/** Page without faults, to which each test of the harness adds a fault. */
import { plainHost } from "../support/browser/chromium.ts";

const style = `body { margin: 0; font: 16px/1.5 sans-serif } button, input { min-width: 44px; min-height: 44px }
.wide { width: 2000px } .small { min-width: 20px; min-height: 20px; height: 20px; width: 20px; padding: 0 }
.reaching { position: relative } .reaching::after { content: ""; position: absolute; inset: -14px }
.pale { color: #ddd } .tall { height: 3000px } .square { width: 100px; height: 100px; touch-action: none }
.late { height: 200px }`;

const script = `const said = document.querySelector("#said");
for (const type of ["pointerdown", "pointerup", "click", "contextmenu"]) {
  document.querySelector("#pad").addEventListener(type, (event) => { said.append(" ", event.pointerType + "-" + type); });
}`;

const page = `<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>Test</title><link rel="icon" href="data:,">
<link rel="stylesheet" href="/style.css"><main><h1>Test</h1><div id="stage"></div>
<p>Some text with <a href="/">a link</a> in it.</p><button>Add</button><label>Name <input></label>
<div class="square" id="pad">Pad</div><p id="said"></p><div class="square" id="goal">Goal</div><div class="tall">Long</div>
</main><script src="/script.js"></script></html>`;

const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch(request) {
    const { pathname } = new URL(request.url);
    const send = (text: string, type: string) =>
      new Response(text, {
        headers: { "Content-Type": type, "Content-Security-Policy": "default-src 'self'; img-src * data:" },
      });
    if (pathname === "/style.css") return send(style, "text/css");
    if (pathname === "/script.js") return send(script, "text/javascript");
    return pathname === "/" ? send(page, "text/html") : new Response("broken", { status: 500 });
  },
});
export const site = { url: `http://localhost:${server.port}`, plainUrl: `http://${plainHost}:${server.port}` };

export const stopSite = () => server.stop(true);
