import { expect, test } from "bun:test";
import { boundedChunks } from "#lib/bounded-stream.ts";

/** A stream of chunks of the given sizes, and whether it was cancelled. */
function streamOf(...sizes: number[]) {
  const state = { isCancelled: false };
  const left = [...sizes];
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      const size = left.shift();
      if (size === undefined) controller.close();
      else controller.enqueue(new Uint8Array(size));
    },
    cancel() {
      state.isCancelled = true;
    },
  });
  return { reader: stream.getReader(), state };
}

const tooLong = () => new RangeError("more than 10 bytes");

async function sizesOf(chunks: AsyncIterable<Uint8Array>): Promise<number[]> {
  const sizes: number[] = [];
  for await (const { byteLength } of chunks) sizes.push(byteLength);
  return sizes;
}

test("A stream that has exactly as many bytes as the limit is read completely", async () => {
  const { reader, state } = streamOf(4, 0, 6);
  expect(await sizesOf(boundedChunks(reader, 10, tooLong))).toEqual([4, 0, 6]);
  expect(state.isCancelled).toBe(false);
});

test("A stream that has one byte more than the limit is cancelled, and the caller gets its own error", async () => {
  const { reader, state } = streamOf(4, 7, 1);
  const chunks = boundedChunks(reader, 10, tooLong);
  expect((await chunks.next()).value?.byteLength).toBe(4);
  await expect(chunks.next()).rejects.toThrow(new RangeError("more than 10 bytes"));
  expect(state.isCancelled).toBe(true);
});

test("The chunks end when the owner of the reader cancels it", async () => {
  const { reader } = streamOf(4, 4, 4);
  const chunks = boundedChunks(reader, 10, tooLong);
  await chunks.next();
  await reader.cancel();
  expect(await chunks.next()).toEqual({ done: true, value: undefined });
});
