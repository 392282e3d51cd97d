import { type Bytes, chooseEncoding, compressWell, type Encoding } from "./encoding.ts";
import { findEtag } from "./response-cache.ts";

type Read = () => Promise<Bytes>;

export type StaticFile = {
  readonly type: string;
  readonly tag: string;
  readonly bodies: { readonly [coding in Encoding]?: Read } & { readonly identity: Read };
};

type Compress = (text: string, encoding: "br" | "gzip") => Bytes | Promise<Bytes>;

export function staticText(type: string, text: string, pack: Compress = compressWell): StaticFile {
  const bytes = Buffer.from(text);
  const compressed = new Map<Encoding, ReturnType<Compress>>();
  const compressAs = (encoding: "br" | "gzip") => async () => {
    const body = compressed.get(encoding) ?? pack(text, encoding);
    compressed.set(encoding, body);
    return body;
  };
  const bodies = { identity: async () => bytes, gzip: compressAs("gzip"), br: compressAs("br") };
  return { type: `${type}; charset=utf-8`, tag: contentTag(bytes), bodies };
}

export function contentTag(content: Uint8Array): string {
  return Bun.hash(content).toString(36);
}

export async function sendStatic(
  request: Request,
  { type, tag, bodies }: StaticFile,
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  const encoding = chooseEncoding(request.headers.get("accept-encoding"), bodies);
  const etag = encoding === "identity" ? `"${tag}"` : `"${tag}-${encoding}"`;
  const all: Record<string, string> = {
    ETag: etag,
    Vary: "Accept-Encoding",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    ...headers,
  };
  const condition = request.headers.get("if-none-match");
  if (condition !== null && findEtag(condition, etag) !== null)
    return new Response(null, { status: 304, headers: all });
  const body = await (bodies[encoding] ?? bodies.identity)();
  all["Content-Type"] = type;
  if (encoding !== "identity") all["Content-Encoding"] = encoding;
  return new Response(body, { headers: all });
}
