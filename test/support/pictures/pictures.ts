/** Pictures to upload in tests: valid ones made with sharp, and broken ones made by hand. */
import { deflateSync } from "node:zlib";
import sharp from "sharp";

/** Returns a picture of one colour, which is given as in CSS. */
export function plain(width: number, height: number, colour = "#336699") {
  return sharp({ create: { width, height, channels: 3, background: colour } });
}

/** Returns a picture with four quarters: red and green above, blue and white below. */
export function quarters(size = 64) {
  const raw = Buffer.alloc(size * size * 3);
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const [left, top] = [x < size / 2, y < size / 2];
      const colour = top ? (left ? [255, 0, 0] : [0, 255, 0]) : left ? [0, 0, 255] : [255, 255, 255];
      raw.set(colour, (y * size + x) * 3);
    }
  }
  return sharp(raw, { raw: { width: size, height: size, channels: 3 } });
}

/** Returns a picture of noise, which compresses badly like a photo. */
export async function photo(width: number, height: number, quality = 82): Promise<Buffer> {
  const raw = Buffer.alloc(width * height * 3);
  let seed = 1;
  for (let index = 0; index < raw.length; index++) {
    seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff;
    raw[index] = 128 + 60 * Math.sin(index / 5_000) + ((seed >> 16) % 40) - 20;
  }
  return sharp(raw, { raw: { width, height, channels: 3 } })
    .jpeg({ quality })
    .toBuffer();
}

/** Returns the colour at a point, as `[red, green, blue]`. `x` and `y` are fractions of the width and height. */
export async function colourAt(picture: Uint8Array, x: number, y: number): Promise<number[]> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels;
  return [...data.subarray(at, at + 3)];
}

/** Returns a chunk of a PNG file. */
export function chunk(type: string, data: Uint8Array): Buffer {
  const bytes = Buffer.alloc(12 + data.length);
  bytes.writeUInt32BE(data.length, 0);
  bytes.write(type, 4, "latin1");
  bytes.set(data, 8);
  bytes.writeUInt32BE(Bun.hash.crc32(bytes.subarray(4, 8 + data.length)), 8 + data.length);
  return bytes;
}

/**
 * Returns a black PNG of any size, with 8 bits per channel. `said` replaces the true size in the header; `kind` sets
 * depth, colour and interlacing; `more` is inserted before the pixels.
 */
export function blackPng(
  width: number,
  height: number,
  { said = [width, height], kind = [8, 2, 0, 0, 0], more = [] as Buffer[] } = {},
): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(said[0] ?? 0, 0);
  head.writeUInt32BE(said[1] ?? 0, 4);
  head.set(kind, 8);
  const pixels = deflateSync(Buffer.alloc(height * (1 + width * 3)));
  const chunks = [chunk("IHDR", head), ...more, chunk("IDAT", pixels), chunk("IEND", new Uint8Array())];
  return Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), ...chunks]);
}

/** Returns a GIF of few bytes that declares these sizes for its screen and for its only frame. */
export function hollowGif(screen: [number, number], frame: [number, number]): Buffer {
  const pair = ([width, height]: [number, number]) => [width & 255, width >> 8, height & 255, height >> 8];
  const head = [...pair(screen), 0x80, 0, 0, 255, 0, 0, 0, 0, 255];
  return Buffer.from([...Buffer.from("GIF89a"), ...head, 0x2c, 0, 0, 0, 0, ...pair(frame), 0, 2, 2, 0x44, 1, 0, 0x3b]);
}

/** Returns an AVIF whose boxes declare another size than that of its pixels. */
export function withSize(avif: Buffer, width: number, height: number): Buffer {
  const bytes = Buffer.from(avif);
  for (let at = bytes.indexOf("ispe"); at >= 0; at = bytes.indexOf("ispe", at + 1)) {
    bytes.writeUInt32BE(width, at + 8);
    bytes.writeUInt32BE(height, at + 12);
  }
  return bytes;
}
