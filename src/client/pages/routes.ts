import { Elysia } from "elysia";
import { codeHeader, unknownAddress } from "#lib/errors.ts";
import { lazy } from "#lib/lazy.ts";
import { context, hidden } from "#platform/http/operation.ts";
import { sendStatic, staticText } from "#platform/http/static.ts";
import { pageAddresses } from "./addresses.ts";
import { builtApp } from "./built.ts";

/** Content security policy of the page. `'self'` includes the page's WebSocket (CSP 3; Safari from 16 on). */
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

const commonHeaders = { "Content-Security-Policy": contentSecurityPolicy, "Permissions-Policy": permissionsPolicy };
const revalidate = { ...commonHeaders, "Cache-Control": "no-cache" };
const immutable = { ...commonHeaders, "Cache-Control": "public, max-age=31536000, immutable" };

/** Paths of the API, whose errors are JSON. */
const apiPaths = /^\/(v1|app|mcp)(\/|$)/;

const isPublic = hidden("public", { id: "servePage" });

export function pages(readNotices: () => Promise<string>) {
  const licences = lazy(async () => staticText("text/plain", await readNotices()));
  const app = new Elysia().use(context);
  for (const address of pageAddresses) app.get(address, ({ request }) => send(request, "/", revalidate), isPublic);
  for (const address of ["/sw.js", "/manifest.webmanifest", "/favicon.ico"])
    app.get(address, ({ request }) => send(request, address, revalidate), isPublic);
  return app
    .get("/licences.txt", async ({ request }) => sendStatic(request, await licences(), revalidate), isPublic)
    .get("/assets/:file", ({ request, params }) => send(request, `/assets/${params.file}`, immutable), isPublic)
    .get("/icons/:file", ({ request, params }) => send(request, `/icons/${params.file}`, revalidate), isPublic);
}

/** Returns the page of the app for an unknown address, or null if the request does not accept HTML. */
export function notFoundPage(request: Request, path: string): Promise<Response> | null {
  const { method, headers } = request;
  const isPage = (method === "GET" || method === "HEAD") && (headers.get("accept") ?? "").includes("text/html");
  return isPage && !apiPaths.test(path) ? sendNotFoundPage(request) : null;
}

async function sendNotFoundPage(request: Request): Promise<Response> {
  // Without `If-None-Match`: a 304 would hide the 404.
  const coding = { "Accept-Encoding": request.headers.get("accept-encoding") ?? "" };
  const { body, headers } = await send(new Request(request.url, { headers: coding }), "/", revalidate);
  headers.delete("ETag");
  headers.set(codeHeader, unknownAddress().code);
  return new Response(request.method === "HEAD" ? null : body, { status: 404, headers });
}

async function send(request: Request, address: string, headers: Readonly<Record<string, string>>): Promise<Response> {
  const file = (await builtApp()).get(address);
  if (!file) throw unknownAddress();
  return sendStatic(request, file, headers);
}
