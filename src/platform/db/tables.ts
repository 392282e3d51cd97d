/**
 * All tables of the database. Instants are stored in the format of the API, which sorts by time. Flags are 0 or 1.
 * Hashes are SHA-256 in hexadecimal. Deleted rows stay in the table, because the history needs them.
 */

export { activity } from "./tables/activity.ts";
export { apiKey, device, idempotency, invitation, session } from "./tables/auth.ts";
export {
  appPassword,
  calendarFeed,
  calendarLink,
  calendarObject,
  davProperty,
  eventChange,
  externalAccount,
  externalCalendar,
  googleClient,
} from "./tables/calendars.ts";
export { checkIn, checkInAnswer } from "./tables/check-ins.ts";
export { chore, choreCompletion } from "./tables/chores.ts";
export { event } from "./tables/events.ts";
export { foodPlace, groceryItem, groceryList } from "./tables/groceries.ts";
export { actor, household, program } from "./tables/household.ts";
export { instance, job } from "./tables/instance.ts";
export { block, list, listSection, listTemplate } from "./tables/lists.ts";
export { meal, mealRepeat, recipe, recipeLike } from "./tables/meals.ts";
export { member } from "./tables/members.ts";
export { channel, delivery, follow, notice, preference, reminderClock } from "./tables/notices.ts";
export { task } from "./tables/tasks.ts";
