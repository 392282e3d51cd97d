import type { ComponentChildren } from "preact";
import type { Catalogue } from "#web/i18n/catalogue.ts";
import { api } from "#web/page/sync.ts";
import { read } from "#web/sync/api/client.ts";
import type { Member } from "#web/sync/session.ts";
import { type PartName, partsOf } from "../settings/model/parts.ts";

const request = (query: string, limit: number) => read(api.app.search.get({ query: { query, limit } }));

export type Result = Awaited<ReturnType<typeof request>>["results"][number];
export type ResultType = Result["type"];

export type SearchItem = {
  readonly id: string;
  readonly title: string;
  readonly line: string;
  readonly icon: ComponentChildren;
  readonly href: string;
};

export type Group = { readonly title: string; readonly items: readonly SearchItem[] };

/**
 * Searches the household's records on the server. The results are not cached.
 * @throws Failure, Unreachable
 */
export async function search(query: string): Promise<readonly Result[]> {
  return (await request(query, 30)).results;
}

/** Whether each word of the query is the beginning of a word in one of the texts. Case and accents are ignored. */
export function matches(query: string, ...texts: readonly string[]): boolean {
  const known = wordsOf(texts.join(" "));
  return wordsOf(query).every((word) => known.some((each) => each.startsWith(word)));
}

function wordsOf(text: string): string[] {
  const plain = text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLocaleLowerCase();
  return plain.split(/[\s’-]+/u).filter(Boolean);
}

export type Topic = {
  /** Id of the topic. The id is used to look up the topic's search words. */
  readonly id: string;
  readonly part: PartName;
  /** Section of the settings page to scroll to. */
  readonly section?: string;
  readonly title: (text: TopicTexts) => string;
};

type TopicTexts = Catalogue["settings"] & Pick<Catalogue, "notifications">;

const notificationSections = ["device", "ways", "kinds", "times", "people", "details", "sent"] as const;
const ofNotifications = notificationSections.map(
  (section): Topic => ({
    id: section,
    part: "notifications",
    section,
    title: ({ notifications }) => notifications[section].title,
  }),
);

/** Topics of the settings that can be searched. The search finds a topic by its title and by further words. */
export const topics: readonly Topic[] = [
  { id: "profile", part: "you", section: "profile", title: ({ you }) => you.profile },
  { id: "photo", part: "you", section: "profile", title: ({ photo }) => photo.label },
  { id: "language", part: "you", section: "device", title: ({ you }) => you.language },
  { id: "appearance", part: "you", section: "device", title: ({ you }) => you.appearance },
  { id: "formats", part: "you", section: "device", title: ({ formats }) => `${formats.clock}, ${formats.dates}` },
  { id: "password", part: "you", section: "password", title: ({ you }) => you.password },
  { id: "signIns", part: "you", section: "signIns", title: ({ you }) => you.signIns },
  { id: "signOut", part: "you", section: "signOut", title: ({ you }) => you.signOut },
  { id: "email", part: "you", section: "email", title: ({ you }) => you.email },
  { id: "notifications", part: "notifications", title: ({ parts }) => parts.notifications },
  ...ofNotifications,
  { id: "members", part: "members", title: ({ members }) => members.heading },
  { id: "invite", part: "members", title: ({ members }) => members.invite },
  { id: "household", part: "household", title: ({ household }) => household.name },
  { id: "week", part: "household", title: ({ household }) => household.week },
  { id: "reminder", part: "household", title: ({ household }) => household.reminder },
  { id: "plannedMeals", part: "household", title: ({ household }) => household.meals },
  { id: "groceryList", part: "household", title: ({ household }) => household.groceryList },
  { id: "amounts", part: "household", title: ({ household }) => household.amounts },
  { id: "photoSearch", part: "household", title: ({ household }) => household.photoSearch },
  { id: "connectPhone", part: "calendars", section: "phone", title: ({ apps }) => apps.addTitle },
  { id: "calendarAccounts", part: "calendars", section: "accounts", title: ({ accounts }) => accounts.addTitle },
  { id: "shareCalendar", part: "calendars", section: "share", title: ({ calendars }) => calendars.share.addTitle },
  { id: "followCalendar", part: "calendars", section: "follow", title: ({ calendars }) => calendars.follow.addTitle },
  { id: "importCalendar", part: "calendars", section: "import", title: ({ calendars }) => calendars.imports.title },
  { id: "tablets", part: "tablets", title: ({ tablets }) => tablets.pair },
  { id: "keys", part: "integrations", title: ({ keys }) => keys.create },
  { id: "backup", part: "about", section: "backup", title: ({ about }) => about.backup },
  { id: "addresses", part: "about", section: "addresses", title: ({ server }) => server.addresses },
  { id: "https", part: "about", section: "https", title: ({ server }) => server.https },
  { id: "server", part: "server", title: ({ parts }) => parts.server },
  { id: "backups", part: "server", section: "backups", title: ({ server }) => server.backups },
  { id: "machine", part: "server", section: "machine", title: ({ server }) => server.machine },
  { id: "jobs", part: "server", section: "jobs", title: ({ server }) => server.jobs },
  { id: "check", part: "server", section: "check", title: ({ server }) => server.check },
  { id: "version", part: "about", title: ({ parts }) => parts.about },
  { id: "updates", part: "about", section: "updates", title: ({ updates }) => updates.title },
  { id: "licences", part: "about", section: "licences", title: ({ about }) => about.licences },
];

/**
 * Whether a search offers these settings to a member with this role. Children and guests see only some of the settings.
 */
export function isFor(role: Member["role"], { id, part }: Topic): boolean {
  if (!partsOf[role].includes(part)) return false;
  if (role === "owner" || role === "adult") return true;
  return part === "calendars" ? id === "connectPhone" || id === "calendarAccounts" : id !== "email";
}

export function addressOfTopic({ part, section }: Topic): string {
  return `/settings/${part}${section ? `?section=${section}` : ""}`;
}
