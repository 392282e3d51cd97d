import type { Errors } from "#web/forms/use-draft.ts";
import { useText } from "#web/i18n/catalogue.ts";
import { PeoplePicker } from "#web/people/person-picker.tsx";
import { useMembers } from "#web/sync/session.ts";
import { Checkbox, Switch } from "#web/ui/controls/choice.tsx";
import { FieldSet, type FieldTexts } from "#web/ui/controls/field.tsx";
import { SegmentedField } from "#web/ui/controls/segmented.tsx";

type Concerned = { readonly memberIds: string[]; readonly isGeneral: boolean };

/** Fields to choose for whom the events of a calendar are: certain members, everybody, or both. */
export function ConcernedFields(props: {
  label: string;
  generalHint: string;
  form: {
    readonly draft: Concerned;
    readonly errors: Errors<"memberIds">;
    readonly change: (patch: Concerned) => void;
  };
}) {
  const { label, generalHint, form } = props;
  const { draft, errors, change } = form;
  const { calendar, settings } = useText();
  const members = useMembers();
  const isChosen = draft.memberIds.length > 0;
  return (
    <>
      <PeoplePicker
        label={label}
        hint={isChosen ? undefined : settings.calendars.follow.forEverybody}
        people={members}
        value={draft.memberIds}
        onChange={(memberIds) => change({ memberIds, isGeneral: memberIds.length === 0 })}
        error={errors.memberIds}
      />
      {isChosen && (
        <Switch
          label={calendar.alsoEverybody}
          hint={generalHint}
          checked={draft.isGeneral}
          onChange={(isGeneral) => change({ memberIds: draft.memberIds, isGeneral })}
        />
      )}
    </>
  );
}

/** Segmented control with a hint below. `labels` are the labels of the values, in their order. */
export function ChoiceField<Value extends string>(props: {
  label: string;
  hint?: string;
  value: Value;
  labels: Readonly<Record<Value, string>>;
  onChange: (value: Value) => void;
}) {
  const { hint, labels, ...field } = props;
  const segments = (Object.keys(labels) as Value[]).map((value) => ({ value, label: labels[value] }));
  return (
    <>
      <SegmentedField {...field} segments={segments} />
      {hint && <p className="field-hint">{hint}</p>}
    </>
  );
}

/** Checkboxes to choose several records. The chosen ids are in the order of their choice. */
export function CheckboxList(
  props: FieldTexts & {
    options: readonly { readonly id: string; readonly name: string }[];
    value: readonly string[];
    onChange: (ids: string[]) => void;
  },
) {
  const { options, value, onChange, ...texts } = props;
  return (
    <FieldSet {...texts}>
      {options.map(({ id, name }) => (
        <Checkbox
          key={id}
          label={name}
          checked={value.includes(id)}
          onChange={(isIn) => onChange(isIn ? [...value, id] : value.filter((each) => each !== id))}
        />
      ))}
    </FieldSet>
  );
}
