import { type AnyElysia, Elysia } from "elysia";
import stylePath from "swagger-ui-dist/swagger-ui.css" with { type: "file" };
import bundlePath from "swagger-ui-dist/swagger-ui-bundle.js" with { type: "file" };
import { invalid, unknownAddress } from "#lib/errors.ts";
import { lazy } from "#lib/lazy.ts";
import { context, hidden } from "../http/operation.ts";
import { type StaticFile, sendStatic, staticText } from "../http/static.ts";
import { describeApi, type Extract, tagsOf } from "./document.ts";

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Inglenook API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/swagger-ui.css">
<div id="ui"></div>
<noscript>The description itself is at <a href="/openapi.json">/openapi.json</a>.</noscript>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</html>
`;

const start = `SwaggerUIBundle({
  url: "/openapi.json",
  dom_id: "#ui",
  deepLinking: true,
  persistAuthorization: false,
  validatorUrl: null,
  syntaxHighlight: { activated: true },
});
`;

/** The security policy of the page. Allows nothing from other origins. Swagger UI sets inline styles on elements. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const headers = { "Content-Security-Policy": contentSecurityPolicy, "Cache-Control": "no-cache" };

const files: Readonly<Record<string, () => Promise<StaticFile>>> = {
  "swagger-ui-bundle.js": lazy(async () => staticText("text/javascript", await Bun.file(bundlePath).text())),
  "swagger-ui.css": lazy(async () => staticText("text/css", await Bun.file(stylePath).text())),
  "start.js": lazy(async () => staticText("text/javascript", start)),
};

const isOpen = hidden("public", { id: "serveDescription" });

/** Returns a function that finds the description for the query of an address. Each description is written once. */
function descriptions(features: AnyElysia, which: "api" | "app"): (url: string) => StaticFile {
  const tags = lazy(() => tagsOf(features, which));
  const written = new Map<string, StaticFile>();
  return (url) => {
    const extract = readExtract(new URL(url).searchParams, tags);
    const key = `${extract.isLean} ${extract.tag}`;
    const file =
      written.get(key) ?? staticText("application/json", JSON.stringify(describeApi(features, which, extract)));
    written.set(key, file);
    return file;
  };
}

/** Reads the parameters `lean` and `tag`. @throws ApiError 400 */
function readExtract(query: URLSearchParams, tags: () => readonly string[]): Extract {
  const repeated = [...query.keys()].find((name, index, names) => names.indexOf(name) < index);
  if (repeated !== undefined) throw invalid(repeated, "must be sent once");
  const unknown = [...query.keys()].find((name) => name !== "lean" && name !== "tag");
  if (unknown !== undefined) throw invalid(unknown, "unknown field", "unknown_field");
  const lean = query.get("lean") ?? "false";
  if (lean !== "true" && lean !== "false") throw invalid("lean", "must be true or false");
  const sent = query.get("tag");
  const tag = sent === null ? null : tags().find((name) => name.toLowerCase() === sent.toLowerCase());
  if (tag === undefined) throw invalid("tag", `must be one of ${tags().join(", ")}`);
  return { isLean: lean === "true", tag };
}

export function docs(features: AnyElysia) {
  const [api, app] = [descriptions(features, "api"), descriptions(features, "app")];
  const shell = staticText("text/html", page);
  return new Elysia()
    .use(context)
    .get("/openapi.json", ({ request }) => sendStatic(request, api(request.url), headers), isOpen)
    .get("/app/openapi.json", ({ request }) => sendStatic(request, app(request.url), headers), isOpen)
    .get("/docs", ({ request }) => sendStatic(request, shell, headers), isOpen)
    .get(
      "/docs/:file",
      async ({ params, request }) => {
        const file = Object.hasOwn(files, params.file) ? files[params.file] : undefined;
        if (!file) throw unknownAddress();
        return sendStatic(request, await file(), headers);
      },
      isOpen,
    );
}
