import { describe, expect, test } from "bun:test";
import type { Property } from "#calendar/ical/component.ts";
import { property } from "#calendar/ical/lines.ts";
import {
  cleanText,
  escapeText,
  htmlToText,
  isHtml,
  readDateTime,
  readDuration,
  readOffset,
  readPeriods,
  readTexts,
  unescapeText,
  writeDuration,
  writeOffset,
} from "#calendar/ical/values.ts";
import { writeDate, writeDateTime, writeInstant } from "#lib/recurrence/rule-values.ts";
import { cpuTime } from "../../support/cpu-time.ts";

const dated = (value: string, tzid?: string): Property =>
  property("DTSTART", value, tzid === undefined ? [] : [{ name: "TZID", values: [tzid] }]);

describe("text", () => {
  test.each([
    ["a, b; c\\d", "a\\, b\\; c\\\\d"],
    ["one\ntwo\r\nthree\rfour", "one\\ntwo\\nthree\\nfour"],
    ["\\n is no line break", "\\\\n is no line break"],
    ["", ""],
  ])("The text %j is escaped for iCalendar and read again unchanged", (text, escaped) => {
    expect(escapeText(text)).toBe(escaped);
    expect(unescapeText(escaped)).toBe(text.replace(/\r\n?/g, "\n"));
  });

  test.each([
    ["a\\Nb", "a\nb"],
    ["C:\\temp\\x", "C:\\temp\\x"],
    ['a\\:b\\"c', 'a:b"c'],
    ["a\\", "a\\"],
    ["a\\\\\\,b", "a\\,b"],
  ])("The wrongly escaped iCalendar text %j is unescaped as far as possible", (value, text) =>
    expect(unescapeText(value)).toBe(text),
  );

  test("Characters that XML forbids are removed from an iCalendar text", () => {
    expect(cleanText("a\u0000\u0008b\tc\nd\u000b\u001f\u007f\ud800e\udc00\uffff😀\ufffe")).toBe("ab\tc\nde😀");
  });

  test("An iCalendar list of texts is split at commas, but not at escaped commas", () => {
    expect(readTexts("Mia,Ben\\, junior, ,x\\")).toEqual(["Mia", "Ben, junior", "x\\"]);
    expect(readTexts("")).toEqual([]);
  });
});

describe("times", () => {
  const localMs = (text: string) => Date.parse(`${text}Z`);
  test.each([
    ["20260131", undefined, { kind: "date", localMs: localMs("2026-01-31T00:00"), tzid: null }],
    ["20260131", "Europe/Berlin", { kind: "date", localMs: localMs("2026-01-31T00:00"), tzid: null }],
    ["2026-01-31", undefined, { kind: "date", localMs: localMs("2026-01-31T00:00"), tzid: null }],
    ["20260131T093015", undefined, { kind: "floating", localMs: localMs("2026-01-31T09:30:15"), tzid: null }],
    ["20260131T093015", "X", { kind: "zoned", localMs: localMs("2026-01-31T09:30:15"), tzid: "X" }],
    ["20260131T093015", " ", { kind: "floating", localMs: localMs("2026-01-31T09:30:15"), tzid: null }],
    ["20260131T093015Z", "X", { kind: "utc", localMs: localMs("2026-01-31T09:30:15"), tzid: null }],
    [" 20260131t093015z ", undefined, { kind: "utc", localMs: localMs("2026-01-31T09:30:15"), tzid: null }],
    ["20260131T0930", "X", { kind: "zoned", localMs: localMs("2026-01-31T09:30"), tzid: "X" }],
    ["2026-01-31T09:30:15.123Z", undefined, { kind: "utc", localMs: localMs("2026-01-31T09:30:15"), tzid: null }],
    ["2026-01-31T09:30:15+02:00", undefined, { kind: "utc", localMs: localMs("2026-01-31T07:30:15"), tzid: null }],
    ["20260131T240000", undefined, { kind: "floating", localMs: localMs("2026-02-01T00:00"), tzid: null }],
    ["20260131T235960Z", undefined, { kind: "utc", localMs: localMs("2026-01-31T23:59:59"), tzid: null }],
    ["16040229", undefined, { kind: "date", localMs: localMs("1604-02-29T00:00"), tzid: null }],
    ["00990101", undefined, { kind: "date", localMs: localMs("0099-01-01T00:00"), tzid: null }],
  ])("The iCalendar time %s in the time zone %s is read", (value, tzid, expected) => {
    expect(readDateTime(dated(value, tzid))).toEqual(expected as never);
  });

  test.each([
    ["20131009T170000T", undefined],
    ['20200609T090000"', "W. Europe Standard Time"],
  ])("A stray character at the end of an iCalendar time is ignored: %j", (value, tzid) => {
    expect(readDateTime(dated(value, tzid))).toEqual(readDateTime(dated(value.slice(0, -1), tzid)));
    expect(readDateTime(dated(value, tzid))).not.toBeNull();
  });

  test.each([
    ...["", "2026", "20260230", "20261301", "20260100", "00000101", "20260101T", "20260101T250000", "20260101T240001"],
    ...["20260101T006000", "20260101T000061", "2026-0101", "20260101X", "20260101T10", "P1D", "20260101,20260102"],
  ])("The invalid iCalendar time %j is not read", (value) => expect(readDateTime(dated(value))).toBeNull());

  test("An iCalendar list of times is read even if it contains periods and invalid times", () => {
    const [first, bad, third, fourth] = readPeriods(
      dated("20260101T100000/PT1H,x,20260102T100000/20260102T110000,20260103", "X"),
    );
    expect(first).toEqual({
      start: { kind: "zoned", localMs: localMs("2026-01-01T10:00"), tzid: "X" },
      end: { days: 0, ms: 3_600_000, sign: 1 },
    });
    expect(bad).toBeNull();
    expect(third?.end).toEqual({ kind: "zoned", localMs: localMs("2026-01-02T11:00"), tzid: "X" });
    expect(fourth).toEqual({ start: { kind: "date", localMs: localMs("2026-01-03T00:00"), tzid: null }, end: null });
  });

  test("Times are written in the formats of iCalendar", () => {
    const at = localMs("2026-01-31T09:30:15");
    expect([writeDate(at), writeDateTime(at), writeInstant(at)]).toEqual([
      "20260131",
      "20260131T093015",
      "20260131T093015Z",
    ]);
  });
});

