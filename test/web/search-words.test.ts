/** Words by which the search finds screens and parts of the settings. Tested without a browser. */
import { expect, test } from "bun:test";
import { join } from "node:path";
import { matches } from "#web/features/search/search-items.ts";
import { partNames, topicsFor } from "#web/features/settings/model/parts.ts";
import { notifications as germanNotifications } from "#web/i18n/de/notices/notifications.ts";
import { settings as german } from "#web/i18n/de/settings/settings.ts";
import { typed as germanWords } from "#web/i18n/de/typed.ts";
import { notifications as englishNotifications } from "#web/i18n/en/notices/notifications.ts";
import { settings as english } from "#web/i18n/en/settings/settings.ts";
import { typed as englishWords } from "#web/i18n/en/typed.ts";

const languages = [
  { typed: englishWords, settings: { ...english, notifications: englishNotifications } },
  { typed: germanWords, settings: { ...german, notifications: germanNotifications } },
];

const topics = topicsFor("owner");

function found(query: string): string[] {
  const ids = new Set(languages.flatMap(({ typed }) => Object.keys(typed.search)));
  return [...ids].filter((id) => {
    const topic = topics.find((each) => each.id === id);
    return matches(
      query,
      ...languages.flatMap(({ typed, settings }) => [typed.search[id] ?? "", topic?.title(settings) ?? ""]),
    );
  });
}

test.each([
  ["password", "password"],
  ["Passwort ändern", "password"],
  ["backup", "backup"],
  ["sicherung", "backup"],
  ["language", "language"],
  ["Sprache", "language"],
  ["dark mode", "appearance"],
  ["dunkel", "appearance"],
  ["iphone", "connectPhone"],
  ["handy verbinden", "connectPhone"],
  ["school holidays", "followCalendar"],
  ["schulferien abonnieren", "followCalendar"],
  ["ics importieren", "importCalendar"],
  ["google", "shareCalendar"],
  ["icloud", "calendarAccounts"],
  ["konto verbinden", "calendarAccounts"],
  ["tablet", "tablets"],
  ["API key", "keys"],
  ["Schlüssel", "keys"],
  ["agent", "keys"],
  ["invite", "invite"],
  ["einladen", "invite"],
  ["photo", "photo"],
  ["Bild", "photo"],
  ["undo", "activity"],
  ["rückgängig", "activity"],
  ["time zone", "household"],
  ["zeitzone", "household"],
  ["log out", "signOut"],
  ["abmelden", "signOut"],
  ["24 hours", "formats"],
  ["reminders", "reminder"],
  ["reminders", "notifications"],
  ["Mitteilungen einschalten", "device"],
  ["quiet hours", "times"],
  ["Sperrbildschirm", "details"],
  ["ntfy", "ways"],
  ["cups", "amounts"],
  ["disk", "machine"],
  ["Lizenzen", "licences"],
])("The search for “%s” finds the setting “%s”", (query, id) => {
  const ids = found(query);

  expect(ids).toContain(id);
  expect(ids.length).toBeLessThanOrEqual(4);
});

test("Every part of the settings has search words in each language", () => {
  for (const { typed } of languages) {
    expect(topics.filter(({ id }) => !typed.search[id]).map(({ id }) => id)).toEqual([]);
  }
  expect(Object.keys(germanWords.search)).toEqual(Object.keys(englishWords.search));
});

test("Every part of the settings, and every section with an address, can be found by the search", async () => {
  const found = new Set(topics.flatMap(({ part, section }) => [part, `${part} ${section}`]));
  expect(partNames.filter((name) => !found.has(name))).toEqual([]);
  const sections = new Set(topics.map(({ section }) => section));
  const folder = join(import.meta.dir, "../../src/web/features/settings");
  for await (const file of new Bun.Glob("**/*.tsx").scan(folder)) {
    const text = await Bun.file(join(folder, file)).text();
    for (const [, section = ""] of text.matchAll(/ section="(\w+)"/g)) {
      if (section !== "news")
        expect({ file, section, isFound: sections.has(section) }).toMatchObject({ isFound: true });
    }
  }
});

test.each([
  [
    "owner",
    ["you", "notifications", "members", "household", "calendars", "tablets", "integrations", "about", "server"],
  ],
  ["adult", ["you", "notifications", "members", "household", "calendars", "tablets", "integrations", "about"]],
  ["child", ["you", "notifications", "calendars"]],
  ["guest", ["you", "notifications", "calendars"]],
] as const)("The search offers only those settings that a member with the role %s may see", (role, parts) => {
  expect([...new Set(topicsFor(role).map(({ part }) => part))]).toEqual([...parts]);
});

test.each(["child", "guest"] as const)(
  "The search does not offer a member with the role %s any settings that only adults may change",
  (role) => {
    const ids = topicsFor(role).map(({ id }) => id);
    expect(ids.filter((id) => /^(email|shareCalendar|followCalendar|importCalendar)$/.test(id))).toEqual([]);
    expect(ids).toContain("connectPhone");
    expect(ids).toContain("calendarAccounts");
  },
);
