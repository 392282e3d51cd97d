import { describe, expect, test } from "bun:test";
import { brotliDecompressSync } from "node:zlib";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { scopes } from "#platform/auth/scopes.ts";
import { household, refusal, serverInProcess } from "../support/home/home.ts";

describe("the API's OpenAPI document", () => {
  test("The API's OpenAPI document gives every operation an id, a tag, a scope, errors and examples", async () => {
    const { get } = await household();
    const { body, headers } = await get("/openapi.json", { key: null });
    expect(headers.get("Content-Type")).toStartWith("application/json");
    expect(body).toMatchObject({ openapi: "3.0.3", info: { title: "Inglenook", version: "1.0.0" } });
    const operations = Object.entries(body.paths).flatMap(([path, methods]: [string, any]) =>
      Object.entries(methods).map(([method, operation]: [string, any]) => ({ path, method, operation })),
    );
    expect(operations.map(({ path, method }) => `${method} ${path}`)).toContain("patch /v1/tasks/{id}");
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { path, operation } of operations) {
      expect(operation.tags.length).toBe(1);
      expect(operation.summary).toBeString();
      if (!path.startsWith("/v1/")) continue;
      const isForApp = operation["x-access"] === "app";
      expect(operation.security).toEqual([isForApp ? { cookie: [] } : { apiKey: [] }]);
      for (const scope of operation["x-required-scopes"] ?? []) {
        expect(scopes).toContain(scope);
        expect(operation.description).toContain(scope);
      }
      expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(["200", "401", "403", "429", "500"]));
      if (operation.requestBody) {
        const { content } = operation.requestBody;
        const { schema, example } = content["application/json"] ?? content["multipart/form-data"];
        expect(schema.additionalProperties).toBe(false);
        if (content["application/json"]) expect(example).toBeObject();
        expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(["400", "413", "415"]));
      }
    }
  });

  test("The OpenAPI documents give an example with the right status for each error", async () => {
    const { get } = await household();
    for (const path of ["/openapi.json", "/app/openapi.json"]) {
      const { paths } = (await get(path, { key: null })).body;
      for (const [address, methods] of Object.entries<any>(paths)) {
        for (const [method, { responses }] of Object.entries<any>(methods)) {
          for (const [status, { content }] of Object.entries<any>(responses)) {
            if (Number(status) < 400) continue;
            const { example } = content["application/json"];
            expect({ address, method, status: example.statusCode }).toEqual({
              address,
              method,
              status: Number(status),
            });
          }
          const writes = method !== "get" && !/setup|session|pairing|invitations/.test(address);
          if (writes) expect(Object.keys(responses)).toContain("507");
        }
      }
    }
    const { post } = (await get("/openapi.json", { key: null })).body.paths["/v1/tasks"];
    expect(post.responses[403].description).toContain("Missing scope: tasks.write");
    expect(post.responses[422].description).toContain("Idempotency key was used for another request");
  });

  test("The API's OpenAPI document marks nullable fields in the way of OpenAPI 3.0", async () => {
    const { get } = await household();
    const { body } = await get("/openapi.json", { key: null });
    expect(JSON.stringify(body)).not.toContain('"type":"null"');
    const { properties, additionalProperties, required } = body.components.schemas.Task;
    expect(properties.dueDate).toMatchObject({ type: "string", format: "date", nullable: true });
    expect(properties.label.nullable).toBeUndefined();
    expect(additionalProperties).toBe(false);
    expect(required).toEqual(Object.keys(properties));
  });
});

