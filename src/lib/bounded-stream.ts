/** Part of the reader of a stream that {@link boundedChunks} uses. Its owner can cancel it, such as after a timeout. */
export type ChunkReader = {
  read(): Promise<{ value?: Uint8Array | undefined }>;
  cancel(): Promise<void>;
};

/**
 * Yields the chunks of a stream until its end or until its reader is cancelled. If the chunks have more than `limit`
 * bytes in total, cancels the reader and throws the error that `tooLong` returns.
 */
export async function* boundedChunks(
  reader: ChunkReader,
  limit: number,
  tooLong: () => Error,
): AsyncGenerator<Uint8Array, undefined> {
  let length = 0;
  for (let { value } = await reader.read(); value !== undefined; { value } = await reader.read()) {
    length += value.byteLength;
    if (length > limit) {
      await reader.cancel().catch(() => {});
      throw tooLong();
    }
    yield value;
  }
}
