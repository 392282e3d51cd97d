/** Memory of large buffers. */

/** Buffers below this size may be Bun's pool, which others share, and are left to the garbage collector. */
const leastFreedBytes = 16_384;

/**
 * Frees the whole buffer behind these bytes at once. The garbage collector comes too late: without this, a server that was sent
 * 30 files of 8 MB, one after the other, held up to 150 MB of buffers that nothing used any more.
 */
export function freeBuffer({ buffer }: Uint8Array | Uint16Array | Uint32Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength >= leastFreedBytes) buffer.transfer(0);
}
