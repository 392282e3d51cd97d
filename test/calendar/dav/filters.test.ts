import { describe, expect, test } from "bun:test";
import { rangeOf, selectsEvents } from "#calendar/dav/query/filters.ts";
import { eventFilter, filterOf, refusalOf } from "../../support/calendar/dav-queries.ts";

const calendar = (content: string) => `<comp-filter name="VCALENDAR">${content}</comp-filter>`;
const inEvent = (content: string) => calendar(`<comp-filter name="VEVENT">${content}</comp-filter>`);
const inSummary = (content: string) => inEvent(`<prop-filter name="SUMMARY">${content}</prop-filter>`);
const range = '<time-range start="20260101T000000Z" end="20260201T000000Z"/>';

describe("a filter", () => {
  test("A CalDAV filter is parsed with all conditions", () => {
    const filter = filterOf(
      inEvent(
        `${range}<prop-filter name="attendee"><text-match collation="i;octet" negate-condition="yes">A B</text-match>
        <param-filter name="partstat"><is-not-defined/></param-filter></prop-filter>
        <comp-filter name="VALARM"><time-range start="20260101T000000Z"/></comp-filter>`,
      ),
    );
    const [january, february] = [Date.UTC(2026, 0, 1), Date.UTC(2026, 1, 1)];
    expect(filter.components).toEqual([
      {
        name: "VEVENT",
        isNotDefined: false,
        range: { from: january, to: february },
        properties: [
          {
            name: "ATTENDEE",
            isNotDefined: false,
            range: null,
            text: { text: "A B", collation: "i;octet", isNegated: true },
            parameters: [{ name: "PARTSTAT", isNotDefined: true, text: null }],
          },
        ],
        components: [
          {
            name: "VALARM",
            isNotDefined: false,
            range: { from: january, to: Infinity },
            properties: [],
            components: [],
          },
        ],
      },
    ]);
  });

  test.each([
    ["nothing", ""],
    ["two conditions", calendar("") + calendar("")],
    ["another element", "<prop-filter name='UID'/>"],
    ["another namespace", "<D:comp-filter name='VCALENDAR'/>"],
    ["an event outside of a calendar", '<comp-filter name="VEVENT"/>'],
    ["no name", "<comp-filter/>"],
    ["a nested filter without a name", inEvent("<comp-filter/>")],
    ["a property without a name", inEvent("<prop-filter/>")],
    ["a parameter without a name", inSummary("<param-filter/>")],
    ["a missing calendar with conditions", calendar(`<is-not-defined/><comp-filter name="VEVENT"/>`)],
    ["a missing event with a range", inEvent(`<is-not-defined/>${range}`)],
    ["a missing property with a text", inSummary("<is-not-defined/><text-match>a</text-match>")],
    ["a range of the calendar", calendar(range)],
    ["two ranges", inEvent(range + range)],
    ["two texts", inSummary("<text-match>a</text-match><text-match>b</text-match>")],
    ["a range and a text", inSummary(`${range}<text-match>a</text-match>`)],
    ["a text of a component", inEvent("<text-match>a</text-match>")],
    ["an odd negation", inSummary('<text-match negate-condition="true">a</text-match>')],
    ["markup in a text", inSummary("<text-match>a<b/></text-match>")],
    ["a range without ends", inEvent("<time-range/>")],
    ["a range of no length", inEvent('<time-range start="20260101T000000Z" end="20260101T000000Z"/>')],
    ["a range that ends first", inEvent('<time-range start="20260102T000000Z" end="20260101T000000Z"/>')],
    ["a date", inEvent('<time-range start="20260101"/>')],
    ["a floating time", inEvent('<time-range start="20260101T000000"/>')],
    ["an offset", inEvent('<time-range start="20260101T000000+0100"/>')],
    ["a day that does not exist", inEvent('<time-range start="20260230T000000Z"/>')],
    ["an empty start", inEvent('<time-range start="" end="20260101T000000Z"/>')],
  ])("A CalDAV filter with %s is refused as not valid", (_, content) => {
    expect(refusalOf(() => filterOf(content))).toBe("403 valid-filter");
  });

  test.each([
    ["an element of another namespace", inEvent("<D:anything/>")],
    ["a new element", inEvent('<time-zone-filter start="1"/>')],
    ["a new element in a property", inSummary("<sort/>")],
    ["alternatives", calendar("").replace(">", ' test="anyof">')],
    ["matches at the start", inSummary('<text-match match-type="starts-with">a</text-match>')],
    ["a range of a zone", calendar(`<comp-filter name="VTIMEZONE">${range}</comp-filter>`)],
    ["a range of an unknown component", calendar(`<comp-filter name="X-A">${range}</comp-filter>`)],
    ["hundreds of conditions", inEvent('<prop-filter name="UID"/>'.repeat(200))],
  ])("A CalDAV filter with %s is refused as not supported", (_, content) => {
    expect(refusalOf(() => filterOf(content))).toBe("403 supported-filter");
  });

  test.each(["i;unicode-casemap2", "", "I;OCTET", "i;ascii-numeric"])(
    "A CalDAV filter with the unknown collation %j is refused",
    (collation) => {
      const refused = () => filterOf(inSummary(`<text-match collation="${collation}">a</text-match>`));
      expect(refusalOf(refused)).toBe("403 supported-collation");
    },
  );

  test("A CalDAV filter yields the time range that each matching event overlaps", () => {
    const [from, to] = [Date.UTC(2026, 0, 1), Date.UTC(2026, 1, 1)];
    expect(rangeOf(eventFilter(range))).toEqual({ from, to });
    expect(rangeOf(eventFilter('<time-range end="20260201T000000Z"/>'))).toEqual({ from: -Infinity, to });
    expect(rangeOf(eventFilter(`<comp-filter name="VALARM">${range}</comp-filter>`))).toBeNull();
    expect(rangeOf(filterOf(calendar("")))).toBeNull();
    expect(rangeOf(filterOf(calendar(`<comp-filter name="VTODO">${range}</comp-filter>`)))).toBeNull();
  });

  test("A CalDAV filter that no event can match is recognised", () => {
    expect(selectsEvents(filterOf(calendar("")))).toBeTrue();
    expect(selectsEvents(eventFilter(range))).toBeTrue();
    expect(selectsEvents(filterOf(calendar('<comp-filter name="VTODO"><is-not-defined/></comp-filter>')))).toBeTrue();
    expect(selectsEvents(filterOf(calendar('<comp-filter name="VTODO"/>')))).toBeFalse();
    expect(selectsEvents(eventFilter("<is-not-defined/>"))).toBeFalse();
    expect(selectsEvents(filterOf('<comp-filter name="VCALENDAR"><is-not-defined/></comp-filter>'))).toBeFalse();
  });
});
