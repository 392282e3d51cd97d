import { describe, expect, test } from "bun:test";
import { runStepsToEnd } from "#lib/concurrency.ts";
import { parseXml, writeXml, type XmlElement, XmlError, xmlSteps } from "#lib/xml/xml.ts";
import { cpuTime } from "../../support/cpu-time.ts";

/** The largest request has 1 MB. */
const most = 1_000_000;
const mostMs = 250;

const bytesOf = (text: string) => new TextEncoder().encode(text);
const fill = (part: string, around = 20) => part.repeat(Math.floor((most - around) / part.length));
const entities = Array.from({ length: 20 }, (_, index) => `<!ENTITY e${index + 1} "${`&e${index};`.repeat(10)}">`);

/** The fault, and the least time of three runs. */
function parsed(bytes: Uint8Array): { fault: string | null; ms: number } {
  let fault: string | null = null;
  const times = [1, 2, 3].map(() => {
    const before = cpuTime();
    try {
      fault = null;
      parseXml(bytes);
    } catch (error) {
      if (!(error instanceof XmlError)) throw error;
      fault = error.message;
    }
    return cpuTime() - before;
  });
  return { fault, ms: Math.min(...times) };
}

describe("refused documents", () => {
  test.each([
    ["that is empty", ""],
    ["of blanks", fill(" ")],
    ["of text", "text"],
    ["with a DOCTYPE", "<!DOCTYPE a><a/>"],
    ["with an internal entity", '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'],
    ["with an external entity", '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'],
    ["with an external DTD", '<!DOCTYPE a SYSTEM "http://127.0.0.1/a.dtd"><a/>'],
    ["with a parameter entity", '<!DOCTYPE a [<!ENTITY % b SYSTEM "http://127.0.0.1/b"> %b;]><a/>'],
    ["of a billion laughs", `<!DOCTYPE a [<!ENTITY e0 "ha">${entities.join("")}]><a>&e20;</a>`],
    ["of a quadratic blow-up", `<!DOCTYPE a [<!ENTITY b "${"c".repeat(50_000)}">]><a>${fill("&b;", 60_000)}</a>`],
    ["with a DOCTYPE after the root", "<a/><!DOCTYPE a>"],
    ["with a DOCTYPE within the root", "<a><!DOCTYPE a></a>"],
    ["with an unknown entity", "<a>&nbsp;</a>"],
    ["with an unknown entity in an attribute", '<a b="&c;"/>'],
    ["with many unknown entities", `<a>${fill("&b;")}</a>`],
    ["with an endless entity", `<a>&${fill("b")}`],
    ["with an entity without its end", "<a>&amp</a>"],
    ["nested 51 deep", "<a>".repeat(51) + "</a>".repeat(51)],
    ["nested without end", fill("<a>")],
    ["with 20,001 elements", `<a>${"<b/>".repeat(20_000)}</a>`],
    ["with as many elements as fit", `<a>${fill("<b/>")}</a>`],
    ["with 33 attributes", `<a ${Array.from({ length: 33 }, (_, index) => `b${index}=""`).join(" ")}/>`],
    [
      "with as many attributes as fit",
      `<a ${Array.from({ length: 80_000 }, (_, index) => `b${index}=""`).join(" ")}/>`,
    ],
    [
      "with as many namespaces as fit",
      `<a ${Array.from({ length: 30_000 }, (_, index) => `xmlns:b${index}="c${index}"`).join(" ")}/>`,
    ],
    ["with the same attribute twice", '<a b="1" b="2"/>'],
    ["with the same attribute by two prefixes", '<a xmlns:b="d" xmlns:c="d" b:e="1" c:e="2"/>'],
    ["with an attribute without quotes", "<a b=c/>"],
    ["with an attribute without a value", "<a b/>"],
    ["with a tag in an attribute", '<a b="<c/>"/>'],
    ["with an open attribute", `<a b="${fill("c")}`],
    ["with an unbound prefix", "<a:b/>"],
    ["with an unbound prefix of an attribute", '<a b:c="1"/>'],
    ["with a prefix bound to nothing", '<a xmlns:b=""/>'],
    ["with the prefix xml bound otherwise", '<a xmlns:xml="b"/>'],
    ["with the prefix xmlns bound", '<a xmlns:xmlns="b"/>'],
    ["with two colons in a name", '<a:b:c xmlns:a="d"/>'],
    ["that is not closed", "<a>"],
    ["that is closed otherwise", "<a></b>"],
    ["closed in another order", "<a><b></a></b>"],
    ["cut in a tag", "<a"],
    ["with two roots", "<a/><b/>"],
    ["with text after the root", "<a/>b"],
    ["with text before the root", "b<a/>"],
    ["with an open comment", `<a><!-- ${fill("b")}`],
    ["with dashes in a comment", "<a><!-- b -- c --></a>"],
    ["with open character data", `<a><![CDATA[${fill("b")}`],
    ["with character data outside", "<![CDATA[b]]><a/>"],
    ["with an open instruction", `<a><?b ${fill("c")}`],
    ["with a late declaration", '<a><?xml version="1.0"?></a>'],
    ["with a blank before its declaration", ' <?xml version="1.0"?><a/>'],
    ["with a declaration without a version", '<?xml encoding="utf-8"?><a/>'],
    ["with the end of character data", "<a>]]></a>"],
    ["with NUL", "<a>\0</a>"],
    ["with a control character", "<a>\u0001</a>"],
    ["with NUL by number", "<a>&#0;</a>"],
    ["with a control character by number", "<a>&#1;</a>"],
    ["with a control character of XML 1.1", '<?xml version="1.1"?><a>&#1;</a>'],
    ["with a surrogate by number", "<a>&#xD800;</a>"],
    ["with a number beyond Unicode", "<a>&#x110000;</a>"],
    ["with an endless number", `<a>&#${fill("9")};</a>`],
    ["with U+FFFF", "<a>\uFFFF</a>"],
    ["with a name that begins with a digit", "<1a/>"],
    ["with a name as long as fits", `<${fill("a")}/>`],
    ["with a name of 501 letters", `<${"a".repeat(501)}/>`],
    ["with a namespace of 501 letters", `<a xmlns="${"b".repeat(501)}"/>`],
  ])("An XML document %s is refused quickly", (_, text) => {
    const { fault, ms } = parsed(bytesOf(text));
    expect(fault).toBeString();
    expect(ms).toBeLessThan(mostMs);
  });

  test.each([
    ["UTF-16 with its mark", [0xff, 0xfe, 0x3c, 0, 0x61, 0, 0x2f, 0, 0x3e, 0]],
    ["UTF-16 without its mark", [0x3c, 0, 0x61, 0, 0x2f, 0, 0x3e, 0]],
    ["UTF-16, big-endian", [0xfe, 0xff, 0, 0x3c, 0, 0x61, 0, 0x2f, 0, 0x3e]],
    ["Latin-1", [0x3c, 0x61, 0x3e, 0xe9, 0x3c, 0x2f, 0x61, 0x3e]],
    ["an overlong form", [0x3c, 0x61, 0x3e, 0xc0, 0xbc, 0x3c, 0x2f, 0x61, 0x3e]],
    ["an encoded surrogate", [0x3c, 0x61, 0x3e, 0xed, 0xa0, 0x80, 0x3c, 0x2f, 0x61, 0x3e]],
    ["a cut character", [0x3c, 0x61, 0x3e, 0xe2, 0x82]],
  ])("An XML document in %s is refused quickly", (_, bytes) => {
    const { fault, ms } = parsed(Uint8Array.from(bytes));
    expect(fault).toBeString();
    expect(ms).toBeLessThan(mostMs);
  });
});