describe("a part of the OpenAPI document", () => {
  const describedBy = async (query: string) => {
    const { get } = await household();
    const { body } = await get(`/openapi.json${query}`, { key: null });
    return { body, tokens: countTokens(JSON.stringify(body)) };
  };

  test("The short OpenAPI document has all operations in a fifth of the tokens, without examples and refusals", async () => {
    const [whole, lean] = [await describedBy(""), await describedBy("?lean=true")];
    expect(lean.tokens).toBeLessThan(whole.tokens / 4.8);
    expect(Object.keys(lean.body.paths)).toEqual(Object.keys(whole.body.paths));
    expect(lean.body.security).toEqual([{ apiKey: [] }]);
    for (const [path, methods] of Object.entries<any>(lean.body.paths)) {
      for (const [method, { responses, security, description }] of Object.entries<any>(methods)) {
        const { security: needed, description: said } = whole.body.paths[path][method];
        expect([Object.keys(responses), security ?? lean.body.security]).toEqual([["200"], needed]);
        expect(said).toEndWith(description);
      }
    }
    expect(JSON.stringify(lean.body)).not.toContain('"example":"');
    const { Task, IngredientGroup } = lean.body.components.schemas;
    expect(Task.properties.label).toMatchObject({ type: "string" });
    expect([Task.required, IngredientGroup.required]).toEqual([undefined, Object.keys(IngredientGroup.properties)]);
  });

  test("The OpenAPI document of one tag has its operations and every schema that they refer to", async () => {
    const { body: whole } = await describedBy("");
    for (const { name } of whole.tags) {
      for (const lean of ["", "&lean=true"]) {
        const { body, tokens } = await describedBy(`?tag=${encodeURIComponent(name)}${lean}`);
        if (lean !== "") expect({ name, fits: tokens < 8_000 }).toEqual({ name, fits: true });
        const operations = Object.values<any>(body.paths).flatMap((methods) => Object.values<any>(methods));
        expect(new Set(operations.map(({ tags }) => tags.join()))).toEqual(new Set([name]));
        for (const [, kind = "", used = ""] of JSON.stringify(body).matchAll(/"#\/components\/(\w+)\/(\w+)"/g))
          expect(Object.keys(body.components[kind] ?? {})).toContain(used);
      }
    }
    expect((await describedBy("?tag=events&lean=true")).tokens).toBeLessThanOrEqual(5_000);
  });

  test.each([
    ["?tag=Nope", "tag", /^tag: must be one of API keys, Activity, .*, Tasks$/],
    ["?tag=", "tag", /^tag: must be one of /],
    ["?tag=Devices", "tag", /^tag: must be one of /],
    ["?lean=yes", "lean", /^lean: must be true or false$/],
    ["?tags=Events", "tags", /^tags: unknown field$/],
    ["?tag=Events&tag=Lists", "tag", /^tag: must be sent once$/],
  ])("The OpenAPI document for %s is refused, and names the parameter %s", async (query, field, message) => {
    const { get } = await household();
    const answer = await get(`/openapi.json${query}`, { key: null });
    expect([answer.status, answer.headers.get("X-Error-Field")]).toEqual([400, field]);
    expect(answer.body.error).toMatch(message);
  });

  test("The examples of texts in the OpenAPI documents fit the names of their fields", async () => {
    const { get } = await household();
    const fitting: Record<string, RegExp> = {
      title: /^(?!Water the plants|Anna)/,
      notes: /^(?!Water the plants|Anna)/,
      location: /^(?!Water the plants|Anna)/,
      recurrenceRule: /^FREQ=/,
      nextCursor: /^[\da-f-]{36}$/,
      agentName: /agent|Claude|bot/i,
      timeZone: /^[A-Z]\w+\//,
    };
    for (const path of ["/openapi.json", "/app/openapi.json"]) {
      const { body } = await get(path, { key: null });
      for (const [field, value] of textsIn(body)) {
        const pattern = Object.hasOwn(fitting, field) ? fitting[field]! : /./;
        expect({ field, value, fits: pattern.test(value) }).toEqual({ field, value, fits: true });
      }
    }
  });

  /** Yields each text in the examples of a description, with the name of its field. */
  function* textsIn(value: unknown, field = "", isExample = false): Generator<[string, string]> {
    if (typeof value === "string" && isExample) yield [field, value];
    if (typeof value !== "object" || value === null) return;
    for (const [name, each] of Object.entries(value))
      yield* textsIn(each, Array.isArray(value) ? field : name, isExample || name === "example");
  }
});

describe("the app's OpenAPI document", () => {
  test("Operations that only the app may call are only in the OpenAPI document of the app", async () => {
    const { get } = await household();
    const { paths } = (await get("/app/openapi.json", { key: null })).body;
    expect(Object.keys(paths)).toContain("/app/members/{id}/invitation");
    expect(Object.keys(paths).filter((path) => !path.startsWith("/app/"))).toEqual([]);
    const { body } = await get("/openapi.json", { key: null });
    expect(Object.keys(body.paths).filter((path) => path.startsWith("/app/"))).toEqual([]);
  });
});

