/** Parses the XML of WebDAV requests with limits, and writes XML (RFC 4918 §8.2). */
import { SaxesParser } from "saxes";
import { runStepsToEnd } from "../concurrency.ts";

export const dav = "DAV:";
export const caldav = "urn:ietf:params:xml:ns:caldav";
export const calendarServer = "http://calendarserver.org/ns/";
export const appleCalendar = "http://apple.com/ns/ical/";

export type XmlElement = {
  readonly uri: string;
  readonly local: string;
  /** Attributes without a namespace, by name. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly foreign: readonly ForeignAttribute[];
  readonly children: readonly XmlElement[];
  /** The text directly inside this element, without the text of its children. */
  readonly text: string;
};

/** An attribute with a namespace prefix, such as `xml:lang`. */
type ForeignAttribute = { readonly uri: string; readonly local: string; readonly value: string };

export type XmlName = Pick<XmlElement, "uri" | "local">;

export type XmlReading = {
  readonly maxElements: number;
  /** Whether the parser removes illegal characters and replaces invalid UTF-8. Otherwise it refuses the document. */
  readonly isLenient?: boolean;
  /** Called with each child of the root. The root that the parser returns then has no children. */
  readonly take?: (child: XmlElement) => void;
};

const maxDepth = 50;
const ofRequest: XmlReading = { maxElements: 20_000 };
/** The largest number of attributes of an element, including namespace declarations. */
const maxAttributes = 32;
/** The longest name in characters. Names are limited because responses repeat them. */
const maxNameLength = 500;
/** The number of bytes that are parsed in a step. A step takes about 1 ms. */
const bytesPerStep = 2_048;

export class XmlError extends Error {}

type Draft = { -readonly [Key in keyof XmlElement]: XmlElement[Key] } & { children: Draft[] };

export function parseXml(bytes: Uint8Array): XmlElement {
  return runStepsToEnd(xmlSteps(bytes, ofRequest));
}

/** Parses a document in steps, between which other work can run. @throws XmlError */
export function* xmlSteps(bytes: Uint8Array, reading: XmlReading): Generator<void, XmlElement> {
  const { maxElements, isLenient = false, take } = reading;
  // XML 1.1 allows control characters.
  const parser = new SaxesParser({ xmlns: true, position: false, defaultXMLVersion: "1.0", forceXMLVersion: true });
  const open: { readonly element: Draft; readonly pieces: string[] }[] = [];
  let root: Draft | null = null;
  let count = 0;
  parser.on("error", (error) => {
    throw new XmlError(error.message);
  });
  parser.on("doctype", () => {
    throw new XmlError("A DOCTYPE is not allowed");
  });
  const refuse = () => {
    throw new XmlError("The document is too large");
  };
  let attributeCount = 0;
  // Refused at once, because the parser would keep all attributes of an element until the element's end.
  parser.on("attribute", () => {
    if (++attributeCount > maxAttributes) refuse();
  });
  parser.on("opentag", ({ uri, local, attributes }) => {
    attributeCount = 0;
    const all = Object.values(attributes);
    const isLong = uri.length > maxNameLength || local.length > maxNameLength;
    if (++count > maxElements || open.length >= maxDepth || isLong) refuse();
    const own = all.filter((each) => each.prefix === "" && each.name !== "xmlns");
    const element: Draft = {
      uri,
      local,
      attributes: Object.fromEntries(own.map((each) => [each.local, each.value])),
      foreign: all.flatMap((each) => {
        const isForeign = each.prefix !== "" && each.prefix !== "xmlns";
        return isForeign ? { uri: each.uri, local: each.local, value: each.value } : [];
      }),
      children: [],
      text: "",
    };
    const parent = open.at(-1);
    if (!parent) root = element;
    else if (!take || open.length > 1) parent.element.children.push(element);
    open.push({ element, pieces: [] });
  });
  const addText = (text: string) => void open.at(-1)?.pieces.push(text);
  parser.on("text", addText);
  parser.on("cdata", addText);
  parser.on("closetag", () => {
    const closed = open.pop();
    if (!closed) return;
    closed.element.text = closed.pieces.join("");
    if (open.length === 1) take?.(closed.element);
  });
  for (const text of textsOf(bytes, isLenient)) {
    parser.write(text);
    yield;
  }
  parser.close();
  if (!root) throw new XmlError("The document is empty");
  return root;
}

