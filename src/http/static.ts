/** Files that are the same for everybody: compressed as their reader takes them, and not sent to who has them already. */
import { matchesEtag } from "./response-cache.ts";

/** How a body may be coded on its way (RFC 9110 §8.4.1), the shortest first. */
export const encodings = ["br", "gzip", "identity"] as const;

/** One of them. */
export type Encoding = (typeof encodings)[number];

type Bytes = Uint8Array<ArrayBuffer>;
type Read = () => Promise<Bytes>;

/** A file, whole and in what codings there are of it. */
export type StaticFile = {
  /** The whole `Content-Type`. */
  readonly type: string;
  /** Differs where the content does; no quotes in it. */
  readonly tag: string;
  readonly bodies: { readonly [coding in Encoding]?: Read } & { readonly identity: Read };
};

/** A text that this process has made itself. It is compressed when it is first asked for so. */
export function staticText(type: string, text: string): StaticFile {
  const bytes = Buffer.from(text);
  let packed: Bytes | null = null;
  const gzip = async () => {
    packed ??= Bun.gzipSync(bytes);
    return packed;
  };
  return { type: `${type}; charset=utf-8`, tag: contentTag(bytes), bodies: { identity: async () => bytes, gzip } };
}

/** What a file's content is told from others by. */
export function contentTag(content: Uint8Array): string {
  return Bun.hash(content).toString(36);
}

/** The file for this request, or 304. `headers` come besides those that every file has. */
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
  if (condition !== null && (condition.trim() === "*" || matchesEtag(condition, etag)))
    return new Response(null, { status: 304, headers: all });
  const body = await (bodies[encoding] ?? bodies.identity)();
  all["Content-Type"] = type;
  if (encoding !== "identity") all["Content-Encoding"] = encoding;
  return new Response(body, { headers: all });
}

/**
 * The shortest coding that an `Accept-Encoding` header takes (RFC 9110 §12.5.3), its weights aside except 0, which refuses.
 * `identity` where it takes nothing else, or refuses even that.
 */
export function chooseEncoding(header: string | null, offered: { readonly [coding in Encoding]?: unknown }): Encoding {
  const taken = new Map<string, boolean>();
  for (const part of (header ?? "").toLowerCase().split(",")) {
    const [name = "", ...parameters] = part.split(";").map((each) => each.trim());
    taken.set(name, !parameters.some((each) => /^q=0(\.0*)?$/.test(each)));
  }
  const isTaken = (coding: Encoding) => coding in offered && (taken.get(coding) ?? taken.get("*") ?? false);
  return encodings.find(isTaken) ?? "identity";
}