describe("the OpenAPI documents and the documentation", () => {
  test.each(["/openapi.json", "/app/openapi.json", "/docs"])(
    "The OpenAPI documents and the documentation can be read by everybody: %s",
    async (path) => {
      const { server, key, signIn, members } = await household();
      const callers: Record<string, string>[] = [
        {},
        { Authorization: `Bearer ${key.key}` },
        { Authorization: "Bearer fam_live_unknown" },
        { Authorization: "Device unknown" },
        { ...signIn(members.mia) },
      ];
      for (const headers of callers) {
        const { status } = await server.handle(new Request(`http://localhost${path}`, { headers }));
        expect({ headers, status }).toEqual({ headers, status: 200 });
      }
    },
  );

  test("A reference that may be null is described by “oneOf” in the OpenAPI document", async () => {
    const { get } = await household();
    const { schemas } = (await get("/openapi.json", { key: null })).body.components;
    expect(schemas.Cover.properties.attribution).toEqual({
      oneOf: [{ $ref: "#/components/schemas/PhotoAttribution" }, { $ref: "#/components/schemas/Null" }],
    });
    expect(schemas.Null).toMatchObject({ type: "object", nullable: true, enum: [null] });
  });
});

describe("the documentation at /docs", () => {
  test("The page /docs loads all parts from this server", async () => {
    const { server } = await household();
    const fetchOwn = (path: string) => server.handle(new Request(`http://localhost${path}`));
    const page = await fetchOwn("/docs");
    const html = await page.text();
    const addresses = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address ?? "");
    expect(addresses.length).toBeGreaterThan(3);
    for (const address of addresses.filter((each) => each !== "data:,")) {
      expect(address).toStartWith("/");
      const part = await fetchOwn(address);
      expect(part.status).toBe(200);
      expect((await part.arrayBuffer()).byteLength).toBeGreaterThan(100);
    }
    expect(page.headers.get("Content-Security-Policy")).toContain("default-src 'none'; script-src 'self'");
  });

  test.each(["/openapi.json", "/app/openapi.json", "/docs/swagger-ui.css", "/docs/swagger-ui-bundle.js"])(
    "The file at %s is compressed for clients that accept this, preferably with Brotli",
    async (path) => {
      const { server } = await household({ server: serverInProcess() });
      const read = async (accepted: string) => {
        const headers = { "Accept-Encoding": accepted, Host: "localhost" };
        const response = await server.handle(new Request(`http://localhost${path}`, { headers }));
        const bytes = new Uint8Array(await response.arrayBuffer());
        return { bytes, coding: response.headers.get("Content-Encoding"), etag: response.headers.get("ETag") };
      };
      const plain = await read("identity");
      const packed = await read("gzip");
      const best = await read("gzip, deflate, br");
      expect([plain.coding, packed.coding, best.coding]).toEqual([null, "gzip", "br"]);
      expect(new Set([plain.etag, packed.etag, best.etag]).size).toBe(3);
      expect(Bun.gunzipSync(packed.bytes)).toEqual(plain.bytes);
      expect(new Uint8Array(brotliDecompressSync(best.bytes))).toEqual(plain.bytes);
      expect(best.bytes.length).toBeLessThan(packed.bytes.length);
      expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 3);
    },
  );

  test.each(["/docs", "/docs/swagger-ui.css", "/openapi.json"])(
    "The documentation returns 304 to a client that has the current version: %s",
    async (path) => {
      const { get } = await household();
      const etag = (await get(path, { key: null })).headers.get("ETag") ?? "";
      const again = await get(path, { key: null, headers: { "If-None-Match": etag } });
      expect({ etag: etag.length > 4, status: again.status, body: again.body }).toEqual({
        etag: true,
        status: 304,
        body: "",
      });
    },
  );

  test.each(["/docs/package.json", "/docs/..%2fpackage.json", "/docs/__proto__", "/docs/constructor"])(
    "The address %s outside the documentation returns 404",
    async (path) => {
      const { get } = await household();
      expect((await get(path)).body).toEqual(refusal(404, "Not found"));
    },
  );
});
