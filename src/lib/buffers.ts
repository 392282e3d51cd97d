/** Smaller buffers may belong to Bun's shared pool. */
const leastFreedBytes = 16_384;

/** The garbage collector alone kept 150 MB after 30 uploads of 8 MB. */
export function freeBuffer({ buffer }: Uint8Array | Uint16Array | Uint32Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength >= leastFreedBytes) buffer.transfer(0);
}
