/** Requests of desktop programs, from their source and as vdirsyncer, calcurse-caldav and cadaver sent them to us. */
import { event } from "../../../support/calendar/dav.ts";
import { comp, multiget, plain, propfind, proppatch, put, query, syncCollection, timeRange } from "./requests.ts";
import type { Script } from "./scripts.ts";
import type { Program } from "./stage.ts";

const thunderbird: Program = {
  name: "Thunderbird",
  style: "prefixed",
  headers: {
    "User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Thunderbird/153.0",
    Accept: "text/xml",
  },
};
const evolution: Program = { name: "Evolution", style: "prefixed", headers: { "User-Agent": "Evolution/3.46.4" } };
const vdirsyncer: Program = { name: "vdirsyncer", style: "default", headers: { "User-Agent": "vdirsyncer/0.19.0" } };
const khal: Program = { name: "khal", style: "default", headers: { "User-Agent": "vdirsyncer/0.19.0" } };
const calcurse: Program = { name: "calcurse", style: "prefixed", headers: { "User-Agent": "calcurse-caldav" } };
const cadaver: Program = { name: "cadaver", style: "default", headers: { "User-Agent": "cadaver/0.24 neon/0.32.5" } };

const all = ["family/dentist.ics", "family/piano.ics", "family/app.ics"];
const changed = event("dentist@other", "SUMMARY:Dentist, changed", "SEQUENCE:1");
const added = event("new@desk");
const text = { "Content-Type": "text/calendar" };
const events = comp("VCALENDAR", comp("VEVENT"));

export const thunderbirdScripts: readonly Script[] = [
  [
    thunderbird,
    "looks for calendars",
    [
      propfind("wellKnown", 0, "d:resourcetype d:owner d:displayname d:current-user-principal", { status: 301 }),
      propfind(
        "root",
        0,
        "d:resourcetype! d:owner! d:displayname! d:current-user-principal! d:current-user-privilege-set! a:calendar-color c:calendar-home-set",
      ),
      propfind("principal", 0, "d:resourcetype! c:calendar-home-set!"),
      propfind(
        "home",
        1,
        "d:resourcetype! d:displayname! d:current-user-privilege-set! a:calendar-color! c:supported-calendar-component-set!",
        { lists: ["family", "ben"] },
      ),
    ],
  ],
  [
    thunderbird,
    "checks a calendar and its server",
    [
      propfind(
        "family",
        0,
        "d:resourcetype! d:owner! d:current-user-principal! d:current-user-privilege-set! d:supported-report-set! c:supported-calendar-component-set! cs:getctag!",
        { has: ["sync-collection", "write"] },
      ),
      plain("OPTIONS", "home", 200),
    ],
  ],
  [
    thunderbird,
    "sees that it may only read",
    [propfind("family", 0, "d:resourcetype! d:current-user-privilege-set!", { hasNot: ["write"] })],
    "read",
  ],
  [
    thunderbird,
    "reads a calendar for the first time",
    [
      syncCollection("family", "d:getcontenttype! d:getetag!", "first", { lists: all, gone: [] }),
      multiget("family", "d:getetag! c:calendar-data!", all, { lists: all }),
    ],
  ],
  [
    thunderbird,
    "reads what changed, with a token",
    [
      syncCollection("family", "d:getcontenttype! d:getetag!", "first", { lists: all }),
      put("family/dentist.ics", 204, changed, { headers: { "If-Match": "→" } }),
      plain("DELETE", "family/piano.ics", 204, { headers: { "If-Match": "→" } }),
      syncCollection("family", "d:getcontenttype! d:getetag!", "next", {
        lists: ["family/dentist.ics"],
        leavesOut: ["family/app.ics"],
        gone: ["family/piano.ics"],
      }),
    ],
  ],
  [
    thunderbird,
    "begins again when its token is refused",
    [
      {
        ...syncCollection("family", "d:getetag", "first", { status: 403, error: "valid-sync-token" }),
        body: '<D:sync-collection xmlns:D="DAV:"><D:sync-token>https://elsewhere/1</D:sync-token><D:sync-level>1</D:sync-level><D:prop><D:getetag/></D:prop></D:sync-collection>',
      },
      syncCollection("family", "d:getetag!", "first", { lists: all }),
    ],
  ],
  [
    thunderbird,
    "reads without tokens",
    [
      propfind("family", 0, "cs:getctag!"),
      propfind("family", 1, "d:getcontenttype d:resourcetype! d:getetag", { lists: all }),
    ],
  ],
  [
    thunderbird,
    "adds an event and reads it back",
    [
      put("family/1f6a_9b.ics", 201, added, { headers: { "If-None-Match": "*" } }),
      multiget("family", "d:getetag! c:calendar-data!", ["family/1f6a_9b.ics"], { lists: ["family/1f6a_9b.ics"] }),
    ],
  ],
  [
    thunderbird,
    "changes an event that somebody else has changed",
    [
      put("family/dentist.ics", 412, changed, { headers: { "If-Match": '"old"' } }),
      multiget("family", "d:getetag! c:calendar-data!", ["family/dentist.ics"], { lists: ["family/dentist.ics"] }),
      put("family/dentist.ics", 204, changed, { headers: { "If-Match": "→" } }),
    ],
  ],
  [
    thunderbird,
    "deletes an event, and asks whether it is gone",
    [
      plain("DELETE", "family/dentist.ics", 204, { headers: { "If-Match": "→" } }),
      plain("HEAD", "family/dentist.ics", 404),
    ],
  ],
];

