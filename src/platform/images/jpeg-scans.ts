/**
 * Finds damage in JPEG files. Needs one bit of memory for each coefficient of the picture, whereas libjpeg would need
 * up to 300 MB. In the comments of this file, § means a section of ITU-T T.81.
 */
import { freeBuffer } from "#lib/buffers.ts";
import { yieldToEventLoop } from "#lib/concurrency.ts";

/** The largest number of scans that are read from one JPEG. Encoders write ten scans. */
const maxScans = 500;
/** The number of blocks that are read before other work may run. Reading so many blocks takes less than 5 ms. */
const blocksPerTurn = 4_096;
/**
 * The largest number of superfluous bytes before a marker that are ignored and not treated as damage. libjpeg also
 * skips that many bytes.
 */
const maxReadAheadBytes = 8;

type Component = {
  readonly id: number;
  readonly across: number;
  readonly down: number;
  blocks: number;
  /** Whether each coefficient is non-zero: one bit per coefficient in zigzag order, and two words per block. */
  nonZero: Uint32Array;
  /** The position of the lowest bit that was received for each coefficient, or -1 if no bit was received yet. */
  readonly lowBits: Int8Array;
};
/**
 * A Huffman table, indexed by the next 16 bits. An entry holds the code length in the upper byte and the symbol in the
 * lower byte; 0 means that there is no code.
 */
type Codes = Uint16Array;
/** A data unit of a scan (§A.2). */
type DataUnit = { readonly component: Component; readonly dc: Codes; readonly ac: Codes };
type Scan = {
  readonly units: readonly DataUnit[];
  /** The length of the scan in MCUs. */
  readonly length: number;
  readonly start: number;
  readonly end: number;
  readonly isRefining: boolean;
};

class JpegDamageError extends Error {}

/** Whether the data of a JPEG are damaged. Does not check JPEGs with arithmetic coding. */
export async function isJpegDamaged(bytes: Uint8Array): Promise<boolean> {
  const reader = new Reader(bytes);
  try {
    await reader.read();
    return false;
  } catch (error) {
    if (error instanceof JpegDamageError || error instanceof RangeError) return true;
    throw error;
  } finally {
    reader.free();
  }
}

class Reader {
  private readonly view: DataView;
  private components: Component[] = [];
  private readonly tables = new Map<number, Uint8Array>();
  private readonly compiled = new Map<number, { codes: Codes; source: Uint8Array }>();
  private restartInterval = 0;
  private isProgressive = false;
  private width = 0;
  private height = 0;
  private at = 2;
  /** Bits that were read ahead. The upper `bitCount` bits have not been used yet. */
  private bits = 0;
  private bitCount = 0;
  /** The number of bits in `bits` that lie after the end of the data. If such a bit is used, the data are damaged. */
  private paddingBits = 0;
  private endOfBandRun = 0;

  constructor(private readonly bytes: Uint8Array) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  free(): void {
    for (const { nonZero } of this.components) freeBuffer(nonZero);
    for (const { codes } of this.compiled.values()) freeBuffer(codes);
  }

  async read(): Promise<void> {
    for (let scans = 0; scans < maxScans; ) {
      await yieldToEventLoop();
      const marker = this.nextMarker();
      if (marker === 0xd9) return;
      if (marker <= 1 || (marker >= 0xd0 && marker <= 0xd8)) continue;
      const start = this.at + 2;
      this.at += this.view.getUint16(this.at);
      if (marker === 0xc4) this.readTables(start);
      else if (marker === 0xdd) this.restartInterval = this.view.getUint16(start);
      else if (marker >= 0xc0 && marker <= 0xc2) this.readFrame(start, marker === 0xc2);
      else if (marker >= 0xc3 && marker <= 0xcf && marker !== 0xc8 && marker !== 0xcc) return;
      else if (marker === 0xda) {
        await this.readScan(this.scanAt(start));
        scans++;
      }
    }
    throw new JpegDamageError("more scans than pictures have");
  }

