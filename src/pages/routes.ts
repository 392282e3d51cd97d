/** The app in the browser, as files: its page at each of its addresses, and what that loads. Built by `build/`. */
import { Elysia } from "elysia";
import { codeHeader, unknownAddress } from "../errors.ts";
import { context, hidden } from "../http/operation.ts";
import { sendStatic } from "../http/static.ts";
import { pageAddresses } from "./addresses.ts";
import { builtApp } from "./built.ts";

/** Nothing from elsewhere, nothing inline. `'self'` is for the page's own WebSocket, too (CSP 3; Safari from 16 on). */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  // Forms are answered by script; none is ever sent by the browser itself.
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const permissionsPolicy = [
  "accelerometer",
  "camera",
  "display-capture",
  "geolocation",
  "gyroscope",
  "magnetometer",
  "microphone",
  "midi",
  "payment",
  "publickey-credentials-get",
  "serial",
  "usb",
  "xr-spatial-tracking",
]
  .map((feature) => `${feature}=()`)
  .join(", ");

const common = { "Content-Security-Policy": contentSecurityPolicy, "Permissions-Policy": permissionsPolicy };
const current = { ...common, "Cache-Control": "no-cache" };
/** A name under `/assets/` has the hash of its content in it. */
const forever = { ...common, "Cache-Control": "public, max-age=31536000, immutable" };

/** Below these, there are no pages: whoever asks is told in JSON. */
const noPages = /^\/(v1|app|mcp)(\/|$)/;

/** Open to everybody: the page asks for all data with its member's cookie. */
const isOpen = hidden("public", { id: "servePage" });

/** The page and its files. */
export function pages() {
  const app = new Elysia().use(context);
  for (const address of pageAddresses) app.get(address, ({ request }) => send(request, "/", current), isOpen);
  for (const address of ["/sw.js", "/manifest.webmanifest", "/favicon.ico"])
    app.get(address, ({ request }) => send(request, address, current), isOpen);
  return app
    .get("/assets/:file", ({ request, params }) => send(request, `/assets/${params.file}`, forever), isOpen)
    .get("/icons/:file", ({ request, params }) => send(request, `/icons/${params.file}`, current), isOpen);
}

/**
 * For a request that no route is for: the page as a 404, which says so to a person and knows the way back; null where nobody
 * asked for a page.
 */
export function notFoundPage(request: Request, path: string): Promise<Response> | null {
  const { method, headers } = request;
  const isPage = (method === "GET" || method === "HEAD") && (headers.get("accept") ?? "").includes("text/html");
  return isPage && !noPages.test(path) ? sendLost(request) : null;
}

async function sendLost(request: Request): Promise<Response> {
  // Whole, whatever the browser has: "304" would not say that there is nothing.
  const coding = { "Accept-Encoding": request.headers.get("accept-encoding") ?? "" };
  const { body, headers } = await send(new Request(request.url, { headers: coding }), "/", current);
  headers.delete("ETag");
  headers.set(codeHeader, unknownAddress().code);
  return new Response(request.method === "HEAD" ? null : body, { status: 404, headers });
}

async function send(request: Request, address: string, headers: Readonly<Record<string, string>>): Promise<Response> {
  const file = (await builtApp()).get(address);
  if (!file) throw unknownAddress();
  return sendStatic(request, file, headers);
}
