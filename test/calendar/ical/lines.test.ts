import { describe, expect, spyOn, test } from "bun:test";
import { type Component, componentsOf, parameterOf, propertyOf } from "#calendar/ical/component.ts";
import { parseCalendars, parseSteps, property, writeComponent } from "#calendar/ical/lines.ts";
import { cpuTime } from "../../support/cpu-time.ts";

const parse = (text: string, encoding: BufferEncoding = "utf8") => parseCalendars(Buffer.from(text, encoding));
const write = (text: string) => parse(text).calendars.map(writeComponent).join("");
const inCalendar = (...lines: string[]) => ["BEGIN:VCALENDAR", ...lines, "END:VCALENDAR", ""].join("\r\n");

/** The names of components and properties, as `VEVENT(UID)`. */
function outline({ name, items }: Component): string {
  const inside = items.map((each) =>
    each.kind === "component" ? outline(each) : each.kind === "bad" ? "!" : each.name,
  );
  return `${name}(${inside.join(" ")})`;
}
const outlines = (text: string) => parse(text).calendars.map(outline);

function first(line: string) {
  const [calendar] = parse(inCalendar(line)).calendars;
  const item = calendar?.items[0];
  return item?.kind === "property" ? item : null;
}

describe("encoded texts", () => {
  const valueIn = (line: string) => {
    const [calendar] = parse(inCalendar(line, "X-NEXT:1")).calendars;
    const [item, next] = calendar?.items ?? [];
    expect(next).toMatchObject({ name: "X-NEXT", value: "1" });
    return item?.kind === "property" ? item.value : item;
  };

  test.each([
    ["SUMMARY;ENCODING=QUOTED-PRINTABLE:M=C3=BCll", "Müll"],
    ["SUMMARY;QUOTED-PRINTABLE:M=c3=bcll", "Müll"],
    ["SUMMARY;CHARSET=ISO-8859-1;ENCODING=quoted-printable:M=FCll", "Müll"],
    ["SUMMARY;ENCODING=QUOTED-PRINTABLE:M=FCll", "Müll"],
    ["SUMMARY;CHARSET=KOI8-R;ENCODING=QUOTED-PRINTABLE:=CD=C9=D2", "мир"],
    ["SUMMARY;CHARSET=none;ENCODING=QUOTED-PRINTABLE:M=C3=BCll", "Müll"],
    ["DESCRIPTION;ENCODING=QUOTED-PRINTABLE:one,=0D=0Atwo; 1=3D1", "one\\,\\ntwo\\; 1=1"],
    ["DESCRIPTION;ENCODING=QUOTED-PRINTABLE:one\\, two=\r\nthree", "one\\, twothree"],
    ["DESCRIPTION;ENCODING=QUOTED-PRINTABLE:one=\n two=\n\n three", "one two three"],
    ["DESCRIPTION;ENCODING=QUOTED-PRINTABLE:M=\r\n C3=BCl\r\n l", "Müll"],
    ["SUMMARY;ENCODING=BASE64:TcO8bGw=", "Müll"],
    ["SUMMARY;BASE64:TcO8bGw=", "Müll"],
    ["SUMMARY;ENCODING=8BIT:a=20b", "a=20b"],
    ["ATTACH;ENCODING=BASE64;VALUE=BINARY:TcO8bGw=", "TcO8bGw="],
  ])("The iCalendar line %j is decoded to the text %j", (line, text) => expect(valueIn(line)).toBe(text));

  test("A quoted-printable text in an iCalendar file is written without its encoding", () => {
    const line = 'X-A;ENCODING=QUOTED-PRINTABLE;LANGUAGE="de";CHARSET=UTF-8:M=C3=BCll';
    expect(write(inCalendar(line))).toBe(inCalendar("X-A;LANGUAGE=de:Müll"));
  });

  test("A recurrence rule of vCalendar 1.0 is written as a rule of iCalendar", () => {
    expect(write(inCalendar("RRULE:W1 TU #10"))).toBe(inCalendar("RRULE:FREQ=WEEKLY;INTERVAL=1;BYDAY=TU;COUNT=10"));
  });

  test("A quoted-printable text ends with its component, even if the last line asks for a continuation", () => {
    const text = inCalendar("BEGIN:VEVENT", "SUMMARY;ENCODING=QUOTED-PRINTABLE:Trip=", "END:VEVENT");
    expect(outlines(text)).toEqual(["VCALENDAR(VEVENT(SUMMARY))"]);
    expect(parse(text).isWhole).toBe(true);
  });

  test.each([
    ["=\n", ""],
    ["=\na", "a"],
    ["=C3=BC", "ü"],
  ])("A quoted-printable text with many repetitions of %j is decoded with fewer than 100 strings", (piece, text) => {
    const line = `DESCRIPTION;ENCODING=QUOTED-PRINTABLE;X=${"a".repeat(900)}:`;
    const spy = spyOn(Buffer.prototype, "toString");
    const value = valueIn(`${line}${piece.repeat(10_000)}.`);
    const calls = spy.mock.calls.length;
    spy.mockRestore();
    expect(value).toBe(`${text.repeat(10_000)}.`);
    expect(calls).toBeLessThan(100);
  });

  test("A quoted-printable text that is too long for any event is left encoded", () => {
    const line = `DESCRIPTION;ENCODING=QUOTED-PRINTABLE:${"=41".repeat(2 ** 20 + 1)}`;
    expect(write(inCalendar(line))).toBe(inCalendar(line));
  });

  test("A quoted-printable text of 200,000 lines is decoded in bounded time", () => {
    const before = cpuTime();
    parse(inCalendar(`DESCRIPTION;ENCODING=QUOTED-PRINTABLE:${"a=\r\n".repeat(200_000)}`));
    expect(cpuTime() - before).toBeLessThan(2_000);
  });
});

