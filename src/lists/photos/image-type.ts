/** The types of picture that are taken, known by their first bytes and by nothing else. */

/** See {@link imageTypeOf}. */
export type ImageType = "image/jpeg" | "image/png" | "image/webp" | "image/gif" | "image/avif";

/** What a file is by its content; null for anything else, SVG with it. The first 64 bytes are enough. */
export function imageTypeOf(bytes: Uint8Array): ImageType | null {
  const text = (from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to));
  if (text(0, 3) === "\xff\xd8\xff") return "image/jpeg";
  if (text(0, 8) === "\x89PNG\r\n\x1a\n") return "image/png";
  if (text(0, 4) === "RIFF" && text(8, 12) === "WEBP") return "image/webp";
  if (/^GIF8[79]a$/.test(text(0, 6))) return "image/gif";
  // ISO/IEC 14496-12 §4.3: the file type box, with its brands.
  if (text(4, 8) === "ftyp" && /avi[fs]/.test(text(8, 64))) return "image/avif";
  return null;
}
