/** Builds AVIF files box by box, for structures that no encoder produces (ISO/IEC 14496-12, 23008-12). */

/** Width and height in pixels. */
export type Sides = readonly [width: number, height: number];

/** Encoded AV1 data with its decoder configuration. */
export type Coded = { data: Buffer; av1C: Buffer };

/**
 * Image item of an AVIF file. Items refer to each other by index. `says` is the size in its `ispe` property; `alphaOf`
 * is the item whose alpha plane this one is. A coded item holds AV1 data; a grid has `rows` × `columns` tiles.
 */
export type Item = { says: Sides; alphaOf?: number } & (
  | ({ kind: "coded" } & Coded)
  | { kind: "grid"; output: Sides; rows: number; columns: number; tiles: number[] }
);

const alphaRole = "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha";

/** Returns the encoded data of a picture that sharp encoded as AVIF. */
export function codedOf(avif: Buffer): Coded {
  const configuration = avif.indexOf("av1C") - 4;
  const mdat = avif.indexOf("mdat") - 4;
  return {
    data: avif.subarray(mdat + 8, mdat + avif.readUInt32BE(mdat)),
    av1C: avif.subarray(configuration, configuration + avif.readUInt32BE(configuration)),
  };
}

/** Builds an AVIF file of these items. The first is the primary item. */
export function avifOf(items: readonly Item[]): Buffer {
  // Up to three properties per item: its size, its configuration and its role.
  const properties = items.flatMap((item) => [
    sizeBox(item.says),
    item.kind === "coded" ? item.av1C : box("free", []),
    item.alphaOf === undefined ? box("free", []) : full("auxC", 0, [Buffer.from(`${alphaRole}\0`, "latin1")]),
  ]);
  const contents = items.map((item) => (item.kind === "coded" ? item.data : gridOf(item)));
  const infos = items.map(({ kind }, index) =>
    full("infe", 2, [u16(index + 1), u16(0), Buffer.from(kind === "coded" ? "av01\0" : "grid\0", "latin1")]),
  );
  const reference = (type: string, from: number, to: readonly number[]) =>
    box(type, [u16(from + 1), u16(to.length), ...to.map((index) => u16(index + 1))]);
  const references = items.flatMap((item, index) => [
    ...(item.kind === "grid" ? [reference("dimg", index, item.tiles)] : []),
    ...(item.alphaOf === undefined ? [] : [reference("auxl", index, [item.alphaOf])]),
  ]);
  const associations = items.map((item, index) => {
    const used = [0, ...(item.kind === "coded" ? [1] : []), ...(item.alphaOf === undefined ? [] : [2])];
    return Buffer.concat([u16(index + 1), Buffer.from([used.length, ...used.map((each) => 3 * index + each + 1)])]);
  });
  const head = box("ftyp", [Buffer.from("avif\0\0\0\0avifmif1miafMA1A", "latin1")]);
  const metaAt = (firstOffset: number) => {
    let offset = firstOffset;
    const places = contents.map(({ length }, index) => {
      const place = Buffer.concat([u16(index + 1), u16(0), u16(1), u32(offset), u32(length)]);
      offset += length;
      return place;
    });
    return full("meta", 0, [
      full("hdlr", 0, [u32(0), Buffer.from("pict", "latin1"), Buffer.alloc(13)]),
      full("pitm", 0, [u16(1)]),
      full("iloc", 0, [Buffer.from([0x44, 0]), u16(items.length), ...places]),
      full("iinf", 0, [u16(items.length), ...infos]),
      ...(references.length > 0 ? [full("iref", 0, references)] : []),
      box("iprp", [box("ipco", properties), full("ipma", 0, [u32(items.length), ...associations])]),
    ]);
  };
  const start = head.length + metaAt(0).length + 8;
  return Buffer.concat([head, metaAt(start), box("mdat", contents)]);
}

function gridOf({ rows, columns, output: [width, height] }: Extract<Item, { kind: "grid" }>): Buffer {
  return Buffer.concat([Buffer.from([0, 1, rows - 1, columns - 1]), u32(width), u32(height)]);
}

function sizeBox([width, height]: Sides): Buffer {
  return full("ispe", 0, [u32(width), u32(height)]);
}

function full(type: string, version: number, parts: readonly Buffer[]): Buffer {
  return box(type, [Buffer.from([version, 0, 0, 0]), ...parts]);
}

function box(type: string, parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([u32(8 + content.length), Buffer.from(type, "latin1"), content]);
}

function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