describe("accepted documents", () => {
  test.each([
    ["with a mark of UTF-8", "\uFEFF<a/>"],
    ["nested 50 deep", "<a>".repeat(50) + "</a>".repeat(50)],
    ["with 20,000 elements", `<a>${"<b/>".repeat(19_999)}</a>`],
    ["with 32 attributes", `<a ${Array.from({ length: 32 }, (_, index) => `b${index}=""`).join(" ")}/>`],
    ["with a long name", `<${"a".repeat(500)}/>`],
    ["with an attribute as long as fits", `<a b="${fill("c")}"/>`],
    ["with a text as long as fits", `<a>${fill("b")}</a>`],
    ["with a comment as long as fits", `<a><!--${fill(" b")}--></a>`],
    ["with as many comments as fit", `<a>${fill("<!---->")}</a>`],
    ["with as many instructions as fit", `<a>${fill("<?b?>")}</a>`],
    ["with as much character data as fits", `<a>${fill("<![CDATA[]]]]>")}</a>`],
    ["with as many entities as fit", `<a>${fill("&lt;")}</a>`],
    ["with as many numbers as fit", `<a>${fill("&#65;")}</a>`],
    ["with as many line breaks as fit", `<a>${fill("\r\n")}</a>`],
    ["with as many brackets as fit", `<a>${fill("]")}</a>`],
    ["with as many blanks in a tag as fit", `<a${fill(" ")}/>`],
    ["with a long namespace", `<a xmlns="${"b".repeat(500)}"><c/></a>`],
    [
      "with namespaces on each level",
      `${Array.from({ length: 50 }, (_, index) => `<a xmlns:b${index}="c">`).join("")}${"</a>".repeat(50)}`,
    ],
    ["with another encoding named", '<?xml version="1.0" encoding="UTF-16"?><a/>'],
  ])("An XML document %s is read quickly", (_, text) => {
    const { fault, ms } = parsed(bytesOf(text));
    expect(fault).toBeNull();
    expect(ms).toBeLessThan(mostMs);
  });

  test("An XML document is read without comments, and entities are decoded", () => {
    const text = '<a xmlns="n" b="&#9;&lt;&quot;"> x<!-- no --><?no no?><![CDATA[<y>&amp;]]>&amp;&#x1F600; </a>';
    const read = parseXml(bytesOf(text));
    expect(read).toMatchObject({
      uri: "n",
      local: "a",
      attributes: { b: '\t<"' },
      text: " x<y>&amp;&😀 ",
      children: [],
    });
    expect(parseXml(bytesOf(writeXml(read)))).toEqual(read);
  });

  test.each([
    ["of letters beyond ASCII", '<aé b="1"><ü.ö-ä:ß xmlns:ü.ö-ä="n" c="2"/></aé>'],
    ["with prefixes", '<a xml:lang="de" lang="x" xmlns:n="n" xmlns:m="m" n:b="1" m:b="2" b="3"><c n:b="4"/></a>'],
    ["in no namespace within another", '<a xmlns="n"><b xmlns="" c="1"><d/><e xmlns="n"/></b></a>'],
    ["in namespaces like names of objects", '<a xmlns="constructor"><b xmlns="__proto__"/></a>'],
    ["in the namespace of XML", '<a><xml:b c="1">d</xml:b></a>'],
  ])("An XML document with names %s is written back unchanged", (_, text) => {
    const read = parseXml(bytesOf(text));
    expect(parseXml(bytesOf(writeXml(read)))).toEqual(read);
  });

  test("An attribute in another namespace is not mistaken for an attribute of the XML element", () => {
    const { attributes } = parseXml(bytesOf('<a name="VEVENT" xmlns:n="n" n:name="VTODO" xml:name="VALARM"/>'));
    expect(attributes).toEqual({ name: "VEVENT" });
  });

  test("An XML document may use names of JavaScript object members, such as __proto__", () => {
    const read = parseXml(bytesOf('<constructor __proto__="1" toString="2"><__proto__/></constructor>'));
    expect(Object.entries(read.attributes)).toEqual([
      ["__proto__", "1"],
      ["toString", "2"],
    ]);
    expect(read.children.map(({ local }) => local)).toEqual(["__proto__"]);
    expect(({} as Record<string, unknown>)["1"]).toBeUndefined();
  });
});

