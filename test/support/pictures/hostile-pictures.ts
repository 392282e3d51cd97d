/**
 * Small pictures that would take much memory or time to decode, and the refusal that each must get. The bytes are the
 * same in every run.
 */
import { avifOf, type Coded, codedOf, type Item, type Sides } from "./avif-grid.ts";
import { blackPng, chunk, hollowGif, plain, withSize } from "./pictures.ts";

/** Texts of the refusals, which have the status 422. */
export const refusals = {
  tooWide: "file: must be at most 16384 pixels wide and high",
  tooMany: "Image has too many pixels",
  unreadable: "Image cannot be read",
} as const;

/** Hostile picture. `error` is the key of its refusal in {@link refusals}. */
export type HostilePicture = { name: string; bytes: Buffer; error: keyof typeof refusals };

const bigEndian = (value: number) => [value >> 8, value & 255];

/** Returns a PNG that declares a size but has almost no pixels. */
function hollowPng([width, height]: Sides, kind = [8, 2, 0, 0, 0], more: Buffer[] = []): Buffer {
  return blackPng(1, 1, { said: [width, height], kind, more });
}

/** Returns the frame header of a JPEG with three components. `marker` is 0xc0 for baseline or 0xc2 for progressive. */
function frameHeader(marker: number, [width, height]: Sides): Buffer {
  const components = [1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0];
  return Buffer.from([0xff, marker, 0, 17, 8, ...bigEndian(height), ...bigEndian(width), 3, ...components]);
}

/** Returns a JPEG with these segments before its own. */
export function withSegments(jpeg: Buffer, ...segments: Buffer[]): Buffer {
  return Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)]);
}

/** Returns a JPEG that declares another size than that of its pixels. */
function lyingJpeg(jpeg: Buffer, [width, height]: Sides): Buffer {
  const bytes = Buffer.from(jpeg);
  const at = Math.max(bytes.indexOf("\xff\xc0", "latin1"), bytes.indexOf("\xff\xc2", "latin1"));
  bytes.set([...bigEndian(height), ...bigEndian(width)], at + 5);
  return bytes;
}

/** Returns a still, lossy WebP that declares another size than that of its pixels. */
function lyingWebp(lossy: Buffer, [width, height]: Sides): Buffer {
  const bytes = Buffer.from(lossy);
  bytes.writeUInt16LE(width, 26);
  bytes.writeUInt16LE(height, 28);
  return bytes;
}

/** Returns a WebP file with these chunks. */
function webpOf(...chunks: [type: string, content: Buffer][]): Buffer {
  const parts = chunks.map(([type, content]) => {
    const head = Buffer.alloc(8);
    head.write(type, "latin1");
    head.writeUInt32LE(content.length, 4);
    return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
  });
  const content = Buffer.concat([Buffer.from("WEBP"), ...parts]);
  const head = Buffer.from("RIFF\0\0\0\0");
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content]);
}

function canvas([width, height]: Sides, flags = 0): [string, Buffer] {
  const content = Buffer.alloc(10);
  content[0] = flags;
  content.writeUIntLE(width - 1, 4, 3);
  content.writeUIntLE(height - 1, 7, 3);
  return ["VP8X", content];
}

/** Returns a frame of an animation. Its pixels are the chunk of a still WebP. */
function frame([width, height]: Sides, still: Buffer): [string, Buffer] {
  const head = Buffer.alloc(16);
  head.writeUIntLE(width - 1, 6, 3);
  head.writeUIntLE(height - 1, 9, 3);
  return ["ANMF", Buffer.concat([head, still.subarray(12)])];
}

const animated = 0x02;
const loop: [string, Buffer] = ["ANIM", Buffer.alloc(6)];

const coded = (data: Coded, says: Sides): Item => ({ kind: "coded", ...data, says });
const grid = (says: Sides, output: Sides, columns: number, rows: number): Item => ({
  ...{ kind: "grid", says, output, columns, rows },
  tiles: Array(columns * rows).fill(1),
});

