import type { ComponentType } from "preact";
import type { Catalogue } from "#web/i18n/catalogue.ts";
import type { Member } from "#web/sync/session.ts";
import { Bell, CalendarDays, House, Info, Plug, Server, Tablet, User, Users } from "#web/ui/icons.ts";

type Role = Member["role"];
type TopicTexts = Catalogue["settings"] & Pick<Catalogue, "notifications">;

/** Topic that the search finds by its title, or by search words that each language lists under the topic's id. */
type Topic = {
  readonly id: string;
  /** Section of the settings to which the page scrolls when the topic is opened. */
  readonly section?: string;
  /** Whether only owners and adults see the topic, even if other members see the part with the topic. */
  readonly isForAdults?: true;
  readonly title: (text: TopicTexts) => string;
};

type SettingsPart = {
  readonly icon: ComponentType;
  /** Roles of the members who see the part. */
  readonly roles: readonly Role[];
  readonly topics: readonly Topic[];
};

const owners: readonly Role[] = ["owner"];
const adults: readonly Role[] = ["owner", "adult"];
const everyone: readonly Role[] = ["owner", "adult", "child", "guest"];

/**
 * Table of the parts of the settings, in the order of the navigation. `screen.tsx` has the component of each part. The
 * title of a part is in the texts of each language, under `settings.parts`.
 */
const table = {
  you: {
    icon: User,
    roles: everyone,
    topics: [
      { id: "profile", section: "profile", title: ({ you }) => you.profile },
      { id: "photo", section: "profile", title: ({ photo }) => photo.label },
      { id: "language", section: "device", title: ({ you }) => you.language },
      { id: "appearance", section: "device", title: ({ you }) => you.appearance },
      { id: "formats", section: "device", title: ({ formats }) => `${formats.clock}, ${formats.dates}` },
      { id: "password", section: "password", title: ({ you }) => you.password },
      { id: "signIns", section: "signIns", title: ({ you }) => you.signIns },
      { id: "signOut", section: "signOut", title: ({ you }) => you.signOut },
      { id: "email", section: "email", isForAdults: true, title: ({ you }) => you.email },
    ],
  },
  notifications: {
    icon: Bell,
    roles: everyone,
    topics: [
      { id: "notifications", title: ({ parts }) => parts.notifications },
      { id: "device", section: "device", title: ({ notifications }) => notifications.device.title },
      { id: "ways", section: "ways", title: ({ notifications }) => notifications.channels.title },
      { id: "kinds", section: "kinds", title: ({ notifications }) => notifications.kinds.title },
      { id: "times", section: "times", title: ({ notifications }) => notifications.times.title },
      { id: "people", section: "people", title: ({ notifications }) => notifications.people.title },
      { id: "details", section: "details", title: ({ notifications }) => notifications.details.title },
      { id: "sent", section: "sent", title: ({ notifications }) => notifications.sent.title },
    ],
  },
  members: {
    icon: Users,
    roles: adults,
    topics: [
      { id: "members", title: ({ members }) => members.heading },
      { id: "invite", title: ({ members }) => members.invite },
    ],
  },
  household: {
    icon: House,
    roles: adults,
    topics: [
      { id: "household", title: ({ household }) => household.name },
      { id: "week", title: ({ household }) => household.week },
      { id: "reminder", title: ({ household }) => household.reminder },
      { id: "plannedMeals", title: ({ household }) => household.meals },
      { id: "groceryList", title: ({ household }) => household.groceryList },
      { id: "amounts", title: ({ household }) => household.amounts },
      { id: "photoSearch", title: ({ household }) => household.photoSearch },
    ],
  },
  calendars: {
    icon: CalendarDays,
    roles: everyone,
    topics: [
      { id: "connectPhone", section: "phone", title: ({ apps }) => apps.addTitle },
      { id: "calendarAccounts", section: "accounts", title: ({ accounts }) => accounts.addTitle },
      { id: "shareCalendar", section: "share", isForAdults: true, title: ({ calendars }) => calendars.share.addTitle },
      {
        id: "followCalendar",
        section: "follow",
        isForAdults: true,
        title: ({ calendars }) => calendars.follow.addTitle,
      },
      { id: "importCalendar", section: "import", isForAdults: true, title: ({ calendars }) => calendars.imports.title },
    ],
  },
  tablets: {
    icon: Tablet,
    roles: adults,
    topics: [{ id: "tablets", title: ({ tablets }) => tablets.pair }],
  },
  integrations: {
    icon: Plug,
    roles: adults,
    topics: [{ id: "keys", title: ({ keys }) => keys.create }],
  },
  server: {
    icon: Server,
    roles: owners,
    topics: [
      { id: "server", title: ({ parts }) => parts.server },
      { id: "backups", section: "backups", title: ({ server }) => server.backups },
      { id: "machine", section: "machine", title: ({ server }) => server.machine },
      { id: "jobs", section: "jobs", title: ({ server }) => server.jobs },
      { id: "check", section: "check", title: ({ server }) => server.check },
    ],
  },
  about: {
    icon: Info,
    roles: adults,
    topics: [
      { id: "backup", section: "backup", title: ({ about }) => about.backup },
      { id: "addresses", section: "addresses", title: ({ server }) => server.addresses },
      { id: "https", section: "https", title: ({ server }) => server.https },
      { id: "version", title: ({ parts }) => parts.about },
      { id: "updates", section: "updates", title: ({ updates }) => updates.title },
      { id: "licences", section: "licences", title: ({ about }) => about.licences },
    ],
  },
} as const satisfies Record<string, SettingsPart>;

export type PartName = keyof typeof table;
export const partNames = Object.keys(table) as PartName[];
export const settingsParts: Readonly<Record<PartName, SettingsPart>> = table;

/** Returns the parts that members with this role see. */
export function partsFor(role: Role): PartName[] {
  return partNames.filter((name) => settingsParts[name].roles.includes(role));
}

/**
 * Returns the topics that members with this role can find in the search. Each topic has the name of its part. The
 * topics of the part “This server”, which only owners can open, come last. For example, an owner who searches for
 * “backup” first sees the topic that all adults can open.
 */
export function topicsFor(role: Role): (Topic & { readonly part: PartName })[] {
  const parts = partsFor(role).sort((a, b) => Number(a === "server") - Number(b === "server"));
  return parts.flatMap((part) =>
    settingsParts[part].topics
      .filter(({ isForAdults }) => !isForAdults || adults.includes(role))
      .map((topic) => ({ ...topic, part })),
  );
}

export function addressOfTopic({ part, section }: { part: PartName; section?: string }): string {
  return `/settings/${part}${section ? `?section=${section}` : ""}`;
}
