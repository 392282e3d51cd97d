/** `/openapi.json`, `/app/openapi.json` and `/docs`: the descriptions, and Swagger UI to browse it, from this server alone. */
import { type AnyElysia, Elysia } from "elysia";
import stylePath from "swagger-ui-dist/swagger-ui.css" with { type: "file" };
import bundlePath from "swagger-ui-dist/swagger-ui-bundle.js" with { type: "file" };
import { ApiError } from "../errors.ts";
import { describe } from "../openapi.ts";

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

/** Nothing from elsewhere, and no script of the page's own; Swagger UI sets styles on its elements. */
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

const files: Readonly<Record<string, { type: string; read(): Promise<string> }>> = {
  "swagger-ui-bundle.js": { type: "text/javascript", read: () => Bun.file(bundlePath).text() },
  "swagger-ui.css": { type: "text/css", read: () => Bun.file(stylePath).text() },
  "start.js": { type: "text/javascript", read: async () => start },
};

/** Open to everybody, and no operation of the API itself. */
const hidden = { detail: { hide: true, security: [], "x-access": "public" } };

/** The description of `features`, written at its first request. */
export function docs(features: AnyElysia) {
  const documents = new Map<"api" | "app", Promise<string>>();
  const document = (which: "api" | "app") => {
    const written = documents.get(which) ?? describe(features, which).then((described) => JSON.stringify(described));
    documents.set(which, written);
    return written;
  };
  const compressed = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();
  return new Elysia()
    .get("/openapi.json", async () => send(await document("api"), "application/json"), hidden)
    .get("/app/openapi.json", async () => send(await document("app"), "application/json"), hidden)
    .get("/docs", () => send(page, "text/html"), hidden)
    .get(
      "/docs/:file",
      async ({ params, request }) => {
        const file = Object.hasOwn(files, params.file) ? files[params.file] : undefined;
        if (!file) throw new ApiError(404, "Not found");
        if (!/\bgzip\b/.test(request.headers.get("accept-encoding") ?? "")) return send(await file.read(), file.type);
        const body = compressed.get(params.file) ?? file.read().then((text) => Bun.gzipSync(Buffer.from(text)));
        compressed.set(params.file, body);
        return send(await body, file.type, { "Content-Encoding": "gzip" });
      },
      hidden,
    );
}

function send(body: string | Uint8Array<ArrayBuffer>, type: string, extra: Record<string, string> = {}): Response {
  return new Response(body, {
    headers: {
      "Content-Type": `${type}; charset=utf-8`,
      "Content-Security-Policy": contentSecurityPolicy,
      "Cache-Control": "no-cache",
      "Referrer-Policy": "no-referrer",
      "X-Content-Type-Options": "nosniff",
      Vary: "Accept-Encoding",
      ...extra,
    },
  });
}
