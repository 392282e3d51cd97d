/** Tests the errors of requests that belong to no feature. */
import { describe, expect, test } from "bun:test";
import { household, refusal, serverInProcess } from "../support/home/home.ts";

describe("request bodies", () => {
  const json = { "Content-Type": "application/json" };
  const sized = (bytes: number, memberId: string) => {
    const body = JSON.stringify({ label: "x", memberId });
    return body + " ".repeat(bytes - body.length);
  };

  test("Request bodies of exactly 1 MB are accepted, and bodies with one byte more are refused", async () => {
    const { call, members } = await household();
    const { id } = members.anna;
    expect((await call("POST", "/v1/tasks", { raw: sized(1_048_576, id), headers: json })).status).toBe(200);
    const over = await call("POST", "/v1/tasks", { raw: sized(1_048_577, id), headers: json });
    expect(over.body).toEqual(refusal(413, "Request body is larger than 1 MB"));
  });

  test("The size of a request body without Content-Length is limited while the body arrives", async () => {
    const { call, members } = await household();
    const stream = (bytes: number) => {
      const text = new TextEncoder().encode(sized(bytes, members.anna.id));
      return new ReadableStream({
        start(controller) {
          for (let at = 0; at < text.length; at += 65_536) controller.enqueue(text.slice(at, at + 65_536));
          controller.close();
        },
      });
    };
    expect((await call("POST", "/v1/tasks", { raw: stream(200_000), headers: json })).status).toBe(200);
    const over = await call("POST", "/v1/tasks", { raw: stream(1_500_000), headers: json });
    expect(over.body).toEqual(refusal(413, "Request body is larger than 1 MB"));
  });

  test.each([
    ["application/json; charset=utf-8", 200],
    ["APPLICATION/JSON", 200],
    ["application/jsonp", 415],
    ["text/json", 415],
    ["application/x-www-form-urlencoded", 415],
    ["multipart/form-data; boundary=x", 415],
    ["", 415],
  ])("A request body of the content type “%s” is accepted only if that type is JSON", async (type, expected) => {
    const { call, members } = await household();
    const raw = sized(100, members.anna.id);
    const { status, body } = await call("POST", "/v1/tasks", { raw, headers: { "Content-Type": type } });
    expect(status).toBe(expected);
    if (expected === 415) expect(body).toEqual(refusal(415, "Expected application/json"));
  });

  test("Request bodies in another encoding than UTF-8 are refused as invalid JSON", async () => {
    const { call } = await household();
    const raw = new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]);
    expect((await call("POST", "/v1/tasks", { raw, headers: json })).body).toEqual(refusal(400, "Malformed JSON"));
  });

  test("Request bodies that end early do not cause a server error", async () => {
    // Over a connection, the client has closed it and gets no answer.
    const { call } = await household({ server: serverInProcess() });
    const raw = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"label":'));
        setTimeout(() => controller.error(new Error("gone")), 20);
      },
    });
    const { body } = await call("POST", "/v1/tasks", { raw, headers: json });
    expect(body).toEqual(refusal(400, "Request body was truncated"));
  });

  test("A request body that is nested a hundred thousand levels deep is refused without a crash", async () => {
    const { call, get } = await household();
    const raw = "[".repeat(100_000) + "]".repeat(100_000);
    expect((await call("POST", "/v1/tasks", { raw, headers: json })).status).toBe(400);
    expect((await get("/v1/tasks")).status).toBe(200);
  });
});

