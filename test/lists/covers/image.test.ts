import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { encodeCover } from "#platform/images/to-webp.ts";
import {
  blackPng,
  chunk,
  colourAt,
  hollowGif,
  photo,
  plain,
  quarters,
  withSize,
} from "../../support/pictures/pictures.ts";

setDefaultTimeout(60_000); // Making the large pictures takes long.

/** Uploads the bytes. Returns the properties of the cover, or the refusal. */
async function outcome(bytes: Uint8Array) {
  try {
    const cover = await encodeCover(bytes);
    const { format, width, height, pages = 1 } = await sharp(cover).metadata();
    return { format, width, height, pages };
  } catch (error) {
    const { status, message } = error as { status: number; message: string };
    return { status, message };
  }
}

const unsupported = { status: 415, message: "Unsupported image type" };
const unreadable = { status: 422, message: "Image cannot be read" };
const tooMany = { status: 422, message: "Image has too many pixels" };
const tooWide = { status: 422, message: "file: must be at most 16384 pixels wide and high" };
const webp = (width: number, height: number) => ({ format: "webp" as const, width, height, pages: 1 });

function expectColour(actual: number[], expected: number[], tolerance = 12) {
  const isNear = actual.every((each, index) => Math.abs(each - (expected[index] ?? 0)) <= tolerance);
  expect({ actual, isNear }).toEqual({ actual, isNear: true });
}

