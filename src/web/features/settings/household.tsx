import { useState } from "preact/hooks";
import { useText } from "../../i18n/catalogue.ts";
import { perform } from "../../sync/perform.ts";
import { useSource } from "../../sync/use-source.ts";
import { formatDay } from "../../time/format.ts";
import { Button } from "../../ui/controls/button.tsx";
import { Select } from "../../ui/controls/select.tsx";
import { TextField } from "../../ui/controls/text-field.tsx";
import { ErrorNotice } from "../../ui/display/notice.tsx";
import { Skeletons } from "../../ui/display/skeleton.tsx";
import { Card } from "../../ui/display/surface.tsx";
import { TimeZoneField } from "../setup/time-zone-field.tsx";
import { reminderChoices, reminderLabel } from "./reminders.ts";
import { type HouseholdSettings, householdSource } from "./sources.ts";
import { updateHousehold } from "./writes.ts";

const weekdays = ["1", "2", "3", "4", "5", "6", "7"] as const;

/** What holds for everybody: the name, the clock, the week, the reminder. Each choice is kept at once. */
export function HouseholdPart() {
  const { common } = useText();
  const { data, error, refetch } = useSource(householdSource, {});
  if (data) return <Form settings={data} />;
  if (error) return <ErrorNotice title={common.couldNotLoad} onRetry={refetch} />;
  return <Skeletons label={common.loading} count={1} height="24rem" card />;
}

function Form({ settings }: { settings: HouseholdSettings }) {
  const text = useText();
  const { household } = text.settings;
  const reminder = settings.defaultReminderMinutes;
  return (
    <Card className="settings-card">
      <NameField name={settings.name} />
      <TimeZoneField
        value={settings.timeZone}
        onChange={(timeZone) => timeZone !== settings.timeZone && perform(updateHousehold, { timeZone })}
        hint={household.zoneHint}
      />
      <Select
        label={household.week}
        value={String(settings.weekStartsOn)}
        // 1 January 2024 was a Monday.
        options={weekdays.map((value) => ({ value, label: formatDay(`2024-01-0${value}`, "weekdayLong") }))}
        onChange={(value) => perform(updateHousehold, { weekStartsOn: Number(value) })}
      />
      <Select
        label={household.reminder}
        value={String(reminder ?? "")}
        options={reminderChoices(reminder).map((minutes) => ({
          value: String(minutes ?? ""),
          label: reminderLabel(minutes, text),
        }))}
        onChange={(value) => perform(updateHousehold, { defaultReminderMinutes: value === "" ? null : Number(value) })}
      />
    </Card>
  );
}

function NameField({ name }: { name: string }) {
  const { settings, setup, common } = useText();
  const [typed, setTyped] = useState<string | null>(null);
  const wanted = (typed ?? name).trim();
  const save = () => {
    if (!wanted) return;
    if (wanted !== name) perform(updateHousehold, { name: wanted });
    setTyped(null);
  };
  return (
    <form
      className="settings-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <TextField
        label={settings.household.name}
        value={typed ?? name}
        maxLength={200}
        onChange={setTyped}
        error={wanted ? null : setup.problems.nameMissing}
      />
      {wanted !== name && (
        <div className="settings-actions">
          <Button onClick={() => setTyped(null)}>{common.cancel}</Button>
          <Button type="submit" variant="primary">
            {common.save}
          </Button>
        </div>
      )}
    </form>
  );
}