describe("durations", () => {
  test.each([
    ["PT15M", { days: 0, ms: 900_000, sign: 1 }, "PT15M"],
    ["-PT15M", { days: 0, ms: 900_000, sign: -1 }, "-PT15M"],
    ["+P1W", { days: 7, ms: 0, sign: 1 }, "P7D"],
    ["-p1dt2h30m5s", { days: 1, ms: 9_005_000, sign: -1 }, "-P1DT2H30M5S"],
    ["PT0S", { days: 0, ms: 0, sign: 1 }, "PT0S"],
    ["-P0D", { days: 0, ms: 0, sign: -1 }, "PT0S"],
    ["P1W2D", { days: 9, ms: 0, sign: 1 }, "P9D"],
  ])("The iCalendar duration %s is read and written", (text, duration, written) => {
    expect(readDuration(text)).toEqual(duration as never);
    expect(writeDuration(duration as never)).toBe(written);
  });

  test.each(["", "P", "PT", "1H", "P1Y", "PT1.5H", "P15M", "PT1D", "P1234567890D"])(
    "The invalid iCalendar duration %j is not read",
    (text) => {
      expect(readDuration(text)).toBeNull();
    },
  );

  test.each([
    ["+0100", 3_600_000, "+0100"],
    ["-01:30", -5_400_000, "-0130"],
    ["+013015", 5_415_000, "+0130"],
    ["Z", 0, "+0000"],
    ["-0000", 0, "+0000"],
  ])("The UTC offset %s of a time zone is read and written", (text, offset, written) => {
    expect(readOffset(text)).toBe(offset);
    expect(writeOffset(offset)).toBe(written);
    expect(readOffset("0100")).toBeNull();
  });
});

describe("HTML", () => {
  test.each([
    ["<p>One</p><p>Two &amp; three</p>", "One\nTwo & three"],
    ["a<br>b<br/>c", "a\nb\nc"],
    ["<ul><li>a</li><li>b</li></ul>", "- a\n- b"],
    ["<html><head><title>x</title></head><style>p{}</style><body>  Hi\n there </body></html>", "Hi there"],
    ['<a href="https://a.example/?b&amp;c">Join</a> now', "Join (https://a.example/?b&c) now"],
    ['<a href="https://a.example">https://a.example</a>', "https://a.example"],
    ['<a href="javascript:x">Join</a>', "Join"],
    ["<!-- <p>no</p> -->yes", "yes"],
    ["&#228;&#xe4;&nbsp;&unknown;&#0;&#x110000;", "ää &unknown;"],
    ["a < b", "a < b"],
    ["a<script>b", "a"],
  ])("The HTML %s is converted to plain text", (html, text) => expect(htmlToText(html)).toBe(text));

  test("A description that contains HTML is recognised as HTML", () => {
    expect(["<p>a", "a<br>b", "x</a> b", "<!DOCTYPE html><x>", '<div class="a">'].every(isHtml)).toBe(true);
    expect(["a < b > c", "<mia@example.org>", "<3", "1<a", "<https://a.example>"].some(isHtml)).toBe(false);
  });

  test("The conversion of HTML to plain text takes linear time", () => {
    const before = cpuTime();
    for (const part of ["<", "<a", "<!--", "<style>", "&#", "< a href=", "\n", "<a href=https://a>", "</a>", "<p "]) {
      const text = part.repeat(100_000);
      expect(isHtml(text) || htmlToText(text).length <= text.length * 2).toBe(true);
      htmlToText(text);
    }
    expect(cpuTime() - before).toBeLessThan(2_000);
  });
});
