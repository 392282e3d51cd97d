/** The largest accepted pictures, damaged in ways that only decoding much of them shows. All must be refused. */
import { chunk } from "../support/pictures/pictures.ts";

/** Positions of the damage: near the start of the data, in its middle and near its end. */
const places = { start: 0.1, middle: 0.5, end: 0.95 };
/** The pictures of {@link largestPictures} that took the most memory of their format. */
const chosen = [
  ...["JPEG", "JPEG, progressive", "JPEG, progressive, 16,384 wide", "JPEG, progressive, CMYK, 37 megapixels"],
  ...["PNG, 16 bits, see-through, 16,384 wide", "PNG, interlaced, see-through", "PNG, 16 bits, interlaced"],
  ...[
    "PNG, 16 bits, interlaced, see-through, 37 megapixels",
    "WebP, see-through, turned",
    "WebP, lossless, see-through",
  ],
  ...["AVIF, 12 megapixels", "AVIF, 12 bits, see-through"],
];

/** Pictures by name. All are under 8 MB; two kinds are nearly as large. */
export function damagedPictures(largest: Record<string, Uint8Array>): Record<string, Uint8Array> {
  const damaged: Record<string, Uint8Array> = {};
  for (const name of chosen) {
    const bytes = Buffer.from(largest[name] ?? []);
    const ways = waysFor[name.slice(0, 4)] ?? {};
    for (const [place, share] of Object.entries(places)) {
      for (const [way, damage] of Object.entries(ways))
        damaged[`${name}, ${way} at its ${place}`] = damage(bytes, share);
    }
  }
  const padding = jpegComments(6_500_000);
  const progressive = damaged["JPEG, progressive, cut at its middle"] ?? new Uint8Array();
  damaged["JPEG, progressive, cut at its middle, with 6 MB of comments"] = Buffer.concat([
    ...[progressive.subarray(0, 2), padding, progressive.subarray(2)],
  ]);
  const lossless = Buffer.from(damaged["WebP, lossless, see-through, cut at its end"] ?? []);
  const long = Buffer.concat([lossless, Buffer.from("JUNK\0\0\0\0"), Buffer.alloc(7_000_000)]);
  long.writeUInt32LE(7_000_000, lossless.length + 4);
  long.writeUInt32LE(long.length - 8, 4);
  damaged["WebP, lossless, cut at its end, with 7 MB behind it"] = long;
  return damaged;
}

type Damage = (bytes: Buffer, share: number) => Buffer;

const waysFor: Readonly<Record<string, Record<string, Damage>>> = {
  JPEG: { cut: cutJpeg },
  "PNG,": { cut: cutPng, "with noise": noise },
  WebP: { cut: cutWebp, "with its file cut": cutRiff },
  AVIF: { cut: (bytes, share) => bytes.subarray(0, bytes.length * share), "with noise": noise },
};

function noise(bytes: Buffer, share: number): Buffer {
  const at = Math.floor(bytes.length * share);
  return Buffer.from(bytes).fill(0x55, at, at + 50);
}

/** Damages a JPEG but keeps its end marker, so that the structure is complete. */
function cutJpeg(bytes: Buffer, share: number): Buffer {
  return Buffer.concat([bytes.subarray(0, bytes.length * share), Buffer.from([0xff, 0xd9])]);
}

/** Damages a PNG: less data, in one chunk with a valid checksum. */
function cutPng(bytes: Buffer, share: number): Buffer {
  const before: Buffer[] = [bytes.subarray(0, 8)];
  const data: Buffer[] = [];
  for (let at = 8; at < bytes.length; ) {
    const end = at + 12 + bytes.readUInt32BE(at);
    const type = bytes.toString("latin1", at + 4, at + 8);
    if (type === "IDAT") data.push(bytes.subarray(at + 8, end - 4));
    else if (type !== "IEND") before.push(bytes.subarray(at, end));
    at = end;
  }
  const whole = Buffer.concat(data);
  const kept = whole.subarray(0, whole.length * share);
  return Buffer.concat([...before, chunk("IDAT", kept), chunk("IEND", new Uint8Array())]);
}

/** Damages a WebP: less data, with valid lengths of its chunk and of the file. */
function cutWebp(bytes: Buffer, share: number): Buffer {
  let at = 12;
  const end = (from: number) => from + 8 + bytes.readUInt32LE(from + 4) + (bytes.readUInt32LE(from + 4) % 2);
  while (!["VP8 ", "VP8L"].includes(bytes.toString("latin1", at, at + 4))) at = end(at);
  const length = Math.floor((bytes.readUInt32LE(at + 4) * share) / 2) * 2;
  const cut = Buffer.concat([bytes.subarray(0, at + 8 + length), bytes.subarray(end(at))]);
  cut.writeUInt32LE(length, at + 4);
  cut.writeUInt32LE(cut.length - 8, 4);
  return cut;
}

/** The file ends within its data, with a valid file length. */
function cutRiff(bytes: Buffer, share: number): Buffer {
  const cut = Buffer.from(bytes.subarray(0, Math.floor((bytes.length * share) / 2) * 2));
  cut.writeUInt32LE(cut.length - 8, 4);
  return cut;
}

function jpegComments(length: number): Buffer {
  const comment = Buffer.alloc(65_002, " ");
  comment.set([0xff, 0xfe, 65_000 >> 8, 65_000 & 255]);
  return Buffer.concat(Array(Math.floor(length / comment.length)).fill(comment));
}
