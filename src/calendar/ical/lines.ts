/** Parses and writes iCalendar lines (RFC 5545 §3.1). */
import { runStepsToEnd } from "#lib/concurrency.ts";
import { writeDate } from "#lib/recurrence/rule-values.ts";
import type { Component, Item, Parameter, Property } from "./component.ts";
import { readParameters, writeParameter } from "./parameters.ts";
import { type Remark, remark } from "./remarks.ts";
import { cleanText, decodeValue, hexDigit, translateRule, withoutEncoding } from "./values.ts";

type Parsed = {
  /** Calendars of the file. A component outside all calendars gets a calendar of its own. */
  readonly calendars: Component[];
  readonly remarks: Remark[];
  /** Whether the file is complete. A complete file begins with a calendar, and each calendar has an end. */
  readonly isWhole: boolean;
};

const maxDepth = 20;
const maxLines = 1_000_000;
const maxRemarks = 1_000;

export function parseCalendars(bytes: Uint8Array): Parsed {
  return runStepsToEnd(parseSteps(bytes, maxLines));
}

/** Parses an iCalendar text in steps. Never throws. */
export function* parseSteps(bytes: Uint8Array, linesPerStep = 1_000): Generator<void, Parsed> {
  const source = new LineReader(bytes);
  const tree = new ComponentTree();
  for (let count = 0, from = 0; ; count++) {
    const line = source.next();
    if (line === null) return tree.end();
    if (count >= maxLines) return tree.end(remark("too_many_lines", { lines: maxLines }));
    if (line.raw !== "") tree.add(line);
    if (count % linesPerStep < linesPerStep - 1 && source.position - from < bytesPerStep) continue;
    from = source.position;
    yield;
  }
}

const bytesPerStep = 2 ** 18;

type Line = { readonly text: string; readonly raw: string; readonly number: number };

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const windows1252 = new TextDecoder("windows-1252");

class LineReader {
  readonly #bytes: Buffer;
  #line = 0;
  position = 0;

  constructor(bytes: Uint8Array) {
    const utf16 = bytes[0] === 0xff && bytes[1] === 0xfe ? "le" : bytes[0] === 0xfe && bytes[1] === 0xff ? "be" : null;
    const text = utf16 && new TextDecoder(`utf-16${utf16}`).decode(bytes);
    this.#bytes = text === null ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) : Buffer.from(text);
    if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) this.position = 3;
  }

  next(): Line | null {
    const bytes = this.#bytes;
    let at = this.#skipBreaks(this.position);
    if (at >= bytes.length) return null;
    const start = at;
    const number = this.#line + 1;
    let folds = 0;
    let highest = 0;
    let hasControls = false;
    let hasSoftBreaks: boolean | null = null;
    for (;;) {
      for (; at < bytes.length; at++) {
        const byte = bytes[at] ?? 0;
        if (byte > highest) highest = byte;
        if ((byte >= 32 && byte !== 127) || byte === 9) continue;
        if (byte === 10 || byte === 13) break;
        hasControls = true;
      }
      this.position = this.#skipBreaks(at);
      const first = bytes[this.position];
      if (first !== 32 && first !== 9) {
        if (bytes[at - 1] !== softBreak || this.#isAtBoundary()) break;
        hasSoftBreaks ??= isQuotedPrintable(bytes.subarray(start));
        if (!hasSoftBreaks) break;
      }
      folds++;
      at = this.position;
    }
    const line = readBytes(bytes.subarray(start, at), folds, highest < 128);
    const isClean = !hasControls && (highest < 128 || !/[\uFFFE\uFFFF]/.test(line.text));
    const text = isClean ? line.text : cleanText(line.text);
    const raw = isClean ? line.raw : cleanText(line.raw).replaceAll("\n", "\r\n");
    // Blanks at the start would continue the line before.
    return { text: text.replace(/^[ \t]+/, ""), raw: raw.replace(/^[ \t\r\n]+/, ""), number };
  }

  #isAtBoundary(): boolean {
    return this.position >= this.#bytes.length || this.#isAt("begin:") || this.#isAt("end:");
  }

  #isAt(word: string): boolean {
    for (let index = 0; index < word.length; index++) {
      if (((this.#bytes[this.position + index] ?? 0) | 32) !== word.charCodeAt(index)) return false;
    }
    return true;
  }

  #skipBreaks(from: number): number {
    const bytes = this.#bytes;
    let at = from;
    for (; ; at++) {
      const byte = bytes[at];
      if (byte === 13 ? bytes[at + 1] !== 10 : byte === 10) this.#line++;
      else if (byte !== 13) return at;
    }
  }
}

