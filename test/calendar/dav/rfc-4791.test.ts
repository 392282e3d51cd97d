/** The queries of RFC 4791 §7.8, with data like that of its appendix B. */
import { expect, test } from "bun:test";
import { filterOf, foundBy } from "../../support/calendar/dav-queries.ts";

const zone = `BEGIN:VTIMEZONE
TZID:US/Eastern
BEGIN:STANDARD
DTSTART:20001026T020000
RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10
TZOFFSETFROM:-0400
TZOFFSETTO:-0500
END:STANDARD
BEGIN:DAYLIGHT
DTSTART:20000404T020000
RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=4
TZOFFSETFROM:-0500
TZOFFSETTO:-0400
END:DAYLIGHT
END:VTIMEZONE`;

const first = `BEGIN:VEVENT
UID:first
DTSTAMP:20060206T001102Z
DTSTART;TZID=US/Eastern:20060102T100000
DURATION:PT1H
SUMMARY:Event #1
END:VEVENT`;

const second = `BEGIN:VEVENT
UID:second
DTSTAMP:20060206T001121Z
DTSTART;TZID=US/Eastern:20060102T120000
DURATION:PT1H
RRULE:FREQ=DAILY;COUNT=5
SUMMARY:Event #2
END:VEVENT
BEGIN:VEVENT
UID:second
DTSTAMP:20060206T001121Z
RECURRENCE-ID;TZID=US/Eastern:20060104T120000
DTSTART;TZID=US/Eastern:20060104T140000
DURATION:PT1H
SUMMARY:Event #2 bis
END:VEVENT
BEGIN:VEVENT
UID:second
DTSTAMP:20060206T001121Z
RECURRENCE-ID;TZID=US/Eastern:20060106T120000
DTSTART;TZID=US/Eastern:20060106T140000
DURATION:PT1H
SUMMARY:Event #2 bis bis
END:VEVENT`;

const third = `BEGIN:VEVENT
UID:third
ATTENDEE;PARTSTAT=ACCEPTED;ROLE=CHAIR:mailto:cyrus@example.com
ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:lisa@example.com
DTSTAMP:20060206T001220Z
DTSTART;TZID=US/Eastern:20060104T100000
DURATION:PT1H
STATUS:TENTATIVE
SUMMARY:Event #3
BEGIN:VALARM
ACTION:AUDIO
TRIGGER;RELATED=START:-PT5M
END:VALARM
END:VEVENT`;

const toDo = `BEGIN:VTODO
UID:toDo
DTSTAMP:20060205T235335Z
DUE;VALUE=DATE:20060104
STATUS:NEEDS-ACTION
SUMMARY:Task #1
BEGIN:VALARM
ACTION:AUDIO
TRIGGER;RELATED=START:-PT10M
END:VALARM
END:VTODO`;

const calendar = ["BEGIN:VCALENDAR", "VERSION:2.0", zone, first, second, third, toDo, "END:VCALENDAR", ""].join("\n");

const inCalendar = (content: string) => `<comp-filter name="VCALENDAR">${content}</comp-filter>`;
const inEvent = (content: string) => inCalendar(`<comp-filter name="VEVENT">${content}</comp-filter>`);
const inToDo = (content: string) => inCalendar(`<comp-filter name="VTODO">${content}</comp-filter>`);
const day = '<time-range start="20060104T000000Z" end="20060105T000000Z"/>';

const alarms = '<comp-filter name="VALARM"><time-range start="20060104T145000Z" end="20060104T150000Z"/></comp-filter>';
const attendee = `<prop-filter name="ATTENDEE">
    <text-match collation="i;ascii-casemap">mailto:lisa@example.com</text-match>
    <param-filter name="PARTSTAT"><text-match collation="i;ascii-casemap">NEEDS-ACTION</text-match></param-filter>
  </prop-filter>`;
const pending = `<prop-filter name="COMPLETED"><is-not-defined/></prop-filter>
  <prop-filter name="STATUS"><text-match negate-condition="yes">CANCELLED</text-match></prop-filter>`;

test.each([
  ["7.8.1, events by time range", inEvent(day), ["second", "third"]],
  [
    "7.8.2, a series of which only an overridden instance is shown",
    inEvent('<time-range start="20060106T190000Z" end="20060106T191000Z"/>'),
    ["second"],
  ],
  [
    "7.8.3, where the overridden instance was",
    inEvent('<time-range start="20060106T170000Z" end="20060106T180000Z"/>'),
    [],
  ],
  ["7.8.4, stored free and busy times", inCalendar(`<comp-filter name="VFREEBUSY">${day}</comp-filter>`), []],
  ["7.8.5, to-dos by alarm", inToDo(alarms), []],
  ["7.8.5, events by alarm", inEvent(alarms), ["third"]],
  [
    "7.8.6, an event by UID",
    inEvent('<prop-filter name="UID"><text-match collation="i;octet">third</text-match></prop-filter>'),
    ["third"],
  ],
  ["7.8.7, events by participation", inEvent(attendee), ["third"]],
  ["7.8.8, all events", inEvent(""), ["first", "second", "third"]],
  ["7.8.9, pending to-dos", inToDo(pending), []],
  ["7.8.9, events by the same conditions", inEvent(pending), ["third"]],
  [
    "7.8.10, an unknown property",
    inEvent('<prop-filter name="X-ABC-GUID"><text-match>ABC</text-match></prop-filter>'),
    [],
  ],
])("The CalDAV filter in an example of RFC 4791 finds the expected events: %s", (_, filter, uids) => {
  expect(foundBy(filterOf(filter), calendar)).toEqual(uids);
});
