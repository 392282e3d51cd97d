/** HTTP calls beside a browser, for changes by another person or an agent. */
import type { Answer } from "../home/home.ts";

/** Returns calls that send the given headers. They decode the response and never throw: the test checks `status`. */
export function callsWith(url: string, headers: Record<string, string>) {
  async function call(
    method: string,
    path: string,
    body?: unknown,
    more: Record<string, string> = {},
  ): Promise<Answer> {
    const response = await fetch(url + path, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { "Content-Type": "application/json" }), ...more },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.includes("json");
    return { status: response.status, body: isJson ? JSON.parse(text) : text, headers: response.headers };
  }
  return {
    call,
    get: (path: string) => call("GET", path),
    post: (path: string, body: unknown, more?: Record<string, string>) => call("POST", path, body, more),
    patch: (path: string, body: unknown) => call("PATCH", path, body),
    put: (path: string, body: unknown) => call("PUT", path, body),
    delete: (path: string) => call("DELETE", path),
  };
}
