/** Lines of iCalendar (RFC 5545 §3.1). */
import type { Component, Item, Parameter, Property } from "./component.ts";
import { type Remark, remark } from "./remarks.ts";
import { cleanText } from "./values.ts";

export type Parsed = {
  /** A component outside a calendar is given one. */
  readonly calendars: Component[];
  readonly remarks: Remark[];
  /** Begins with a calendar, and every calendar has its end. */
  readonly isWhole: boolean;
};

const maxDepth = 20;
const maxLines = 1_000_000;
const maxRemarks = 1_000;
const maxParameters = 100;
const maxParameterValues = 1_000;

export function parseCalendars(bytes: Uint8Array): Parsed {
  const steps = parseSteps(bytes, maxLines);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Never throws. */
export function* parseSteps(bytes: Uint8Array, linesPerStep = 1_000): Generator<void, Parsed> {
  const source = new Source(bytes);
  const tree = new Tree();
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

class Source {
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
      if (first !== 32 && first !== 9) break;
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

/** What is no UTF-8 is taken as Windows-1252. */
function readBytes(bytes: Buffer, folds: number, isAscii: boolean): Omit<Line, "number"> {
  if (folds === 0) {
    const text = isAscii ? bytes.toString("latin1") : (decode(bytes) ?? windows1252.decode(bytes));
    return { text, raw: text };
  }
  // Before decoding, because a fold may cut a character.
  const parts = unfold(bytes, folds);
  if (isAscii) return { text: parts.text.toString("latin1"), raw: parts.raw.toString("latin1") };
  const text = decode(parts.text);
  if (text === null) return { text: windows1252.decode(parts.text), raw: windows1252.decode(parts.raw) };
  return { text, raw: decode(parts.raw) ?? fold(text) };
}

function unfold(bytes: Buffer, folds: number): { text: Buffer; raw: Buffer } {
  const text = Buffer.allocUnsafe(bytes.length);
  const raw = Buffer.allocUnsafe(bytes.length + folds);
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
  }
  return { text: text.subarray(0, length), raw: raw.subarray(0, rawLength) };
}

function decode(bytes: Uint8Array): string | null {
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}

type Open = Component & { readonly items: Item[] };

/** Do not contain each other. */
const topLevel = new Set(["VEVENT", "VTODO", "VJOURNAL", "VFREEBUSY", "VTIMEZONE"]);
const innermost = new Set(["VALARM", "STANDARD", "DAYLIGHT"]);

class Tree {
  readonly #calendars: Open[] = [];
  readonly #open: Open[] = [];
  readonly #remarks: Remark[] = [];
  #isWhole = true;
  /** Open components below `maxDepth`. */
  #tooDeep = 0;

  add(line: Line): void {
    const [, keyword = "", name = ""] = boundary.exec(line.text) ?? [];
    const isCalendar = name.toUpperCase() === "VCALENDAR";
    if (this.#calendars.length === 0 && !(isCalendar && keyword.length === 5)) this.#isWhole = false;
    if (this.#tooDeep > 0 && !isCalendar) {
      this.#tooDeep += keyword === "" ? 0 : keyword.length === 5 ? 1 : -1;
      this.#keep(line);
    } else if (keyword === "") {
      this.#addProperty(line);
    } else if (keyword.length === 5) {
      this.#begin(name.toUpperCase(), line);
    } else {
      this.#end(name.toUpperCase(), line);
    }
  }

  end(problem?: Remark): Parsed {
    if (problem) this.#remarks.push(problem);
    const isWhole = this.#isWhole && this.#open.length === 0 && this.#calendars.length > 0 && !problem;
    return { calendars: this.#calendars, remarks: this.#remarks, isWhole };
  }

  #addProperty(line: Line): void {
    const property = this.#open.length > 0 ? readProperty(line) : null;
    if (property) this.#open.at(-1)?.items.push(property);
    else this.#refuse(line);
  }

  #begin(name: string, line: Line): void {
    if (name === "VCALENDAR") {
      this.#close(0);
      this.#tooDeep = 0;
    } else if (topLevel.has(name)) {
      this.#close(this.#open.findIndex((each) => topLevel.has(each.name)));
    } else if (innermost.has(name)) {
      this.#close(this.#open.findIndex((each) => innermost.has(each.name)));
    }
    if (this.#open.length === 0 && name !== "VCALENDAR") {
      this.#isWhole = false;
      this.#push("VCALENDAR");
    }
    if (this.#open.length < maxDepth) {
      this.#push(name);
    } else {
      this.#tooDeep = 1;
      this.#refuse(line);
    }
  }

  #end(name: string, line: Line): void {
    const index = this.#open.findLastIndex((each) => each.name === name);
    if (index < 0) this.#refuse(line);
    else this.#open.length = index;
    this.#tooDeep = 0;
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

  #refuse(line: Line): void {
    if (this.#remarks.length < maxRemarks) this.#remarks.push(remark("unreadable_line", { line: line.number }));
    this.#keep(line);
  }

  #keep({ raw, number }: Line): void {
    this.#open.at(-1)?.items.push({ kind: "bad", raw, line: number });
  }
}

const boundary = /^\uFEFF?[ \t]*(BEGIN|END)[ \t]*:[ \t]*([A-Z\d-]{1,100})[ \t]*$/i;
const namePattern = /^[A-Za-z\d_./+-]+/;
const noParameters: readonly Parameter[] = [];

function readProperty({ text, raw }: Line): Property | null {
  const [name] = namePattern.exec(text) ?? [];
  if (name === undefined) return null;
  const params = new ParameterReader(text, name.length);
  if (!params.read()) return null;
  const value = text.slice(params.position + 1);
  return { kind: "property", name: name.toUpperCase(), params: params.found, value, raw };
}

class ParameterReader {
  readonly #text: string;
  position: number;
  found: readonly Parameter[] = noParameters;
  #hasNoClosingQuote = false;

  constructor(text: string, position: number) {
    this.#text = text;
    this.position = position;
  }

  /** Ends at the colon before the value. */
  read(): boolean {
    const text = this.#text;
    if (text[this.position] === ":") return true;
    const found: Parameter[] = [];
    this.found = found;
    for (let count = 0; ; count++) {
      this.#skipBlanks();
      if (text[this.position] === ":") return true;
      if (text[this.position] !== ";" || count >= maxParameters) return false;
      const start = this.position + 1;
      this.position = this.#next(/[=;:]/g, start);
      const name = text.slice(start, this.position).trim().toUpperCase();
      const values = text[this.position] === "=" ? this.#readValues(name) : [];
      if (values === null) return false;
      if (name !== "") found.push({ name, values });
    }
  }

  #readValues(name: string): string[] | null {
    const values: string[] = [];
    do {
      if (values.length >= maxParameterValues) return null;
      this.position++;
      this.#skipBlanks();
      values.push(decodeParameter(this.#readQuoted() ?? this.#readBare(name)));
      this.#skipBlanks();
    } while (this.#text[this.position] === ",");
    return values;
  }

  #readQuoted(): string | null {
    if (this.#text[this.position] !== '"' || this.#hasNoClosingQuote) return null;
    const start = this.position + 1;
    const end = this.#next(/"(?=[ \t]*[,;:])/g, start);
    this.#hasNoClosingQuote = end === this.#text.length;
    if (this.#hasNoClosingQuote) return null;
    this.position = end + 1;
    return this.#text.slice(start, end);
  }

  /** Outlook's zones contain colons: `TZID=(UTC+01:00) Berlin:20260101T000000`. */
  #readBare(name: string): string {
    const start = this.position;
    const end = this.#next(name === "TZID" ? /;|:(?=\d{4})/g : /[,;:]/g, start);
    this.position = end < this.#text.length ? end : this.#next(/[,;:]/g, start);
    return this.#text.slice(start, this.position).replace(/^"/, "").trim();
  }

  #skipBlanks(): void {
    while (this.#text[this.position] === " " || this.#text[this.position] === "\t") this.position++;
  }

  /** @returns the length of the text if there is no match */
  #next(pattern: RegExp, from: number): number {
    pattern.lastIndex = from;
    return pattern.exec(this.#text)?.index ?? this.#text.length;
  }
}

/** RFC 6868. */
function decodeParameter(text: string): string {
  if (!text.includes("^")) return text;
  return text.replace(/\^[n'^]/g, (code) => (code === "^n" ? "\n" : code === "^'" ? '"' : "^"));
}

function encodeParameter(value: string): string {
  const text = cleanText(value).replace(/[\^\n"]/g, (each) => (each === "\n" ? "^n" : each === '"' ? "^'" : "^^"));
  return /[,;:]/.test(text) ? `"${text}"` : text;
}

/** `value` is escaped already. */
export function property(name: string, value: string, params: readonly Parameter[] = noParameters): Property {
  const written = params.map((each) => `;${each.name}=${each.values.map(encodeParameter).join(",")}`);
  const safe = cleanText(value).replaceAll("\n", "\\n");
  return { kind: "property", name, params, value: safe, raw: fold(`${name}${written.join("")}:${safe}`) };
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

/** Ends with a line break. Lines that were read are written unchanged. */
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
