import { useText } from "#web/i18n/catalogue.ts";
import { useMembers } from "#web/sync/session.ts";
import { useAgo } from "#web/sync/use-dates.ts";
import { Checkbox } from "#web/ui/controls/choice.tsx";
import { type FieldError, FieldSet } from "#web/ui/controls/field.tsx";
import { accountFault } from "../model/calendars.ts";
import { useCopyCalendars } from "../model/copy-calendars.ts";
import type { Instance } from "../model/source.ts";
import {
  type AnsweredTarget,
  defaultTargets,
  hasTarget,
  isSameTarget,
  type Target,
  toTarget,
} from "../model/targets.ts";

/**
 * Field to choose which calendars of connected accounts get a copy of the event. If `value` is null, the default
 * calendars of the members `memberIds` are ticked. `event` is the event before the change, or null if the event is new.
 */
export function TargetField(props: {
  value: readonly Target[] | null;
  memberIds: readonly string[];
  event: Instance | null;
  onChange: (targets: readonly Target[]) => void;
  error: FieldError;
}) {
  const { value, memberIds, event, onChange, error } = props;
  const { calendar: text } = useText();
  const members = useMembers();
  const calendars = useCopyCalendars();
  const chosen = value ?? defaultTargets(calendars, memberIds);
  const lost = chosen.filter((target) => !calendars.some((each) => isSameTarget(each.target, target)));
  if (calendars.length + lost.length === 0) return null;
  const nameOf = (id: string) => members.find((each) => each.id === id)?.name ?? "";
  const toggle = (target: Target, isIn: boolean) =>
    onChange(isIn ? [...chosen, target] : chosen.filter((each) => !isSameTarget(each, target)).map(toTarget));
  return (
    <FieldSet label={text.alsoIn} error={error}>
      {calendars.map(({ calendar, target }) => {
        const isOwn = event?.calendar.key === calendar.key;
        return (
          <Checkbox
            key={calendar.key}
            label={calendar.name}
            hint={isOwn ? text.isFromThere : nameOf(target.memberId)}
            checked={isOwn || hasTarget(chosen, target)}
            disabled={isOwn}
            onChange={(isIn) => toggle(target, isIn)}
          />
        );
      })}
      {lost.map((target) => (
        <Checkbox
          key={target.externalCalendarId}
          label={text.lostCalendar(nameOf(target.memberId))}
          hint={text.targets.not_connected}
          checked
          onChange={() => toggle(target, false)}
        />
      ))}
    </FieldSet>
  );
}

/**
 * Returns texts about the copies of an event in calendars of connected accounts. Each text names one calendar, and says
 * whether that calendar is up to date. If the event itself comes from such a calendar, that calendar has a text only
 * after somebody has changed the event in the app.
 */
export function useTargetLines(event: Instance): readonly string[] {
  const text = useText();
  const ago = useAgo();
  const members = useMembers();
  const calendars = useCopyCalendars();
  const { targets, changesFor, copiedTo, lostCalendar } = text.calendar;
  const stateOf = ({ status, syncedAt, error }: AnsweredTarget) => {
    if (status === "failed") return targets.failed(accountFault(error ?? "unknown", text));
    if (status === "synced") return targets.synced(syncedAt === null ? "" : ago(syncedAt));
    return targets[status];
  };
  return event.syncTargets.flatMap((target) => {
    const calendar = calendars.find((each) => isSameTarget(each.target, target))?.calendar;
    const isOwn = calendar?.key === event.calendar.key;
    // No change has gone back there yet.
    if (isOwn && target.status === "synced" && target.syncedAt === null) return [];
    const member = members.find(({ id }) => id === target.memberId)?.name ?? "";
    return (isOwn ? changesFor : copiedTo)(calendar?.name ?? lostCalendar(member), stateOf(target));
  });
}