function* textsOf(bytes: Uint8Array, isLenient: boolean): Generator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: !isLenient });
  let kept = "";
  for (let from = 0; from < bytes.length || from === 0; from += bytesPerStep) {
    const isLast = from + bytesPerStep >= bytes.length;
    const text = kept + decode(decoder, bytes.subarray(from, from + bytesPerStep), isLast);
    // The chunk may end within a character reference.
    kept = isLenient && !isLast ? (/&#?\w{0,10}$/.exec(text)?.[0] ?? "") : "";
    const whole = text.slice(0, text.length - kept.length);
    yield isLenient ? withoutIllegal(whole) : whole;
  }
}

function decode(decoder: TextDecoder, bytes: Uint8Array, isLast: boolean): string {
  try {
    return decoder.decode(bytes, { stream: !isLast });
  } catch {
    throw new XmlError("The document is not UTF-8");
  }
}

/** Characters that XML 1.0 cannot express, such as U+0001. */
const illegal = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

function withoutIllegal(text: string): string {
  return text.replace(illegal, "").replace(/&#(?:x([0-9a-f]{1,8})|(\d{1,9}));/gi, (reference, hex, decimal) => {
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    // This also matches a lone surrogate.
    return code <= 0x10ffff && String.fromCodePoint(code).replace(illegal, "") !== "" ? reference : "";
  });
}

export function isNamed({ uri, local }: XmlName, wantedUri: string, wantedLocal: string): boolean {
  return local === wantedLocal && uri === wantedUri;
}

export function childOf(element: XmlElement, uri: string, local: string): XmlElement | undefined {
  return element.children.find((each) => isNamed(each, uri, local));
}

export function childrenNamed(element: XmlElement, uri: string, local: string): XmlElement[] {
  return element.children.filter((each) => isNamed(each, uri, local));
}

/** Returns a name with its namespace, such as `{DAV:}getetag`. */
export function nameOf({ uri, local }: XmlName): string {
  return `{${uri}}${local}`;
}

const prefixes: ReadonlyMap<string, string> = new Map([
  [dav, "D"],
  [caldav, "C"],
  [calendarServer, "CS"],
  [appleCalendar, "A"],
]);
const xmlNamespace = "http://www.w3.org/XML/1998/namespace";

function prefixOf(uri: string): string | undefined {
  return uri === xmlNamespace ? "xml" : prefixes.get(uri);
}

/** Returns an XML document that declares all prefixes of {@link tag}. `content` is XML. */
export function xmlDocument(name: XmlName, content: string): string {
  const declared = [...prefixes].map(([uri, prefix]) => ` xmlns:${prefix}="${uri}"`);
  const full = `${prefixOf(name.uri)}:${name.local}`;
  return `<?xml version="1.0" encoding="utf-8"?>\n<${full}${declared.join("")}>${content}</${full}>\n`;
}

export async function* xmlDocumentParts(name: XmlName, content: Parts): AsyncGenerator<string> {
  const empty = xmlDocument(name, "");
  const end = empty.lastIndexOf("</");
  yield empty.slice(0, end);
  yield* content;
  yield empty.slice(end);
}

export type Parts = AsyncIterable<string> | Iterable<string>;

function fullName({ uri, local }: XmlName): string {
  const prefix = prefixOf(uri);
  return prefix ? `${prefix}:${local}` : local;
}

function declaration(uri: string): string {
  return prefixOf(uri) ? "" : attribute("xmlns", uri);
}

function attribute(name: string, value: string): string {
  return ` ${name}="${escapeXml(value).replace(/[\t\n]/g, (each) => `&#${each.charCodeAt(0)};`)}"`;
}

function elementOf(name: string, attributes: string, content: string): string {
  return content === "" ? `<${name}${attributes}/>` : `<${name}${attributes}>${content}</${name}>`;
}

/** Returns an element as XML. `content` is XML. */
export function tag({ uri, local }: XmlName, content = ""): string {
  // The document declares prefixes but no default namespace.
  return uri === "" ? elementOf(local, "", content) : elementOf(fullName({ uri, local }), declaration(uri), content);
}

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\r": "&#13;",
};

/** Escapes a text for XML, and removes characters that XML cannot contain. */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(illegal, "")
    .replace(/[&<>"\r]/g, (each) => escapes[each] ?? each);
}

/** Converts a parsed element back to XML, so that the server can return the element to the client. */
export function writeXml(element: XmlElement): string {
  const { uri, attributes, foreign, children, text } = element;
  const own = Object.entries(attributes).map(([name, value]) => attribute(name, value));
  const others = foreign.map((each, index) => {
    if (each.uri === xmlNamespace) return attribute(`xml:${each.local}`, each.value);
    return attribute(`xmlns:n${index}`, each.uri) + attribute(`n${index}:${each.local}`, each.value);
  });
  const content = escapeXml(text) + children.map(writeXml).join("");
  return elementOf(fullName(element), declaration(uri) + own.join("") + others.join(""), content);
}