describe("lines", () => {
  test("The lines of an iCalendar file are written as they were read, including their folds", () => {
    const text = inCalendar(
      "VERSION:2.0",
      "BEGIN:VEVENT",
      'summary;X-A="b";c=d:Folded in an odd pl',
      "\tace, with a tab",
      "X-FOO:kept",
      "what is this",
      "END:VEVENT",
    );
    expect(write(text)).toBe(text);
  });

  test.each([
    ["LF", "BEGIN:VCALENDAR\nX:1\n 2\nEND:VCALENDAR\n"],
    ["CR", "BEGIN:VCALENDAR\rX:1\r 2\rEND:VCALENDAR\r"],
    ["CR CR LF", "BEGIN:VCALENDAR\r\r\nX:1\r\r\n 2\r\r\nEND:VCALENDAR\r\r\n"],
    ["no last line break", "BEGIN:VCALENDAR\r\nX:1\r\n 2\r\nEND:VCALENDAR"],
    ["a BOM", "\uFEFFBEGIN:VCALENDAR\r\nX:1\r\n 2\r\nEND:VCALENDAR\r\n"],
    ["blank lines", "\n\nBEGIN:VCALENDAR\n\nX:1\n\n 2\n\n\nEND:VCALENDAR\n\n"],
    ["lower case and blanks", "begin:vcalendar\nX:1\n 2\nEnd: VCalendar \n"],
  ])("An iCalendar file with lines of this format is read: %s", (_, text) => {
    expect(write(text)).toBe("BEGIN:VCALENDAR\r\nX:1\r\n 2\r\nEND:VCALENDAR\r\n");
    expect(parse(text)).toMatchObject({ isWhole: true, remarks: [], calendars: [{ items: [{ value: "12" }] }] });
  });

  test.each(["le", "be"])("An iCalendar file may be encoded in UTF-16 (%s)", (order) => {
    const bytes = Buffer.from(`\uFEFF${inCalendar("X:ä")}`, "utf16le");
    const { calendars, isWhole } = parseCalendars(order === "le" ? bytes : bytes.swap16());
    expect({ isWhole, written: calendars.map(writeComponent) }).toEqual({
      isWhole: true,
      written: [inCalendar("X:ä")],
    });
  });

  test("The lines of an iCalendar file are unfolded before the characters are decoded", () => {
    const bytes = Buffer.concat([
      Buffer.from("BEGIN:VCALENDAR\r\nX:a\xc3\r\n \xa4b\r\n", "latin1"),
      Buffer.from("Y:a\xf0\x9f\r\n \x98\r\n \x80\r\nEND:VCALENDAR\r\n", "latin1"),
    ]);
    expect(parseCalendars(bytes).calendars.map(writeComponent)).toEqual([inCalendar("X:aäb", "Y:a😀")]);
  });

  test("A line of an iCalendar file that is not UTF-8 is decoded as Windows-1252", () => {
    const bytes = Buffer.from(
      "BEGIN:VCALENDAR\nX:\xe4\x80\nY:\xc3\xa4\nZ:\xc3\xa4\xff\xc3\xa4\nA:\xfc\n b\nEND:VCALENDAR",
      "latin1",
    );
    const written = inCalendar("X:ä€", "Y:ä", "Z:ä\ufffdä", "A:üb");
    expect(parseCalendars(bytes).calendars.map(writeComponent)).toEqual([written]);
  });

  test("Control characters, which XML forbids, are removed from the lines of an iCalendar file", () => {
    const text = inCalendar("X:a\u0000b\tc\u001b\u007f\uFFFE", "\u0001", "\u0001 Y:1", "Z:2\u0002", " 3");
    expect(write(text)).toBe(inCalendar("X:ab\tc", "Y:1", "Z:2", " 3"));
  });

  test.each([
    [
      "missing ENDs",
      "BEGIN:VCALENDAR\nBEGIN:VEVENT\nA:1\nBEGIN:VALARM\nB:1",
      ["VCALENDAR(VEVENT(A VALARM(B)))"],
      false,
    ],
    [
      "a missing END of an event",
      "BEGIN:VCALENDAR\nBEGIN:VEVENT\nA:1\nBEGIN:VALARM\nB:1\nBEGIN:VEVENT\nC:1\nEND:VEVENT\nEND:VCALENDAR",
      ["VCALENDAR(VEVENT(A VALARM(B)) VEVENT(C))"],
      true,
    ],
    [
      "a missing END of an alarm",
      "BEGIN:VCALENDAR\nBEGIN:VEVENT\nBEGIN:VALARM\nB:1\nBEGIN:VALARM\nC:1\nEND:VEVENT\nD:1\nEND:VCALENDAR",
      ["VCALENDAR(VEVENT(VALARM(B) VALARM(C)) D)"],
      true,
    ],
    [
      "a missing END of a calendar",
      "BEGIN:VCALENDAR\nA:1\nBEGIN:VCALENDAR\nB:1\nEND:VCALENDAR",
      ["VCALENDAR(A)", "VCALENDAR(B)"],
      false,
    ],
    [
      "another END",
      "BEGIN:VCALENDAR\nBEGIN:VEVENT\nEND:VTODO\nA:1\nEND:VEVENT\nEND:VCALENDAR",
      ["VCALENDAR(VEVENT(! A))"],
      true,
    ],
    ["two calendars", inCalendar("A:1") + inCalendar("B:1"), ["VCALENDAR(A)", "VCALENDAR(B)"], true],
    ["two files", `${inCalendar("A:1")}\uFEFF${inCalendar("B:1")}`, ["VCALENDAR(A)", "VCALENDAR(B)"], true],
    ["no calendar around", "BEGIN:VEVENT\nA:1\nEND:VEVENT", ["VCALENDAR(VEVENT(A))"], false],
    ["text before", `Hello\n${inCalendar("A:1")}`, ["VCALENDAR(A)"], false],
    ["text after", `${inCalendar("A:1")}Bye`, ["VCALENDAR(A)"], true],
    ["a page", "<!DOCTYPE html>\n<p>Sign in: here</p>", [], false],
    ["nothing", "", [], false],
    ["an END alone", "END:VCALENDAR", [], false],
  ])("An iCalendar text with %s is split into the right components", (_, text, expected, isWhole) => {
    expect(outlines(text)).toEqual(expected);
    expect(parse(text).isWhole).toBe(isWhole);
  });

  test("A line of an iCalendar file that cannot be read is left out and named", () => {
    const { calendars, remarks } = parse(inCalendar("A:1", "no colon", ":no name", "B;X=1", "Ü:1", "C:1"));
    expect(calendars.map(outline)).toEqual(["VCALENDAR(A ! ! ! ! C)"]);
    expect(remarks.map(({ text }) => text)).toEqual([3, 4, 5, 6].map((line) => `line ${line} can't be read; left out`));
    expect(remarks[0]).toEqual({
      ...{ uid: null, title: null, date: null, code: "unreadable_line", values: { line: 3 } },
      text: "line 3 can't be read; left out",
    });
  });

  test("The lines of an iCalendar file are numbered as in a text editor", () => {
    expect(parse("BEGIN:VCALENDAR\r\n\r\nA:1\r\n 2\rB\nC:1").remarks.map(({ values }) => values?.line)).toEqual([5]);
  });

  test("The components of an iCalendar file nest at most 20 levels deep", () => {
    const text = inCalendar(
      ...Array.from({ length: 30 }, () => "BEGIN:X"),
      "A:1",
      ...Array.from({ length: 30 }, () => "END:X"),
      "B:1",
    );
    const { calendars, remarks } = parse(text);
    expect(remarks).toHaveLength(1);
    expect(propertyOf(calendars[0] as Component, "B")).toBeDefined();
    expect(calendars.map(writeComponent)).toEqual([text]);
  });

  test("An event with too deeply nested components loses only these components", () => {
    const begins = Array.from({ length: 30 }, () => "BEGIN:X").join("\n");
    const { calendars, remarks } = parse(
      `BEGIN:VCALENDAR\nBEGIN:VEVENT\n${begins}\nA:1\nEND:Y\nEND:VEVENT\nBEGIN:VEVENT\nB:1\nEND:VEVENT\nEND:VCALENDAR`,
    );
    expect(remarks).toHaveLength(1);
    const events = componentsOf(calendars[0] as Component, "VEVENT");
    expect(events.map((each) => propertyOf(each, "B")?.value)).toEqual([undefined, "1"]);
    const text = calendars.map(writeComponent).join("");
    expect(write(text)).toBe(text);
    expect(write(`BEGIN:VCALENDAR\n${begins}`)).toBe(write(write(`BEGIN:VCALENDAR\n${begins}`)));
  });

  test("A large iCalendar file is read in several steps", () => {
    const text = inCalendar(...Array.from({ length: 98 }, (_, index) => `X-${index}:1`));
    const steps = [...parseSteps(Buffer.from(text), 10)];
    expect(steps).toHaveLength(10);
    expect([...parseSteps(Buffer.from(inCalendar(...Array(10).fill(`X:${"a".repeat(2 ** 17)}`))))]).toHaveLength(5);
  });
});

