/** HTTP calls from outside the browser, for changes that another person or an agent makes. */
import type { Answer } from "../home/home.ts";

/**
 * Returns functions that send requests with the given headers. They decode the response and do not throw for an error
 * status, which the test checks itself.
 */
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
