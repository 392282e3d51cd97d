/**
 * Reads the sizes of AVIF images. libheif does not limit derived images: a grid of 100 × 100 pixels can use a tile of
 * 98 megapixels (1.8 GB). Sources: ISO/IEC 14496-12 §8.11 for boxes, ISO/IEC 23008-12 §6 for images, AV1 §5.3 for
 * frames.
 */

export type Size = { readonly width: number; readonly height: number };

/** Sizes in an AVIF. A frame that is used several times counts each time in `decodedPixels`. */
export type AvifStructure = { readonly sizes: readonly Size[]; readonly decodedPixels: number };

/**
 * The largest number of boxes, references, extents and frame headers that are read from one file. Limits the work. A
 * grid of 256 tiles with alpha has fewer than 10,000 such parts.
 */
const maxPieces = 50_000;

type Box = { readonly type: string; readonly start: number; readonly end: number };
type Item = { type: string; pixels: number; data: Uint8Array };

export function readAvif(bytes: Uint8Array): AvifStructure | null {
  try {
    return new Reader(bytes).structure();
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

class Reader {
  private readonly view: DataView;
  private readonly items = new Map<number, Item>();
  private pieces = 0;
  private copiedBytes = 0;

  constructor(private readonly bytes: Uint8Array) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  structure(): AvifStructure {
    const meta = this.onlyBox("meta", this.boxesIn(0, this.bytes.length));
    const parts = [...this.boxesIn(meta.start + 4, meta.end)];
    this.readItems(this.onlyBox("iinf", parts));
    const properties = this.onlyBox("iprp", parts);
    const sizes = this.readSizes(properties);
    this.readContents(this.onlyBox("iloc", parts), parts);
    for (const item of this.items.values()) {
      const output = outputOf(item);
      if (output) sizes.push(output);
      if (output) item.pixels = Math.max(item.pixels, output.width * output.height);
      if (item.type === "av01") item.pixels *= this.framesIn(item.data);
    }
    return { sizes, decodedPixels: this.decodedPixels(parts) };
  }

  private readItems({ start, end }: Box): void {
    const isShort = this.view.getUint8(start) === 0;
    for (const infe of this.boxesIn(start + (isShort ? 6 : 8), end)) {
      const version = this.view.getUint8(infe.start);
      if (infe.type !== "infe" || version < 2) throw new RangeError("item without a type");
      const id = version === 2 ? this.view.getUint16(infe.start + 4) : this.view.getUint32(infe.start + 4);
      const type = this.text(infe.start + (version === 2 ? 8 : 10));
      if (this.items.has(id)) throw new RangeError("two items of one id");
      this.items.set(id, { type, pixels: 0, data: new Uint8Array() });
    }
  }

  private readSizes(properties: Box): Size[] {
    const parts = [...this.boxesIn(properties.start, properties.end)];
    const container = this.onlyBox("ipco", parts);
    const sizes = [...this.boxesIn(container.start, container.end)].map(({ type, start }) =>
      type === "ispe" ? { width: this.view.getUint32(start + 4), height: this.view.getUint32(start + 8) } : null,
    );
    for (const { start } of parts.filter(({ type }) => type === "ipma")) {
      const version = this.view.getUint8(start);
      const isWide = (this.view.getUint8(start + 3) & 1) === 1;
      let at = start + 8;
      for (let entries = this.view.getUint32(start + 4); entries > 0; entries--) {
        const id = version === 0 ? this.view.getUint16(at) : this.view.getUint32(at);
        at += version === 0 ? 2 : 4;
        for (let count = this.view.getUint8(at++); count > 0; count--) {
          const index = isWide ? this.view.getUint16(at) & 0x7fff : this.view.getUint8(at) & 0x7f;
          at += isWide ? 2 : 1;
          this.countPieces(1);
          const size = sizes[index - 1];
          const item = this.items.get(id);
          if (size && item) item.pixels = Math.max(item.pixels, size.width * size.height);
        }
      }
    }
    return sizes.flatMap((size) => size ?? []);
  }

  private readContents({ start }: Box, parts: readonly Box[]): void {
    const version = this.view.getUint8(start);
    const lengths = this.view.getUint16(start + 4);
    const [offsetSize, lengthSize, baseSize] = [lengths >> 12, (lengths >> 8) & 15, (lengths >> 4) & 15];
    const indexSize = version === 0 ? 0 : lengths & 15;
    const idSize = version < 2 ? 2 : 4;
    const inner = parts.find(({ type }) => type === "idat");
    let at = start + 6;
    const next = (size: number) => {
      at += size;
      return this.number(at - size, size);
    };
    for (let count = next(idSize); count > 0; count--) {
      const item = this.items.get(next(idSize));
      const method = version === 0 ? 0 : next(2) & 15;
      next(2);
      const base = next(baseSize);
      const extents: Uint8Array[] = [];
      let total = 0;
      for (let left = next(2); left > 0; left--) {
        this.countPieces(1);
        next(indexSize);
        const offset = base + next(offsetSize) + (method === 1 ? (inner?.start ?? 0) : 0);
        const extent = this.bytes.subarray(offset, offset + (next(lengthSize) || this.bytes.length));
        total += extent.length;
        if (method > 1 || total > this.bytes.length) throw new RangeError("bad extent");
        extents.push(extent);
      }
      if (item) item.data = this.joined(extents);
    }
  }

  private joined(extents: readonly Uint8Array[]): Uint8Array {
    const [first = new Uint8Array(), ...more] = extents;
    if (more.length === 0) return first;
    const data = Buffer.concat(extents);
    this.copiedBytes += data.length;
    if (this.copiedBytes > this.bytes.length) throw new RangeError("more extents than data");
    return data;
  }

  /**
   * Returns the number of pixels to decode. Counts each item once. For each derived image that uses an item, counts the
   * item and its alpha plane again.
   */
  private decodedPixels(parts: readonly Box[]): number {
    const references = parts.filter(({ type }) => type === "iref").flatMap((box) => this.referencesIn(box));
    const auxiliary = new Map<number, number>();
    for (const { type, from, to } of references) {
      if (type === "auxl") for (const id of to) auxiliary.set(id, (auxiliary.get(id) ?? 0) + this.pixelsOf(from));
    }
    const once = this.items.keys().reduce((sum, id) => sum + this.pixelsOf(id), 0);
    const derived = references.filter(({ type }) => type === "dimg").flatMap(({ to }) => to);
    return derived.reduce((sum, id) => sum + this.pixelsOf(id) + (auxiliary.get(id) ?? 0), once);
  }

  private referencesIn({ start, end }: Box) {
    const idSize = this.view.getUint8(start) === 0 ? 2 : 4;
    return [...this.boxesIn(start + 4, end)].map((box) => {
      const count = this.view.getUint16(box.start + idSize);
      this.countPieces(count);
      const ids = Array.from({ length: count }, (_, index) =>
        this.number(box.start + idSize + 2 + index * idSize, idSize),
      );
      return { type: box.type, from: this.number(box.start, idSize), to: ids };
    });
  }

  private pixelsOf(id: number): number {
    return this.items.get(id)?.pixels ?? 0;
  }

  private onlyBox(type: string, boxes: Iterable<Box>): Box {
    const found = [...boxes].filter((box) => box.type === type);
    const [first] = found;
    if (!first || found.length > 1) throw new RangeError(`${found.length} boxes of ${type}`);
    return first;
  }

  private *boxesIn(start: number, end: number): Generator<Box> {
    for (let at = start; at + 8 <= end; ) {
      const declared = this.view.getUint32(at);
      const header = declared === 1 ? 16 : 8;
      const size = declared === 0 ? end - at : declared === 1 ? this.number(at + 8, 8) : declared;
      this.countPieces(1);
      if (size < header) throw new RangeError("bad box");
      yield { type: this.text(at + 4), start: at + header, end: Math.min(at + size, end) };
      at += size;
    }
  }

  private text(at: number): string {
    return String.fromCharCode(...[0, 1, 2, 3].map((index) => this.view.getUint8(at + index)));
  }

  private number(at: number, size: number): number {
    if (size === 0) return 0;
    if (size === 2) return this.view.getUint16(at);
    if (size === 4) return this.view.getUint32(at);
    if (size === 8) return Number(this.view.getBigUint64(at));
    throw new RangeError("bad size of a number");
  }

  private countPieces(pieces: number): void {
    this.pieces += pieces;
    if (this.pieces > maxPieces) throw new RangeError("too many pieces");
  }

  private framesIn(data: Uint8Array): number {
    let frames = 0;
    for (let at = 0; at < data.length; ) {
      this.countPieces(1);
      const header = data[at] ?? 0;
      const type = (header >> 3) & 15;
      if (type === 3 || type === 6) frames += 1;
      at += header & 4 ? 2 : 1;
      if ((header & 2) === 0) break;
      let size = 0;
      for (let shift = 0, byte = 128; byte >= 128 && shift < 56; shift += 7) {
        byte = data[at++] ?? 0;
        size += (byte & 127) * 2 ** shift;
      }
      at += size;
    }
    return Math.max(1, frames);
  }
}

/** Returns the size of a derived image. It can differ from what the file declares (ISO/IEC 23008-12 §6.6.2). */
function outputOf({ type, data }: Item): Size | null {
  if (type !== "grid" && type !== "iovl") return null;
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const at = type === "grid" ? 4 : 10;
  const isWide = (view.getUint8(1) & 1) === 1;
  return isWide
    ? { width: view.getUint32(at), height: view.getUint32(at + 4) }
    : { width: view.getUint16(at), height: view.getUint16(at + 2) };
}