describe("parameters", () => {
  test.each([
    ["A;B=c:d", [["B", "c"]], "d"],
    [
      "A;b=C;D=E,F:d:e",
      [
        ["B", "C"],
        ["D", "E", "F"],
      ],
      "d:e",
    ],
    ['A;B="c;d,e:f",g:h', [["B", "c;d,e:f", "g"]], "h"],
    [
      'A;CN="Foo "Bar" Baz";X=1:v',
      [
        ["CN", 'Foo "Bar" Baz'],
        ["X", "1"],
      ],
      "v",
    ],
    ['A;CN=Foo "Bar":v', [["CN", 'Foo "Bar"']], "v"],
    [
      'A;CN="Foo;X=1:v',
      [
        ["CN", "Foo"],
        ["X", "1"],
      ],
      "v",
    ],
    ['A;CN="":v', [["CN", ""]], "v"],
    ["A;CN=:v", [["CN", ""]], "v"],
    ["A;RSVP:v", [["RSVP"]], "v"],
    ["A;;B=c;:v", [["B", "c"]], "v"],
    ['A ; B = "c" : v', [["B", "c"]], " v"],
    ["A;B=^n^^^'^x:v", [["B", '\n^"^x']], "v"],
    [
      "DTSTART;TZID=(UTC+01:00) Berlin, Rome:20260101T000000",
      [["TZID", "(UTC+01:00) Berlin, Rome"]],
      "20260101T000000",
    ],
    ["DTSTART;TZID=Europe/Berlin:2026-01-01T10:00:00", [["TZID", "Europe/Berlin"]], "2026-01-01T10:00:00"],
    [
      "DTSTART;TZID=A;VALUE=DATE:20260101",
      [
        ["TZID", "A"],
        ["VALUE", "DATE"],
      ],
      "20260101",
    ],
    ["X;TZID=A:b", [["TZID", "A"]], "b"],
    ["A;B=http://x:v", [["B", "http"]], "//x:v"],
  ])("The parameters of the iCalendar line %s are read", (line, params, value) => {
    const read = first(line);
    expect(read?.params.map(({ name, values }) => [name, ...values])).toEqual(params);
    expect(read?.value).toBe(value);
    expect(read?.raw).toBe(line);
  });

  test("An iCalendar property may have 100 parameters, and a parameter 1,000 values", () => {
    expect(first(`A${";B=c".repeat(100)}:d`)?.params).toHaveLength(100);
    expect(first(`A${";B=c".repeat(101)}:d`)).toBeNull();
    expect(first(`A;B=c${",c".repeat(999)}:d`)?.params[0]?.values).toHaveLength(1_000);
    expect(first(`A;B=c${",c".repeat(1_000)}:d`)).toBeNull();
  });
});

