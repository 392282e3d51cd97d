/** Lists the functions of all features that are called when a member is removed, in their order. */
import { memberRemoval as apiKeys } from "#accounts/api-keys/member-removal.ts";
import type { MemberRemoval } from "#accounts/members/removal.ts";
import { memberRemoval as signIn } from "#accounts/sign-in/member-removal.ts";
import { memberRemoval as appPasswords } from "#calendar/app-passwords/member-removal.ts";
import { memberRemoval as calendars } from "#calendar/calendars/member-removal.ts";
import { memberRemoval as events } from "#calendar/events/member-removal.ts";
import { memberRemoval as external } from "#calendar/external/member-removal.ts";
import { memberRemoval as feeds } from "#calendar/feeds/member-removal.ts";
import { memberRemoval as meals } from "#kitchen/meals/member-removal.ts";
import { memberRemoval as recipes } from "#kitchen/recipes/member-removal.ts";
import { memberRemoval as lists } from "#lists/member-removal.ts";
import { memberRemoval as notifications } from "#notifications/member-removal.ts";
import { memberRemoval as checkIns } from "#routines/check-ins/member-removal.ts";
import { memberRemoval as chores } from "#routines/chores/member-removal.ts";
import { memberRemoval as tasks } from "#routines/tasks/member-removal.ts";

export const memberRemovals: readonly MemberRemoval[] = [
  tasks,
  external,
  events,
  calendars,
  checkIns,
  chores,
  meals,
  recipes,
  lists,
  signIn,
  apiKeys,
  appPasswords,
  notifications,
  feeds,
];
