/** Calls of the API's operations by their paths, over real HTTP. */
import { afterAll, describe, expect, test } from "bun:test";
import { operationsAt } from "#web/sync/api/operations.ts";

const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  async fetch(request) {
    const { pathname, search } = new URL(request.url);
    if (pathname === "/v1/tasks/plain") return new Response("Bad gateway", { status: 502 });
    const type = request.headers.get("content-type");
    const asked = { method: request.method, path: pathname + search, type, body: await request.text() };
    return Response.json(asked, { headers: { "X-Activity-Id": request.headers.get("idempotency-key") ?? "none" } });
  },
});
const api = operationsAt(server.url.origin, fetch);
afterAll(() => server.stop(true));

describe("an API request", () => {
  test("An API request contains all query parameters except those whose value is undefined", async () => {
    const { data } = await api.v1.tasks.get({ query: { completed: true, memberId: undefined as never } });
    expect(data as unknown).toEqual({ method: "GET", path: "/v1/tasks?completed=true", type: null, body: "" });
  });

  test("An API request contains ids in its path, a JSON body and the given headers", async () => {
    const headers = { "Idempotency-Key": "key-1" };
    const answer = await api.v1.lists({ id: "a/b" }).blocks({ blockId: "2" }).patch({ done: true }, { headers });
    const sent = { method: "PATCH", path: "/v1/lists/a%2Fb/blocks/2", type: "application/json", body: '{"done":true}' };
    expect(answer.data as unknown).toEqual(sent);
    expect(new Headers(answer.headers).get("x-activity-id")).toBe("key-1");
    const { data } = await api.v1["api-keys"]({ id: "3" }).delete();
    expect(data as unknown).toEqual({ method: "DELETE", path: "/v1/api-keys/3", type: null, body: "" });
  });

  test("An API request that fails returns the response's body as an error, even if the body is not JSON", async () => {
    const { data, error, status } = await api.v1.tasks({ id: "plain" }).delete();
    expect({ data, error: error as unknown, status: status as number }).toEqual({
      ...{ data: null, error: { value: "Bad gateway" }, status: 502 },
    });
  });
});