const longestHead = 1_000;
const softBreak = "=".charCodeAt(0);

function isQuotedPrintable(line: Buffer): boolean {
  return /^[^:]*[;=]"?QUOTED-PRINTABLE"?[ \t]*[;:]/i.test(line.toString("latin1", 0, longestHead));
}

function readBytes(bytes: Buffer, folds: number, isAscii: boolean): Omit<Line, "number"> {
  if (folds === 0) {
    const text = isAscii ? bytes.toString("latin1") : (decodeUtf8(bytes) ?? repair(bytes));
    return { text, raw: text };
  }
  // Unfolds before decoding, because a fold may cut a character.
  const parts = unfold(bytes, folds);
  if (isAscii) return { text: parts.text.toString("latin1"), raw: parts.raw.toString("latin1") };
  const text = decodeUtf8(parts.text) ?? repair(parts.text);
  return { text, raw: decodeUtf8(parts.raw) ?? fold(text) };
}

/** Decodes a text that is not valid UTF-8. Uses Windows-1252 if most characters beyond ASCII are not valid UTF-8. */
function repair(bytes: Buffer): string {
  const text = bytes.toString("utf8");
  let [bad, all] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0xfffd) bad++;
    // A character beyond U+FFFF ends with one of these.
    if (code > 127 && (code < 0xdc00 || code > 0xdfff)) all++;
  }
  return bad * 2 > all ? windows1252.decode(bytes) : text;
}

function unfold(bytes: Buffer, folds: number): { text: Buffer; raw: Buffer } {
  const text = Buffer.allocUnsafe(bytes.length);
  const raw = Buffer.allocUnsafe(bytes.length + folds);
  const hasSoftBreaks = isQuotedPrintable(bytes);
  let [length, rawLength] = [0, 0];
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte !== 10 && byte !== 13) {
      text[length++] = byte;
      raw[rawLength++] = byte;
      continue;
    }
    while (bytes[at + 1] === 10 || bytes[at + 1] === 13) at++;
    raw[rawLength++] = 13;
    raw[rawLength++] = 10;
    raw[rawLength++] = bytes[++at] ?? 32;
    // A soft break keeps the blank that a fold loses. A fold may also cut `=C3` after its sign.
    const isSoftBreak = hasSoftBreaks && text[length - 1] === softBreak;
    if (isSoftBreak && !(isCapitalHex(bytes[at + 1]) && isCapitalHex(bytes[at + 2]))) {
      text[length - 1] = bytes[at] ?? 32;
    }
  }
  return { text: text.subarray(0, length), raw: raw.subarray(0, rawLength) };
}

function isCapitalHex(byte = 0): boolean {
  return byte < 97 && hexDigit(byte) >= 0;
}

export function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}

type Open = Component & { readonly items: Item[] };

/** Names of components that cannot be nested in each other. */
const topLevel = new Set(["VEVENT", "VTODO", "VJOURNAL", "VFREEBUSY", "VTIMEZONE"]);
const innermost = new Set(["VALARM", "STANDARD", "DAYLIGHT"]);

class ComponentTree {
  readonly #calendars: Open[] = [];
  readonly #open: Open[] = [];
  readonly #remarks: Remark[] = [];
  #isWhole = true;
  /** Names of the open components that are nested too deeply. */
  readonly #tooDeep: string[] = [];

  add(line: Line): void {
    const [, keyword = "", written = ""] = boundary.exec(line.text) ?? [];
    const name = written.toUpperCase();
    const isBegin = keyword.length === 5;
    if (this.#calendars.length === 0 && !(isBegin && name === "VCALENDAR")) this.#isWhole = false;
    if (this.#tooDeep.length > 0 && this.#addTooDeep(line, name, isBegin)) return;
    if (keyword === "") this.#addProperty(line);
    else if (isBegin) this.#begin(name, line);
    else this.#end(name, line);
  }

  end(problem?: Remark): Parsed {
    if (problem) this.#remarks.push(problem);
    this.#closeTooDeep();
    const isWhole = this.#isWhole && this.#open.length === 0 && this.#calendars.length > 0 && !problem;
    return { calendars: this.#calendars, remarks: this.#remarks, isWhole };
  }

  #addProperty(line: Line): void {
    const property = this.#open.length > 0 ? readProperty(line) : null;
    if (property) this.#open.at(-1)?.items.push(property);
    else this.#addUnreadable(line);
  }

  #begin(name: string, line: Line): void {
    if (name === "VCALENDAR") this.#close(0);
    for (const alone of [topLevel, innermost]) {
      if (alone.has(name)) this.#close(this.#open.findIndex((each) => alone.has(each.name)));
    }
    if (this.#open.length === 0 && name !== "VCALENDAR") {
      this.#isWhole = false;
      this.#push("VCALENDAR");
    }
    if (this.#open.length < maxDepth) {
      this.#push(name);
    } else {
      this.#tooDeep.push(name);
      this.#addUnreadable(line);
    }
  }

  #end(name: string, line: Line): void {
    const index = this.#open.findLastIndex((each) => each.name === name);
    if (index < 0) this.#addUnreadable(line);
    else this.#open.length = index;
  }

