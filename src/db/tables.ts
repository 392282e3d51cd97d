/**
 * The data model. Instants are `TEXT` in the wire's own form (`2026-05-01T09:00:00.000Z`), which sorts as time does and needs
 * no conversion on the way out; dates are `TEXT` `YYYY-MM-DD`. All tables are STRICT (the migration generator adds the word).
 * Indexes lead with the household.
 */

export { activity } from "./tables/activity.ts";
export { apiKey, device, idempotency, invitation, session } from "./tables/auth.ts";
export { checkIn, checkInAnswer } from "./tables/check-ins.ts";
export { chore, choreCompletion } from "./tables/chores.ts";
export { event } from "./tables/events.ts";
export { actor, household, program } from "./tables/household.ts";
export { block, list, listSection } from "./tables/lists.ts";
export { meal, recipe } from "./tables/meals.ts";
export { member } from "./tables/members.ts";
export { task } from "./tables/tasks.ts";
