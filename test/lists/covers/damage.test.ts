/** Tests that the check while streaming and the decoder agree on which pictures are damaged. */
import { describe, expect, test } from "bun:test";
import { deflateSync, inflateSync } from "node:zlib";
import sharp from "sharp";
import { isJpegDamaged } from "#platform/images/jpeg-scans.ts";
import { isPngDamaged } from "#platform/images/png-data.ts";
import { chunk, photo } from "../../support/pictures/pictures.ts";

const source = sharp(await photo(123, 91));
const isRefused = (bytes: Uint8Array) =>
  sharp(bytes)
    .raw()
    .toBuffer()
    .then(
      () => false,
      () => true,
    );

/** Returns pseudo-random numbers below `end`, the same in each run. */
function numbers() {
  let seed = 1;
  return (end: number) => {
    seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff;
    return (seed >> 8) % end;
  };
}

/**
 * A grey JPEG of 64 × 64 without contrast, whose data is all zeros: 8 blocks per byte, each row with its own restart
 * marker.
 */
function restartingJpeg(restarts = [0, 1, 2, 3, 4, 5, 6], more: number[] = []): Buffer {
  const data = [0, ...restarts.flatMap((number) => [...more, 0xff, 0xd0 + number, 0])];
  const table = (name: number) => [0xff, 0xc4, 0, 20, name, 1, ...Array(15).fill(0), 0];
  const scan = (...[first, last, approximation]: [number, number, number]) => [
    ...[0xff, 0xda, 0, 8, 1, 1, 0, first, last, approximation],
    ...data,
  ];
  return Buffer.from([
    ...[0xff, 0xd8, 0xff, 0xdb, 0, 67, 0, ...Array(64).fill(1)],
    ...[0xff, 0xc2, 0, 11, 8, 0, 64, 0, 64, 1, 1, 0x11, 0, 0xff, 0xdd, 0, 4, 0, 8],
    ...[...table(0), ...table(0x10), ...scan(0, 0, 1), ...scan(1, 63, 1), ...scan(0, 0, 0x10), ...scan(1, 63, 0x10)],
    ...[0xff, 0xd9],
  ]);
}

/** A JPEG of three components, each in its own scan, that is not progressive. */
function baselineOfThreeScans(data: number[] = [0, 0]): Buffer {
  const table = (name: number) => [0xff, 0xc4, 0, 20, name, 1, ...Array(15).fill(0), 0];
  return Buffer.from([
    ...[0xff, 0xd8, 0xff, 0xdb, 0, 67, 0, ...Array(64).fill(1)],
    ...[0xff, 0xc0, 0, 17, 8, 0, 16, 0, 32, 3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0, ...table(0), ...table(0x10)],
    ...[1, 2, 3].flatMap((id) => [0xff, 0xda, 0, 8, 1, id, 0, 0, 63, 0, ...data]),
    ...[0xff, 0xd9],
  ]);
}

describe("a JPEG with several scans", () => {
  const progressive = { progressive: true } as const;

  test("A progressive JPEG or another JPEG with several scans is recognised as undamaged", async () => {
    for (const chromaSubsampling of ["4:2:0", "4:4:4"] as const) {
      for (const colours of ["srgb", "b-w", "cmyk"] as const) {
        for (const more of [{}, { mozjpeg: true }, { quality: 5 }, { quality: 98 }]) {
          const options = { ...progressive, chromaSubsampling, ...more };
          const bytes = await source.clone().toColourspace(colours).jpeg(options).toBuffer();
          expect({ options, colours, isDamaged: await isJpegDamaged(bytes) }).toEqual({
            ...{ options, colours, isDamaged: false },
          });
        }
      }
    }
    for (const bytes of [restartingJpeg(), baselineOfThreeScans()]) {
      expect([await isJpegDamaged(bytes), await isRefused(bytes)]).toEqual([false, false]);
    }
  });

  test("A JPEG with several scans is recognised as damaged if restarts, scans or tables are out of order", async () => {
    const whole = restartingJpeg();
    const without = (text: string) => {
      const at = whole.indexOf(Buffer.from(text, "hex"));
      return Buffer.concat([whole.subarray(0, at), whole.subarray(at + 21)]);
    };
    const damaged = [
      restartingJpeg([0, 1, 2, 4, 4, 5, 6]),
      restartingJpeg([0, 1, 2, 3, 4, 5]),
      restartingJpeg(undefined, Array(30).fill(1)),
      baselineOfThreeScans([0]),
      baselineOfThreeScans([0, 0, ...Array(30).fill(0)]),
      without("ffc4"),
      Buffer.concat([whole.subarray(0, 2), Buffer.alloc(30, 1), whole.subarray(2)]),
    ];
    for (const [index, bytes] of damaged.entries()) {
      expect([index, await isJpegDamaged(bytes), await isRefused(bytes)]).toEqual([index, true, true]);
    }
  });

  test("A JPEG with several scans is nearly always recognised as damaged if the decoder warns, and never otherwise", async () => {
    const next = numbers();
    let [refused, missed] = [0, 0];
    for (const colours of ["srgb", "b-w"] as const) {
      const whole = await source.clone().toColourspace(colours).jpeg(progressive).toBuffer();
      const first = whole.indexOf("\xff\xda", "latin1");
      for (let round = 0; round < 50; round++) {
        const at = first + next(whole.length - first - 40);
        const length = 1 + next(30);
        const [before, after] = [whole.subarray(0, at), whole.subarray(at + length)];
        const middle = [Buffer.alloc(0), Buffer.alloc(length, next(256)), Buffer.alloc(length * 2, next(256))];
        const bytes = Buffer.concat([before, middle[round % 3] ?? before, after]);
        const [isDamaged, isBad] = [await isJpegDamaged(bytes), await isRefused(bytes)];
        if (isDamaged) expect({ colours, round, isBad }).toEqual({ colours, round, isBad: true });
        if (isBad) refused++;
        if (isBad && !isDamaged) missed++;
      }
    }
    expect(refused).toBeGreaterThan(50);
    expect(missed).toBeLessThan(refused / 10);
  });

  test("A JPEG with several scans is recognised as damaged wherever the file is truncated", async () => {
    const whole = await source.clone().jpeg(progressive).toBuffer();
    const end = Buffer.from([0xff, 0xd9]);
    for (const share of [0.2, 0.5, 0.8, 0.95]) {
      const bytes = Buffer.concat([whole.subarray(0, Math.floor(whole.length * share)), end]);
      expect([share, await isJpegDamaged(bytes), await isRefused(bytes)]).toEqual([share, true, true]);
    }
  });

  test("A JPEG with more scans than any real picture is recognised as damaged", async () => {
    const whole = restartingJpeg();
    const scan = whole.subarray(whole.indexOf("\xff\xda", "latin1"), whole.length - 2);
    const many = Buffer.concat([whole.subarray(0, -2), ...Array(200).fill(scan), whole.subarray(-2)]);
    expect(await isJpegDamaged(many)).toBe(true);
  });
});

