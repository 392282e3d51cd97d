/** Tests the HTTP responses for the app's page and files. */
import { describe, expect, test } from "bun:test";
import { brotliDecompressSync } from "node:zlib";
import { pageAddresses } from "#client/pages/addresses.ts";
import { household, refusal, type Server } from "../support/home/home.ts";

const { server } = await household();

type Wire = { status: number; headers: Headers; bytes: Uint8Array<ArrayBuffer>; text: string };

/**
 * Sends a request as a browser does. Returns the raw body: compressed only if the test asks for it, and not decoded.
 */
async function ask(path: string, headers: Record<string, string> = {}, method = "GET"): Promise<Wire> {
  const sent = { method, headers: { "Accept-Encoding": "identity", ...headers } };
  const response = await (isHere(server)
    ? server.handle(new Request(`http://localhost${path}`, sent))
    : fetch(`${server.origin}${path}`, { ...sent, decompress: false }));
  const bytes = new Uint8Array(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, bytes, text: new TextDecoder().decode(bytes) };
}

const isHere = ({ origin }: Server) => origin === "http://localhost";
const shell = await ask("/");
const addressesIn = (html: string) => [...html.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, address]) => address!);
const script = /<script [^>]*src="([^"]+)"/.exec(shell.text)![1]!;
const addresses = pageAddresses.map((address) => address.replace(/:\w+/, "01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42"));

describe("the app's page", () => {
  test.each(addresses)("The app's page at %s is returned to everybody, with all security headers", async (address) => {
    const { status, headers, text } = await ask(address);
    expect({ status, text }).toEqual({ status: 200, text: shell.text });
    expect(headers.get("Content-Type")).toBe("text/html; charset=utf-8");
    expect(headers.get("Cache-Control")).toBe("no-cache");
    expect(headers.get("Vary")).toBe("Accept-Encoding");
    expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(headers.get("Referrer-Policy")).toBe("no-referrer");
    expect(headers.get("Permissions-Policy")).toContain("camera=(), ");
    expect(headers.get("Set-Cookie")).toBeNull();
    expect(headers.get("Content-Security-Policy")).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; " +
        "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; " +
        "frame-ancestors 'none'",
    );
  });

  test("The app's page has nothing inline that the Content-Security-Policy would block", () => {
    expect(shell.text).toStartWith('<!doctype html>\n<html lang="en">');
    expect(shell.text).toContain('<div id="app"></div>');
    expect(shell.text).not.toMatch(/<style|\sstyle=|\son\w+=|javascript:/i);
    const scripts = [...shell.text.matchAll(/<script\b([^>]*)>([^<]*)<\/script>/g)];
    expect(scripts.map(([, , inside]) => inside)).toEqual([""]);
    expect(scripts[0]?.[1]).toMatch(
      /^ type="module" src="[^"]+" data-later-styles="\/assets\/later-\w+\.css" data-version="[\w.-]+"$/,
    );
    expect(scripts[0]?.[1]).toContain(` src="${script}"`);
  });

  test("The app's page links only to addresses that exist on this server", async () => {
    const named = addressesIn(shell.text);
    expect(shell.text).not.toMatch(/(?:src|href)="(?!\/)/);
    expect(named).toContain("/manifest.webmanifest");
    expect(named.filter((address) => /^\/assets\/.*\.(css|js|woff2)$/.test(address)).length).toBeGreaterThanOrEqual(3);
    const manifest = JSON.parse((await ask("/manifest.webmanifest")).text);
    expect(manifest).toMatchObject({ start_url: "/", display: "standalone" });
    const icons = manifest.icons.map(({ src }: { src: string }) => src);
    for (const address of [...named, ...icons]) {
      const { status, bytes } = await ask(address);
      expect({ address, status, isEmpty: bytes.length === 0 }).toEqual({ address, status: 200, isEmpty: false });
    }
  });

  test("An unknown address returns a readable page to a browser, and the API's 404 to a program", async () => {
    const asBrowser = { Accept: "text/html,application/xhtml+xml,*/*;q=0.8", "If-None-Match": "*" };
    for (const address of ["/nothing", "/calendar/", "/lists/one/two", "/Calendar", "/v1x"]) {
      const { status, text, headers } = await ask(address, asBrowser);
      expect({ address, status, text }).toEqual({ address, status: 404, text: shell.text });
      expect(headers.get("Content-Security-Policy")).toBe(shell.headers.get("Content-Security-Policy"));
      expect(headers.get("ETag")).toBeNull();
      const head = await ask(address, asBrowser, "HEAD");
      expect({ address, status: head.status, text: head.text }).toEqual({ address, status: 404, text: "" });
      expect(head.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
      expect(JSON.parse((await ask(address)).text)).toEqual(refusal(404, "Not found"));
      expect(JSON.parse((await ask(address, asBrowser, "POST")).text)).toEqual(refusal(404, "Not found"));
    }
    for (const address of ["/v1/nothing", "/v1", "/app/nothing", "/mcp/nothing", "/assets/none.js"]) {
      expect(JSON.parse((await ask(address, asBrowser)).text)).toEqual(refusal(404, "Not found"));
    }
  });

  test("The app's page returns 304 if the browser already has the current version", async () => {
    const etag = shell.headers.get("ETag")!;
    expect(etag).toMatch(/^"[\da-z]+"$/);
    for (const condition of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
      const again = await ask("/calendar", { "If-None-Match": condition });
      expect({ condition, status: again.status, length: again.bytes.length }).toEqual({
        condition,
        status: 304,
        length: 0,
      });
      expect(again.headers.get("ETag")).toBe(etag);
      expect(again.headers.get("Cache-Control")).toBe("no-cache");
      expect(again.headers.get("Vary")).toBe("Accept-Encoding");
    }
    expect((await ask("/", { "If-None-Match": '"other"' })).status).toBe(200);
    // A response with another content coding has another ETag.
    const packed = await ask("/", { "Accept-Encoding": "br", "If-None-Match": etag });
    expect({ status: packed.status, isSame: packed.headers.get("ETag") === etag }).toEqual({
      status: 200,
      isSame: false,
    });
  });

  test.each([
    // Calendar programs look there.
    ["/", "GET, HEAD, OPTIONS, PROPFIND"],
    ...["/lists/abc", "/sw.js", "/favicon.ico", "/icons/icon.svg"].map((address) => [address, "GET, HEAD"]),
  ] as [string, string][])("The address %s accepts only the methods %s", async (address, allowed) => {
    const [head, get] = [await ask(address, {}, "HEAD"), await ask(address)];
    expect({ status: head.status, length: head.bytes.length }).toEqual({ status: 200, length: 0 });
    for (const name of ["Content-Length", "Content-Type", "ETag", "Cache-Control"])
      expect({ name, value: head.headers.get(name) }).toEqual({
        name,
        value: get.headers.get(name) ?? String(get.bytes.length),
      });
    const post = await ask(address, {}, "POST");
    expect(JSON.parse(post.text)).toEqual(refusal(405, "Method not allowed"));
    expect(post.headers.get("Allow")).toBe(allowed);
  });
});

