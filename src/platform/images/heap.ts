import { dlopen, FFIType } from "bun:ffi";

const mmapThreshold = -3;
const arenaMax = -8;
/** The size from which glibc maps memory: the default, set explicitly to stop glibc from raising the size. */
const mmapThresholdBytes = 131_072;

/**
 * Limits the heap of glibc: after 52 large pictures, the resident memory is 130 MB instead of 610 MB. Call this before
 * the first picture is decoded.
 */
export function boundHeap(): void {
  try {
    const { symbols } = dlopen("libc.so.6", {
      mallopt: { args: [FFIType.i32, FFIType.i32], returns: FFIType.i32 },
      malloc_trim: { args: [FFIType.u64], returns: FFIType.i32 },
    });
    symbols.mallopt(mmapThreshold, mmapThresholdBytes);
    symbols.mallopt(arenaMax, 1);
    trim = symbols.malloc_trim;
  } catch {
    // The C library is not glibc.
  }
}

let trim: ((pad: number) => number) | null = null;

/** Returns unused memory to the system: about 10 MB in less than 1 ms. */
export function trimHeap(): void {
  trim?.(0);
}