describe("a cover", () => {
  test("A cover is made from a JPEG, PNG, WebP, GIF or AVIF, recognised by content alone", async () => {
    const picture = () => quarters().clone();
    const made = [picture().jpeg(), picture().png(), picture().webp(), picture().gif(), picture().avif()];
    for (const each of made) expect(await outcome(await each.toBuffer())).toEqual(webp(64, 64));
    expect(await outcome(await picture().jpeg({ progressive: true }).toBuffer())).toEqual(webp(64, 64));
    expect(await outcome(await picture().webp({ lossless: true }).toBuffer())).toEqual(webp(64, 64));
  });

  test("A cover has at most 1,600 pixels on its long side, and a small picture is not enlarged", async () => {
    expect(await outcome(await plain(3_200, 1_000).jpeg().toBuffer())).toEqual(webp(1_600, 500));
    expect(await outcome(await plain(1_000, 3_200).png().toBuffer())).toEqual(webp(500, 1_600));
    expect(await outcome(await plain(1_601, 1).png().toBuffer())).toEqual(webp(1_600, 1));
    expect(await outcome(await plain(1, 1).gif().toBuffer())).toEqual(webp(1, 1));
  });

  test("A cover made from a picture of 16,384 by 1 pixels is scaled down to 1,600 by 1", async () => {
    expect(await outcome(blackPng(16_384, 1))).toEqual(webp(1_600, 1));
    expect(await outcome(blackPng(1, 16_384))).toEqual(webp(1, 1_600));
    expect(await outcome(blackPng(16_385, 1))).toEqual(tooWide);
    expect(await outcome(blackPng(1, 16_385))).toEqual(tooWide);
  });

  test("A cover is upright, whatever orientation the camera stored", async () => {
    const corners: Record<number, [number, number]> = { 1: [0.2, 0.2], 3: [0.8, 0.8], 6: [0.8, 0.2], 8: [0.2, 0.8] };
    for (const [orientation, [x, y]] of Object.entries(corners)) {
      const turned = quarters().withMetadata({ orientation: Number(orientation) });
      for (const bytes of [
        await turned.clone().jpeg({ quality: 100 }).toBuffer(),
        await turned.clone().png().toBuffer(),
      ]) {
        expectColour(await colourAt(await encodeCover(bytes), x, y), [255, 0, 0], 30);
      }
    }
    const tall = await plain(40, 20).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    expect(await outcome(tall)).toEqual(webp(20, 40));
  });

  test("A cover contains no location, camera data, comments or colour profile of the original", async () => {
    const exif = {
      IFD0: { Make: "Camera Maker", Artist: "Anna", ImageDescription: "secret words" },
      IFD3: { GPSLatitudeRef: "N", GPSLatitude: "52/1 31/1 0/1" },
    };
    const xmp = '<x:xmpmeta xmlns:x="adobe:ns:meta/"><secret>secret words</secret></x:xmpmeta>';
    const source = quarters().withExif(exif).withXmp(xmp).keepIccProfile().withIccProfile("p3");
    const comment = Buffer.from("\xff\xfe\x00\x0esecret words", "latin1");
    const jpeg = await source.clone().jpeg().toBuffer();
    const pictures = [
      Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)]),
      await source.clone().png().toBuffer(),
      await source.clone().webp().toBuffer(),
      await source.clone().avif().toBuffer(),
      blackPng(8, 8, { more: [chunk("tEXt", Buffer.from("Comment\0secret words"))] }),
    ];
    for (const picture of pictures) {
      expect(picture.includes("secret words")).toBe(true);
      const cover = Buffer.from(await encodeCover(picture));
      const { exif: kept, xmp: keptXmp, icc, iptc, orientation, comments } = await sharp(cover).metadata();
      expect({ kept, keptXmp, icc, iptc, orientation, comments }).toEqual({} as never);
      for (const trace of ["secret", "Camera", "Anna", "EXIF", "ICCP", "XMP"])
        expect(cover.includes(trace)).toBe(false);
    }
  });

  test("A cover of a wide-gamut picture has the colours of sRGB", async () => {
    // The same value is a stronger colour in Display P3 than in sRGB; sRGB colours must look unchanged.
    const sRgb = [200, 60, 40];
    const source = sharp({ create: { width: 32, height: 32, channels: 3, background: "rgb(200,60,40)" } });
    const inP3 = source.withIccProfile("p3");
    for (const bytes of [
      await inP3.clone().jpeg({ quality: 100, chromaSubsampling: "4:4:4" }).toBuffer(),
      await inP3.clone().png().toBuffer(),
      await inP3.clone().toColourspace("rgb16").png().toBuffer(),
    ]) {
      const stored = await sharp(bytes, { ignoreIcc: true }).removeAlpha().raw().toBuffer({ resolveWithObject: true });
      expect(stored.info.channels).toBe(3);
      expectColour(await colourAt(await encodeCover(bytes), 0.5, 0.5), sRgb);
    }
  });

  test("A cover made from a CMYK picture has the colours that the picture shows on a screen", async () => {
    for (const [background, expected] of [
      ["#ffffff", [255, 255, 255]],
      ["#000000", [35, 31, 32]],
      ["#c83c28", [200, 60, 40]],
    ] as const) {
      const bytes = await plain(32, 32, background).toColourspace("cmyk").jpeg({ quality: 100 }).toBuffer();
      expect((await sharp(bytes).metadata()).space).toBe("cmyk");
      expectColour(await colourAt(await encodeCover(bytes), 0.5, 0.5), [...expected], 40);
    }
  });

  test("A cover made from a grey, 16-bit or transparent picture has the right colours", async () => {
    const grey = await plain(8, 8, "#808080").greyscale().jpeg().toBuffer();
    expectColour(await colourAt(await encodeCover(grey), 0.5, 0.5), [128, 128, 128]);
    const deep = await plain(8, 8, "#c83c28").toColourspace("rgb16").png().toBuffer();
    expectColour(await colourAt(await encodeCover(deep), 0.5, 0.5), [200, 60, 40]);
    const glass = await sharp({
      create: { width: 8, height: 8, channels: 4, background: { r: 0, g: 0, b: 255, alpha: 0.5 } },
    })
      .png()
      .toBuffer();
    expect(await sharp(await encodeCover(glass)).metadata()).toMatchObject({ hasAlpha: true });
  });

  test("A cover made from an animation is the first frame of the animation", async () => {
    const frames = await Promise.all(
      ["#ff0000", "#00ff00", "#0000ff"].map((each) => plain(40, 30, each).png().toBuffer()),
    );
    const animated = sharp(frames, { join: { animated: true } });
    for (const bytes of [await animated.clone().gif().toBuffer(), await animated.clone().webp().toBuffer()]) {
      expect((await sharp(bytes).metadata()).pages).toBe(3);
      expect(await outcome(bytes)).toEqual(webp(40, 30));
      expectColour(await colourAt(await encodeCover(bytes), 0.5, 0.5), [255, 0, 0]);
    }
    // 52 megapixels in all, 26 in the first frame.
    const large = await Promise.all(["#f00", "#0f0"].map((each) => plain(6_500, 4_000, each).png().toBuffer()));
    const bytes = await sharp(large, { join: { animated: true } })
      .webp({ effort: 0 })
      .toBuffer();
    expect(await outcome(bytes)).toEqual(webp(1_600, 985));
  });

  test("A cover made from a picture file with an appended archive contains only the picture", async () => {
    const zip = Buffer.from("PK\x03\x04 an archive <script>alert(1)</script>");
    for (const picture of [quarters().jpeg(), quarters().png(), quarters().webp(), quarters().gif()]) {
      const polyglot = Buffer.concat([await picture.toBuffer(), zip]);
      expect(await outcome(polyglot)).toEqual(webp(64, 64));
      expect(Buffer.from(await encodeCover(polyglot)).includes("PK")).toBe(false);
    }
  });
});

