const allowedHeaders = [
  "Authorization, Content-Type, Idempotency-Key, If-None-Match, X-Agent-Name",
  "MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, Last-Event-ID, X-MCP-Toolsets, X-MCP-Readonly",
].join(", ");
const exposedHeaders = [
  "ETag, Idempotency-Replayed, RateLimit, RateLimit-Policy, Retry-After, WWW-Authenticate",
  "X-Activity-Id, X-Error-Code, X-Error-Field, X-Request-Id",
].join(", ");
const preflightSeconds = 600;

/** Null unless it is a preflight from a listed origin. */
export function preflight(request: Request, origins: readonly string[]): Response | null {
  if (origins.length === 0 || request.method !== "OPTIONS" || !request.headers.has("access-control-request-method"))
    return null;
  if (!isListed(request, origins)) return null;
  const response = new Response(null, { status: 204 });
  corsHeaders(request, response, origins);
  response.headers.set("Access-Control-Allow-Methods", "GET, HEAD, POST, PATCH, DELETE");
  response.headers.set("Access-Control-Allow-Headers", allowedHeaders);
  response.headers.set("Access-Control-Max-Age", String(preflightSeconds));
  return response;
}

/** Without credentials: such pages send a key. */
export function corsHeaders(request: Request, response: Response, origins: readonly string[]): void {
  response.headers.append("Vary", "Origin");
  if (!isListed(request, origins)) return;
  response.headers.set("Access-Control-Allow-Origin", request.headers.get("origin") ?? "");
  response.headers.set("Access-Control-Expose-Headers", exposedHeaders);
}

function isListed(request: Request, origins: readonly string[]): boolean {
  const origin = request.headers.get("origin");
  return origin !== null && origins.includes(origin);
}
