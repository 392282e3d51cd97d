/** Set-up of a phone for the calendar, tested without a browser. */
import { describe, expect, test } from "bun:test";
import { SaxesParser } from "saxes";
import { appleProfile } from "#web/features/calendar/model/apple-profile.ts";
import { clientName, davx5Link, platformOf } from "#web/features/calendar/model/platforms.ts";

const account = {
  id: "01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42",
  accountId: "8d1f3c52-9d5e-4a51-8a53-1c8a5d0a77f0",
  memberId: "01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d43",
  household: "Home",
  url: "https://home.example/dav/",
  username: "anna-7k2m",
  password: "aaaa-bbbb-cccc-dddd-eeee",
};

/**
 * Returns the keys and values of all dictionaries in a profile as texts; true and false are the names of their
 * elements.
 */
function valuesIn(profile: string): Record<string, string> {
  const values: Record<string, string> = {};
  let key = "";
  let text = "";
  const parser = new SaxesParser();
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", () => {
    text = "";
  });
  parser.on("text", (more) => {
    text += more;
  });
  parser.on("closetag", ({ name }) => {
    if (name === "key") key = text;
    else if (name === "true" || name === "false") values[key] = name;
    else if (name === "string" || name === "integer") values[key] = text;
  });
  parser.write(profile).close();
  return values;
}

describe("a profile for iPhone and Mac", () => {
  test("The calendar profile for iPhone and Mac names the server, the member and the password", () => {
    expect(valuesIn(appleProfile(account))).toEqual({
      CalDAVAccountDescription: "Home",
      CalDAVHostName: "home.example",
      CalDAVPort: "443",
      CalDAVPrincipalURL: `/dav/${account.memberId}/`,
      CalDAVUseSSL: "true",
      CalDAVUsername: account.username,
      CalDAVPassword: account.password,
      PayloadDisplayName: "Home",
      PayloadIdentifier: `inglenook.${account.id}`,
      PayloadType: "Configuration",
      PayloadUUID: account.id,
      PayloadVersion: "1",
    });
    expect(appleProfile(account)).toContain("<string>com.apple.caldav.account</string>");
    expect(appleProfile(account)).toContain(`<string>${account.accountId}</string>`);
  });

  test.each([
    ["https://home.example:8443/dav/", "8443", "true"],
    ["http://192.168.1.5/dav/", "80", "false"],
    ["http://nas.local:4100/dav/", "4100", "false"],
  ])("The calendar profile for iPhone and Mac names the port of the server's address %s", (url, port, isEncrypted) => {
    const { CalDAVPort, CalDAVUseSSL } = valuesIn(appleProfile({ ...account, url }));
    expect([CalDAVPort, CalDAVUseSSL]).toEqual([port, isEncrypted]);
  });

  test.each([
    ["Tom & Jerry <3 ]]> \"'", "Tom & Jerry <3 ]]> \"'"],
    ["</string></dict> 🏡", "</string></dict> 🏡"],
    ["a\u0001b\u000bc\ufffed", "abcd"],
  ])("The calendar profile for iPhone and Mac is valid XML if the household's name is %j", (household, read) => {
    expect(valuesIn(appleProfile({ ...account, household })).CalDAVAccountDescription).toBe(read);
  });
});

test("The link that sets up DAVx⁵ names the server and the port, and escapes the password", () => {
  const link = davx5Link(new URL("https://home.example:8443/dav/"), "anna-7k2m", "a@b/c:d");
  expect(link).toBe("davx5://anna-7k2m:a%40b%2Fc%3Ad@home.example:8443/dav/");
  expect(new URL(link.replace("davx5:", "https:")).host).toBe("home.example:8443");
});

test.each([
  ["DAVx5/4.4.5-ose (2025/01/20; dav4jvm; okhttp/4.12.0) Android/15", "DAVx⁵"],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Thunderbird/128.5.0", "Thunderbird"],
  ["Evolution/3.46.4", "Evolution"],
  ["iOS/17.5.1 (21F90) dataaccessd/1.0", "iPhone, iPad"],
  ["macOS/14.5 (23F79) dataaccessd/1.0", "Mac"],
  ["Mac OS X/10.15.7 (19H15) CalendarAgent/930.5.1", "Mac"],
  ["vdirsyncer/0.19.0", "vdirsyncer"],
  ["", ""],
])("The calendar program with the user agent %j is shown as %j", (userAgent, name) => {
  expect(clientName(userAgent)).toBe(name);
});

test.each([
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15", "iphone"],
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36", "mac"],
  ["Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36", "android"],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "gnome"],
  ["Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36", "thunderbird"],
] as const)(
  "The form that connects a calendar program suggests, in the browser %j, the platform %s",
  (userAgent, platform) => {
    expect(platformOf(userAgent)).toBe(platform);
  },
);
