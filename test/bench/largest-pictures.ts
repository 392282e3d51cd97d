/**
 * Pictures at the limits of what a cover accepts, and damaged ones whose damage shows only during decoding. Made in
 * seconds.
 */
import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { chunk, photo } from "../support/pictures/pictures.ts";

const square = 7_071; // 50 megapixels.
const long = { width: 16_384, height: 3_051 };

/** Pixels that differ between rows and between columns, so that a decoder writes all of its memory. */
function gradient(width: number, height: number, channels: 3 | 4 = 3) {
  const raw = Buffer.alloc(width * height * channels);
  for (let y = 0; y < height; y++)
    raw.fill(
      Buffer.from([y & 255, (y >> 8) & 255, 128, 200]).subarray(0, channels),
      y * width * channels,
      (y + 1) * width * channels,
    );
  return sharp(raw, { raw: { width, height, channels }, limitInputPixels: false });
}

/** A black PNG of 16 bits, with an EXIF block that rotates it by 90°. */
function deepPng(width: number, height: number, channels: 3 | 4, isInterlaced = false): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([16, channels === 4 ? 6 : 2, 0, 0, isInterlaced ? 1 : 0], 8);
  const turned = Buffer.from("4d4d002a00000008000101120003000000010006000000000000", "hex");
  // An interlaced picture has some more rows, each with its filter byte.
  const bytes = width * height * channels * 2 + height * (isInterlaced ? 16 : 1);
  const chunks = [
    chunk("IHDR", head),
    chunk("eXIf", turned),
    chunk("IDAT", deflateSync(Buffer.alloc(bytes), { level: 1 })),
    chunk("IEND", new Uint8Array()),
  ];
  return Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), ...chunks]);
}

/** Pictures by name. All are under 8 MB. */
export async function largestPictures(): Promise<Record<string, Uint8Array>> {
  const full = { chromaSubsampling: "4:4:4", quality: 60 } as const;
  const big = gradient(square, square);
  const glass = gradient(square, square, 4);
  const wide = gradient(long.width, long.height);
  const animated = await sharp(
    [
      await big.clone().png({ compressionLevel: 1 }).toBuffer(),
      await big.clone().png({ compressionLevel: 1 }).toBuffer(),
    ],
    {
      join: { animated: true },
      limitInputPixels: false,
    },
  )
    .webp({ effort: 0, quality: 50 })
    .toBuffer();
  return {
    JPEG: await big.clone().jpeg(full).toBuffer(),
    "JPEG, turned": await big.clone().withMetadata({ orientation: 6 }).jpeg(full).toBuffer(),
    "JPEG, progressive": await big
      .clone()
      .jpeg({ ...full, progressive: true })
      .toBuffer(),
    "JPEG, progressive, turned": await big
      .clone()
      .withMetadata({ orientation: 6 })
      .jpeg({ ...full, progressive: true })
      .toBuffer(),
    "JPEG, progressive, 16,384 wide": await wide
      .clone()
      .jpeg({ ...full, progressive: true })
      .toBuffer(),
    "JPEG, progressive, CMYK, 37 megapixels": await gradient(6_100, 6_100)
      .toColourspace("cmyk")
      .jpeg({ ...full, progressive: true })
      .toBuffer(),
    "JPEG, a photo of 24 megapixels": await photo(6_000, 4_000, 80),
    PNG: await big.clone().png({ compressionLevel: 1 }).toBuffer(),
    "PNG, interlaced": await big.clone().png({ compressionLevel: 1, progressive: true }).toBuffer(),
    "PNG, interlaced, see-through": await glass.clone().png({ compressionLevel: 1, progressive: true }).toBuffer(),
    "PNG, 16 bits, see-through, turned": deepPng(square, square, 4),
    "PNG, 16 bits, see-through, 16,384 wide": deepPng(long.width, long.height, 4),
    "PNG, 16 bits, see-through, 16,384 high": deepPng(long.height, long.width, 4),
    "PNG, 16 bits, interlaced": deepPng(square, square, 3, true),
    "PNG, 16 bits, interlaced, see-through, 37 megapixels": deepPng(6_100, 6_100, 4, true),
    WebP: await big.clone().webp({ effort: 0 }).toBuffer(),
    "WebP, see-through, turned": await glass.clone().withMetadata({ orientation: 6 }).webp({ effort: 0 }).toBuffer(),
    "WebP, lossless, see-through": await glass.clone().webp({ lossless: true, effort: 0 }).toBuffer(),
    "WebP, lossless, turned": await big
      .clone()
      .withMetadata({ orientation: 6 })
      .webp({ lossless: true, effort: 0 })
      .toBuffer(),
    "WebP, 16,383 wide": await gradient(16_383, 3_051).webp({ effort: 0 }).toBuffer(),
    "WebP, animated": animated,
    GIF: await big.clone().gif({ effort: 1 }).toBuffer(),
    "GIF, 16,384 wide": await wide.clone().gif({ effort: 1 }).toBuffer(),
    "AVIF, 12 megapixels": await gradient(4_000, 3_000).avif({ effort: 0 }).toBuffer(),
    "AVIF, 12 bits, see-through": await gradient(4_000, 3_000, 4)
      .avif({ effort: 0, bitdepth: 12, chromaSubsampling: "4:4:4" })
      .toBuffer(),
    "AVIF, 16,384 wide": await gradient(16_384, 732).withMetadata({ orientation: 6 }).avif({ effort: 0 }).toBuffer(),
  };
}

/** Large pictures by name whose end or middle is damaged, and 8 MB of nothing. All must be refused as unreadable. */
export async function lateFailures(): Promise<Record<string, Uint8Array>> {
  const big = gradient(square, square);
  const jpeg = await photo(6_000, 4_000, 80);
  const progressive = await big.clone().jpeg({ progressive: true, quality: 60 }).toBuffer();
  const png = await big.clone().png({ compressionLevel: 1 }).toBuffer();
  const webp = await big.clone().webp({ effort: 0 }).toBuffer();
  const middle = (bytes: Buffer) => Buffer.from(bytes).fill(0x55, bytes.length >> 1, (bytes.length >> 1) + 50);
  return {
    "JPEG of 24 megapixels without its end": jpeg.subarray(0, jpeg.length - 10),
    "JPEG, half of it": Buffer.concat([jpeg.subarray(0, jpeg.length >> 1), Buffer.from("\xff\xd9", "latin1")]),
    "JPEG, progressive, half of it": Buffer.concat([
      progressive.subarray(0, progressive.length >> 1),
      Buffer.from("\xff\xd9", "latin1"),
    ]),
    "PNG with noise in its middle": middle(png),
    "WebP without its end": webp.subarray(0, webp.length - 100),
    "8 MB of JPEG's first bytes": Buffer.alloc(8_388_608, "\xff\xd8\xff", "latin1"),
    "8 MB of PNG's first bytes": Buffer.concat([png.subarray(0, 8), Buffer.alloc(8_388_600)]),
  };
}