describe("an answer of another server", () => {
  const lenient = (text: string | Uint8Array, maxElements = 100) =>
    runStepsToEnd(xmlSteps(typeof text === "string" ? bytesOf(text) : text, { maxElements, isLenient: true }));

  test("Characters that XML forbids are removed from the XML of another server", () => {
    for (let blanks = 2_000; blanks < 2_060; blanks++) {
      const text = `<a>${" ".repeat(blanks)}b\u0001&#1;&#x1F;&#xD800;&#x110000;&#65;&#x1F600;&amp;😀ü\uFFFF</a>`;
      expect(lenient(text).text).toBe(`${" ".repeat(blanks)}bA😀&😀ü`);
    }
  });

  test("Bytes in another server's XML that are not UTF-8 are read as replacement characters", () => {
    expect(lenient(Uint8Array.from([0x3c, 0x61, 0x3e, 0xe9, 0x3c, 0x2f, 0x61, 0x3e])).text).toBe("\uFFFD");
  });

  test.each([
    ["with a DOCTYPE", "<!DOCTYPE a><a/>"],
    ["with an unknown entity", "<a>&b;</a>"],
    ["nested 51 deep", "<a>".repeat(51) + "</a>".repeat(51)],
    ["with too many elements", `<a>${"<b/>".repeat(100)}</a>`],
    ["that is cut", "<a>"],
    ["that is empty", ""],
    ["with an endless reference", `<a>&#${"1".repeat(100_000)}`],
  ])("The XML of another server %s is refused", (_, text) => {
    expect(() => lenient(text)).toThrow(XmlError);
  });

  test("The XML of another server can be read element by element", () => {
    const children: XmlElement[] = [];
    const steps = xmlSteps(bytesOf("<a>1<b>2<c>3</c></b>4<d/></a>"), {
      maxElements: 4,
      take: (child) => children.push(child),
    });
    expect(runStepsToEnd(steps)).toMatchObject({ local: "a", text: "14", children: [] });
    expect(children).toMatchObject([{ local: "b", text: "2", children: [{ local: "c", text: "3" }] }, { local: "d" }]);
  });

  test("A large XML document of another server is parsed in several steps", () => {
    const text = `<a>${"<b>c</b>".repeat(20_000)}</a>`;
    const times: number[] = [];
    const steps = xmlSteps(bytesOf(text), { maxElements: 30_000, isLenient: true });
    for (let isDone: boolean | undefined = false; !isDone; ) {
      const before = cpuTime();
      isDone = steps.next().done;
      times.push(cpuTime() - before);
    }
    expect(times.sort((one, other) => one - other)[Math.floor(times.length / 2)]).toBeLessThan(5);
    expect(times.length).toBeGreaterThan(70);
  });
});
