import { useText } from "#web/i18n/catalogue.ts";
import { perform } from "#web/page/undo.ts";
import { householdSource } from "#web/sync/session.ts";
import { useSource } from "#web/sync/use-source.ts";
import { Switch } from "#web/ui/controls/choice.tsx";
import { Select } from "#web/ui/controls/select.tsx";
import { TimeField, Typed } from "#web/ui/controls/text-field.tsx";
import { dayTimeText } from "../../calendar/model/reminders.ts";
import type { NotificationSettings, Preferences } from "../../notifications/model/preferences.ts";
import { updatePreferences } from "../../notifications/model/writes.ts";
import { Part } from "../part.tsx";

/** Times that are filled in when the user turns a setting on. */
const usual = { quiet: { from: "21:30", to: "06:30" }, summaryAt: "07:30", taskAt: "16:00", allDay: "08:00" };

/**
 * Part of the settings with the times at which messages are sent, in the household's time zone. Each change is saved at
 * once.
 */
export function TimesPart({ settings }: { settings: NotificationSettings }) {
  const { times } = useText().notifications;
  const { quiet, summaryAt, taskAt, allDayAt } = settings.preferences;
  const set = (patch: Partial<Preferences>) => perform(updatePreferences, patch);
  return (
    <Part title={times.title} section="times">
      <div>
        <Switch
          label={times.quiet}
          hint={times.quietHint}
          checked={quiet !== null}
          onChange={(isOn) => set({ quiet: isOn ? usual.quiet : null })}
        />
        {quiet && (
          <div className="settings-times">
            <Typed
              as={TimeField}
              label={times.from}
              value={quiet.from}
              onChange={(from) => set({ quiet: { ...quiet, from } })}
            />
            <Typed
              as={TimeField}
              label={times.to}
              value={quiet.to}
              onChange={(to) => set({ quiet: { ...quiet, to } })}
            />
          </div>
        )}
      </div>
      <Daily
        label={times.summary}
        hint={times.summaryHint}
        value={summaryAt}
        usual={usual.summaryAt}
        onChange={(next) => set({ summaryAt: next })}
      />
      <Daily
        label={times.tasks}
        hint={times.tasksHint}
        value={taskAt}
        usual={usual.taskAt}
        onChange={(next) => set({ taskAt: next })}
      />
      <AllDayFields value={allDayAt} onChange={(next) => set({ allDayAt: next })} />
    </Part>
  );
}

function Daily(props: {
  label: string;
  hint: string;
  value: string | null;
  usual: string;
  onChange: (time: string | null) => void;
}) {
  const { times } = useText().notifications;
  const { label, hint, value, onChange } = props;
  return (
    <div>
      <Switch
        label={label}
        hint={hint}
        checked={value !== null}
        onChange={(isOn) => onChange(isOn ? props.usual : null)}
      />
      {value !== null && (
        <div className="settings-times">
          <Typed as={TimeField} label={times.at} value={value} onChange={onChange} />
        </div>
      )}
    </div>
  );
}

function AllDayFields(props: { value: Preferences["allDayAt"]; onChange: (value: Preferences["allDayAt"]) => void }) {
  const text = useText();
  const { times } = text.notifications;
  const { value, onChange } = props;
  const { data: household } = useSource(householdSource, {});
  const shared = household?.allDayReminder ? dayTimeText(household.allDayReminder, text) : null;
  return (
    <div>
      <Select
        label={times.allDay}
        value={value === null ? "usual" : String(value.daysBefore)}
        options={[
          { value: "usual", label: times.allDayUsual(shared) },
          { value: "0", label: times.sameDay },
          { value: "1", label: times.dayBefore },
        ]}
        onChange={(choice) =>
          onChange(choice === "usual" ? null : { daysBefore: Number(choice), time: value?.time ?? usual.allDay })
        }
      />
      {value && (
        <div className="settings-times">
          <Typed as={TimeField} label={times.at} value={value.time} onChange={(time) => onChange({ ...value, time })} />
        </div>
      )}
    </div>
  );
}
