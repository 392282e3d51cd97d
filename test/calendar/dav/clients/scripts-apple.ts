/** Requests of iPhones and Macs, from logs in public issues of servers. */
import { event } from "../../../support/calendar/dav.ts";
import {
  comp,
  multiget,
  plain,
  propfind,
  proppatch,
  put,
  query,
  syncCollection,
  timeRange,
  withAttributes,
  x,
} from "./requests.ts";
import type { Script } from "./scripts.ts";
import type { Program } from "./stage.ts";

const ios: Program = {
  name: "iOS",
  style: "inline",
  headers: { "User-Agent": "iOS/18.3.1 (22D72) dataaccessd/1.0", Brief: "t", Prefer: "return=minimal" },
};
const macos: Program = {
  name: "macOS",
  style: "inline",
  headers: { "User-Agent": "macOS/15.3 (24D60) dataaccessd/1.0", Brief: "t", Prefer: "return=minimal" },
};

const changed = event("dentist@other", "SUMMARY:Dentist, changed", "SEQUENCE:1");
const added = event(
  "new@phone",
  "BEGIN:VALARM",
  "ACTION:DISPLAY",
  "TRIGGER:-PT15M",
  "DESCRIPTION:Dentist",
  "END:VALARM",
);
const all = ["family/dentist.ics", "family/piano.ics", "family/app.ics"];

const ownServices = "d:current-user-principal! d:principal-URL! d:resourcetype!";
const applePrincipal =
  "c:calendar-home-set! c:calendar-user-address-set! d:current-user-principal! d:displayname! cs:dropbox-home-URL " +
  "cs:email-address-set cs:notification-URL d:principal-collection-set! d:principal-URL! d:resource-id c:schedule-inbox-URL " +
  "c:schedule-outbox-URL d:supported-report-set!";
const appleHome =
  "d:add-member cs:allowed-sharing-modes a:autoprovisioned me:bulk-requests c:calendar-alarm a:calendar-color! " +
  "c:calendar-description c:calendar-free-busy-set a:calendar-order! c:calendar-timezone! d:current-user-privilege-set! " +
  "c:default-alarm-vevent-date c:default-alarm-vevent-datetime d:displayname! cs:getctag! a:language-code a:location-code " +
  "c:max-attendees-per-instance d:owner! cs:pre-publish-url cs:publish-url cs:push-transports cs:pushkey " +
  "d:quota-available-bytes d:quota-used-bytes a:refreshrate d:resource-id d:resourcetype! c:schedule-calendar-transp! " +
  "c:schedule-default-calendar-URL cs:source cs:subscribed-strip-alarms cs:subscribed-strip-attachments " +
  "cs:subscribed-strip-todos c:supported-calendar-component-set! c:supported-calendar-component-sets " +
  "d:supported-report-set! d:sync-token!";
const appleData = "cs:created-by cs:updated-by d:getcontenttype! d:getetag! c:schedule-tag c:calendar-data!";
const appleIcs = { "Content-Type": "text/calendar" };

