/** Tests file uploads with an operation that exists only in this file. */
import { afterEach, describe, expect, jest, test } from "bun:test";
import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { closed } from "#lib/wire.ts";
import { context, operationsOf } from "#platform/http/operation.ts";
import { createServer } from "#platform/http/server.ts";
import { readBytes } from "#platform/http/validation.ts";
import { describeApi } from "#platform/openapi/document.ts";
import { household, refusal, serverInProcess, start, TestClock, testDeps } from "../support/home/home.ts";
import { form, inPieces, random, upload } from "../support/home/multipart.ts";
import { serverPorts } from "../support/home/server-ports.ts";

const operation = operationsOf("Tasks");

const maxBytes = 100_000;
const limits = { maxBytes, tooLargeMessage: "Image is larger than 8 MB", expectedFile: "exactly one image file" };

/** `files` receives the uploaded files. */
const feature = (files: Uint8Array[]) =>
  new Elysia().use(context).post(
    "/v1/uploads",
    ({ call, body }) => {
      files.push(body);
      return call.write(() => ({ sha256: Bun.SHA256.hash(body, "hex"), token: crypto.randomUUID() }));
    },
    operation({
      id: "uploadSomething",
      summary: "Upload something",
      access: "tasks.write",
      upload: limits,
      answer: closed({ sha256: Type.String(), token: Type.String() }),
    }),
  );

async function arrange() {
  const clock = new TestClock(start);
  const deps = testDeps({}, clock);
  const files: Uint8Array[] = [];
  const app = createServer(deps, feature(files), serverPorts);
  const home = await household({
    server: {
      db: deps.db,
      clock,
      origin: "http://localhost",
      dataDir: deps.config.dataDir,
      handle: (each) => app.handle(each),
    },
  });
  const send = async (raw: Uint8Array | ReadableStream | null, headers: Record<string, string> = {}) => {
    const credentials = { Authorization: `Bearer ${home.key.key}` };
    const request = new Request("http://localhost/v1/uploads", {
      method: "POST",
      headers: { ...credentials, ...headers },
      body: raw as Uint8Array<ArrayBuffer> | null,
    });
    const response = await app.handle(request);
    return { status: response.status, body: (await response.json()) as any, headers: response.headers };
  };
  const sendForm = ({ raw, headers }: ReturnType<typeof form>, more: Record<string, string> = {}) =>
    send(raw, { ...headers, ...more });
  return { home, send, sendForm, files };
}

const notOne = refusal(400, "file: exactly one image file");

/** A request body that the test sends in steps: `trickle` sends one byte, `finish` sends the rest. */
function slowBody({ raw, headers }: ReturnType<typeof form>) {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const body = new ReadableStream<Uint8Array>(
    {
      start: (given) => {
        controller = given;
      },
      // `highWaterMark: 0` delays the first pull until the server reads.
      pull: () => begin(),
    },
    { highWaterMark: 0 },
  );
  return {
    body,
    headers,
    /** Resolves when the server reads. */
    begun,
    trickle: () => controller?.enqueue(Uint8Array.of(45)),
    finish: () => {
      controller?.enqueue(raw);
      controller?.close();
    },
  };
}

/** Lets pending promises run until they wait for a timer or for input. */
const settle = async () => {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
};

afterEach(() => {
  jest.useRealTimers();
});

