/** Reads and writes values of iCalendar properties (RFC 5545 §3.3). Local times are in milliseconds as if UTC. */
import { hour, minute, second } from "#lib/time.ts";
import { type Parameter, type Property, parameterOf } from "./component.ts";

/** Removes characters that XML cannot contain. */
export function cleanText(text: string): string {
  const broken = text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
  return broken.replace(unsafe, "");
}

const unsafe = /[[\p{Cc}\p{Cs}\uFFFE\uFFFF]--[\t\n\u0080-\u009F]]/gv;

export function escapeText(text: string): string {
  return cleanText(text).replace(/[\\;,\n]/g, (each) => (each === "\n" ? "\\n" : `\\${each}`));
}

export function unescapeText(value: string): string {
  const text = value.includes("\\")
    ? value.replace(/\\([nN\\;,:"])/g, (_, each: string) => (each === "n" || each === "N" ? "\n" : each))
    : value;
  return cleanText(text);
}

/** Reads a list of texts, such as the value of CATEGORIES. */
export function readTexts(value: string): string[] {
  const parts = value.match(/(?:[^\\,]|\\.?)+/gs) ?? [];
  return parts.map((each) => unescapeText(each).trim()).filter((each) => each !== "");
}

/** Encodings that vCalendar 1.0 allows as parameters without the name ENCODING. */
const encodings = ["QUOTED-PRINTABLE", "BASE64", "B", "8BIT", "7BIT"];
const singleTexts = ["SUMMARY", "DESCRIPTION", "LOCATION", "COMMENT", "CONTACT"];
const texts = [...singleTexts, "CATEGORIES", "RESOURCES"];

/** Returns the decoded value of a property with encoded text. Returns null for any other property. */
export function decodeValue(property: Property): string | null {
  if (property.params.length === 0) return null;
  const bytes = bytesOf(property);
  const text = bytes && decodeBytes(bytes, parameterOf(property, "CHARSET") ?? "utf-8");
  if (!text || !singleTexts.includes(property.name)) return text;
  return text.replace(/(?<!\\)[;,]/g, "\\$&");
}

function bytesOf({ name, params, value }: Property): Buffer | null {
  const encoding = params.find((each) => each.name === "ENCODING")?.values[0] ?? params.find(isBareEncoding)?.name;
  if (/^QUOTED-PRINTABLE$/i.test(encoding ?? "")) return readQuotedPrintable(value);
  return /^B(ASE64)?$/i.test(encoding ?? "") && texts.includes(name) ? Buffer.from(value, "base64") : null;
}

function readQuotedPrintable(value: string): Buffer {
  const bytes = Buffer.from(value);
  let length = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    const [high, low] = byte === 61 ? [hexDigit(bytes[at + 1]), hexDigit(bytes[at + 2])] : [-1, -1];
    const isEncoded = high >= 0 && low >= 0;
    bytes[length++] = isEncoded ? high * 16 + low : byte;
    if (isEncoded) at += 2;
  }
  return bytes.subarray(0, length);
}

export function hexDigit(byte = 0): number {
  if (byte >= 48 && byte <= 57) return byte - 48;
  const letter = byte | 32;
  return letter >= 97 && letter <= 102 ? letter - 87 : -1;
}

function decodeBytes(bytes: Buffer, charset: string): string {
  for (const label of [charset, "utf-8"]) {
    try {
      return new TextDecoder(label as "utf-8", { fatal: true }).decode(bytes);
    } catch {}
  }
  return new TextDecoder("windows-1252").decode(bytes);
}

export function withoutEncoding(params: readonly Parameter[]): Parameter[] {
  return params.filter((each) => !["ENCODING", "CHARSET"].includes(each.name) && !isBareEncoding(each));
}

const oldRule = /^(D|W|MP|MD|YM|YD)([1-9]\d{0,3})((?: +[\dA-Z+-]+)*?)(?: +#(\d{1,6})| +(\d{8}T\d{6}Z?))?$/i;
const oldFrequencies: Readonly<Record<string, readonly [frequency: string, part: string]>> = {
  D: ["DAILY", ""],
  W: ["WEEKLY", "BYDAY"],
  MP: ["MONTHLY", "BYDAY"],
  MD: ["MONTHLY", "BYMONTHDAY"],
  YM: ["YEARLY", "BYMONTH"],
  YD: ["YEARLY", "BYYEARDAY"],
};

/** Translates a vCalendar 1.0 rule such as `MP1 1+ MO #10`, or returns null if no recurrence rule is equivalent. */
export function translateRule({ name, value }: Property): string | null {
  const [, kind = "", interval, words = "", count, until] =
    (name === "RRULE" || name === "EXRULE") && value.length < longestOldRule ? (oldRule.exec(value.trim()) ?? []) : [];
  const [frequency, part] = oldFrequencies[kind.toUpperCase()] ?? [];
  if (frequency === undefined) return null;
  let ordinal = "";
  const list: string[] = [];
  for (const word of words.toUpperCase().split(" ").filter(Boolean)) {
    const [, digits = "", sign] = /^(\d+)([+-]?)$/.exec(word) ?? [];
    const number = sign === "-" ? `-${digits}` : digits;
    if (kind.toUpperCase() === "MP" && digits !== "") ordinal = number;
    else list.push(word === "LD" ? "-1" : digits === "" ? ordinal + word : number);
  }
  const end = until === undefined ? `COUNT=${count ?? 2}` : `UNTIL=${until}`;
  const parts = [`FREQ=${frequency}`, `INTERVAL=${interval}`, list.length > 0 && `${part}=${list.join(",")}`];
  return [...parts, count !== undefined && Number(count) === 0 ? false : end].filter(Boolean).join(";");
}

const longestOldRule = 500;

function isBareEncoding({ name, values }: Parameter): boolean {
  return values.length === 0 && encodings.includes(name);
}

export type DateTime = {
  readonly kind: "date" | "floating" | "utc" | "zoned";
  readonly localMs: number;
  readonly tzid: string | null;
};

/** Duration of calendar days and milliseconds. Neither number is negative. */
export type Duration = { readonly days: number; readonly ms: number; readonly sign: 1 | -1 };

export type Period = { readonly start: DateTime; readonly end: DateTime | Duration | null };

const dateTimePattern =
  /^(\d{4})(-?)(\d\d)\2(\d\d)(?:[T ](\d\d):?(\d\d)(?::?(\d\d)(?:[.,]\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?[T"]?)?$/i;

/** Parses a date or time, also in ISO 8601. The form decides which of the two it is, not the parameter VALUE. */
export function readDateTime(property: Property): DateTime | null {
  return readDateTimeText(property.value, tzidOf(property));
}

/** Parses the values of EXDATE or RDATE. Values that cannot be parsed are null in the result. */
export function readPeriods(property: Property): (Period | null)[] {
  const tzid = tzidOf(property);
  return property.value.split(",").map((each) => {
    const [first = "", second] = each.split("/", 2);
    const start = readDateTimeText(first, tzid);
    return (
      start && { start, end: second === undefined ? null : (readDuration(second) ?? readDateTimeText(second, tzid)) }
    );
  });
}

function tzidOf(property: Property): string | null {
  const tzid = parameterOf(property, "TZID");
  return tzid === undefined ? null : readZoneName(tzid) || null;
}

/** Reads the name of a time zone. Removes the escapes of commas, which some programs also write in parameters. */
export function readZoneName(text: string): string {
  return (text.includes("\\") ? unescapeText(text) : text).trim();
}

/** Returns a zone's name without leading slashes, in which definition and use may differ (RFC 5545 §3.8.3.1). */
export function zoneKey(name: string): string {
  return name.replace(/^\/+/, "");
}

function readDateTimeText(text: string, tzid: string | null): DateTime | null {
  const parts = dateTimePattern.exec(text.trim());
  if (!parts) return null;
  const [, year = "", , month = "", date = "", hours, minutes = "", seconds = "0", offset] = parts;
  const midnight = dateOf(Number(year), Number(month), Number(date));
  if (midnight === null) return null;
  if (hours === undefined) return { kind: "date", localMs: midnight, tzid: null };
  const time = timeOf(Number(hours), Number(minutes), Number(seconds));
  if (time === null) return null;
  const localMs = midnight + time;
  if (offset !== undefined) return { kind: "utc", localMs: localMs - (readOffset(offset) ?? 0), tzid: null };
  return { kind: tzid === null ? "floating" : "zoned", localMs, tzid };
}

function dateOf(year: number, month: number, date: number): number | null {
  const time = new Date(0).setUTCFullYear(year, month - 1, date);
  const isReal = year > 0 && new Date(time).getUTCMonth() === month - 1 && new Date(time).getUTCDate() === date;
  return isReal ? time : null;
}

/** Returns a time of day in milliseconds, null if invalid. Second 60 counts as 59, and 24:00 as the next midnight. */
function timeOf(hours: number, minutes: number, seconds: number): number | null {
  if (minutes > 59 || seconds > 60 || hours > 24 || (hours === 24 && minutes + seconds > 0)) return null;
  return hours * hour + minutes * minute + Math.min(seconds, 59) * second;
}

/** Parses an offset such as `+0100`, `-01:30`, `+013045` or `Z`. Returns milliseconds. */
export function readOffset(text: string): number | null {
  const [whole, sign, hours, minutes, seconds = "0"] = /^([+-])(\d\d):?(\d\d)(?::?(\d\d))?$/.exec(text.trim()) ?? [];
  if (whole === undefined) return /^Z$/i.test(text.trim()) ? 0 : null;
  const offset = Number(hours) * hour + Number(minutes) * minute + Number(seconds) * second;
  return sign === "-" && offset > 0 ? -offset : offset;
}

const durationPattern = /^([+-]?)P(?:(\d{1,9})W)?(?:(\d{1,9})D)?(?:T(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9})S)?)?$/i;

export function readDuration(text: string): Duration | null {
  const [whole, sign, ...digits] = durationPattern.exec(text.trim()) ?? [];
  if (whole === undefined || digits.every((each) => each === undefined)) return null;
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = digits.map((each) => Number(each ?? 0));
  const ms = hours * hour + minutes * minute + seconds * second;
  return { days: weeks * 7 + days, ms, sign: sign === "-" ? -1 : 1 };
}

/** Writes a duration, such as `-P1DT2H`. */
export function writeDuration({ days, ms, sign }: Duration): string {
  const parts = [
    [Math.floor(ms / hour), "H"],
    [Math.floor((ms % hour) / minute), "M"],
    [Math.floor((ms % minute) / second), "S"],
  ] as const;
  const time = parts.map(([count, unit]) => (count > 0 ? `${count}${unit}` : "")).join("");
  const isEmpty = days === 0 && time === "";
  const date = days > 0 ? `${days}D` : "";
  return `${sign < 0 && !isEmpty ? "-" : ""}P${date}${isEmpty ? "T0S" : time && `T${time}`}`;
}

/** Writes an offset, such as `+0100`. Rounds the offset to minutes, because Outlook refuses seconds. */
export function writeOffset(offset: number): string {
  const minutes = Math.round(Math.abs(offset) / minute);
  const digits = `${Math.floor(minutes / 60)}`.padStart(2, "0") + `${minutes % 60}`.padStart(2, "0");
  return (offset < 0 && minutes > 0 ? "-" : "+") + digits;
}

export function isHtml(text: string): boolean {
  return /<(?:!doctype html|\/?(?:html|body|p|br|div|span|a|ul|ol|li|table|b|i|u|strong|em|font|h[1-6])[\s/>])/i.test(
    text,
  );
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };
const lineBreaks = new Set(["br", "div", "p", "tr", "table", "ul", "ol", "h1", "h2", "h3", "h4", "h5", "h6"]);

/** Converts HTML to plain text. The addresses of links are kept. */
export function htmlToText(html: string): string {
  const source = withoutHidden(html);
  const parts: string[] = [];
  const links: string[] = [];
  let from = 0;
  const addText = (to: number) => parts.push(decodeEntities(source.slice(from, to).replace(/\s+/g, " ")));
  for (const tag of source.matchAll(/<(\/?)([a-z][a-z\d]*)\b([^<>]*)>|<[!?][^<>]*>/gi)) {
    addText(tag.index);
    from = tag.index + tag[0].length;
    const [, slash, , attributes = ""] = tag;
    const name = tag[2]?.toLowerCase() ?? "";
    if (name === "li" && slash === "") parts.push("\n- ");
    else if (lineBreaks.has(name) && (name === "br" || slash === "/")) parts.push("\n");
    if (name !== "a") continue;
    if (slash === "") {
      links.push(/\shref\s*=\s*["']?(https?:[^\s"']{1,2000})/i.exec(attributes)?.[1] ?? "");
    } else {
      const link = decodeEntities(links.pop() ?? "");
      if (link !== "" && parts.at(-1)?.trim() !== link) parts.push(` (${link})`);
    }
  }
  addText(source.length);
  const lines = cleanText(parts.join("")).split("\n");
  const text = lines.map((each) => each.trim()).join("\n");
  return text.replace(/\n{3,}/g, "\n\n").trim();
}

function withoutHidden(html: string): string {
  const parts: string[] = [];
  const start = /<!--|<(script|style|head|title)\b[^<>]*>/gi;
  for (let from = 0; ; ) {
    start.lastIndex = from;
    const match = start.exec(html);
    parts.push(html.slice(from, match?.index));
    if (!match) return parts.join("");
    const end = match[1] === undefined ? /-->/g : new RegExp(`</${match[1]}\\b[^<>]*>`, "gi");
    end.lastIndex = start.lastIndex;
    if (!end.exec(html)) return parts.join("");
    from = end.lastIndex;
  }
}

function decodeEntities(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,10}));/gi, (whole, decimal, hexadecimal, name) => {
    if (name !== undefined) return entities[String(name).toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hexadecimal, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : "";
  });
}
