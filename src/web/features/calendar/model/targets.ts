/** Copies of the household's events that are written to calendars of connected accounts. */
import type { Calendar } from "./calendars.ts";
import type { Instance } from "./source.ts";

export type AnsweredTarget = Instance["syncTargets"][number];
export type Target = Pick<AnsweredTarget, "memberId" | "provider" | "externalCalendarId">;

export function isSameTarget(one: Target, other: Target): boolean {
  return (
    one.externalCalendarId === other.externalCalendarId &&
    one.memberId === other.memberId &&
    one.provider === other.provider
  );
}

export function hasTarget(targets: readonly Target[], target: Target): boolean {
  return targets.some((each) => isSameTarget(each, target));
}

export function targetOf({ memberId, provider, externalCalendarId }: Calendar): Target | null {
  return memberId === null || provider === null || externalCalendarId === null
    ? null
    : { memberId, provider, externalCalendarId };
}

export type CopyCalendar = { readonly calendar: Calendar; readonly target: Target };

/**
 * Returns the default calendars for copies of a new event. The server uses these calendars if the request names no
 * calendars.
 */
export function defaultTargets(calendars: readonly CopyCalendar[], memberIds: readonly string[]): readonly Target[] {
  return calendars
    .filter(({ calendar, target }) => calendar.isDefault && memberIds.includes(target.memberId))
    .map(({ target }) => target);
}

export function toTarget({ memberId, provider, externalCalendarId }: Target): Target {
  return { memberId, provider, externalCalendarId };
}

/**
 * Returns the copies of an event as the server will return them after a change. `targets` has the chosen calendars, and
 * `known` has the copies before the change. A copy that is not in `known` gets the status `pending`.
 */
export function answeredTargets(targets: readonly Target[], known: readonly AnsweredTarget[]): AnsweredTarget[] {
  return targets.map(
    (target) => known.find((each) => isSameTarget(each, target)) ?? { ...target, status: "pending", syncedAt: null },
  );
}
