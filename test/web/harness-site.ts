/** A site for the tests of the harness: one page for each kind of fault, and one page without faults. */
import { plainHost } from "../support/browser-chromium.ts";

const style = `body { margin: 0; font: 16px/1.5 sans-serif } button, input { min-width: 44px; min-height: 44px }
.wide { width: 2000px } .small { min-width: 20px; min-height: 20px; height: 20px; width: 20px; padding: 0 }
.reaching { position: relative } .reaching::after { content: ""; position: absolute; inset: -14px }
.pale { color: #ddd } .tall { height: 3000px; background: #eee } .square { width: 100px; height: 100px; touch-action: none }
#late { height: 0 } #late.here { height: 200px }`;

const script = `const said = document.querySelector("#said");
for (const type of ["pointerdown", "pointerup", "click", "contextmenu"]) {
  document.querySelector("#pad")?.addEventListener(type, (event) => { said.append(" ", event.pointerType + "-" + type); });
}
const name = new URLSearchParams(location.search).get("text");
if (name !== null) document.querySelector(location.search.includes("html") ? "#html" : "#text")
  [location.search.includes("html") ? "innerHTML" : "textContent"] = name;`;

const whole = (body: string) => `<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>Test</title><link rel="icon" href="data:,">
<link rel="stylesheet" href="/style.css"><main><h1>Test</h1>${body}</main><script src="/script.js"></script></html>`;

const pages: Record<string, string> = {
  "/clean": `<p>Some text with <a href="/clean">a link</a> in it.</p><button>Add</button><label>Name <input></label>
    <p id="text"></p><p id="html"></p>`,
  "/inline-script": "<script>window.never = 1</script>",
  "/inline-style": `<p style="color: red">Red</p>`,
  "/foreign": `<img alt="" src="http://elsewhere.example/x.png">`,
  "/broken": `<img alt="" src="/fail">`,
  "/pale": `<p class="pale">Hardly to be read</p><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">`,
  "/wide": `<div class="wide" id="culprit">Wide</div>`,
  "/small": `<button class="small">a</button> <button class="small reaching">b</button>`,
  "/touch": `<div class="square" id="pad">Pad</div><p id="said"></p><div class="square" id="goal">Goal</div>
    <div class="tall">Long</div>`,
  "/shifting": `<div id="late"></div><div class="tall">Moved by what comes late</div>`,
};

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
    const body = pages[pathname];
    return body === undefined ? new Response("broken", { status: 500 }) : send(whole(body), "text/html");
  },
});
export const site = { url: `http://localhost:${server.port}`, plainUrl: `http://${plainHost}:${server.port}` };

export const stopSite = () => server.stop(true);
