import { useText } from "../../../i18n/catalogue.ts";
import { PeoplePicker } from "../../../people/person-picker.tsx";
import { useMembers } from "../../../sync/session.ts";
import { Switch } from "../../../ui/controls/choice.tsx";

export type Concerned = { readonly memberIds: string[]; readonly isGeneral: boolean };

/** Whom a calendar's events concern: chosen people, everybody, or both. */
export function ConcernedFields(props: {
  label: string;
  generalHint: string;
  value: Concerned;
  onChange: (value: Concerned) => void;
  error: string | null | undefined;
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
