/** Tests compressed JSON responses. The server runs in this process, because `fetch` would decompress them. */
import { describe, expect, test } from "bun:test";
import { brotliDecompressSync } from "node:zlib";
import { household, serverInProcess } from "../support/home/home.ts";

const decode = {
  br: (bytes: Uint8Array<ArrayBuffer>) => new Uint8Array(brotliDecompressSync(bytes)),
  gzip: (bytes: Uint8Array<ArrayBuffer>) => Bun.gunzipSync(bytes),
};
type Coding = keyof typeof decode;

const week = "/v1/events?from=2026-12-01T00:00:00Z&to=2026-12-08T00:00:00Z";
const startsAt = "2026-12-02T10:00:00.000Z";
const endsAt = "2026-12-02T11:00:00.000Z";

async function home(events: number) {
  const own = await household({ server: serverInProcess() });
  const { anna } = own.members;
  for (let index = 0; index < events; index++) {
    const notes = Array.from({ length: 60 }, (_, word) => `note ${index * 60 + word} 🦊`).join(", ");
    const event = { title: `Event ${index}`, startsAt, endsAt, memberIds: [anna.id], notes };
    expect((await own.post("/v1/events", event)).status).toBe(200);
  }
  const read = async (path: string, accepted: string | null, more: Record<string, string> = {}) => {
    const headers = new Headers({ Authorization: `Bearer ${own.key.key}`, Host: "localhost", ...more });
    if (accepted !== null) headers.set("Accept-Encoding", accepted);
    const response = await own.server.handle(new Request(`http://localhost${path}`, { headers }));
    const coding = response.headers.get("Content-Encoding") as Coding | null;
    const bytes = new Uint8Array(await response.arrayBuffer());
    const text = new TextDecoder().decode(coding ? decode[coding](bytes) : bytes);
    return { status: response.status, headers: response.headers, coding, size: bytes.length, text };
  };
  return { ...own, read };
}

describe("an answer over 1 KB", () => {
  test.each([
    ["br", "br"],
    ["gzip", "gzip"],
    ["gzip, deflate, br, zstd", "br"],
    ["br;q=0, gzip", "gzip"],
    ["*", "br"],
    ["identity", null],
    ["zstd", null],
    ["", null],
    [";;,=q,br;q=0", null],
    [null, null],
  ] as const)(
    "An answer over 1 KB for a request with Accept-Encoding: %p is encoded as %p",
    async (accepted, coding) => {
      const { read } = await home(8);
      const plain = await read(week, null);
      const first = await read(week, accepted);
      const kept = await read(week, accepted);
      expect(plain.size).toBeGreaterThan(5_000);
      for (const answer of [first, kept]) {
        expect(answer.status).toBe(200);
        expect(answer.coding).toBe(coding);
        expect(answer.text).toBe(plain.text);
        expect(answer.headers.get("Vary")).toContain("Accept-Encoding");
        expect(answer.headers.get("Content-Type")).toBe("application/json");
        if (coding) expect(answer.size).toBeLessThan(plain.size / 2);
      }
    },
  );

  test("The ETag of an answer is the same in every encoding, but weak if the answer is compressed", async () => {
    const { read } = await home(8);
    const strong = (await read(week, null)).headers.get("ETag")!;
    expect(strong).toStartWith('"');
    for (const coding of ["br", "gzip"]) expect((await read(week, coding)).headers.get("ETag")).toBe(`W/${strong}`);
    for (const sent of [strong, `W/${strong}`, `"other", W/${strong}`]) {
      for (const accepted of [null, "br"]) {
        const { status, headers, size } = await read(week, accepted, { "If-None-Match": sent });
        expect([status, size]).toEqual([304, 0]);
        expect(headers.get("ETag")).toBe(sent.replace('"other", ', ""));
        expect(headers.get("Content-Encoding")).toBeNull();
      }
    }
  });

  test("The cache returns no compressed answer that is older than the last write", async () => {
    const { read, post, members } = await home(8);
    const before = await read(week, "br");
    await post("/v1/events", { title: "New", startsAt, endsAt, memberIds: [members.anna.id] });
    const after = await read(week, "br");
    expect(JSON.parse(after.text).events).toHaveLength(9);
    expect(after.headers.get("ETag")).not.toBe(before.headers.get("ETag"));
  });

  test("A large answer is compressed in a worker thread, also for simultaneous callers", async () => {
    const { read, server, key } = await home(260);
    const plain = await read(week, null);
    expect(plain.size).toBeGreaterThan(256 * 1_024);
    const answers = await Promise.all(["br", "br", "gzip", "gzip"].map((coding) => read(week, coding)));
    answers.push(await read(week, "br"), await read(week, "gzip"));
    expect(answers.map(({ coding }) => coding)).toEqual(["br", "br", "gzip", "gzip", "br", "gzip"]);
    for (const { text, size } of answers) {
      expect(text).toBe(plain.text);
      expect(size).toBeLessThan(plain.size / 2);
    }
    await using served = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: (request) => server.handle(request) });
    const headers = { Authorization: `Bearer ${key.key}`, "Accept-Encoding": "br" };
    const response = await fetch(new URL(week, served.url), { headers });
    expect(await response.text()).toBe(plain.text);
  });

  test("An answer of /mcp is compressed too, unless the client asks for an event stream", async () => {
    const { server, key } = await home(0);
    const list = (accepted: string) =>
      server.handle(
        new Request("http://localhost/mcp", {
          method: "POST",
          headers: {
            Authorization: `Bearer ${key.key}`,
            Host: "localhost",
            "Content-Type": "application/json",
            Accept: "application/json",
            "Accept-Encoding": accepted,
          },
          body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
        }),
      );
    const plain = await (await list("identity")).text();
    const packed = await list("br");
    expect(packed.headers.get("Content-Encoding")).toBe("br");
    expect(packed.headers.get("Vary")).toContain("Accept-Encoding");
    expect(new TextDecoder().decode(decode.br(new Uint8Array(await packed.arrayBuffer())))).toBe(plain);
  });
});

test("A short answer and an error are not compressed", async () => {
  const { read } = await home(0);
  for (const path of [week, "/v1/events", "/v1/nothing"]) {
    const { coding, headers } = await read(path, "br");
    expect(coding).toBeNull();
    expect(headers.get("ETag") ?? '"').toStartWith('"');
  }
});
