/** Smaller buffers may belong to Bun's shared pool, so the garbage collector frees them. */
const leastFreedBytes = 16_384;

/**
 * Frees the whole buffer behind these bytes at once. Left to the garbage collector, 30 uploads of 8 MB, one after the other,
 * kept up to 150 MB of unused buffers in memory.
 */
export function freeBuffer({ buffer }: Uint8Array | Uint16Array | Uint32Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength >= leastFreedBytes) buffer.transfer(0);
}
