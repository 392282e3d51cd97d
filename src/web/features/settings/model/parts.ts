import type { ComponentType } from "preact";
import type { Member } from "#web/sync/session.ts";
import { Bell, CalendarDays, House, Info, Plug, Server, Tablet, User, Users } from "#web/ui/icons.ts";

/** Icons of the parts of the settings, in the order of the navigation. */
export const partIcons = {
  you: User,
  notifications: Bell,
  members: Users,
  household: House,
  calendars: CalendarDays,
  tablets: Tablet,
  integrations: Plug,
  server: Server,
  about: Info,
} as const satisfies Record<string, ComponentType>;

export type PartName = keyof typeof partIcons;

export const partNames = Object.keys(partIcons) as PartName[];

const ownParts: readonly PartName[] = ["you", "notifications", "calendars"];

export const partsOf: Readonly<Record<Member["role"], readonly PartName[]>> = {
  owner: partNames,
  adult: partNames.filter((name) => name !== "server"),
  child: ownParts,
  guest: ownParts,
};
