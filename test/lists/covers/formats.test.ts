import { describe, expect, test } from "bun:test";
import { type Format, firstPicture } from "#platform/images/formats.ts";
import { blackPng, chunk, quarters } from "../../support/pictures/pictures.ts";

const bytesOf = (text: string) => Buffer.from(text, "latin1");

/** Returns 8 MB: a start, a repeated unit, and an end. */
function filled(start: string, unit: string, end = ""): Buffer {
  const bytes = Buffer.alloc(8_388_608);
  bytes.fill(bytesOf(unit), start.length);
  bytesOf(start).copy(bytes);
  bytesOf(end).copy(bytes, bytes.length - end.length);
  return bytes;
}

const pngStart = "\x89PNG\r\n\x1a\n";
const gifStart = "GIF89a\x01\0\x01\0\0\0\0";
const gifImage = `${gifStart}\x2c\0\0\0\0\x01\0\x01\0\0\x02`;

describe("files of 8 MB", () => {
  test("A file of 8 MB with random bytes after the beginning of a picture is not recognised as a picture", () => {
    const files: [Format, string, string][] = [
      ["jpeg", "\xff\xd8", "\xff"],
      ["jpeg", "\xff\xd8\xff", "\0"],
      ["jpeg", "\xff\xd8", "\xff\0"],
      ["jpeg", "\xff\xd8", "\xff\xd0"],
      ["jpeg", "\xff\xd8", "\xff\xe0\0\x02"],
      ["jpeg", "\xff\xd8", "\xff\xe0\0\0"],
      ["png", pngStart, "\0"],
      ["png", pngStart, "\xff"],
      ["png", pngStart, "\0\0\0\0IDAT\0\0\0\0"],
      ["png", pngStart, "\0\0\0\0IDAT\0\0\0\0\0\0\0\0tEXt\0\0\0\0"],
      ["gif", gifStart, "\0"],
      ["gif", gifStart, "\x21\xfe\0"],
      ["gif", `${gifStart}\x21\xfe`, "\x01"],
      ["gif", gifStart, `\x21\xfe${"\x01".repeat(8_400)}\0`],
      ["gif", gifImage, "\x01"],
      ["gif", gifImage, "\xfe"],
      ["webp", "RIFF\xff\xff\xff\xffWEBP", "VP8 \0\0\0\0"],
    ];
    for (const [format, start, unit] of files) {
      const picture = firstPicture(format, filled(start, unit));
      expect({ format, start, unit, picture }).toEqual({ format, start, unit, picture: null });
    }
  });

  test("A file of 8 MB in chunks smaller than any encoder writes is not recognised as a picture", () => {
    expect(firstPicture("png", filled(pngStart, "\0\0\0\0IDAT\0\0\0\0", "\0\0\0\0IEND\0\0\0\0"))).toBeNull();
    expect(firstPicture("gif", filled(gifImage, "\x01", "\0\0\0;"))).toBeNull();
  });

  test("A picture of 8 MB in chunks of full size, or with many restart markers, is recognised completely", () => {
    const jpegs = ["\xff\0", "\xff\xd0", "\xff\xd1ab\xff\0c"].map((unit) => filled("\xff\xd8", unit, "a\xff\xd9"));
    for (const bytes of jpegs) expect(firstPicture("jpeg", bytes)).toHaveLength(bytes.length);
    const gif = Buffer.concat([bytesOf(gifImage), Buffer.alloc(256 * 32_700, 0xff), bytesOf("\0;")]);
    expect(firstPicture("gif", gif)).toHaveLength(gif.length);
    const png = blackPng(10, 10, { more: Array(1_000).fill(chunk("IDAT", Buffer.alloc(8_192))) });
    expect(firstPicture("png", png)).toHaveLength(png.length);
  });
});

describe("the picture found in a file", () => {
  test("The picture found in a file equals the file byte for byte if the file contains nothing else", async () => {
    const picture = quarters();
    const files: [Format, Buffer][] = [
      ["jpeg", await picture.clone().jpeg().toBuffer()],
      ["jpeg", await picture.clone().jpeg({ progressive: true }).toBuffer()],
      ["gif", await picture.clone().gif().toBuffer()],
      ["webp", await picture.clone().webp().toBuffer()],
      ["avif", await picture.clone().avif().toBuffer()],
      ["png", blackPng(20, 20)],
    ];
    for (const [format, bytes] of files) {
      expect({ format, isSame: bytes.equals(firstPicture(format, bytes) ?? Buffer.alloc(0)) }).toEqual({
        format,
        isSame: true,
      });
    }
  });

  test("The picture found in a file ends at the picture's own end, before appended data", () => {
    const jpeg = bytesOf("\xff\xd8\xff\xe1\0\x06\xff\xd8\xff\xd9\xff\xff\xda\0\x02ab\xff\0\xff\xd7\xff\xd9");
    expect(firstPicture("jpeg", Buffer.concat([jpeg, jpeg]))).toEqual(jpeg);
    const gif = bytesOf(`${gifStart}\x21\xf9\x04\0\0\0\0\0${gifImage.slice(gifStart.length)}\x02\x44\x01\0`);
    const ended = Buffer.concat([gif, bytesOf(";")]);
    expect(firstPicture("gif", Buffer.concat([ended, gif]))).toEqual(ended);
    expect(firstPicture("gif", Buffer.concat([gif, gif.subarray(gifStart.length)]))).toEqual(ended);
  });

  test("The picture found in a PNG file consists of all chunks except the text chunks", () => {
    const text = chunk("tEXt", bytesOf("Comment\0words"));
    const kept = chunk("gAMA", Buffer.from([0, 0, 0xb1, 0x8f]));
    const bytes = blackPng(20, 20, { more: [text, text, kept, text] });
    const last = bytes.subarray(bytes.length - 12);
    const more = Buffer.concat([bytes.subarray(0, bytes.length - 12), text, last, text]);
    expect(firstPicture("png", more)).toEqual(blackPng(20, 20, { more: [kept] }));
    expect(firstPicture("png", Buffer.concat([bytesOf(pngStart), text, bytes.subarray(8)]))).toEqual(
      blackPng(20, 20, { more: [kept] }),
    );
  });
});
