/** Parts of the settings that the search finds by what they are about, also by a word that is not their title. */
import type { Catalogue } from "../../i18n/catalogue.ts";

export type SettingsPart = keyof Catalogue["settings"]["parts"];

export type Topic = {
  /** Of its search terms too. */
  readonly id: string;
  readonly part: SettingsPart;
  /** The section of the page to scroll to. */
  readonly section?: string;
  readonly title: (text: Catalogue["settings"]) => string;
};

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
  { id: "members", part: "members", title: ({ members }) => members.heading },
  { id: "invite", part: "members", title: ({ members }) => members.invite },
  { id: "household", part: "household", title: ({ household }) => household.name },
  { id: "week", part: "household", title: ({ household }) => household.week },
  { id: "reminder", part: "household", title: ({ household }) => household.reminder },
  { id: "plannedMeals", part: "household", title: ({ household }) => household.meals },
  { id: "tablets", part: "tablets", title: ({ tablets }) => tablets.pair },
  { id: "keys", part: "integrations", title: ({ keys }) => keys.create },
  { id: "backup", part: "about", section: "backup", title: ({ about }) => about.backup },
  { id: "version", part: "about", title: ({ parts }) => parts.about },
];

/** Children and guests have only some of their own settings. */
export function isForAdults({ id, part }: Topic): boolean {
  return part !== "you" || id === "email";
}

export function addressOfTopic({ part, section }: Topic): string {
  return `/settings/${part}${section ? `?section=${section}` : ""}`;
}
