import type { RefObject } from "preact";
import type { Errors } from "#web/forms/use-draft.ts";
import { useText } from "#web/i18n/catalogue.ts";
import { PeoplePicker } from "#web/people/person-picker.tsx";
import { useMembers } from "#web/sync/session.ts";
import { Switch } from "#web/ui/controls/choice.tsx";
import { ColorPicker } from "#web/ui/controls/color-picker.tsx";
import type { FieldError } from "#web/ui/controls/field.tsx";
import { TextField } from "#web/ui/controls/text-field.tsx";
import type { ColorKey } from "#web/ui/person-color.ts";

export type Concerned = { readonly memberIds: string[]; readonly isGeneral: boolean };

/** Fields to choose for whom the events of a calendar are: certain members, everybody, or both. */
export function ConcernedFields(props: {
  label: string;
  generalHint: string;
  value: Concerned;
  onChange: (value: Concerned) => void;
  error: FieldError;
}) {
  const { label, generalHint, value, onChange, error } = props;
  const { calendar, settings } = useText();
  const members = useMembers();
  const isChosen = value.memberIds.length > 0;
  return (
    <>
      <PeoplePicker
        label={label}
        hint={isChosen ? undefined : settings.calendars.follow.forEverybody}
        people={members}
        value={value.memberIds}
        onChange={(memberIds) => onChange({ memberIds, isGeneral: memberIds.length === 0 })}
        error={error}
      />
      {isChosen && (
        <Switch
          label={calendar.alsoEverybody}
          hint={generalHint}
          checked={value.isGeneral}
          onChange={(isGeneral) => onChange({ memberIds: value.memberIds, isGeneral })}
        />
      )}
    </>
  );
}

type Named = { readonly name: string; readonly color: ColorKey };

/** Fields for the name and the colour of a followed calendar in this household. */
export function NameAndColorFields(props: {
  label: string;
  value: Named;
  onChange: (patch: Partial<Named>) => void;
  errors: Errors<keyof Named>;
  nameRef?: RefObject<HTMLInputElement | null>;
}) {
  const { label, value, onChange, errors, nameRef } = props;
  const { setup } = useText();
  return (
    <>
      <TextField
        {...(nameRef ? { ref: nameRef } : {})}
        label={label}
        value={value.name}
        maxLength={100}
        onChange={(name) => onChange({ name })}
        error={errors.name}
      />
      <ColorPicker
        label={setup.color}
        value={value.color}
        names={setup.colors}
        onChange={(color) => onChange({ color })}
        error={errors.color}
      />
    </>
  );
}
