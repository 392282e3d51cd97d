/**
 * The address of a request, read once. Where `Host` is empty, malformed or absent (HTTP/1.0), Bun leaves `request.url` as the
 * raw request target. Two readers of such a text find two different paths in it, so that a caller admitted for one operation
 * could run another. Nothing but an absolute address gets past this file.
 */

/** The address below the host. `search` has its question mark, or is empty. */
export type Target = { readonly path: string; readonly search: string };

/** Elysia looks for the path behind the first slash after this many characters. */
const httpPrefix = "http://";
const httpsPrefix = "https://";

/**
 * A reader of targets. It returns null for a request that must be refused: its address is not an absolute `http(s)` one, has
 * a fragment (RFC 9112 §3.2 allows none), or comes with two `Host` headers (§3.2 again).
 */
export function targetReader(): (request: Request) => Target | null {
  // Nearly all requests name the same host. Parsing it each time would cost 0.2 µs.
  let lastOrigin = "";
  return (request) => {
    const { url } = request;
    const isHttp = url.startsWith(httpPrefix);
    if (!isHttp && !url.startsWith(httpsPrefix)) return null;
    const start = url.indexOf("/", isHttp ? httpPrefix.length : httpsPrefix.length);
    if (start < 0 || url.includes("#", start) || request.headers.get("host")?.includes(",")) return null;
    const origin = url.slice(0, start);
    if (origin !== lastOrigin) {
      if (!isOrigin(origin)) return null;
      lastOrigin = origin;
    }
    if (!isHttp) showAsHttp(request, url.slice(httpsPrefix.length));
    const question = url.indexOf("?", start);
    if (question < 0) return { path: url.slice(start), search: "" };
    return { path: url.slice(start, question), search: url.slice(question) };
  };
}

/** Whether a text is a scheme and a host, with nothing that a parser takes for a part of a path, a query or a user's name. */
function isOrigin(text: string): boolean {
  const parsed = URL.parse(text);
  return parsed !== null && parsed.host !== "" && parsed.pathname === "/" && !/[?@\\]/.test(text);
}

/** Elysia counts on `http://`, and would take the host of an `https://` address for the first part of its path. */
function showAsHttp(request: Request, rest: string): void {
  Object.defineProperty(request, "url", { value: `${httpPrefix}${rest}` });
}