/** Returns the hostile pictures. Each is smaller than 10 KB, except one of 60 KB. */
export async function hostilePictures(): Promise<HostilePicture[]> {
  const jpeg = await plain(8, 8).jpeg().toBuffer();
  const progressive = await plain(8, 8).jpeg({ progressive: true }).toBuffer();
  const full = await plain(8, 8).jpeg({ progressive: true, chromaSubsampling: "4:4:4" }).toBuffer();
  const lossy = await plain(8, 8).webp().toBuffer();
  const still: [string, Buffer] = ["VP8 ", lossy.subarray(20)];
  const avif = await plain(64, 64).avif().toBuffer();
  const small = codedOf(avif);
  const middle = codedOf(await plain(1_000, 1_000).avif({ effort: 0 }).toBuffer());
  const large = codedOf(await plain(5_000, 4_000).avif({ effort: 0 }).toBuffer());
  const repeated = { ...middle, data: Buffer.concat(Array(200).fill(middle.data)) };
  const text = chunk("tEXt", Buffer.from("Comment\0words"));
  const wide = hollowPng([25_000_000, 2]);
  const offset = hollowGif([10, 10], [16_000, 2]);
  offset.writeUInt16LE(65_535, 20);
  const screen = hollowGif([65_535, 700], [10, 10]);

  const tooWide: Record<string, Buffer> = {
    "PNG of 25,000,000 × 2, hollow": wide,
    "PNG of 25,000,000 × 2, whole": wholePng([25_000_000, 2]),
    "PNG of 2 × 25,000,000": hollowPng([2, 25_000_000]),
    "PNG of 16,385 × 1": wholePng([16_385, 1]),
    "PNG of 1 × 16,385": wholePng([1, 16_385]),
    "PNG, interlaced": hollowPng([16_385, 16], [8, 2, 0, 0, 1]),
    "PNG of 2³¹ × 2³¹": hollowPng([0x7fffffff, 0x7fffffff]),
    "PNG that breaks off after its header": wide.subarray(0, 40),
    "PNG with a text before its header": Buffer.concat([wide.subarray(0, 8), text, wide.subarray(8)]),
    "PNG with two headers": hollowPng([10, 10], undefined, [wide.subarray(8, 33)]),
    "JPEG of 65,535 × 1": lyingJpeg(jpeg, [65_535, 1]),
    "JPEG of 1 × 16,385": lyingJpeg(jpeg, [1, 16_385]),
    "JPEG of 65,535 × 65,535": lyingJpeg(jpeg, [65_535, 65_535]),
    "JPEG, progressive": lyingJpeg(progressive, [65_535, 700]),
    "JPEG with a wide frame header after a small one": withSegments(jpeg, frameHeader(0xc0, [65_535, 700])),
    "JPEG with a wide frame header before a small one": withSegments(
      jpeg,
      frameHeader(0xc2, [8, 8]),
      frameHeader(0xc2, [65_535, 1]),
    ),
    "JPEG that breaks off after its header": withSegments(jpeg, frameHeader(0xc0, [65_535, 700])).subarray(0, 25),
    "GIF of 65,535 × 700": screen,
    "GIF that breaks off after its screen": screen.subarray(0, 13),
    "GIF of a small screen and a wide frame": hollowGif([10, 10], [65_535, 700]),
    "GIF of a small frame, far to the right": offset,
    "WebP of 16,777,216 × 1": webpOf(canvas([16_777_216, 1]), still),
    "WebP of 1 × 16,385": webpOf(canvas([1, 16_385]), still),
    "WebP, animated, of a wide canvas": webpOf(canvas([60_000, 700], animated), loop, frame([8, 8], lossy)),
    "WebP, animated, of a wide frame": webpOf(canvas([8, 8], animated), loop, frame([60_000, 700], lossy)),
    "AVIF that says 16,385 × 1": withSize(avif, 16_385, 1),
    "AVIF that says 1 × 2³¹": withSize(avif, 1, 0x7fffffff),
    "AVIF of tiles, 200,000 × 1,000": avifOf([
      grid([200_000, 1_000], [200_000, 1_000], 200, 1),
      coded(middle, [1_000, 1_000]),
    ]),
    "AVIF of tiles, said to be small": avifOf([grid([100, 100], [30_000, 200], 30, 1), coded(middle, [1_000, 1_000])]),
    "AVIF of tiles, said to be wide": avifOf([grid([30_000, 200], [100, 100], 30, 1), coded(middle, [1_000, 1_000])]),
    "AVIF that breaks off after its boxes": withSize(avif, 20_000, 10).subarray(0, avif.indexOf("mdat") + 8),
  };
  const tooMany: Record<string, Buffer> = {
    "PNG of 16,384 × 3,052": hollowPng([16_384, 3_052]),
    "PNG, interlaced, of 16 bits": hollowPng([7_000, 7_000], [16, 6, 0, 0, 1]),
    "JPEG of 16,384 × 16,384": lyingJpeg(jpeg, [16_384, 16_384]),
    "GIF of 10 × 10 with a frame of 16,384 × 16,384": hollowGif([10, 10], [16_384, 16_384]),
    "WebP of 16,383 × 16,383, lossy": lyingWebp(lossy, [16_383, 16_383]),
    "WebP of 16,384 × 16,384": webpOf(canvas([16_384, 16_384]), still),
    "WebP, animated, of 16,384 × 16,384": webpOf(canvas([16_384, 16_384], animated), loop, frame([8, 8], lossy)),
    "AVIF of tiles, 12,000 × 12,000, said to be small": avifOf([
      ...[grid([100, 100], [12_000, 12_000], 12, 12), coded(middle, [1_000, 1_000])],
    ]),
    "AVIF cut from a tile of 5,000 × 4,000": avifOf([grid([100, 100], [100, 100], 1, 1), coded(large, [5_000, 4_000])]),
    "AVIF with an alpha plane of 5,000 × 4,000": avifOf([
      ...[coded(small, [64, 64]), { ...coded(large, [5_000, 4_000]), alphaOf: 0 }],
    ]),
  };
  const unreadable: Record<string, Buffer> = {
    "AVIF of 5,000 × 4,000, said to be small": avifOf([coded(large, [64, 64])]),
    "AVIF cut from a tile of 5,000 × 4,000, said to be small": avifOf([
      ...[grid([100, 100], [100, 100], 2, 2), coded(large, [64, 64])],
    ]),
    "AVIF of two frames, the second of 5,000 × 4,000": avifOf([
      coded({ ...small, data: Buffer.concat([small.data, large.data]) }, [64, 64]),
    ]),
    "AVIF that repeats its frame 200 times": avifOf([coded(repeated, [1_000, 1_000])]),
    "AVIF that repeats its tile 60,000 times": avifOf([
      grid([1_000, 1_000], [1_000, 1_000], 240, 250),
      coded(middle, [1_000, 1_000]),
    ]),
    "AVIF that is a tile of itself": avifOf([{ ...grid([64, 64], [64, 64], 1, 1), tiles: [0] } as Item]),
    "WebP, animated, whose frame is larger than it says": webpOf(
      ...[canvas([8, 8], animated), loop, frame([8, 8], lyingWebp(lossy, [16_383, 16_383]))],
    ),
    "JPEG of 16,384 × 3,000, hollow": lyingJpeg(jpeg, [16_384, 3_000]),
    "JPEG, progressive, of 16,384 × 3,000, hollow": lyingJpeg(progressive, [16_384, 3_000]),
    "JPEG, progressive, of full colour, of 16,384 × 3,000, hollow": lyingJpeg(full, [16_384, 3_000]),
    "PNG of 16,384 × 3,051, hollow": hollowPng([16_384, 3_051], [16, 6, 0, 0, 0]),
    "PNG, interlaced, of 16,384 × 3,051, hollow": hollowPng([16_384, 3_051], [8, 6, 0, 0, 1]),
  };
  return Object.entries({ tooWide, tooMany, unreadable }).flatMap(([error, pictures]) =>
    Object.entries(pictures).map(([name, bytes]) => ({ name, bytes, error: error as keyof typeof refusals })),
  );
}

/** Returns a PNG of one bit per pixel that really has as many pixels as it declares. */
function wholePng([width, height]: Sides): Buffer {
  return blackPng(Math.ceil(width / 24), height, { said: [width, height], kind: [1, 0, 0, 0, 0] });
}
