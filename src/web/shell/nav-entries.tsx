/** Screens of the app in the order of the navigation. */
import type { ComponentChildren } from "preact";
import type { Catalogue } from "#web/i18n/catalogue.ts";
import {
  CalendarDays,
  ClipboardList,
  Cookie,
  History,
  House,
  ListChecks,
  Settings,
  Smile,
  Star,
  Utensils,
} from "#web/ui/icons.ts";

export type NavEntry = {
  readonly name: Exclude<keyof Catalogue["common"]["nav"], "more">;
  readonly href: string;
  readonly icon: ComponentChildren;
  /** Whether the screen is in the navigation bar of phones. All other screens are under “More”. */
  readonly isInBar: boolean;
  readonly width?: "full";
};

export const navEntries: readonly NavEntry[] = [
  { name: "today", href: "/", icon: <House />, isInBar: true },
  { name: "calendar", href: "/calendar", icon: <CalendarDays />, isInBar: true, width: "full" },
  { name: "tasks", href: "/tasks", icon: <ListChecks />, isInBar: true },
  { name: "chores", href: "/chores", icon: <Star />, isInBar: false },
  { name: "checkIns", href: "/check-ins", icon: <Smile />, isInBar: false },
  { name: "lists", href: "/lists", icon: <ClipboardList />, isInBar: true },
  { name: "meals", href: "/meals", icon: <Utensils />, isInBar: false, width: "full" },
  { name: "recipes", href: "/recipes", icon: <Cookie />, isInBar: false },
  { name: "activity", href: "/activity", icon: <History />, isInBar: false },
  { name: "settings", href: "/settings", icon: <Settings />, isInBar: false },
];

export function navEntryOf(path: string): NavEntry | undefined {
  return navEntries.find(({ href }) => path === href || (href !== "/" && path.startsWith(`${href}/`)));
}
