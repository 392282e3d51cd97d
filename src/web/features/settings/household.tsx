import { InlineForm } from "#web/forms/inline-form.tsx";
import { type InstantField, InstantFields, SideBySide, select } from "#web/forms/instant-fields.tsx";
import { TimeZoneField } from "#web/forms/time-zone-field.tsx";
import { type Performed, useDraft } from "#web/forms/use-draft.ts";
import { editedAs } from "#web/forms/use-open-record.tsx";
import { useText } from "#web/i18n/catalogue.ts";
import { perform } from "#web/page/undo.ts";
import { type HouseholdSettings, householdSource, useDisplay } from "#web/sync/session.ts";
import { useSource } from "#web/sync/use-source.ts";
import { formatDay } from "#web/time/format.ts";
import { Switch } from "#web/ui/controls/choice.tsx";
import { TextField } from "#web/ui/controls/text-field.tsx";
import { Loaded } from "#web/ui/display/loaded.tsx";
import { Skeletons } from "#web/ui/display/skeleton.tsx";
import { Card } from "#web/ui/display/surface.tsx";
import { mealPictures, mealTypes } from "../meals/model/plan.ts";
import { updateDisplay, updateHousehold } from "./writes.ts";

const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;

/** Settings of the household. Each choice is saved at once. */
export function HouseholdPart() {
  const read = useSource(householdSource, {});
  return (
    <Loaded read={read} count={1} height="24rem" card>
      {(data) => (
        <>
          <Fields settings={data} />
          <PlannedMeals groceryListName={data.groceryListName} />
        </>
      )}
    </Loaded>
  );
}

const defaultAllDay = { daysBefore: 0, time: "08:00" } as const;

function Fields({ settings }: { settings: HouseholdSettings }) {
  const { household } = useText().settings;
  const display = useDisplay();
  const reminder = settings.defaultReminderMinutes;
  const allDay = settings.allDayReminder ?? defaultAllDay;
  const setAllDay = (patch: Partial<typeof allDay>) =>
    perform(updateHousehold, { allDayReminder: { ...allDay, ...patch } });
  const fields: InstantField[] = [
    select({
      label: household.week,
      value: settings.weekStartsOn,
      // 1 January 2024 was a Monday.
      options: weekdays.map((value) => ({ value, label: formatDay(`2024-01-0${value}`, "weekdayLong") })),
      write: (weekStartsOn) => perform(updateHousehold, { weekStartsOn }),
    }),
    {
      kind: "switch",
      label: household.weekToday,
      hint: household.weekTodayHint,
      value: display?.weekStartsToday ?? false,
      write: (weekStartsToday) => perform(updateDisplay, { weekStartsToday }),
    },
    select({
      label: household.reminder,
      value: reminder,
      options: reminderChoices(reminder).map((value) => ({ value, label: household.reminderAt(value) })),
      write: (defaultReminderMinutes) => perform(updateHousehold, { defaultReminderMinutes }),
    }),
  ];
  const allDayFields: InstantField[] = [
    select({
      label: household.allDay,
      value: allDay.daysBefore,
      options: Array.from({ length: 8 }, (_, value) => ({
        value,
        label: household.allDayDays[value] ?? household.daysBefore(value),
      })),
      write: (daysBefore) => setAllDay({ daysBefore }),
    }),
    { kind: "time", label: household.allDayTime, value: allDay.time, write: (time) => setAllDay({ time }) },
  ];
  return (
    <Card className="settings-card">
      <NameField label={household.name} name={settings.name} save={(name) => perform(updateHousehold, { name })} />
      <TimeZoneField
        value={settings.timeZone}
        onChange={(timeZone) => timeZone !== settings.timeZone && perform(updateHousehold, { timeZone })}
        hint={household.zoneHint}
      />
      <InstantFields fields={fields} />
      {reminder !== null && <SideBySide fields={allDayFields} />}
      <Switch
        label={household.photoSearch}
        hint={household.photoSearchHint}
        checked={settings.photoSearch}
        onChange={(photoSearch) => perform(updateHousehold, { photoSearch })}
      />
    </Card>
  );
}

const systems = ["written", "metric", "us"] as const;

function PlannedMeals({ groceryListName }: { groceryListName: string }) {
  const { common, meals, settings } = useText();
  const { household } = settings;
  const display = useDisplay();
  if (!display) return <Skeletons label={common.loading} count={1} height="24rem" card />;
  const planned = mealTypes.filter((type) => !display.hiddenMealTypes.includes(type));
  const fields: InstantField[] = [
    {
      kind: "checks",
      label: household.meals,
      hint: household.mealsHint,
      value: planned,
      options: mealTypes.map((value) => ({
        value,
        label: `${mealPictures[value]} ${meals.types[value]}`,
        disabled: planned.length === 1 && planned.includes(value),
      })),
      write: (type, isPlanned) => {
        const hiddenMealTypes = mealTypes.filter((each) => (each === type ? !isPlanned : !planned.includes(each)));
        perform(updateDisplay, { hiddenMealTypes });
      },
    },
    select({
      label: household.amounts,
      hint: household.amountsHint,
      value: display.amounts,
      options: systems.map((value) => ({ value, label: household.systems[value] })),
      write: (amounts) => perform(updateDisplay, { amounts }),
    }),
  ];
  return (
    <Card className="settings-card">
      <InstantFields fields={fields} />
      <NameField
        label={household.groceryList}
        hint={household.groceryListHint}
        name={groceryListName}
        save={(name) => perform(updateHousehold, { groceryListName: name })}
      />
    </Card>
  );
}

type NameFieldProps = {
  readonly label: string;
  readonly hint?: string;
  readonly name: string;
  readonly save: (name: string) => Performed<unknown>;
};

function NameField({ label, hint, name, save }: NameFieldProps) {
  const { setup } = useText();
  const form = useDraft(
    { name },
    {
      validate: (draft) => ({ name: draft.name.trim() ? null : setup.problems.nameMissing }),
      isLive: true,
      edited: editedAs({ name }),
    },
  );
  return (
    <InlineForm form={form} onSave={(input) => save(input.name)}>
      <TextField {...form.field("name")} label={label} hint={hint} maxLength={200} />
    </InlineForm>
  );
}

const commonMinutes = [null, 0, 5, 10, 15, 30, 60, 120, 1_440, 2_880, 10_080] as const;

/**
 * Returns the reminders that can be chosen, in minutes before the event. Null means no reminder. `current` is always in
 * the list.
 */
function reminderChoices(current: number | null): readonly (number | null)[] {
  return [...new Set([...commonMinutes, current])].sort((a, b) => (a ?? -1) - (b ?? -1));
}
