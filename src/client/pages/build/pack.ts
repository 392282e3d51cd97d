import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Encoding } from "#platform/http/encoding.ts";
import { contentTag } from "#platform/http/static.ts";
import type { BuiltFile } from "./files.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** A file with its compressed forms. Forms that are not smaller than the file are left out. */
export type PackedFile = {
  readonly address: string;
  readonly type: string;
  readonly tag: string;
  readonly bodies: { readonly [coding in Encoding]?: Bytes } & { readonly identity: Bytes };
};

export const bestQuality = 11;

export function pack(files: readonly BuiltFile[], quality: number): Promise<PackedFile[]> {
  return Promise.all(
    files.map(async ({ address, type, bytes }) => {
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: quality,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      };
      const isText = !/^(font|image\/(?!svg))/.test(type);
      const [br, zipped] = isText
        ? await Promise.all([promisify(brotliCompress)(bytes, { params }), zip(bytes, quality)])
        : [bytes, bytes];
      const bodies = {
        identity: bytes,
        ...(zipped.length < bytes.length && { gzip: new Uint8Array(zipped) }),
        ...(br.length < bytes.length && { br: new Uint8Array(br) }),
      };
      return { address, type, tag: contentTag(bytes), bodies };
    }),
  );
}

/** Compresses a file of a build. libdeflate makes scripts 3.6 % smaller than zlib, but blocks for half a second. */
async function zip(bytes: Bytes, quality: number): Promise<Uint8Array> {
  if (quality < bestQuality) return promisify(gzip)(bytes, { level: 9 });
  return Bun.gzipSync(bytes, { library: "libdeflate", level: 12 });
}