describe("a slow upload", () => {
  const tooSlow = refusal(408, "Request body took too long");

  test("A slow upload is refused after 60 seconds, even if bytes keep arriving", async () => {
    const { send, sendForm } = await arrange();
    const slow = slowBody(upload(random(10)));
    jest.useFakeTimers();
    const answer = send(slow.body, slow.headers);
    await slow.begun;
    let isAnswered = false;
    void answer.then(() => {
      isAnswered = true;
    });
    for (let halfSecond = 0; halfSecond < 119; halfSecond++) {
      slow.trickle();
      jest.advanceTimersByTime(500);
      await Promise.resolve();
    }
    await settle();
    expect(isAnswered).toBe(false);
    jest.advanceTimersByTime(500);
    const { status, body, headers } = await answer;
    expect({ status, body, connection: headers.get("Connection") }).toEqual({
      ...{ status: 408, body: tooSlow },
      connection: "close",
    });
    expect((await sendForm(upload(random(10)))).status).toBe(200);
  });

  test("A slow upload does not block other callers", async () => {
    const { home, send, sendForm } = await arrange();
    const slow = Array.from({ length: 4 }, () => slowBody(upload(random(10))));
    const answers = slow.map(({ body, headers }) => send(body, headers));
    await slow[0]?.begun;
    const Authorization = `Bearer ${home.createKey().key}`;
    expect((await sendForm(upload(random(10)), { Authorization })).status).toBe(200);
    for (const each of slow) each.finish();
    for (const answer of answers) expect((await answer).status).toBe(200);
  });

  test("The slow uploads of one household do not block other households", async () => {
    const { home, send } = await arrange();
    const slow = Array.from({ length: 4 }, () => slowBody(upload(random(10))));
    const answers = slow.map(({ body, headers }) =>
      send(body, { ...headers, Authorization: `Bearer ${home.createKey().key}` }),
    );
    await Promise.all([slow[0]?.begun, slow[1]?.begun]);
    const { raw, headers } = upload(random(10));
    const other = await home.neighbour();
    expect((await send(raw, { ...headers, Authorization: `Bearer ${other.key.key}` })).status).toBe(200);
    for (const each of slow) each.finish();
    for (const answer of answers) expect((await answer).status).toBe(200);
  });

  test("A slow upload lets three more uploads of the same caller wait, and a further one is refused", async () => {
    const { send, sendForm } = await arrange();
    jest.useFakeTimers();
    const slow = Array.from({ length: 4 }, () => slowBody(upload(random(10))));
    const answers = slow.map(({ body, headers }) => send(body, headers));
    await slow[0]?.begun;
    await settle();
    const refused = await sendForm(upload(random(10)));
    expect(refused.body).toEqual(refusal(429, "Rate limit exceeded"));
    expect(refused.headers.get("Retry-After")).toBe("5");
    jest.advanceTimersByTime(60_000);
    expect((await answers[0])?.body).toEqual(tooSlow);
    await slow[1]?.begun;
    jest.advanceTimersByTime(59_999);
    for (const each of slow.slice(1)) each.finish();
    for (const answer of answers.slice(1)) expect((await answer).status).toBe(200);
    expect((await sendForm(upload(random(10)))).status).toBe(200);
  });

  test("A slow upload's connection is not closed as idle before the time limit of uploads", () => {
    expect(createServer(testDeps(), feature([]), serverPorts).config.serve?.idleTimeout).toBeGreaterThan(60);
  });
});

describe("a JSON body", () => {
  test("A JSON body must arrive within 60 seconds, also if the caller is not authenticated", async () => {
    const home = await household({ server: serverInProcess() });
    const key = { Authorization: `Bearer ${home.key.key}` };
    const [rest, mcp] = [
      refusal(408, "Request body took too long"),
      { error: { message: "Request body took too long" } },
    ];
    for (const [path, headers, expected] of [
      ["/v1/tasks", key, rest],
      ["/v1/tasks", { ...key, "Content-Length": "100" }, rest],
      ["/app/session", {}, rest],
      ["/mcp", { ...key, Accept: "application/json, text/event-stream" }, mcp],
    ] as const) {
      const slow = slowBody(form());
      jest.useFakeTimers();
      const request = new Request(`http://localhost${path}`, {
        ...{ method: "POST", body: slow.body },
        headers: { ...headers, Host: "localhost", "Content-Type": "application/json" },
      });
      const response = home.server.handle(request);
      await slow.begun;
      jest.advanceTimersByTime(60_000);
      const { status } = await response;
      expect({ path, status, body: await (await response).json() }).toMatchObject({
        path,
        status: 408,
        body: expected,
      });
      jest.useRealTimers();
    }
  });
});

