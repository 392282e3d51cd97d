import { basename, extname } from "node:path";

export type BuiltFile = { readonly address: string; readonly type: string; readonly bytes: Uint8Array<ArrayBuffer> };

const types: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2",
};

/** Returns a built file. Its content type follows from `name`. @throws Error if the type is unknown */
export function builtFile(address: string, content: string | Uint8Array, name = address): BuiltFile {
  const type = types[extname(name)];
  if (!type) throw new Error(`${name}: its type is missing in src/client/pages/build/files.ts`);
  return { address, type, bytes: typeof content === "string" ? Buffer.from(content) : new Uint8Array(content) };
}

export function hashedAddress(path: string, content: string | Uint8Array): string {
  const ending = extname(path);
  return `/assets/${basename(path, ending)}-${Bun.hash(content).toString(36)}${ending}`;
}
