import { FormFooter } from "#web/forms/form.tsx";
import { TimeZoneField } from "#web/forms/time-zone-field.tsx";
import { type Performed, useDraft } from "#web/forms/use-draft.ts";
import { editedAs } from "#web/forms/use-open-record.tsx";
import { type Catalogue, useText } from "#web/i18n/catalogue.ts";
import { perform } from "#web/page/undo.ts";
import { type HouseholdSettings, householdSource, useDisplay } from "#web/sync/session.ts";
import { useSource } from "#web/sync/use-source.ts";
import { formatDay } from "#web/time/format.ts";
import { Checkbox, Switch } from "#web/ui/controls/choice.tsx";
import { FieldSet } from "#web/ui/controls/field.tsx";
import { Form } from "#web/ui/controls/form.tsx";
import { Select } from "#web/ui/controls/select.tsx";
import { TextField, TimeField, Typed } from "#web/ui/controls/text-field.tsx";
import { ErrorNotice } from "#web/ui/display/notice.tsx";
import { Skeletons } from "#web/ui/display/skeleton.tsx";
import { Card } from "#web/ui/display/surface.tsx";
import { mealPictures, mealTypes } from "../meals/model/plan.ts";
import { updateDisplay, updateHousehold } from "./writes.ts";

const weekdays = ["1", "2", "3", "4", "5", "6", "7"] as const;

/** Settings of the household. Each choice is saved at once. */
export function HouseholdPart() {
  const { common } = useText();
  const { data, error, refetch } = useSource(householdSource, {});
  if (data) {
    return (
      <>
        <Fields settings={data} />
        <PlannedMeals groceryListName={data.groceryListName} />
      </>
    );
  }
  if (error) return <ErrorNotice title={common.couldNotLoad} onRetry={refetch} />;
  return <Skeletons label={common.loading} count={1} height="24rem" card />;
}

function Fields({ settings }: { settings: HouseholdSettings }) {
  const text = useText();
  const { household } = text.settings;
  const display = useDisplay();
  const reminder = settings.defaultReminderMinutes;
  return (
    <Card className="settings-card">
      <NameField label={household.name} name={settings.name} save={(name) => perform(updateHousehold, { name })} />
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
      <Switch
        label={household.weekToday}
        hint={household.weekTodayHint}
        checked={display?.weekStartsToday ?? false}
        onChange={(weekStartsToday) => perform(updateDisplay, { weekStartsToday })}
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
      {reminder !== null && <AllDayFields value={settings.allDayReminder ?? defaultAllDay} />}
      <Switch
        label={household.photoSearch}
        hint={household.photoSearchHint}
        checked={settings.photoSearch}
        onChange={(photoSearch) => perform(updateHousehold, { photoSearch })}
      />
    </Card>
  );
}

const defaultAllDay = { daysBefore: 0, time: "08:00" } as const;

function AllDayFields({ value }: { value: { readonly daysBefore: number; readonly time: string } }) {
  const text = useText();
  const { household } = text.settings;
  const set = (patch: Partial<typeof value>) => perform(updateHousehold, { allDayReminder: { ...value, ...patch } });
  return (
    <div className="settings-times">
      <Select
        label={household.allDay}
        value={String(value.daysBefore)}
        options={Array.from({ length: 8 }, (_, days) => ({
          value: String(days),
          label: household.allDayDays[days] ?? household.daysBefore(days),
        }))}
        onChange={(days) => set({ daysBefore: Number(days) })}
      />
      <Typed as={TimeField} label={household.allDayTime} value={value.time} onChange={(time) => set({ time })} />
    </div>
  );
}

const systems = ["written", "metric", "us"] as const;

function PlannedMeals({ groceryListName }: { groceryListName: string }) {
  const { common, meals, settings } = useText();
  const display = useDisplay();
  if (!display) return <Skeletons label={common.loading} count={1} height="24rem" card />;
  const { hiddenMealTypes: hidden } = display;
  const isOnly = hidden.length === mealTypes.length - 1;
  return (
    <Card className="settings-card">
      <FieldSet label={settings.household.meals} hint={settings.household.mealsHint}>
        <div className="settings-meals">
          {mealTypes.map((type) => {
            const isPlanned = !hidden.includes(type);
            return (
              <Checkbox
                key={type}
                square
                label={`${mealPictures[type]} ${meals.types[type]}`}
                checked={isPlanned}
                disabled={isPlanned && isOnly}
                onChange={(planned) => {
                  const hiddenMealTypes = mealTypes.filter((each) =>
                    each === type ? !planned : hidden.includes(each),
                  );
                  perform(updateDisplay, { hiddenMealTypes });
                }}
              />
            );
          })}
        </div>
      </FieldSet>
      <Select
        label={settings.household.amounts}
        hint={settings.household.amountsHint}
        value={display.amounts}
        options={systems.map((value) => ({ value, label: settings.household.systems[value] }))}
        onChange={(amounts) => perform(updateDisplay, { amounts })}
      />
      <NameField
        label={settings.household.groceryList}
        hint={settings.household.groceryListHint}
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
  const wanted = form.draft.name.trim();
  const isOther = wanted !== form.base.name;
  const submit = async () => {
    if (!form.check()) return;
    if (!isOther || (await form.submit(() => save(wanted)))) form.reset({ name: wanted });
  };
  return (
    <Form className="settings-form" onSubmit={() => void submit()}>
      <TextField
        label={label}
        hint={hint}
        value={form.draft.name}
        maxLength={200}
        onChange={(next) => form.change({ name: next })}
        error={form.errors.name}
      />
      {isOther && (
        <div className="settings-actions">
          <FormFooter form={form} onCancel={() => form.reset()} />
        </div>
      )}
    </Form>
  );
}

const hour = 60;
const day = 24 * hour;
const usual = [null, 0, 5, 10, 15, 30, hour, 2 * hour, day, 2 * day, 7 * day] as const;

/**
 * Returns the reminders that can be chosen, in minutes before the event; null is no reminder. `current` is always
 * included.
 */
function reminderChoices(current: number | null): readonly (number | null)[] {
  const all = new Set<number | null>([...usual, current]);
  return [...all].sort((a, b) => (a ?? -1) - (b ?? -1));
}

function reminderLabel(minutes: number | null, { settings: { household } }: Catalogue): string {
  if (minutes === null) return household.noReminder;
  if (minutes === 0) return household.atStart;
  if (minutes % day === 0) return household.daysBefore(minutes / day);
  if (minutes % hour === 0) return household.hoursBefore(minutes / hour);
  return household.minutesBefore(minutes);
}