describe("a PNG", () => {
  const interlaced = { progressive: true } as const;

  /** Returns the bytes before the data, the data, and the bytes after it. */
  function parts(png: Buffer): [Buffer, Buffer, Buffer] {
    const start = png.indexOf("IDAT") - 4;
    const data: Buffer[] = [];
    let at = start;
    while (png.toString("latin1", at + 4, at + 8) === "IDAT") {
      const end = at + 8 + png.readUInt32BE(at);
      data.push(png.subarray(at + 8, end));
      at = end + 4;
    }
    return [png.subarray(0, start), Buffer.concat(data), png.subarray(at)];
  }

  test("A PNG of any kind and size is recognised as undamaged", async () => {
    for (const [width, height] of [
      [203, 151],
      [1, 1],
      [5, 3],
      [4, 900],
      [600, 500],
    ] as const) {
      const small = sharp(await photo(width, height));
      for (const picture of [
        small.clone().png(),
        small.clone().toColourspace("rgb16").png(),
        small.clone().png(interlaced),
        small.clone().toColourspace("rgb16").png(interlaced),
        small.clone().toColourspace("b-w").png(interlaced),
        small
          .clone()
          .ensureAlpha(0.5)
          .png({ ...interlaced, compressionLevel: 0 }),
        small.clone().png({ ...interlaced, palette: true, colours: 4 }),
      ]) {
        expect([width, height, await isPngDamaged(await picture.toBuffer())]).toEqual([width, height, false]);
      }
    }
  });

  test("A PNG with changed, missing or additional data is recognised as damaged exactly if the decoder refuses it", async () => {
    for (const options of [interlaced, {}]) await compare(await source.clone().png(options).toBuffer());
  });

  async function compare(png: Buffer): Promise<void> {
    const [head, data, tail] = parts(png);
    const rows = inflateSync(data);
    const changed = (bytes: Buffer, at: number, value: number) => {
      const copy = Buffer.from(bytes);
      copy[at] = value;
      return copy;
    };
    const wrongSum = (bytes: Buffer) => changed(bytes, bytes.length - 1, (bytes.at(-1) ?? 0) ^ 1);
    const of = (...each: Buffer[]) => each.map((bytes) => chunk("IDAT", bytes));
    const more = deflateSync(Buffer.concat([rows, Buffer.alloc(5_000)]));
    const half = data.length >> 1;
    const noise = Buffer.from(data).fill(0x55, half, half + 50);
    const kinds: Record<string, [chunks: Buffer[], isDamaged: boolean]> = {
      whole: [of(data), false],
      "in two chunks": [of(data.subarray(0, half), data.subarray(half)), false],
      "with bytes behind it": [of(Buffer.concat([data, Buffer.alloc(50, 1)])), false],
      "with a chunk behind it whose checksum is wrong": [[...of(data), wrongSum(chunk("IDAT", head))], false],
      "with rows that are too many": [of(more), false],
      "with rows that are too many, and a wrong sum of all": [of(wrongSum(more)), false],
      "a wrong sum of all in a chunk of its own": [of(data.subarray(0, -4), wrongSum(data.subarray(-4))), false],
      "a wrong sum of all": [of(wrongSum(data)), true],
      "without the sum of all": [of(data.subarray(0, -4)), true],
      "the first half": [of(data.subarray(0, half)), true],
      nothing: [[], true],
      "another chunk in the middle": [
        [...of(data.subarray(0, half)), chunk("tIME", Buffer.alloc(7)), ...of(data.subarray(half))],
        true,
      ],
      "noise in the middle": [of(noise), true],
      "a chunk whose checksum is wrong": [of(data).map(wrongSum), true],
      "a row that is too short": [of(deflateSync(rows.subarray(0, -1))), true],
      "a filter that does not exist": [of(deflateSync(changed(rows, 0, 5))), true],
    };
    for (const [name, [chunks, isDamaged]] of Object.entries(kinds)) {
      const bytes = Buffer.concat([head, ...chunks, tail]);
      const found = { isDamaged: await isPngDamaged(bytes), isRefused: await isRefused(bytes) };
      expect({ name, ...found }).toEqual({ name, isDamaged, isRefused: isDamaged });
    }
  }
});