  private nextMarker(): number {
    for (let between = 0; ; between++) {
      const found = this.bytes.indexOf(0xff, this.at);
      if (found < 0) throw new JpegDamageError("no end");
      between += found - this.at;
      if (between > maxReadAheadBytes) throw new JpegDamageError("bytes between markers");
      this.at = found;
      while (this.bytes[this.at] === 0xff) this.at++;
      const marker = this.view.getUint8(this.at++);
      if (marker !== 0) return marker;
    }
  }

  /** Reads Huffman tables (§B.2.4.2). */
  private readTables(start: number): void {
    for (let at = start; at < this.at; ) {
      const name = this.view.getUint8(at);
      let length = 17;
      for (let index = 1; index <= 16; index++) length += this.view.getUint8(at + index);
      if (at + length > this.at || (name & 0xef) > 3) throw new JpegDamageError("bad table");
      this.tables.set(name, this.bytes.subarray(at + 1, at + length));
      at += length;
    }
  }

  /** Reads a frame header (§B.2.2). */
  private readFrame(start: number, isProgressive: boolean): void {
    if (this.components.length > 0 || this.view.getUint8(start + 5) > 4) throw new JpegDamageError("bad frame");
    this.isProgressive = isProgressive;
    this.height = this.view.getUint16(start + 1);
    this.width = this.view.getUint16(start + 3);
    this.components = Array.from({ length: this.view.getUint8(start + 5) }, (_, index) => {
      const at = start + 6 + index * 3;
      const sampling = this.view.getUint8(at + 1);
      const sides = { across: sampling >> 4 || 1, down: sampling & 15 || 1 };
      return {
        id: this.view.getUint8(at),
        ...sides,
        blocks: 0,
        nonZero: new Uint32Array(0),
        lowBits: new Int8Array(64).fill(-1),
      };
    });
    for (const component of this.components) {
      const across = Math.ceil(Math.ceil((this.width * component.across) / this.maxSampling("across")) / 8);
      const down = Math.ceil(Math.ceil((this.height * component.down) / this.maxSampling("down")) / 8);
      component.blocks = across * down;
      if (isProgressive) component.nonZero = new Uint32Array(component.blocks * 2);
    }
  }

  private maxSampling(side: "across" | "down"): number {
    return Math.max(...this.components.map((component) => component[side]));
  }

  /** Reads a scan header (§B.2.3). */
  private scanAt(start: number): Scan {
    const named = Array.from({ length: this.view.getUint8(start) }, (_, index) => {
      const id = this.view.getUint8(start + 1 + index * 2);
      const names = this.view.getUint8(start + 2 + index * 2);
      const component = this.components.find((each) => each.id === id);
      if (!component) throw new JpegDamageError("no such component");
      return { component, dc: names >> 4, ac: (names & 15) | 0x10 };
    });
    const at = start + 1 + named.length * 2;
    const first = this.view.getUint8(at);
    const last = this.view.getUint8(at + 1);
    const approximation = this.view.getUint8(at + 2);
    const isRefining = this.isProgressive && approximation >> 4 > 0;
    const bounds = this.isProgressive ? { start: first, end: last } : { start: 0, end: 63 };
    const isAc = this.isProgressive && first > 0;
    const [only, ...others] = named;
    const isAcBand = others.length === 0 && last >= first;
    const isAllowed = last <= 63 && (isAc ? isAcBand : !this.isProgressive || last === 0);
    if (!only || !isAllowed) throw new JpegDamageError("bad scan");
    if (this.isProgressive)
      for (const { component } of named) recordScan(component.lowBits, first, last, approximation);
    const none: Codes = new Uint16Array(0);
    const units = named.flatMap(({ component, dc, ac }) => {
      const unit = {
        component,
        dc: isAc || isRefining ? none : this.codesOf(dc),
        ac: isAc || !this.isProgressive ? this.codesOf(ac) : none,
      };
      return Array<DataUnit>(others.length === 0 ? 1 : component.across * component.down).fill(unit);
    });
    const mcus =
      Math.ceil(this.width / (8 * this.maxSampling("across"))) *
      Math.ceil(this.height / (8 * this.maxSampling("down")));
    return { ...bounds, units, isRefining, length: others.length === 0 ? only.component.blocks : mcus };
  }

