/** Requests of DAVx5, from its source. */
import { event } from "../../../support/calendar/dav.ts";
import { comp, multiget, plain, propfind, put, query, syncCollection, timeRange } from "./requests.ts";
import type { Script } from "./scripts.ts";
import type { Program } from "./stage.ts";

const davx5: Program = {
  name: "DAVx5",
  style: "default",
  headers: { "User-Agent": "DAVx5/4.5.6-ose (dav4jvm; okhttp) Android/15" },
};
const calendarProps =
  "d:resourcetype! d:displayname! d:current-user-privilege-set! d:owner! c:calendar-description a:calendar-color! " +
  "c:calendar-timezone! c:calendar-timezone-id! c:supported-calendar-component-set! cs:source push:transports push:topic";
const dataProps = "d:getcontenttype! d:getetag! c:schedule-tag c:calendar-data!";
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
const notify = { "Push-Dont-Notify": "*" };

export const davx5Scripts: readonly Script[] = [
  [
    davx5,
    "is asked for a password, and refused a wrong one",
    [
      propfind("root", 0, "d:current-user-principal", { status: 401, headers: { Authorization: "" } }),
      propfind("home", 1, "d:resourcetype", { status: 401, headers: { Authorization: `Basic ${btoa("anna:wrong")}` } }),
    ],
  ],
  [
    davx5,
    "looks for the service",
    [
      propfind("wellKnown", 0, "d:current-user-principal", { status: 301 }),
      propfind("root", 0, "d:current-user-principal!"),
      plain("OPTIONS", "principal", 200),
    ],
  ],
  [
    davx5,
    "looks at the address that was typed",
    [
      propfind(
        "home",
        0,
        "d:resourcetype! d:displayname! d:current-user-principal! d:current-user-privilege-set! c:calendar-home-set! c:supported-calendar-component-set a:calendar-color c:calendar-description c:calendar-timezone",
      ),
      propfind("principal", 0, "c:calendar-user-address-set!"),
    ],
  ],
  [
    davx5,
    "takes a calendar's own address",
    [
      propfind(
        "family",
        0,
        "d:resourcetype! d:displayname! d:current-user-principal! d:current-user-privilege-set! c:calendar-home-set c:supported-calendar-component-set! a:calendar-color! c:calendar-description c:calendar-timezone!",
      ),
    ],
  ],
  [
    davx5,
    "reads the principal and its homes",
    [
      propfind(
        "principal",
        0,
        "d:displayname! d:resourcetype! c:calendar-home-set! c:calendar-proxy-read-for c:calendar-proxy-write-for d:group-membership",
      ),
      propfind("home", 1, calendarProps, { lists: ["family", "ben"] }),
    ],
  ],
  [
    davx5,
    "asks what a calendar can do",
    [
      propfind("family", 0, "c:max-resource-size! d:supported-report-set! cs:getctag! d:sync-token!", {
        has: ["sync-collection"],
      }),
    ],
  ],
  [
    davx5,
    "reads a calendar for the first time",
    [
      syncCollection("family", "d:getetag!", "first", { headers: { Depth: "0" }, lists: all, gone: [] }),
      multiget("family", dataProps, all, { headers: { Depth: "0" }, lists: all }),
    ],
  ],
  [
    davx5,
    "reads what changed",
    [
      syncCollection("family", "d:getetag!", "first", { headers: { Depth: "0" }, lists: all }),
      put("family/new.ics", 201, added, { headers: { "If-None-Match": "*", ...notify } }),
      plain("DELETE", "family/dentist.ics", 204, { headers: { "If-Match": "→", ...notify } }),
      syncCollection("family", "d:getetag!", "next", {
        headers: { Depth: "0" },
        lists: ["family/new.ics"],
        leavesOut: ["family/piano.ics"],
        gone: ["family/dentist.ics"],
      }),
      syncCollection("family", "d:getetag!", "next", {
        headers: { Depth: "0" },
        leavesOut: ["family/new.ics"],
        gone: [],
      }),
    ],
  ],
  [
    davx5,
    "lists the events of the last months",
    [
      query("family", "d:getetag!", comp("VCALENDAR", comp("VEVENT", timeRange("20260825T000000Z"))), { lists: all }),
      query("family", "d:getetag!", comp("VCALENDAR", comp("VEVENT", timeRange("20280825T000000Z"))), {
        leavesOut: all,
      }),
    ],
  ],
  [
    davx5,
    "asks for objects that are gone",
    [
      multiget("family", dataProps, ["family/dentist.ics", "family/never.ics"], {
        lists: ["family/dentist.ics"],
        gone: ["family/never.ics"],
      }),
    ],
  ],
  [
    davx5,
    "uploads a new event",
    [
      put("family/f3c1.ics", 201, added, { headers: { "If-None-Match": "*" } }),
      put("family/f3c1.ics", 412, added, { headers: { "If-None-Match": "*" } }),
    ],
  ],
  [
    davx5,
    "uploads a changed event, and one that changed meanwhile",
    [
      put("family/dentist.ics", 204, changed, { headers: { "If-Match": "→" } }),
      put("family/dentist.ics", 412, changed, { headers: { "If-Match": '"stale"' } }),
      multiget("family", dataProps, ["family/dentist.ics"], {
        lists: ["family/dentist.ics"],
        has: ["Dentist, changed"],
      }),
    ],
  ],
  [
    davx5,
    "deletes an event, and one that changed meanwhile",
    [
      plain("DELETE", "family/piano.ics", 412, { headers: { "If-Match": '"stale"' } }),
      plain("DELETE", "family/piano.ics", 204, { headers: { "If-Match": "→" } }),
      plain("DELETE", "family/piano.ics", 404, { headers: { "If-Match": "→" } }),
    ],
  ],
  [
    davx5,
    "is refused where it may only read, and takes the server's version back",
    [
      propfind("home", 1, calendarProps, { lists: ["family"], hasNot: ["write"] }),
      put("family/dentist.ics", 403, changed, { headers: { "If-Match": "→" }, error: "need-privileges" }),
      plain("DELETE", "family/dentist.ics", 403, { headers: { "If-Match": "→" }, error: "need-privileges" }),
      put("family/new.ics", 403, added, { headers: { "If-None-Match": "*" }, error: "need-privileges" }),
    ],
    "read",
  ],
  [
    davx5,
    "cannot make, change or delete calendars",
    [plain("MKCALENDAR", "home/new", 405), plain("DELETE", "family", 405)],
  ],
];
