/**
 * Minimal typed client of the API. For example, `operationsAt("", fetch).v1.tasks({ id }).patch(body, { headers })`
 * sends `PATCH /v1/tasks/<id>`. Written here because the client of the library Eden is twenty times as large.
 */
import type { treaty } from "@elysiajs/eden";
import type {
  createHouseholdFeatures,
  createKitchenFeatures,
  createListFeatures,
  createServiceFeatures,
} from "#server/app.ts";
import type { Environment } from "../environment.ts";

export type Operations = ReturnType<typeof treaty<ReturnType<typeof createHouseholdFeatures>>> &
  ReturnType<typeof treaty<ReturnType<typeof createKitchenFeatures>>> &
  ReturnType<typeof treaty<ReturnType<typeof createListFeatures>>> &
  ReturnType<typeof treaty<ReturnType<typeof createServiceFeatures>>>;

type Options = { readonly query?: object; readonly headers?: Record<string, string> } | undefined;

/**
 * Time limit of a request in milliseconds. Without a limit, a request could wait forever, because a broken connection
 * may accept a request and never deliver a response.
 */
const timeoutMs = 30_000;
/**
 * Paths whose requests have a longer time limit. To answer these requests, the server itself waits for another server,
 * up to 30 s for each response.
 */
const slowPaths = /^\/app\/(?:subscriptions|calendar-accounts|google)/;
const slowTimeoutMs = 120_000;
const methods: readonly string[] = ["get", "post", "put", "patch", "delete"];

export function operationsAt(path: string, fetch: Environment["fetch"]): Operations {
  const target = () => {};
  return new Proxy(target, {
    get: (_, name) => operationsAt(`${path}/${String(name)}`, fetch),
    apply(_, __, [first, second]) {
      const cut = path.lastIndexOf("/");
      const method = path.slice(cut + 1);
      if (!methods.includes(method))
        return operationsAt(`${path}/${encodeURIComponent(Object.values(first).join())}`, fetch);
      return method === "get"
        ? call(fetch, method, path.slice(0, cut), undefined, first)
        : call(fetch, method, path.slice(0, cut), first, second);
    },
  }) as unknown as Operations;
}

async function call(fetch: Environment["fetch"], method: string, path: string, body: unknown, options: Options) {
  const { query = {}, headers = {} } = options ?? {};
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null) search.append(name, String(value));
  const isBare = body === undefined;
  const response = await fetch(search.size > 0 ? `${path}?${search}` : path, {
    method: method.toUpperCase(),
    headers: isBare ? headers : { ...headers, "Content-Type": "application/json" },
    body: isBare ? null : JSON.stringify(body),
    signal: AbortSignal.timeout(slowPaths.test(path) ? slowTimeoutMs : timeoutMs),
  });
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.startsWith("application/json");
  const value: unknown = isJson ? JSON.parse(text) : text;
  const { ok, status, headers: answered } = response;
  return { data: ok ? value : null, error: ok ? null : { value }, status, headers: answered };
}
