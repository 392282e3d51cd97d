/**
 * Parses multipart bodies (RFC 7578) without copying the files. Bun's own parser copies files and blocks the event
 * loop.
 */

import { freeBuffer } from "#lib/buffers.ts";
import { invalid, tooLarge, unsupportedType } from "#lib/errors.ts";
import { mediaTypeOf, readBytes } from "./validation.ts";

export type Upload = {
  readonly maxBytes: number;
  readonly tooLargeMessage: string;
  readonly expectedFile: string;
};

/** A part of a multipart body. `filename` is chosen by the client and must not be trusted. */
type Part = { readonly name: string | null; readonly filename: string | null; readonly bytes: Uint8Array };

const overheadBytes = 16_384;
const maxParts = 10;
const maxHeadBytes = 4_096;

export const fileBody = {
  required: true,
  content: {
    "multipart/form-data": {
      schema: {
        type: "object",
        properties: { file: { type: "string", format: "binary" } },
        required: ["file"],
        additionalProperties: false,
      },
    },
  },
};

export type UploadedFile = {
  /** The file's bytes. They share the memory of the body. */
  readonly bytes: Uint8Array;
  /** The file name that the client sent. It must not be trusted. */
  readonly name: string;
};

/** Reads an upload, which must contain one file. @throws ApiError 415, 413, 408 or 400 */
export async function readUpload(request: Request, upload: Upload): Promise<UploadedFile> {
  if (mediaTypeOf(request) !== "multipart/form-data") throw unsupportedType("Expected multipart/form-data");
  const body = await readBytes(request, upload.maxBytes + overheadBytes, upload.tooLargeMessage);
  try {
    return fileIn(body, request, upload);
  } catch (error) {
    freeBuffer(body);
    throw error;
  }
}

function fileIn(body: Uint8Array, request: Request, upload: Upload): UploadedFile {
  const parts = partsOf(body, boundaryOf(request.headers.get("content-type") ?? ""));
  if (parts?.some(({ bytes }) => bytes.length > upload.maxBytes)) throw tooLarge(upload.tooLargeMessage);
  const [part, ...others] = parts ?? [];
  if (!part || others.length > 0 || part.name !== "file" || part.filename === null)
    throw invalid("file", upload.expectedFile);
  return { bytes: part.bytes, name: part.filename };
}

/** Returns the boundary that a content type declares (RFC 2046 §5.1.1). Null if the boundary is missing or invalid. */
function boundaryOf(contentType: string): string | null {
  const found = /;\s*boundary=(?:"([^"\\]+)"|([^\s;"]+))/i.exec(contentType);
  const boundary = found?.[1] ?? found?.[2] ?? "";
  return /^[\w'()+,./:=? -]{0,69}[\w'()+,./:=?-]$/.test(boundary) ? boundary : null;
}

function partsOf(bytes: Uint8Array, boundary: string | null): Part[] | null {
  if (boundary === null) return null;
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const delimiter = `\r\n--${boundary}`;
  const parts: Part[] = [];
  const isAtStart = body.indexOf(delimiter.slice(2)) === 0;
  let at = isAtStart ? -2 : body.indexOf(delimiter);
  if (!isAtStart && at < 0) return null;
  while (parts.length <= maxParts) {
    const lineStart = at + delimiter.length;
    if (body.toString("latin1", lineStart, lineStart + 2) === "--") return parts;
    const lineEnd = body.indexOf("\r\n", lineStart);
    if (lineEnd < 0 || /[^ \t]/.test(body.toString("latin1", lineStart, Math.min(lineEnd, lineStart + 100))))
      return null;
    const headEnd = body.indexOf("\r\n\r\n", lineEnd);
    const end = body.indexOf(delimiter, headEnd);
    if (headEnd < 0 || headEnd > lineEnd + maxHeadBytes || end < headEnd + 4) return null;
    parts.push({ ...dispositionOf(body.toString("utf8", lineEnd, headEnd)), bytes: body.subarray(headEnd + 4, end) });
    at = end;
  }
  return null;
}

function dispositionOf(head: string): { name: string | null; filename: string | null } {
  const disposition = /\r\ncontent-disposition:[ \t]*form-data[ \t]*(;[^\r\n]*)/i.exec(head)?.[1] ?? "";
  const parameter = (name: string) => {
    const found = new RegExp(`;[ \\t]*${name}=(?:"((?:[^"\\\\]|\\\\.)*)"|([^\\s;"]+))`, "i").exec(disposition);
    return found ? (found[1] ?? found[2] ?? "") : null;
  };
  return { name: parameter("name"), filename: parameter("filename\\*?") };
}