describe("a new property", () => {
  test("A new iCalendar property is folded at 75 octets, and only between characters", () => {
    const { raw } = property("X", "aé€😀".repeat(40));
    expect(raw.split("\r\n").every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
    expect(
      raw
        .split("\r\n")
        .slice(0, -1)
        .every((line) => Buffer.byteLength(line) >= 72),
    ).toBe(true);
    expect(first(raw)?.value).toBe("aé€😀".repeat(40));
    expect(property("X", "a".repeat(73)).raw).not.toContain("\r");
    expect(property("X", "a".repeat(74)).raw).toBe(`X:${"a".repeat(73)}\r\n a`);
  });

  test("A new iCalendar property can be read again, whatever characters the parameters contain", () => {
    const written = property("A", "v", [
      { name: "CN", values: ['a"b^c\nd\u0000', "e;f", "g,h", "i:j", ""] },
      { name: "TZID", values: ["(UTC+01:00) Berlin"] },
    ]);
    const read = first(written.raw);
    expect(read?.params[0]?.values).toEqual(['a"b^c\nd', "e;f", "g,h", "i:j", ""]);
    expect(read && parameterOf(read, "TZID")).toBe("(UTC+01:00) Berlin");
  });

  test("A line break in a value never splits a new iCalendar property into two", () => {
    expect(property("X", "a\r\nATTENDEE:b\rc\u0000").raw).toBe("X:a\\nATTENDEE:b\\nc");
  });
});

test("A hostile iCalendar file is read in linear time", () => {
  const size = 400_000;
  const texts = [
    ...[":", ";", "A;", " ", "\n", "A:\n", "A\n", "BEGIN:X\n", "END:X\n", "BEGIN:VEVENT\n"].map((each) =>
      each.repeat(size / each.length),
    ),
    `A${';X="a'.repeat(size / 5)}`,
    `A${";TZID=:a".repeat(size / 8)}`,
    `A;X=${"a,".repeat(size / 2)}`,
    `A;X="${'" '.repeat(size / 2)}`,
    `A:${"\n x".repeat(size / 3)}`,
    `A:${"\n ä".repeat(size / 4)}`,
  ];
  for (const text of texts) {
    const before = cpuTime();
    const { calendars } = parse(`BEGIN:VCALENDAR\n${text}`);
    expect(cpuTime() - before).toBeLessThan(1_000);
    expect(calendars.map((each) => writeComponent(each).length).every((length) => length < 4 * size)).toBe(true);
  }
});

test("The components of a calendar can be found by name", () => {
  const [calendar] = parse(inCalendar("BEGIN:VEVENT", "END:VEVENT", "BEGIN:VTODO", "END:VTODO")).calendars;
  expect(componentsOf(calendar as Component, "VEVENT")).toHaveLength(1);
});