describe("refused pictures", () => {
  test("An empty upload, an SVG and other unsupported files are refused as unsupported", async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>';
    const others = [
      ...[
        "",
        "\xff",
        "\xff\xd8",
        "hello",
        svg,
        `<?xml version="1.0"?>${svg}`,
        `\ufeff  ${svg}`,
        "%PDF-1.7\n",
        "PK\x03\x04",
      ],
      ...[
        "RIFF\x00\x00\x00\x00WAVEfmt ",
        "GIF88a",
        "BM\x00\x00\x00\x00",
        "\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic",
      ],
      ...[
        "\x00\x00\x00\x18ftypisom\x00\x00\x00\x00isommp42",
        "\x00\x00\x00\x0cftypavif".slice(0, 8),
        "P6\n1 1\n255\nabc",
      ],
    ];
    for (const each of others) {
      expect({ each, ...(await outcome(Buffer.from(each, "latin1"))) }).toEqual({ each, ...unsupported });
    }
    expect(await outcome(await plain(8, 8).tiff().toBuffer())).toEqual(unsupported);
  });

  test("An uploaded picture of over 50 million pixels, or an AVIF of over 12 million, is refused", async () => {
    expect(await outcome(blackPng(1, 1, { said: [10_000, 10_000] }))).toEqual(tooMany);
    expect(await outcome(blackPng(1, 1, { said: [16_384, 3_052] }))).toEqual(tooMany);
    expect(await outcome(hollowGif([16_384, 16_384], [16_384, 16_384]))).toEqual(tooMany);
    expect(await outcome(hollowGif([10, 10], [16_384, 16_384]))).toEqual(tooMany);
    // The decoder would hold a 16-bit, transparent and interlaced picture as a whole: 400 MB.
    expect(await outcome(blackPng(1, 1, { said: [7_000, 7_000], kind: [16, 6, 0, 0, 1] }))).toEqual(tooMany);
    expect(await outcome(blackPng(1, 1, { said: [7_000, 7_000], kind: [16, 6, 0, 0, 0] }))).toEqual(unreadable);
    const jpeg = await plain(8, 8).jpeg().toBuffer();
    jpeg.set([6_251 >> 8, 6_251 & 255, 8_000 >> 8, 8_000 & 255], jpeg.indexOf("\xff\xc0", "latin1") + 5);
    expect(await outcome(jpeg)).toEqual(tooMany);
    const lossy = await plain(8, 8).webp().toBuffer();
    lossy.set([8_000 & 255, 8_000 >> 8, 6_251 & 255, 6_251 >> 8], 26);
    expect(await outcome(lossy)).toEqual(tooMany);
    expect(await outcome(await plain(8_000, 6_250).jpeg().toBuffer())).toEqual(webp(1_600, 1_250));
    expect(await outcome(withSize(await plain(8, 8).avif().toBuffer(), 4_000, 3_001))).toEqual(tooMany);
    expect(await outcome(await plain(4_000, 3_000).avif({ effort: 0 }).toBuffer())).toEqual(webp(1_600, 1_200));
  });

  test("An uploaded picture that is larger than its header says is refused as damaged", async () => {
    const avif = await plain(4_096, 4_096).avif({ effort: 0 }).toBuffer();
    expect(await outcome(avif)).toEqual(tooMany);
    expect(await outcome(withSize(avif, 100, 100))).toEqual(unreadable);
    expect(await outcome(withSize(avif, 0, 0))).toEqual(unreadable);
    expect(await outcome(blackPng(100, 100, { said: [0, 0] }))).toEqual(unreadable);
  });

  test("An uploaded picture that is truncated anywhere is refused as damaged", async () => {
    const source = await photo(200, 150);
    const picture = sharp(source);
    const whole = {
      jpeg: source,
      progressive: await picture.clone().jpeg({ progressive: true }).toBuffer(),
      png: await picture.clone().png().toBuffer(),
      webp: await picture.clone().webp().toBuffer(),
      gif: await picture.clone().gif().toBuffer(),
      avif: await picture.clone().avif().toBuffer(),
    };
    for (const [name, bytes] of Object.entries(whole)) {
      const ends = [40, 200, bytes.length >> 1, bytes.length - 100, bytes.length - 3];
      for (const end of ends) {
        expect({ name, end, ...(await outcome(bytes.subarray(0, end))) }).toEqual({ name, end, ...unreadable });
      }
    }
  });

  test("An upload with noise after the first bytes of an image, or in the middle, is refused as damaged", async () => {
    const starts = ["\xff\xd8\xff", "\xff\xd8\xff\xd9", "\x89PNG\r\n\x1a\n", "GIF89a", "RIFF\x04\x00\x00\x00WEBP"];
    const brands = "\x00\x00\x00\x18ftypavif\x00\x00\x00\x00mif1avif";
    for (const each of [...starts, brands]) {
      expect({ each, ...(await outcome(Buffer.from(each, "latin1"))) }).toEqual({ each, ...unreadable });
    }
    const png = await sharp(await photo(200, 150))
      .png()
      .toBuffer();
    png.fill(0x55, png.length >> 1, (png.length >> 1) + 50);
    expect(await outcome(png)).toEqual(unreadable);
  });
});

describe("a PNG", () => {
  test("An uploaded PNG is read without text chunks, because these may decompress to gigabytes", async () => {
    const bomb = chunk("zTXt", Buffer.concat([Buffer.from("Comment\0\0"), deflateSync(Buffer.alloc(7_900_000))]));
    expect(await outcome(blackPng(10, 10, { more: Array(1_000).fill(bomb) }))).toEqual(webp(10, 10));
    const profile = chunk("iCCP", Buffer.concat([Buffer.from("x\0\0"), deflateSync(Buffer.alloc(50_000_000))]));
    expect(await outcome(blackPng(10, 10, { more: [profile] }))).toEqual(webp(10, 10));
  });
});

test("Each of many concurrent uploads of valid and invalid pictures gets the right result", async () => {
  const good = await sharp(await photo(400, 300))
    .png()
    .toBuffer();
  const bad = Buffer.from(good);
  bad.fill(0x55, bad.length >> 1, (bad.length >> 1) + 50);
  const outcomes = await Promise.all(Array.from({ length: 30 }, (_, index) => outcome(index % 3 === 0 ? bad : good)));
  expect(outcomes).toEqual(outcomes.map((_, index) => (index % 3 === 0 ? unreadable : webp(400, 300))));
});