export const appleScripts: readonly Script[] = [
  [
    ios,
    "looks for the principal wherever it may be",
    [
      propfind("wellKnown", 0, ownServices, { status: 301 }),
      propfind("root", 0, ownServices.replace("d:principal-URL!", "d:principal-URL")),
      propfind("top", 0, "d:current-user-principal! d:principal-URL d:resourcetype!", { lists: ["top"] }),
      propfind("principals", 0, "d:current-user-principal! d:principal-URL d:resourcetype!", { lists: ["principals"] }),
    ],
  ],
  [
    ios,
    "sets an account up",
    [
      plain("OPTIONS", "principal", 200),
      propfind("principal", 0, applePrincipal),
      propfind("home", 1, appleHome, { lists: ["family", "ben"] }),
    ],
  ],
  [
    ios,
    "sets its default alarms, which we do not keep",
    [
      proppatch("home", { "c:default-alarm-vevent-date": "BEGIN:VALARM\nEND:VALARM" }, { has: ["403"] }),
      proppatch("home", { "c:default-alarm-vevent-datetime": "" }, { has: ["403"] }),
    ],
  ],
  [
    ios,
    "reads a calendar for the first time",
    [
      propfind("family", 0, "cs:getctag! d:sync-token!"),
      syncCollection("family", "d:getcontenttype! d:getetag!", "first", { lists: all, gone: [] }),
      multiget("family", appleData, all, { lists: all }),
    ],
  ],
  [
    ios,
    "reads the events of the last month",
    [
      query(
        "family",
        "d:getcontenttype! d:getetag!",
        comp("VCALENDAR", comp("VEVENT", timeRange("20261026T000000Z"))),
        { lists: all },
      ),
      propfind("family", 1, "d:getcontenttype! d:getetag!", { lists: all }),
    ],
  ],
  [
    ios,
    "adds an event",
    [
      put("family/3A6F9BD8-71C5-4B3B-9B0B-6C2B7D1B9B2A.ics", 201, added, {
        headers: { ...appleIcs, "If-None-Match": "*" },
      }),
      propfind("family", 0, "cs:getctag! d:sync-token!"),
    ],
  ],
  [
    ios,
    "changes an event",
    [
      put("family/dentist.ics", 204, changed, { headers: { ...appleIcs, "If-Match": "→" } }),
      multiget("family", appleData, ["family/dentist.ics"], {
        lists: ["family/dentist.ics"],
        has: ["Dentist, changed"],
      }),
    ],
  ],
  [
    ios,
    "moves an event to another calendar",
    [
      plain("MOVE", "family/dentist.ics", 201, {
        headers: { Destination: "→ben/dentist.ics", Overwrite: "F", "If-Match": "→" },
      }),
      propfind("ben/dentist.ics", 0, "d:getetag!"),
      propfind("family/dentist.ics", 0, "d:getetag", { status: 404 }),
    ],
  ],
  [
    ios,
    "moves an event by writing it again",
    [
      put("ben/dentist.ics", 201, event("dentist@other"), { headers: { ...appleIcs, "If-None-Match": "*" } }),
      plain("DELETE", "family/dentist.ics", 404, { headers: { "If-Match": "→" } }),
    ],
  ],
  [
    ios,
    "deletes an event",
    [
      plain("DELETE", "family/dentist.ics", 204, { headers: { "If-Match": "→" } }),
      syncCollection("family", "d:getcontenttype! d:getetag!", "first", { leavesOut: ["family/dentist.ics"] }),
    ],
  ],
  [ios, "reads one event", [plain("GET", "family/dentist.ics", 200, { has: ["UID:dentist@other"] })]],
  [
    ios,
    "changes one date of a series",
    [
      put(
        "family/piano.ics",
        204,
        event(
          "piano@other",
          "DTSTART;TZID=Europe/Berlin:20261201T160000",
          "DTEND;TZID=Europe/Berlin:20261201T164500",
          "RRULE:FREQ=WEEKLY;COUNT=6",
          "EXDATE;TZID=Europe/Berlin:20261208T160000",
        ),
        { headers: { ...appleIcs, "If-Match": "→" } },
      ),
      multiget("family", appleData, ["family/piano.ics"], {
        lists: ["family/piano.ics"],
        has: ["EXDATE;TZID=Europe/Berlin:20261208T160000"],
      }),
    ],
  ],
  [
    macos,
    "asks for reports that are for directories",
    [
      { ...plain("REPORT", "principals", 405), body: x("d:principal-search-property-set"), headers: { Depth: "0" } },
      {
        ...plain("REPORT", "principal", 405),
        body: withAttributes(
          "d:expand-property",
          {},
          withAttributes("d:property", { name: "calendar-proxy-write-for" }),
        ),
        headers: { Depth: "0" },
      },
      { ...plain("REPORT", "root", 405), body: x("d:principal-property-search"), headers: { Depth: "0" } },
    ],
  ],
  [
    macos,
    "sets an account up",
    [
      propfind("wellKnown", 0, ownServices, { status: 301 }),
      propfind("principal", 0, applePrincipal),
      plain("OPTIONS", "principal", 200),
      propfind("home", 1, appleHome, { lists: ["family", "ben"] }),
      propfind("principal", 0, "c:calendar-user-address-set! cs:email-address-set d:displayname!"),
    ],
  ],
  [
    macos,
    "asks whether it may make or share calendars",
    [
      propfind(
        "home",
        0,
        "c:schedule-default-calendar-URL d:quota-available-bytes d:quota-used-bytes d:current-user-privilege-set! cs:allowed-sharing-modes",
        { hasNot: ["bind"] },
      ),
    ],
  ],
  [
    macos,
    "sets a calendar's colour, order, zone and name",
    [
      proppatch("family", { "a:calendar-color": "#FF2968FF" }, { has: ["200"] }),
      proppatch("family", { "a:calendar-order": "3" }, { has: ["200"] }),
      proppatch("family", { "d:displayname": "Our family" }, { has: ["200"] }),
      proppatch(
        "family",
        {
          "c:calendar-timezone":
            "BEGIN:VCALENDAR\nVERSION:2.0\nBEGIN:VTIMEZONE\nTZID:Europe/Berlin\nEND:VTIMEZONE\nEND:VCALENDAR\n",
        },
        { has: ["200"] },
      ),
      propfind("family", 0, "d:displayname! a:calendar-color! a:calendar-order! c:calendar-timezone!", {
        has: ["Our family", "#FF2968FF"],
      }),
    ],
  ],
  [
    macos,
    "sets free time for a calendar",
    [
      proppatch("family", { "c:schedule-calendar-transp": x("c:transparent") }, { has: ["200"] }),
      propfind("family", 0, "c:schedule-calendar-transp!", { has: ["transparent"] }),
    ],
  ],
  [
    macos,
    "polls",
    [
      propfind("home", 1, "cs:getctag! d:displayname! d:resourcetype! d:sync-token!", { lists: ["family", "ben"] }),
      syncCollection("family", "d:getcontenttype! d:getetag!", "first", { lists: all }),
      syncCollection("family", "d:getcontenttype! d:getetag!", "next", { leavesOut: all, gone: [] }),
      multiget("family", appleData, ["family/app.ics"], { lists: ["family/app.ics"], has: ["In the app"] }),
    ],
  ],
  [
    macos,
    "asks only for calendars it subscribes to",
    [
      propfind("family", 0, "cs:source cs:subscribed-strip-alarms a:refreshrate"),
      propfind("root", 0, "d:principal-collection-set!"),
    ],
  ],
  [
    macos,
    "cannot make a calendar for reminders",
    [
      plain("MKCALENDAR", "home/8DDC5F71-B686-4E80-A6CD-27F12BFE74E1", 405),
      put(
        "family/todo.ics",
        403,
        "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Apple Inc.//macOS 15.3//EN\r\nBEGIN:VTODO\r\nUID:todo\r\nDTSTAMP:20261101T100000Z\r\nSUMMARY:Milk\r\nEND:VTODO\r\nEND:VCALENDAR\r\n",
        { headers: appleIcs, error: "supported-calendar-component" },
      ),
    ],
  ],
];
