import type { ComponentChildren } from "preact";
import { Link } from "wouter";
import { type Catalogue, useText } from "#web/i18n/catalogue.ts";
import { notificationsSource } from "#web/sync/notices.ts";
import { householdSource, type Member, useIsAdult, useMembers, useViewer } from "#web/sync/session.ts";
import { useSource } from "#web/sync/use-source.ts";
import { formatNames } from "#web/time/format.ts";
import { RemovableChip } from "#web/ui/controls/chip.tsx";
import type { FieldError } from "#web/ui/controls/field.tsx";
import { Select } from "#web/ui/controls/select.tsx";
import { Bell } from "#web/ui/icons.ts";
import { channelsFor, type NotificationSettings, reachOf } from "../../notifications/model/preferences.ts";
import { isThisDevice } from "../../notifications/model/push.ts";
import type { Draft, Reminders } from "../model/draft.ts";
import { aheadText, defaultText, suggestionsFor } from "../model/reminders.ts";

const maxReminders = 10;

/** Field for up to ten reminders of an event. */
export function ReminderField(props: { draft: Draft; onChange: (reminders: Reminders) => void; error?: FieldError }) {
  const { draft, onChange, error } = props;
  const { allDay } = draft.span;
  const text = useText();
  const { data: household } = useSource(householdSource, {});
  return (
    <ReminderPicker
      reminders={draft.reminders}
      isAllDay={allDay}
      usual={text.calendar.defaultReminder(defaultText(household, allDay, text))}
      nameOf={(minutes) => aheadText(minutes, allDay, text)}
      onChange={onChange}
      error={error}
      hint={<ReminderHint draft={draft} />}
    />
  );
}

/** Chooses up to ten reminders. `usual` is the label of the usual reminder. `nameOf` returns the label of minutes. */
export function ReminderPicker(props: {
  reminders: Reminders;
  isAllDay: boolean;
  usual: string;
  nameOf: (minutes: number) => string;
  onChange: (reminders: Reminders) => void;
  error?: FieldError;
  hint?: ComponentChildren;
}) {
  const { reminders, isAllDay, usual, nameOf, onChange, error, hint } = props;
  const { calendar } = useText();
  const list = typeof reminders === "string" ? [] : reminders;
  const choose = (choice: string) => {
    if (choice === "default" || choice === "none") onChange(choice);
    else if (choice !== "list") onChange([...list, Number(choice)].sort((a, b) => a - b));
  };
  const times = suggestionsFor(isAllDay).filter((minutes) => !list.includes(minutes));
  return (
    <div className="calendar-reminders">
      <Select
        label={calendar.reminders}
        value={list.length > 0 ? "list" : (reminders as string)}
        error={error}
        onChange={choose}
        options={[
          ...(list.length > 0 ? [{ value: "list", label: calendar.addReminder }] : []),
          { value: "default", label: usual },
          { value: "none", label: calendar.noReminder },
          ...times.map((minutes) => ({
            value: String(minutes),
            label: nameOf(minutes),
            disabled: list.length >= maxReminders,
          })),
        ]}
      />
      {list.length > 0 && (
        <div className="calendar-chips">
          {list.map((minutes) => (
            <RemovableChip
              key={minutes}
              icon={<Bell />}
              name={nameOf(minutes)}
              onRemove={() => onChange(list.length === 1 ? "none" : list.filter((each) => each !== minutes))}
            >
              {nameOf(minutes)}
            </RemovableChip>
          ))}
        </div>
      )}
      {hint}
    </div>
  );
}

/** Hint about who gets the reminders, and how. While the hint loads, its line stays empty. */
function ReminderHint({ draft }: { draft: Draft }) {
  const text = useText();
  const members = useMembers();
  const viewer = useViewer();
  const isAdult = useIsAdult();
  const { data } = useSource(notificationsSource, {});
  if (draft.reminders === "none" || !viewer) return null;
  const { hint } = text.notifications;
  const isNowhere = data !== undefined && channelsFor(data, "event").length === 0;
  return (
    <p className="field-hint calendar-reminder-hint">
      {data && sentence(data, draft, viewer.id, isAdult, members, text)}
      {isNowhere && (
        <>
          {" "}
          <Link href="/settings/notifications">{hint.turnOn}</Link>
        </>
      )}
    </p>
  );
}

/**
 * Returns the text of the hint: who gets the reminders, and through which channels. `readerId` is the id of the member
 * who sees the hint.
 */
function sentence(
  settings: NotificationSettings,
  draft: Pick<Draft, "memberIds" | "isGeneral">,
  readerId: string,
  isAdult: boolean,
  members: readonly Member[],
  { notifications }: Catalogue,
): string {
  const { hint } = notifications;
  const named = (ids: readonly string[]) =>
    formatNames(members.filter(({ id }) => ids.includes(id)).map(({ name }) => name));
  const channelNames = formatNames(
    channelsFor(settings, "event").map((channel) => (isThisDevice(channel) ? hint.thisDevice : channel.label)),
  );
  const reach = reachOf(settings, draft, readerId, isAdult);
  const parts: string[] = [];
  if (reach.isReader) {
    const kept = reach.for.length > 0 ? `, ${hint.for(named(reach.for))}` : "";
    parts.push((channelNames ? hint.reader(channelNames) : hint.readerNone) + kept);
  } else if (reach.for.length > 0) {
    parts.push(channelNames ? hint.forOnly(named(reach.for), channelNames) : hint.forNone(named(reach.for)));
  }
  if (reach.others.length > 0) parts.push(hint.others(named(reach.others)));
  if (parts.length === 0 && draft.memberIds.length === 0) return hint.nobody;
  return parts.map((part) => `${part}.`).join(" ");
}
