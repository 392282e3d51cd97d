import { type InstantField, InstantFields, select } from "#web/forms/instant-fields.tsx";
import { useText } from "#web/i18n/catalogue.ts";
import { perform } from "#web/page/undo.ts";
import { householdSource } from "#web/sync/session.ts";
import { useSource } from "#web/sync/use-source.ts";
import { dayTimeText } from "../../calendar/model/reminders.ts";
import type { NotificationSettings, Preferences } from "../../notifications/model/preferences.ts";
import { updatePreferences } from "../../notifications/model/writes.ts";
import { Part } from "../part.tsx";

/** Times that are filled in when the user turns a setting on. */
const defaults = { quiet: { from: "21:30", to: "06:30" }, summaryAt: "07:30", taskAt: "16:00", allDay: "08:00" };

/**
 * Part of the settings with the times at which messages are sent, in the household's time zone. Each change is saved at
 * once.
 */
export function TimesPart({ settings }: { settings: NotificationSettings }) {
  const all = useText();
  const { times: text } = all.notifications;
  const { data: household } = useSource(householdSource, {});
  const shared = household?.allDayReminder ? dayTimeText(household.allDayReminder, all) : null;
  const { quiet, summaryAt, taskAt, allDayAt } = settings.preferences;
  const set = (patch: Partial<Preferences>) => perform(updatePreferences, patch);
  const time = (label: string, value: string, write: (value: string) => void) =>
    ({ kind: "time", label, value, write }) as const;
  const daily = (name: "summaryAt" | "taskAt", value: string | null, label: string, hint: string): InstantField => ({
    kind: "switch",
    label,
    hint,
    value: value !== null,
    write: (isOn) => set({ [name]: isOn ? defaults[name] : null }),
    below: value === null ? [] : [time(text.at, value, (next) => set({ [name]: next }))],
  });
  const fields: readonly InstantField[] = [
    {
      kind: "switch",
      label: text.quiet,
      hint: text.quietHint,
      value: quiet !== null,
      write: (isOn) => set({ quiet: isOn ? defaults.quiet : null }),
      below: quiet
        ? [
            time(text.from, quiet.from, (from) => set({ quiet: { ...quiet, from } })),
            time(text.to, quiet.to, (to) => set({ quiet: { ...quiet, to } })),
          ]
        : [],
    },
    daily("summaryAt", summaryAt, text.summary, text.summaryHint),
    daily("taskAt", taskAt, text.tasks, text.tasksHint),
    select({
      label: text.allDay,
      value: allDayAt?.daysBefore ?? null,
      options: [
        { value: null, label: text.allDayUsual(shared) },
        { value: 0, label: text.sameDay },
        { value: 1, label: text.dayBefore },
      ],
      write: (days) =>
        set({ allDayAt: days === null ? null : { daysBefore: days, time: allDayAt?.time ?? defaults.allDay } }),
      below: allDayAt ? [time(text.at, allDayAt.time, (next) => set({ allDayAt: { ...allDayAt, time: next } }))] : [],
    }),
  ];
  return (
    <Part title={text.title} section="times">
      <InstantFields fields={fields} />
    </Part>
  );
}
