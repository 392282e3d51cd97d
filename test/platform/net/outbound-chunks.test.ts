/** Bodies that go into a file in place of the memory. */
import { expect, test } from "bun:test";
import { createOutbound, OutboundError } from "#platform/net/outbound.ts";
import { afterAllTests } from "../../support/home/clean-up.ts";

const megabyte = 1_048_576;

function serveBody(chunks: number, status = 200) {
  let sent = 0;
  const pull = (out: ReadableStreamDefaultController) => {
    if (sent++ < chunks) out.enqueue(new Uint8Array(megabyte));
    else out.close();
  };
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: () => new Response(new ReadableStream({ pull }), { status }),
  });
  afterAllTests(() => void server.stop(true));
  const outbound = createOutbound({ allowedOrigins: [`http://127.0.0.1:${server.port}`] });
  let length = 0;
  const onChunk = (chunk: Uint8Array) => {
    length += chunk.length;
  };
  const load = (maxBytes: number) => outbound(`http://127.0.0.1:${server.port}/`, { onChunk, maxBytes });
  return { load, length: () => length };
}

test("A response that is loaded in chunks may be larger than memory, because the chunks are not kept", async () => {
  const { load, length } = serveBody(25);
  const { status, bytes } = await load(25 * megabyte);
  expect([status, bytes.length, length()]).toEqual([200, 0, 25 * megabyte]);
});

test("An endless response ends with an error at the size limit", async () => {
  const { load, length } = serveBody(Number.POSITIVE_INFINITY);
  const error = await load(3 * megabyte).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(OutboundError);
  expect(error as OutboundError).toMatchObject({ kind: "too_large" });
  expect(length()).toBeLessThanOrEqual(3 * megabyte);
});

test("The body of a response with an error status is not passed on in chunks", async () => {
  const { load, length } = serveBody(1, 404);
  const { status, bytes } = await load(25 * megabyte);
  expect([status, bytes.length, length()]).toEqual([404, megabyte, 0]);
});
