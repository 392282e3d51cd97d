import { type AnyElysia, Elysia } from "elysia";
import stylePath from "swagger-ui-dist/swagger-ui.css" with { type: "file" };
import bundlePath from "swagger-ui-dist/swagger-ui-bundle.js" with { type: "file" };
import { unknownAddress } from "#lib/errors.ts";
import { lazy } from "#lib/lazy.ts";
import { context, hidden } from "../http/operation.ts";
import { type StaticFile, sendStatic, staticText } from "../http/static.ts";
import { describeApi } from "./document.ts";

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

export function docs(features: AnyElysia) {
  const document = (which: "api" | "app") =>
    lazy(() => staticText("application/json", JSON.stringify(describeApi(features, which))));
  const [api, app] = [document("api"), document("app")];
  const shell = staticText("text/html", page);
  return new Elysia()
    .use(context)
    .get("/openapi.json", async ({ request }) => sendStatic(request, api(), headers), isOpen)
    .get("/app/openapi.json", async ({ request }) => sendStatic(request, app(), headers), isOpen)
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