describe("an upload", () => {
  test("An uploaded file arrives byte for byte, with any content and any size up to the limit", async () => {
    const { sendForm } = await arrange();
    for (const content of [random(0), random(1), Buffer.from("\r\n--\r\n\r\n--x"), random(65_537), random(maxBytes)]) {
      const { status, body } = await sendForm(upload(content));
      expect({ status, sha256: body.sha256 }).toEqual({ status: 200, sha256: Bun.SHA256.hash(content, "hex") });
    }
  });

  test("The memory of an upload is released after the answer", async () => {
    const { send, files } = await arrange();
    const { raw, headers } = upload(random(maxBytes));
    const [first, rest] = [new Uint8Array(raw.subarray(0, 70_000)), new Uint8Array(raw.subarray(70_000))];
    expect((await send(inPieces(first, rest), headers)).status).toBe(200);
    expect([...files, first].map(({ length }) => length)).toEqual([0, 0]);
    const refused = form({ name: "file", content: random(maxBytes) });
    const piece = new Uint8Array(refused.raw);
    expect((await send(inPieces(piece), refused.headers)).status).toBe(400);
    expect({ length: piece.length, files: files.length }).toEqual({ length: 0, files: 1 });
  });

  test("An upload of several megabytes arrives byte for byte, with any Content-Length", async () => {
    const content = random(2_500_000);
    const piece = (index: number) => new Uint8Array(content.subarray(index * 400_000, (index + 1) * 400_000));
    for (const length of [undefined, 2_000_000, 2_499_999, 2_500_000, 2_900_000, 10]) {
      const body = inPieces(...[0, 1, 2, 3, 4, 5, 6].map(piece));
      const headers = new Headers(length === undefined ? [] : [["Content-Length", `${length}`]]);
      const request = new Request("http://localhost/v1/uploads", { method: "POST", headers, body });
      const bytes = await readBytes(request, 3_000_000, "too large");
      expect({ length, isSame: content.equals(bytes) }).toEqual({ length, isSame: true });
    }
  });

  test("An upload may have a quoted boundary, text around the parts, or no file type", async () => {
    const { send } = await arrange();
    const content = "a\r\nb";
    const part = `Content-Disposition: form-data; name="file"; filename="x"\r\n\r\n${content}`;
    const forms: [string, string][] = [
      ['multipart/form-data; boundary="a b"', `--a b\r\n${part}\r\n--a b--`],
      ["Multipart/Form-Data; charset=utf-8; Boundary=b; x=y", `hello\r\n--b\r\n${part}\r\n--b--\r\ngoodbye`],
      ["multipart/form-data; boundary=b", `--b \t\r\n${part}\r\n--b--\r\n`],
      [
        "multipart/form-data; boundary=b",
        `--b\r\nContent-Type: x/y\r\ncontent-disposition: form-data; filename*=UTF-8''x; name=file\r\n\r\n${content}\r\n--b--`,
      ],
    ];
    for (const [type, body] of forms) {
      const answer = await send(Buffer.from(body), { "Content-Type": type });
      expect({ type, ...answer.body, token: "" }).toEqual({ type, sha256: Bun.SHA256.hash(content, "hex"), token: "" });
    }
  });

  test("An upload must contain exactly one file in the field “file”, and nothing else", async () => {
    const { sendForm } = await arrange();
    const file = { name: "file", content: "abc", filename: "a.png" };
    const field = { name: "colour", content: "red" };
    const wrong = [
      form(),
      form(field),
      form(file, file),
      form(file, field),
      form(field, file),
      form({ ...file, name: "File" }),
      form({ ...file, name: "image" }),
      form({ name: "file", content: "abc" }),
      form(...Array(50).fill(field)),
    ];
    for (const each of wrong) expect((await sendForm(each)).body).toEqual(notOne);
  });

  test("A truncated or malformed upload is refused", async () => {
    const { send } = await arrange();
    const { raw, headers } = upload(random(5_000));
    const type = { "Content-Type": "multipart/form-data; boundary=b" };
    for (const end of [0, 1, 20, 60, 100, 2_000, raw.length - 30, raw.length - 5]) {
      expect({ end, ...(await send(raw.subarray(0, end), headers)).body }).toEqual({ end, ...notOne });
    }
    const part = 'Content-Disposition: form-data; name="file"; filename="x"\r\n\r\nabc';
    const broken = [
      `--b\n${part}\r\n--b--`,
      `--b\r\n${part}--b--`,
      `--bad\r\n${part}\r\n--b--`,
      `--b\r\nX: y\r\n\r\nabc\r\n--b\r\n${part}\r\n--b--`,
      `--b\r\nContent-Disposition: attachment; name="file"; filename="x"\r\n\r\nabc\r\n--b--`,
      `--b\r\nX: ${"y".repeat(10_000)}\r\n${part}\r\n--b--`,
      `--b\r\n--b--`,
    ];
    for (const each of broken)
      expect({ each, ...(await send(Buffer.from(each), type)).body }).toEqual({ each, ...notOne });
    for (const boundary of ["", "; boundary=", "; boundary=zzz", `; boundary=${"b".repeat(71)}`, '; boundary="b "']) {
      const answer = await send(raw, { "Content-Type": `multipart/form-data${boundary}` });
      expect({ boundary, ...answer.body }).toEqual({ boundary, ...notOne });
    }
    expect((await send(null, type)).body).toEqual(notOne);
  });

  test("An upload is checked first for the declared type, then for the size, then for the parts", async () => {
    const { sendForm, send } = await arrange();
    const tooLarge = refusal(413, "Image is larger than 8 MB");
    const wrongType = refusal(415, "Expected multipart/form-data");
    const large = upload(random(maxBytes + 1));
    expect((await sendForm(large)).body).toEqual(tooLarge);
    expect((await sendForm(large, { "Content-Type": "image/jpeg" })).body).toEqual(wrongType);
    expect((await send(large.raw)).body).toEqual(wrongType);
    expect((await sendForm(upload(random(3)), { "Content-Type": "application/json" })).body).toEqual(wrongType);
    const part = { name: "file", content: random(maxBytes + 1), filename: "a" };
    expect((await sendForm(form(part, { ...part, content: "" }))).body).toEqual(tooLarge);
    expect((await sendForm(large, { "Content-Length": "10" })).body).toEqual(tooLarge);
  });

  test("An endless upload is refused as soon as the size limit is exceeded", async () => {
    const { send } = await arrange();
    let sent = 0;
    const endless = new ReadableStream({
      pull(controller) {
        sent += 10_000;
        controller.enqueue(Buffer.alloc(10_000));
      },
    });
    const { headers } = upload(Buffer.alloc(0));
    expect((await send(endless, headers)).body).toEqual(refusal(413, "Image is larger than 8 MB"));
    expect(sent).toBeLessThan(maxBytes * 3);
  });

  test("An upload can be repeated with the same idempotency key if the file is the same", async () => {
    const { send, sendForm } = await arrange();
    const content = random(1_000);
    const key = { "Idempotency-Key": "one" };
    const first = await sendForm(upload(content, "a.jpg"), key);
    const other = Buffer.concat([
      Buffer.from('--other\r\nContent-Disposition: form-data; name="file"; filename="b.png"\r\n\r\n'),
      content,
      Buffer.from("\r\n--other--"),
    ]);
    const again = await send(other, { ...key, "Content-Type": "multipart/form-data; boundary=other" });
    expect(again.body).toEqual(first.body);
    expect(again.headers.get("Idempotency-Replayed")).toBe("true");
    const changed = await sendForm(upload(random(1_000)), key);
    expect(changed.body).toEqual(refusal(422, "Idempotency key was used for another request"));
    const bad = await sendForm(upload(content), { "Idempotency-Key": "ä" });
    expect(bad.body).toEqual(refusal(400, "Idempotency-Key: must be 1 to 255 printable ASCII characters"));
  });

  test("A repeated upload is refused if the API key was revoked while the body arrived", async () => {
    const { home, send } = await arrange();
    const { key, id } = home.createKey();
    const sent = upload(random(10));
    const [first, again] = [slowBody(sent), slowBody(sent)];
    const headers = { ...sent.headers, Authorization: `Bearer ${key}`, "Idempotency-Key": "one" };
    const answer = send(first.body, headers);
    first.finish();
    expect((await answer).status).toBe(200);
    const late = send(again.body, headers);
    await again.begun;
    home.db.$client.run("UPDATE api_key SET revoked_at = created_at WHERE id = ?", [id]);
    again.finish();
    expect((await late).body).toEqual(refusal(401, "Invalid API key"));
  });

  test("An upload without the required scope is refused before the server reads the body", async () => {
    const { home, sendForm } = await arrange();
    const { key } = home.createKey({ scopes: ["tasks.read"] });
    const { body } = await sendForm(upload(random(maxBytes + 1)), { Authorization: `Bearer ${key}` });
    expect(body).toEqual(refusal(403, "Missing scope: tasks.write"));
  });

  test("An upload is described in OpenAPI as a form with one binary file", async () => {
    const document = (await describeApi(feature([]), "api")) as any;
    const { requestBody, responses, ...operationSaid } = document.paths["/v1/uploads"].post;
    const schema = {
      type: "object",
      properties: { file: { type: "string", format: "binary" } },
      required: ["file"],
      additionalProperties: false,
    };
    expect(requestBody).toEqual({ required: true, content: { "multipart/form-data": { schema } } });
    expect(responses[400].description).toBe("file: exactly one image file");
    expect(responses[413].description).toBe("Image is larger than 8 MB");
    expect(responses[415].description).toBe("Expected multipart/form-data");
    expect(responses[507].description).toBe("Disk is full; or The data folder is gone");
    expect(operationSaid["x-upload"]).toBeUndefined();
  });
});
