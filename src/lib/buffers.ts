/** The length in bytes from which a buffer is freed. Smaller buffers may belong to Bun's shared pool. */
const minFreedBytes = 16_384;

/** Frees a buffer at once: the garbage collector alone left 150 MB in use after 30 uploads of 8 MB. */
export function freeBuffer({ buffer }: Uint8Array | Uint16Array | Uint32Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength >= minFreedBytes) buffer.transfer(0);
}