  /** Returns the codes of a Huffman table. Reuses the memory of the table that the new one replaces. */
  private codesOf(name: number): Codes {
    const table = this.tables.get(name);
    if (!table) throw new JpegDamageError("no such table");
    const { codes, source } = this.compiled.get(name) ?? { codes: new Uint16Array(65_536), source: null };
    if (source !== table) compile(table, codes);
    this.compiled.set(name, { codes, source: table });
    return codes;
  }

  private async readScan(scan: Scan): Promise<void> {
    this.align();
    const turn = Math.max(1, Math.floor(blocksPerTurn / scan.units.length));
    let restarts = 0;
    for (let mcu = 0; mcu < scan.length; ) {
      if (this.restartInterval > 0 && mcu > 0 && mcu % this.restartInterval === 0) this.restart(restarts++);
      const toRestart = this.restartInterval > 0 ? this.restartInterval - (mcu % this.restartInterval) : scan.length;
      const end = Math.min(mcu + turn, mcu + toRestart, scan.length);
      mcu = this.readBlocks(scan, mcu, end);
      await yieldToEventLoop();
    }
    this.rewind();
  }

  private align(): void {
    this.bits = 0;
    this.bitCount = 0;
    this.paddingBits = 0;
    this.endOfBandRun = 0;
  }

  private rewind(): void {
    for (let unused = (this.bitCount - this.paddingBits) >> 3; unused > 0; unused--) {
      this.at -= this.bytes[this.at - 1] === 0 && this.bytes[this.at - 2] === 0xff ? 2 : 1;
    }
    this.align();
  }

  private restart(index: number): void {
    this.rewind();
    if (this.nextMarker() !== 0xd0 + (index & 7)) throw new JpegDamageError("restart marker");
  }

  private readBlocks(scan: Scan, from: number, end: number): number {
    const { units, start, isRefining } = scan;
    const [only] = units as [DataUnit, ...DataUnit[]];
    for (let mcu = from; mcu < end; mcu++) {
      if (!this.isProgressive) for (const unit of units) this.readSequential(unit);
      else if (start === 0) for (const unit of units) isRefining ? this.takeBits(1) : this.readDc(unit.dc);
      else if (isRefining) this.refine(scan, only, mcu);
      else if (this.endOfBandRun > 0) {
        const skipped = Math.min(this.endOfBandRun, end - mcu);
        this.endOfBandRun -= skipped;
        mcu += skipped - 1;
      } else this.readBand(scan, only, mcu);
    }
    if (this.bitCount < this.paddingBits) throw new JpegDamageError("data breaks off");
    return end;
  }

  private readDc(codes: Codes): void {
    const length = this.readSymbol(codes);
    if (length > 15) throw new JpegDamageError("bad code");
    if (length > 0) this.takeBits(length);
  }

  /** Reads a block of a sequential scan (§F.2.2). */
  private readSequential({ dc, ac }: DataUnit): void {
    this.readDc(dc);
    for (let index = 1; index < 64; index++) {
      const symbol = this.readSymbol(ac);
      if ((symbol & 15) > 0) {
        index += symbol >> 4;
        this.takeBits(symbol & 15);
      } else if (symbol !== 0xf0) return;
      else index += 15;
    }
  }

  /** Reads a block of the first scan of a band (§G.1.2.2). */
  private readBand({ start, end }: Scan, { ac, component }: DataUnit, block: number): void {
    for (let index = start; index <= end; index++) {
      const symbol = this.readSymbol(ac);
      const run = symbol >> 4;
      if ((symbol & 15) > 0) {
        index += run;
        this.takeBits(symbol & 15);
        markNonZero(component.nonZero, block, index);
      } else if (run === 15) index += 15;
      else {
        this.endOfBandRun = (1 << run) - 1 + (run > 0 ? this.takeBits(run) : 0);
        return;
      }
    }
  }