export const evolutionScripts: readonly Script[] = [
  [
    evolution,
    "looks for calendars",
    [
      propfind("wellKnown", 0, "d:resourcetype d:current-user-principal d:principal-URL c:calendar-home-set", {
        status: 301,
      }),
      propfind("root", 0, "d:resourcetype! d:current-user-principal! d:principal-URL c:calendar-home-set"),
      propfind(
        "principal",
        0,
        "d:resourcetype! d:current-user-principal! d:principal-URL! c:calendar-home-set! c:calendar-user-address-set!",
      ),
      propfind(
        "home",
        1,
        "d:resourcetype! c:supported-calendar-component-set! d:displayname! c:calendar-description a:calendar-color! a:calendar-order!",
        { lists: ["family", "ben"] },
      ),
    ],
  ],
  [
    evolution,
    "connects",
    [
      plain("OPTIONS", "family", 200),
      propfind("family", 0, "d:resourcetype! d:current-user-privilege-set!", { has: ["write"] }),
      propfind("family", 0, "cs:getctag!"),
    ],
  ],
  [
    evolution,
    "lists the entity tags",
    [
      query("family", "d:getetag!", events, { lists: all }),
      query(
        "family",
        "d:getetag!",
        comp("VCALENDAR", comp("VEVENT", timeRange("20261101T000000Z", "20270101T000000Z"))),
        { lists: all },
      ),
    ],
  ],
  [
    evolution,
    "reads changed objects",
    [
      multiget("family", "d:getetag! c:calendar-data!", all, { lists: all }),
      plain("GET", "family/app.ics", 200, { has: ["In the app"] }),
    ],
  ],
  [
    evolution,
    "adds an event under a name with an address in it",
    [
      put("family/20261125T1637-1-desk@home.ics", 201, added, { headers: { ...text, "If-None-Match": "*" } }),
      query("family", "d:getetag!", events, { lists: ["family/20261125T1637-1-desk@home.ics"] }),
    ],
  ],
  [evolution, "changes an event", [put("family/dentist.ics", 204, changed, { headers: { ...text, "If-Match": "→" } })]],
  [
    evolution,
    "deletes an event",
    [
      plain("DELETE", "family/dentist.ics", 204, { headers: { "If-Match": "→" } }),
      plain("GET", "family/dentist.ics", 404),
    ],
  ],
  [
    evolution,
    "renames and colours a calendar",
    [
      proppatch("family", { "d:displayname": "Family & friends" }, { has: ["200"] }),
      proppatch("family", { "a:calendar-color": "#3584e4FF" }, { has: ["200"] }),
      propfind("family", 0, "d:displayname!", { has: ["Family &amp; friends"] }),
    ],
  ],
  [
    evolution,
    "finds nothing of other people",
    [
      propfind("principal", 1, "d:resourcetype! d:displayname!", { lists: ["home"] }),
      propfind("root", 1, "d:resourcetype!", { lists: ["principal"] }),
    ],
  ],
];