describe("a file of the app", () => {
  test("A file of the app under /assets is cached forever, and any other file is revalidated", async () => {
    for (const address of addressesIn(shell.text)) {
      const expected = address.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "no-cache";
      const { headers } = await ask(address);
      expect({ address, kept: headers.get("Cache-Control") }).toEqual({ address, kept: expected });
      expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
      expect(headers.get("Content-Security-Policy")).toStartWith("default-src 'none'");
    }
  });

  test.each([
    ["br", "br"],
    ["gzip, deflate, br, zstd", "br"],
    ["gzip, deflate", "gzip"],
    ["gzip;q=1.0, br;q=0", "gzip"],
    ["GZIP", "gzip"],
    ["*", "br"],
    ["*, br;q=0", "gzip"],
    ["br;q=0.000, *;q=0", null],
    ["deflate", null],
    ["identity", null],
    ["xbr, gzipped", null],
  ])("A file of the app for a client with Accept-Encoding “%s” has the encoding %p", async (accepted, coding) => {
    const plain = await ask(script);
    const { headers, bytes } = await ask(script, { "Accept-Encoding": accepted });
    expect(headers.get("Content-Encoding")).toBe(coding);
    expect(headers.get("Vary")).toBe("Accept-Encoding");
    expect(headers.get("Content-Type")).toBe("text/javascript; charset=utf-8");
    expect(headers.get("Content-Length") ?? String(bytes.length)).toBe(String(bytes.length));
    if (coding) expect(bytes.length).toBeLessThan(plain.bytes.length / 2);
    const decoded = coding === "br" ? brotliDecompressSync(bytes) : coding === "gzip" ? Bun.gunzipSync(bytes) : bytes;
    expect(Buffer.compare(decoded, plain.bytes)).toBe(0);
  });

  test("A file of the app in a compressed format is not compressed again", async () => {
    for (const address of addressesIn(shell.text).filter((each) => /\.(woff2|png|ico)$/.test(each))) {
      const { headers } = await ask(address, { "Accept-Encoding": "br, gzip" });
      expect({ address, coding: headers.get("Content-Encoding") }).toEqual({ address, coding: null });
    }
  });

  test("A file of the app has the content type that browsers expect", async () => {
    const types = {
      "/sw.js": "text/javascript",
      "/manifest.webmanifest": "application/manifest+json",
      "/favicon.ico": "image/x-icon",
    };
    for (const [address, type] of Object.entries({
      ...types,
      "/icons/icon.svg": "image/svg+xml",
      "/icons/icon-192.png": "image/png",
    }))
      expect((await ask(address)).headers.get("Content-Type")).toStartWith(type);
  });

  test("The service worker caches only files that exist", async () => {
    const { text } = await ask("/sw.js");
    const kept = [...text.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, address]) => address!);
    expect(kept).toContain(script);
    for (const address of kept) expect((await ask(address)).status).toBe(200);
    // The worker sends to this one, and caches no response of it.
    expect(text.replace('"/app/notifications/push"', "")).not.toMatch(/"\/?(v1|app|mcp)\b/);
  });

  test.each([
    "/assets/none.js",
    "/assets/",
    "/assets",
    "/assets/main.tsx",
    "/assets/..%2fsw.js",
    "/assets/%2e%2e%2f%2e%2e%2fmain.ts",
    "/assets/..%5c..%5cmain.ts",
    "/assets/%00",
    "/assets/__proto__",
    "/icons/..%2ficon.svg",
    "/icons/favicon.ico",
    "/service-worker.ts",
    "/index.html",
  ])("An unknown address of a file returns 404: %s", async (address) => {
    const { text, headers } = await ask(address);
    expect(JSON.parse(text)).toEqual(refusal(404, "Not found"));
    expect(headers.get("Cache-Control")).toBe("private, no-cache");
  });
});
