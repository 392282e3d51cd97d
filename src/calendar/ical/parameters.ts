/** Parses parameters of iCalendar lines (RFC 5545 §3.2, RFC 6868). */
import type { Parameter } from "./component.ts";
import { cleanText } from "./values.ts";

const maxParameters = 100;
const maxValues = 1_000;
const noParameters: readonly Parameter[] = [];

/** Parses parameters up to the colon at `end`. Returns null if there is no colon, or too many parameters. */
export function readParameters(text: string, from: number): { params: readonly Parameter[]; end: number } | null {
  if (text[from] === ":") return { params: noParameters, end: from };
  const reader = new Reader(text, from);
  const params = reader.read();
  return params && { params, end: reader.position };
}

export function writeParameter({ name, values }: Parameter): string {
  return `;${name}=${values.map(encode).join(",")}`;
}

class Reader {
  #hasNoClosingQuote = false;

  constructor(
    private readonly text: string,
    public position: number,
  ) {}

  read(): Parameter[] | null {
    const { text } = this;
    const found: Parameter[] = [];
    for (let count = 0; ; count++) {
      this.#skipBlanks();
      if (text[this.position] === ":") return found;
      if (text[this.position] !== ";" || count >= maxParameters) return null;
      const start = this.position + 1;
      this.position = this.#next(/[=;:]/g, start);
      const name = text.slice(start, this.position).trim().toUpperCase();
      const values = text[this.position] === "=" ? this.#readValues(name) : [];
      if (values === null) return null;
      if (name !== "") found.push({ name, values });
    }
  }

  #readValues(name: string): string[] | null {
    const values: string[] = [];
    do {
      if (values.length >= maxValues) return null;
      this.position++;
      this.#skipBlanks();
      values.push(decode(this.#readQuoted() ?? this.#readBare(name)));
      this.#skipBlanks();
    } while (this.text[this.position] === ",");
    return values;
  }

  #readQuoted(): string | null {
    if (this.text[this.position] !== '"' || this.#hasNoClosingQuote) return null;
    const start = this.position + 1;
    const end = this.#next(/"(?=[ \t]*[,;:])/g, start);
    this.#hasNoClosingQuote = end === this.text.length;
    if (this.#hasNoClosingQuote) return null;
    this.position = end + 1;
    return this.text.slice(start, end);
  }

  /**
   * Reads an unquoted value. The value may contain colons: Outlook writes colons in names of time zones, such as
   * `TZID=(UTC+01:00) Berlin:20260101T000000`. Recurrence rules may also have a TZID.
   */
  #readBare(name: string): string {
    const start = this.position;
    const end = this.#next(name === "TZID" ? /;|:(?=\d{4}|[A-Z]{1,20}=)/gi : /[,;:]/g, start);
    this.position = end < this.text.length ? end : this.#next(/[,;:]/g, start);
    return this.text.slice(start, this.position).replace(/^"/, "").trim();
  }

  #skipBlanks(): void {
    while (this.text[this.position] === " " || this.text[this.position] === "\t") this.position++;
  }

  #next(pattern: RegExp, from: number): number {
    pattern.lastIndex = from;
    return pattern.exec(this.text)?.index ?? this.text.length;
  }
}

/** Decodes the escapes of RFC 6868. */
function decode(text: string): string {
  if (!text.includes("^")) return text;
  return text.replace(/\^[n'^]/g, (code) => (code === "^n" ? "\n" : code === "^'" ? '"' : "^"));
}

function encode(value: string): string {
  const text = cleanText(value).replace(/[\^\n"]/g, (each) => (each === "\n" ? "^n" : each === '"' ? "^'" : "^^"));
  return /[,;:]/.test(text) ? `"${text}"` : text;
}