  /** Adds a line of a too deeply nested component to the bad lines. Returns false if the line is outside it. */
  #addTooDeep(line: Line, name: string, isBegin: boolean): boolean {
    const isEnd = name !== "" && !isBegin;
    const isOpen = this.#open.some((each) => each.name === name);
    const isAbove = isBegin ? name === "VCALENDAR" || topLevel.has(name) : isOpen && name !== this.#tooDeep.at(-1);
    if (isAbove) {
      this.#closeTooDeep();
      return false;
    }
    if (isBegin) this.#tooDeep.push(name);
    else if (isEnd && name === this.#tooDeep.at(-1)) this.#tooDeep.pop();
    this.#addBadLine(line);
    return true;
  }

  #closeTooDeep(): void {
    for (const name of this.#tooDeep.reverse()) this.#addBadLine({ raw: `END:${name}`, number: 0 });
    this.#tooDeep.length = 0;
  }

  #push(name: string): void {
    const component: Open = { kind: "component", name, items: [] };
    const parent = this.#open.at(-1);
    if (parent) parent.items.push(component);
    else this.#calendars.push(component);
    this.#open.push(component);
  }

  #close(index: number): void {
    if (index < 0 || index >= this.#open.length) return;
    if (index === 0) this.#isWhole = false;
    this.#open.length = index;
  }

  #addUnreadable(line: Line): void {
    if (this.#remarks.length < maxRemarks) this.#remarks.push(remark("unreadable_line", { line: line.number }));
    this.#addBadLine(line);
  }

  #addBadLine({ raw, number }: Pick<Line, "raw" | "number">): void {
    this.#open.at(-1)?.items.push({ kind: "bad", raw, line: number });
  }
}

const boundary = /^\uFEFF?[ \t]*(BEGIN|END)[ \t]*:[ \t]*([A-Z\d_-]{1,100})[ \t]*$/i;
const namePattern = /^[A-Za-z\d_./+-]+/;

/** Maximum length in characters of a value to decode. The text of a longer one would be too large for an event. */
const longestEncoded = 3 * 2 ** 20;

function readProperty({ text, raw }: Line): Property | null {
  const [name] = namePattern.exec(text) ?? [];
  if (name === undefined) return null;
  const found = readParameters(text, name.length);
  if (!found) return null;
  const value = text.slice(found.end + 1);
  const read: Property = { kind: "property", name: name.toUpperCase(), params: found.params, value, raw };
  const plain = value.length > longestEncoded ? null : (decodeValue(read) ?? translateRule(read));
  return plain === null ? read : property(read.name, plain, withoutEncoding(read.params));
}

/** Returns a property with this value. The value must already be escaped. */
export function property(name: string, value: string, params: readonly Parameter[] = []): Property {
  const safe = cleanText(value).replaceAll("\n", "\\n");
  return {
    kind: "property",
    name,
    params,
    value: safe,
    raw: fold(`${name}${params.map(writeParameter).join("")}:${safe}`),
  };
}

export function dateProperty(name: string, localMs: number): Property {
  return property(name, writeDate(localMs), [{ name: "VALUE", values: ["DATE"] }]);
}

const maxOctets = 75;

function fold(text: string): string {
  if (Buffer.byteLength(text) <= maxOctets) return text;
  const parts: string[] = [];
  let start = 0;
  let octets = 0;
  for (let at = 0; at < text.length; ) {
    const code = text.codePointAt(at) ?? 0;
    const size = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    if (octets + size > maxOctets) {
      parts.push(text.slice(start, at));
      start = at;
      octets = 1;
    }
    octets += size;
    at += size === 4 ? 2 : 1;
  }
  parts.push(text.slice(start));
  return parts.join("\r\n ");
}

/** Returns the text of a component, with a final line break. Lines that were read are written unchanged. */
export function writeComponent(component: Component): string {
  const lines: string[] = [];
  const write = ({ name, items }: Component) => {
    lines.push(`BEGIN:${name}`);
    for (const each of items) {
      if (each.kind === "component") write(each);
      else lines.push(each.raw);
    }
    lines.push(`END:${name}`);
  };
  write(component);
  return `${lines.join("\r\n")}\r\n`;
}
