import { type FileHandle, open, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { boundedChunks, type ChunkReader } from "#lib/bounded-stream.ts";
import { ApiError, diskFull, malformedRequest, tooLarge } from "#lib/errors.ts";
import { freeBytes } from "#platform/db/space.ts";

const quietMs = 60_000;
const keptFreeBytes = 100e6;

/** Writes a body to a file. Leaves no file if no data arrive for a minute. @throws ApiError 400, 408, 413 or 507 */
export async function receiveFile(request: Request, path: string, folder: string): Promise<void> {
  const room = freeBytes(folder) - keptFreeBytes;
  const declared = Number(request.headers.get("content-length") ?? 0);
  if (declared > room) throw diskFull();
  const reader = request.body?.getReader();
  if (!reader) throw malformedRequest("Request body is empty");
  const file = await open(path, "wx", 0o600);
  let isComplete = false;
  try {
    const length = await copy(reader, file, room);
    if (length === 0 || (declared > 0 && length !== declared)) throw malformedRequest("Request body was truncated");
    await file.sync();
    isComplete = true;
  } finally {
    await file.close();
    if (!isComplete) await rm(path, { force: true });
  }
}

async function copy(reader: ChunkReader, file: FileHandle, room: number): Promise<number> {
  const chunks = boundedChunks(reader, room, () => tooLarge("The file is larger than the free space"));
  let length = 0;
  for (;;) {
    const chunk = await nextChunk(chunks, reader);
    if (!chunk) return length;
    length += chunk.byteLength;
    await file.writeFile(chunk);
  }
}

async function nextChunk(
  chunks: AsyncIterator<Uint8Array, undefined>,
  reader: ChunkReader,
): Promise<Uint8Array | undefined> {
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    reader.cancel().catch(() => {});
  }, quietMs);
  try {
    const { value } = await chunks.next();
    if (isLate) throw new ApiError(408, "too_slow", null, "Request body took too long", { Connection: "close" });
    return value;
  } catch (error) {
    throw error instanceof ApiError ? error : malformedRequest("Request body was truncated");
  } finally {
    clearTimeout(timer);
  }
}

export async function bytesIn(folder: string): Promise<number> {
  let total = 0;
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) total += await bytesIn(path);
    else if (entry.isFile()) total += (await stat(path).catch(() => null))?.size ?? 0;
  }
  return total;
}
