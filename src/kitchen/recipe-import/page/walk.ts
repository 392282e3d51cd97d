/** Parses a page in one pass. Collects its JSON-LD as text, its microdata in the shape of JSON-LD, and its head. */
import { Parser } from "htmlparser2";

export const maxDepth = 512;
export const maxElements = 200_000;
const maxCollectors = 16;
const maxScripts = 200;
const maxText = 500_000;
const sliceLength = 16_384;

export type Node = { [name: string]: unknown };

export type PageContent = {
  readonly scripts: string[];
  /** Items of microdata that are not inside another item. */
  readonly items: Node[];
  /** Properties of microdata that are not inside any item. */
  readonly unscopedProperties: Node;
  readonly head: Map<string, string>;
  visibleText: string;
  /** Whether parsing stopped early because a limit was reached. */
  isTruncated: boolean;
};

type Collector = { readonly depth: number; text: string; readonly end: (text: string) => void };
type Scope = { readonly depth: number; readonly node: Node };

const hiddenElements = new Set(["script", "style", "noscript", "template", "svg", "button", "select", "iframe"]);
const blockElements = new Set(
  "address article aside blockquote br dd div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table td th tr ul".split(
    " ",
  ),
);
const voidElements = new Set("area base br col embed hr img input link meta source track wbr".split(" "));
const valueAttributes: Readonly<Record<string, string>> = {
  meta: "content",
  img: "src",
  source: "src",
  iframe: "src",
  a: "href",
  link: "href",
  time: "datetime",
  data: "value",
};

/** Parses a page. Calls `hasTime` after every 16 KB of the page, and stops when `hasTime` returns false. */
export function walkPage(html: string, hasTime: () => boolean): PageContent {
  const walker = new Walker();
  const parser = new Parser(walker);
  for (let at = 0; at < html.length && !walker.found.isTruncated; at += sliceLength) {
    if (!hasTime()) walker.found.isTruncated = true;
    else parser.write(html.slice(at, at + sliceLength));
  }
  if (!walker.found.isTruncated) parser.end();
  walker.finish();
  return walker.found;
}

class Walker {
  readonly found: PageContent = {
    scripts: [],
    items: [],
    unscopedProperties: {},
    head: new Map(),
    visibleText: "",
    isTruncated: false,
  };
  private depth = 0;
  private elements = 0;
  private hiddenFrom = 0;
  private script: string[] | null = null;
  private readonly scopes: Scope[] = [];
  private readonly collectors: Collector[] = [];

  onopentag(name: string, attributes: Record<string, string>): void {
    const { found } = this;
    if (found.isTruncated) return;
    this.depth++;
    if (++this.elements > maxElements || this.depth > maxDepth) {
      found.isTruncated = true;
      return;
    }
    if (blockElements.has(name)) this.addText("\n");
    if (name === "script" && /^\s*application\/ld\+json/i.test(attributes.type ?? "")) this.script = [];
    this.readHead(name, attributes);
    if (name !== "meta" && name !== "link") this.readText(name);
    this.readItem(name, attributes);
    if (hiddenElements.has(name) && this.hiddenFrom === 0) this.hiddenFrom = this.depth;
  }

  ontext(text: string): void {
    if (this.found.isTruncated) return;
    if (this.script) this.script.push(text);
    else if (this.hiddenFrom === 0) this.addText(text);
  }

  onclosetag(name: string): void {
    if (this.found.isTruncated) return;
    if (this.script && name === "script") {
      if (this.found.scripts.length < maxScripts) this.found.scripts.push(this.script.join(""));
      this.script = null;
    }
    this.closeTo(this.depth);
    if (this.hiddenFrom === this.depth) this.hiddenFrom = 0;
    this.depth--;
    if (blockElements.has(name)) this.addText("\n");
  }

  finish(): void {
    if (this.script) this.found.scripts.push(this.script.join(""));
    this.closeTo(0);
  }

  private addText(text: string): void {
    if (this.found.visibleText.length < maxText) this.found.visibleText += text;
    for (const collector of this.collectors) collector.text += text;
  }

  private closeTo(depth: number): void {
    for (let last = this.collectors.at(-1); last && last.depth >= depth; last = this.collectors.at(-1)) {
      this.collectors.pop();
      last.end(last.text);
    }
    for (let last = this.scopes.at(-1); last && last.depth >= depth; last = this.scopes.at(-1)) this.scopes.pop();
  }

  private readHead(name: string, attributes: Record<string, string>): void {
    const { head } = this.found;
    const set = (key: string, value: string | undefined) => {
      if (value !== undefined && value.trim() !== "" && !head.has(key)) head.set(key, value.trim());
    };
    if (name === "meta") set((attributes.property ?? attributes.name ?? "").toLowerCase(), attributes.content);
    if (name === "link" && /\bcanonical\b/i.test(attributes.rel ?? "")) set("canonical", attributes.href);
    if (name === "base") set("base", attributes.href);
  }

  private readText(name: string): void {
    if ((name !== "h1" && name !== "title") || this.found.head.has(name) || this.hiddenFrom > 0) return;
    this.collect((text) => {
      if (text.trim() !== "" && !this.found.head.has(name)) this.found.head.set(name, text.trim());
    });
  }

  private readItem(name: string, attributes: Record<string, string>): void {
    const names = (attributes.itemprop ?? "").split(/\s+/).filter((each) => each !== "");
    const parent = this.scopes.at(-1)?.node;
    const isScope = attributes.itemscope !== undefined || attributes.itemtype !== undefined;
    if (isScope) {
      const node: Node = { "@type": (attributes.itemtype ?? "").split(/\s+/), "@id": attributes.itemid };
      if (parent) for (const each of names) append(parent, each, node);
      else this.found.items.push(node);
      if (!voidElements.has(name)) {
        this.scopes.push({ depth: this.depth, node });
        if (parent && names.length > 0) this.collect((text) => append(node, "@text", text));
      }
      return;
    }
    if (names.length === 0) return;
    const add = (value: string) => {
      for (const each of names) append(parent ?? this.found.unscopedProperties, each, value);
    };
    const attribute = attributes.content ?? attributes[valueAttributes[name] ?? ""];
    const isText = attribute === undefined || (name === "a" && !names.some((each) => /image|url/i.test(each)));
    if (!isText || voidElements.has(name)) add(attribute ?? "");
    else this.collect(add);
  }

  private collect(end: (text: string) => void): void {
    if (this.collectors.length < maxCollectors) this.collectors.push({ depth: this.depth, text: "", end });
  }
}

function append(node: Node, name: string, value: unknown): void {
  const known = node[name];
  if (Array.isArray(known)) known.push(value);
  else node[name] = [value];
}

const maxDecodings = 3;

/** Returns the text of an HTML fragment. Each block element starts a new line. */
export function textOf(fragment: string): string {
  let text = fragment;
  for (let round = 0; round < maxDecodings && /<[a-z/!]|&#?\w{2,31};/i.test(text); round++) text = decode(text);
  return text.replace(/Â(?=[\u00a0-\u00bf])/g, "");
}

function decode(fragment: string): string {
  let text = "";
  let hidden = 0;
  let elements = 0;
  const parser = new Parser({
    onopentag(name) {
      if (++elements > maxElements) parser.pause();
      if (hiddenElements.has(name)) hidden++;
      if (blockElements.has(name)) text += "\n";
    },
    ontext(part) {
      if (hidden === 0) text += part;
    },
    onclosetag(name) {
      if (hiddenElements.has(name) && hidden > 0) hidden--;
      if (blockElements.has(name) && name !== "br") text += "\n";
    },
  });
  parser.end(fragment);
  return text;
}