export const otherScripts: readonly Script[] = [
  [
    vdirsyncer,
    "discovers",
    [
      propfind("wellKnown", 0, "d:current-user-principal", { status: 301 }),
      propfind("root", 0, "d:current-user-principal!"),
      propfind("principal", 0, "c:calendar-home-set!"),
      propfind("home", 1, "d:resourcetype!", { lists: ["family", "ben"] }),
    ],
  ],
  [
    vdirsyncer,
    "lists and reads a calendar",
    [
      propfind("family", 1, "d:resourcetype! d:getcontenttype d:getetag", { lists: all }),
      multiget("family", "d:getetag! c:calendar-data!", all, { lists: all }),
    ],
  ],
  [
    vdirsyncer,
    "lists what lies in a range",
    [
      query(
        "family",
        "d:getetag! d:getcontenttype! c:calendar-data!",
        comp("VCALENDAR", comp("VEVENT", timeRange("20261201T000000Z", "20261202T000000Z"))),
        { lists: ["family/dentist.ics", "family/piano.ics"], leavesOut: ["family/app.ics"] },
      ),
    ],
  ],
  [
    vdirsyncer,
    "adds, changes and deletes",
    [
      put("family/new.ics", 201, added, { headers: { ...text, "If-None-Match": "*" } }),
      put("family/new.ics", 204, event("new@desk", "SUMMARY:Other"), { headers: { ...text, "If-Match": "→" } }),
      plain("DELETE", "family/new.ics", 204, { headers: { ...text, "If-Match": "→" } }),
    ],
  ],
  [
    vdirsyncer,
    "adds an event that is there under another name",
    [
      put("family/again.ics", 409, event("dentist@other"), {
        headers: { ...text, "If-None-Match": "*" },
        error: "no-uid-conflict",
      }),
    ],
  ],
  [
    khal,
    "reads names and colours by vdirsyncer's metasync",
    [propfind("family", 0, "d:displayname!"), propfind("family", 0, "a:calendar-color!")],
  ],
  [
    khal,
    "writes names and colours by vdirsyncer's metasync",
    [
      proppatch("family", { "a:calendar-color": "#AA0000FF" }, { has: ["200"] }),
      proppatch("family", { "d:displayname": "Us" }, { has: ["200"] }),
    ],
  ],
  [
    khal,
    "writes an event by vdirsyncer",
    [
      put("family/9ZLB7Y2BX6O2E5Q6H4PZ.ics", 201, event("9ZLB7Y2BX6O2E5Q6H4PZ"), {
        headers: { ...text, "If-None-Match": "*" },
      }),
      multiget("family", "d:getetag! c:calendar-data!", ["family/9ZLB7Y2BX6O2E5Q6H4PZ.ics"], {
        lists: ["family/9ZLB7Y2BX6O2E5Q6H4PZ.ics"],
      }),
    ],
  ],
  [
    calcurse,
    "lists a calendar",
    [
      query("family", "d:getetag!", events, { lists: all }),
      multiget("family", "d:getetag! c:calendar-data!", all, { lists: all }),
    ],
  ],
  [
    calcurse,
    "adds and deletes an event",
    [
      put("family/a1b2.ics", 201, added, { headers: text }),
      plain("DELETE", "family/a1b2.ics", 204, { headers: { "If-Match": "→" } }),
    ],
  ],
  [
    cadaver,
    "opens and lists a folder",
    [
      plain("OPTIONS", "family", 200),
      propfind("family", 0, "d:resourcetype!"),
      propfind("family", 1, "d:getcontentlength d:getlastmodified d:resourcetype! d:checked-in d:checked-out", {
        lists: all,
      }),
    ],
  ],
  [
    cadaver,
    "reads and deletes a file",
    [
      plain("GET", "family/dentist.ics", 200, { has: ["BEGIN:VCALENDAR"] }),
      plain("HEAD", "family/dentist.ics", 200),
      plain("DELETE", "family/dentist.ics", 204),
    ],
  ],
  [
    cadaver,
    "cannot lock, copy or make folders",
    [
      plain("LOCK", "family/dentist.ics", 405),
      plain("COPY", "family/dentist.ics", 405, { headers: { Destination: "→ben/copy.ics" } }),
      plain("MKCOL", "home/new", 405),
    ],
  ],
];