describe("unknown addresses and methods", () => {
  test.each([
    "/index.html",
    "/calendar/",
    "/Calendar",
    "/lists/one/two",
    "/v1",
    "/v1/",
    "/v1/tasks/",
    "/v2/tasks",
    "/V1/tasks",
    "/v1/tasks/x/y",
    "/v1//tasks",
    "/.env",
    "/%2e%2e/x",
  ])("An address that does not exist returns 404: %s", async (path) => {
    const { get } = await household();
    expect((await get(path)).body).toEqual(refusal(404, "Not found"));
  });

  test.each([
    ["PUT", "/v1/tasks", "GET, HEAD, POST"],
    ["DELETE", "/v1/tasks", "GET, HEAD, POST"],
    ["GET", "/v1/meals/01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42", "DELETE, PATCH"],
    ["PUT", "/v1/tasks/01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42", "DELETE, GET, HEAD, PATCH"],
    ["POST", "/v1/activity", "GET, HEAD"],
    ["OPTIONS", "/v1/tasks", "GET, HEAD, POST"],
    ["POST", "/healthz", "GET, HEAD"],
    ["DELETE", "/openapi.json", "GET, HEAD"],
  ])("An unsupported method of an address returns 405: %s %s", async (method, path, allow) => {
    const { call } = await household();
    const { body, headers } = await call(method, path);
    expect(body).toEqual(refusal(405, "Method not allowed"));
    expect(headers.get("Allow")).toBe(allow);
  });
});

describe("host names", () => {
  test.each(["a", "pi", "nas", "home", "nas:80", "192.0.2.1", "[2001:db8::1]"])(
    "The server accepts a host name of any length: %s",
    async (host) => {
      const { server, key } = await household();
      if (server.origin !== "http://localhost") return; // fetch does not let a test choose its Host.
      const request = (path: string) =>
        server.handle(new Request(`http://${host}${path}`, { headers: { Authorization: `Bearer ${key.key}` } }));
      for (const path of ["/healthz", "/v1/tasks", "/v1/activity?limit=1"])
        expect((await request(path)).status).toBe(200);
    },
  );
});

describe("every answer", () => {
  test("Every answer has a request id, and headers against caching and content sniffing", async () => {
    const { get } = await household();
    const answers = [await get("/v1/tasks"), await get("/v1/tasks?x=1"), await get("/nowhere"), await get("/healthz")];
    for (const { headers } of answers) {
      expect(headers.get("Content-Type")).toBe("application/json");
      expect(headers.get("Cache-Control")).toBe("private, no-cache");
      expect(headers.get("Vary")).toBe("Accept-Encoding, Authorization, Cookie, X-Acting-Member");
      expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
      expect(headers.get("X-Request-Id")).toMatch(/^[0-9a-z]+-[0-9a-z]+$/);
      expect(headers.get("Access-Control-Allow-Origin")).toBeNull();
    }
    expect(new Set(answers.map(({ headers }) => headers.get("X-Request-Id"))).size).toBe(answers.length);
  });

  test("Every error response has the same shape", async () => {
    const { get, post } = await household();
    for (const { body, status } of [await get("/x"), await get("/v1/tasks?x=1"), await post("/v1/tasks", {})]) {
      expect(Object.keys(body)).toEqual(["error", "statusCode"]);
      expect(body.statusCode).toBe(status);
    }
  });
});

describe("requests without credentials", () => {
  test.each(["/healthz", "/readyz"])("The health check %s reports success without credentials", async (path) => {
    const { get } = await household();
    expect(await get(path, { key: null })).toMatchObject({ status: 200, body: { status: "ok" } });
    expect((await get(`${path}?x=1`, { key: null })).body).toEqual(refusal(400, "x: unknown field"));
  });
});

describe("a word in place of an id", () => {
  test.each([
    ["PATCH", "/v1/lists/sections", "POST"],
    ["GET", "/v1/lists/sections", "POST"],
    ["DELETE", "/v1/lists/reorder", "PATCH"],
    ["DELETE", "/v1/lists/sections/reorder", "PATCH"],
    ["DELETE", "/v1/lists/01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42/blocks/reorder", "PATCH"],
  ])(
    "A path with a fixed word in the place of an id returns 405 for a wrong method: %s %s",
    async (method, path, allowed) => {
      const { call } = await household();
      const { body, headers } = await call(method, path, method === "PATCH" ? { body: {} } : {});
      expect(body).toEqual(refusal(405, "Method not allowed"));
      expect(headers.get("Allow")).toBe(allowed);
    },
  );
});
