/** The tests of CalDAVTester that are left out, and those that our server fails on purpose. By file and test. */

type Explained = readonly [file: string, test: RegExp, reason: string];

const collections = "RFC 4791 §7: reports are required on calendars and their objects, not on homes";

/** Not announced by our server, so left out for all servers. */
const notAnnounced: readonly Explained[] = [
  ["nonascii", /^POSTs/, "POST to add members (RFC 5995)"],
  ["nonascii", /^PUT with CN re-write/, "names of attendees from a directory"],
  ["timezones", /^Timezone properties \| 6$/, "time zones by reference (RFC 7809)"],
  ["well-known", /./, "a listing of /.well-known/, and a redirect of /.well-known/caldav/ to the root over HTTPS"],
  [
    "options",
    /^PROPFIND - no DAV/,
    "no DAV header but for OPTIONS: Apple's calendar needs it for PROPFIND, as sabre/dav found",
  ],
];

/** Answers that we keep. */
const kept: readonly Explained[] = [
  ["put", /^PUT with Content-Type parameters \| 3$/, "RFC 5545 §8.1: getcontenttype has the component too"],
  ["reports", /^basic query reports \| 23$/, "RFC 4791 §9.7.1: one override without an alarm matches"],
  [
    "reports",
    /^time-range query reports \| 12a$/,
    "RFC 4791 §9.8: a zone without PRODID and VERSION is read all the same",
  ],
  ["reports", /^time-range query reports \| 16$/, "RFC 4791 §7.8: valid-filter is a precondition, so 403 and not 400"],
  [
    "reports",
    /^limit\/expand recurrence in reports \| 12$/,
    "RFC 4791 §9.6.5: the first instance has a RECURRENCE-ID too",
  ],
  ["propfind", /^regular (home|calendar) prop finds \| 4$/, "RFC 4918 §15.4: only what GET returns has a length"],
  [
    "timezones",
    /^Timezone cache - aliases \| 4$/,
    "RFC 5545 §3.6.5: neither the VTIMEZONE nor Brazil has summer time then",
  ],
  ["timezones", /^Timezone properties \| 1$/, "RFC 4791 §5.2.2: calendar-timezone may be the server's default"],
  ["floating", /^REPORT floating behaviour - (collection|expand)/, collections],
  ["floating", /^REPORT free-busy floating behaviour \| 3$/, collections],
  ["encodedURIs", /^calendar resource.* \| 8$/, collections],
  ["encodedURIs", /^calendar resource.* \| 5$/, "RFC 9110 §10.2.2: Location may be a path"],
  ["alarm-dismissal", /^Bad property value \| 1$/, "RFC 9074 §6.1: an unreadable ACKNOWLEDGED costs itself alone"],
  ["conditional", /^Last_modified handling/, "RFC 9110 §13.1.3: If-Modified-Since is for GET and HEAD"],
];

const find = (all: readonly Explained[], file: string, test: string): string | null =>
  all.find(([of, name]) => of === file && name.test(test))?.[2] ?? null;

export const reasonKept = (file: string, test: string): string | null => find(kept, file, test);

/** `xml`: of the file. Its tests of to-dos and of scheduling are known by their addresses. */
export function leftOutOf(file: string, xml: string): (test: string) => string | null {
  const byAddress = new Map<string, string>();
  for (const suite of xml.split("<test-suite ").slice(1)) {
    for (const test of suite.split("<test ").slice(1)) {
      const [suiteName = "", testName = ""] = [suite, test].map((each) => /name=(["'])(.*?)\1/.exec(each)?.[2] ?? "");
      const [, place] = /<ruri>[^<]*\$(taskspath|inboxpath|outboxpath|dropboxpath)/.exec(test) ?? [];
      if (place) byAddress.set(`${suiteName} | ${testName}`, place === "taskspath" ? "to-dos" : "scheduling");
    }
  }
  return (test) => byAddress.get(test) ?? find(notAnnounced, file, test);
}