  /** Reads a block of a refining scan (§G.1.2.3). */
  private refine({ start, end }: Scan, { ac, component: { nonZero } }: DataUnit, block: number): void {
    let index = start;
    if (this.endOfBandRun === 0) {
      for (; index <= end; index++) {
        const symbol = this.readSymbol(ac);
        let run = symbol >> 4;
        const isNew = (symbol & 15) > 0;
        if ((symbol & 15) > 1) throw new JpegDamageError("bad code");
        if (isNew) this.takeBits(1);
        else if (run < 15) {
          this.endOfBandRun = (1 << run) + (run > 0 ? this.takeBits(run) : 0);
          break;
        }
        for (; index <= end; index++) {
          if (isNonZero(nonZero, block, index)) this.takeBits(1);
          else if (--run < 0) break;
        }
        if (isNew) markNonZero(nonZero, block, index);
      }
    }
    if (this.endOfBandRun === 0) return;
    this.endOfBandRun--;
    if (nonZero[block * 2] === 0 && nonZero[block * 2 + 1] === 0) return;
    for (; index <= end; index++) if (isNonZero(nonZero, block, index)) this.takeBits(1);
  }

  private readSymbol(codes: Codes): number {
    if (this.bitCount < 16) this.fillBits();
    const found = codes[this.bits >>> 16] ?? 0;
    if (found === 0) throw new JpegDamageError("bad code");
    this.bits <<= found >> 8;
    this.bitCount -= found >> 8;
    return found & 255;
  }

  /** Returns the next `length` bits, at most 15. */
  private takeBits(length: number): number {
    if (this.bitCount < length) this.fillBits();
    const value = this.bits >>> (32 - length);
    this.bits <<= length;
    this.bitCount -= length;
    return value;
  }

  private fillBits(): void {
    while (this.bitCount <= 24) {
      let byte = this.bytes[this.at] ?? 0xff;
      if (this.paddingBits > 0) {
        byte = 0;
        this.paddingBits += 8;
      } else if (byte === 0xff) {
        let next = this.at + 1;
        while (this.bytes[next] === 0xff) next++;
        if (this.bytes[next] === 0) this.at = next + 1;
        else {
          byte = 0;
          this.paddingBits += 8;
        }
      } else this.at++;
      this.bits |= byte << (24 - this.bitCount);
      this.bitCount += 8;
    }
  }
}

/** Checks that a scan may follow the earlier scans, and records the scan (§G.1.1.1.2). */
function recordScan(lowBits: Int8Array, first: number, last: number, approximation: number): void {
  const [before, after] = [approximation >> 4, approximation & 15];
  if (after > 13 || (before > 0 && after !== before - 1)) throw new JpegDamageError("bad scan");
  if (first > 0 && (lowBits[0] ?? -1) < 0) throw new JpegDamageError("no scan of the first coefficient");
  for (let index = first; index <= last; index++) {
    if (before !== Math.max(0, lowBits[index] ?? -1)) throw new JpegDamageError("bad order of scans");
    lowBits[index] = after;
  }
}

/** Compiles a Huffman table (§C.2). */
function compile(table: Uint8Array, codes: Codes): void {
  let at = 0;
  for (let length = 1, symbol = 16; length <= 16; length++) {
    for (let left = table[length - 1] ?? 0; left > 0; left--) {
      const end = at + (1 << (16 - length));
      if (end > codes.length) throw new JpegDamageError("bad table");
      codes.fill((length << 8) | (table[symbol++] ?? 0), at, end);
      at = end;
    }
  }
  codes.fill(0, at);
}

/** Marks a coefficient as non-zero. Indexes above the last coefficient mean the last coefficient, as in libjpeg. */
function markNonZero(nonZero: Uint32Array, block: number, index: number): void {
  const bit = Math.min(index, 63);
  const word = block * 2 + (bit >> 5);
  nonZero[word] = (nonZero[word] ?? 0) | (1 << (bit & 31));
}

function isNonZero(nonZero: Uint32Array, block: number, index: number): boolean {
  return (((nonZero[block * 2 + (index >> 5)] ?? 0) >>> (index & 31)) & 1) === 1;
}
