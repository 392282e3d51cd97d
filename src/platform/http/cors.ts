const allowedHeaders = [
  "Authorization, Content-Type, Idempotency-Key, If-None-Match, X-Agent-Name",
  "MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, Last-Event-ID, X-MCP-Toolsets, X-MCP-Readonly",
].join(", ");
const exposedHeaders = [
  "ETag, Idempotency-Replayed, RateLimit, RateLimit-Policy, Retry-After, WWW-Authenticate",
  "X-Activity-Id, X-Error-Code, X-Error-Details, X-Error-Field, X-Request-Id",
].join(", ");
const preflightSeconds = 600;

/** Whether pages of any origin may use this path. This is so for links in notifications, which need no cookie. */
export function isOpenToAnyOrigin(path: string): boolean {
  return path.startsWith("/n/");
}

/** Returns the response to a preflight from an allowed origin, or null for any other request. */
export function preflight(request: Request, path: string, origins: readonly string[]): Response | null {
  if (request.method !== "OPTIONS" || !request.headers.has("access-control-request-method")) return null;
  if (allowedOrigin(request, path, origins) === null) return null;
  const response = new Response(null, { status: 204 });
  corsHeaders(request, path, response, origins);
  response.headers.set("Access-Control-Allow-Methods", "GET, HEAD, POST, PATCH, DELETE");
  response.headers.set("Access-Control-Allow-Headers", allowedHeaders);
  response.headers.set("Access-Control-Max-Age", String(preflightSeconds));
  return response;
}

/** Sets the CORS headers, without credentials: pages of other origins send an API key or need no permission. */
export function corsHeaders(request: Request, path: string, response: Response, origins: readonly string[]): void {
  if (origins.length > 0) response.headers.append("Vary", "Origin");
  const origin = allowedOrigin(request, path, origins);
  if (origin === null) return;
  response.headers.set("Access-Control-Allow-Origin", origin);
  response.headers.set("Access-Control-Expose-Headers", exposedHeaders);
}

function allowedOrigin({ headers }: Request, path: string, origins: readonly string[]): string | null {
  if (isOpenToAnyOrigin(path)) return "*";
  const origin = headers.get("origin");
  return origin !== null && origins.includes(origin) ? origin : null;
}
