import { useText } from "#web/i18n/catalogue.ts";
import { useMembers } from "#web/sync/session.ts";
import { Switch } from "#web/ui/controls/choice.tsx";
import type { FieldError } from "#web/ui/controls/field.tsx";
import { PeoplePicker } from "./person-picker.tsx";

/**
 * Fields to choose whom something concerns. If no member is chosen, it concerns everybody. If members are chosen, a
 * switch is shown that adds everybody else to the chosen members.
 */
export function ConcernedFields(props: {
  label: string;
  /** Hint that is shown while no member is chosen. */
  everybodyHint: string;
  /** Hint of the switch that adds everybody to the chosen members. */
  generalHint: string;
  value: { readonly memberIds: readonly string[]; readonly isGeneral: boolean };
  error: FieldError;
  onMembersChange: (memberIds: string[]) => void;
  onGeneralChange: (isGeneral: boolean) => void;
}) {
  const { label, everybodyHint, generalHint, value, error, onMembersChange, onGeneralChange } = props;
  const { calendar } = useText();
  const isChosen = value.memberIds.length > 0;
  return (
    <>
      <PeoplePicker
        label={label}
        hint={isChosen ? undefined : everybodyHint}
        people={useMembers()}
        value={value.memberIds}
        onChange={onMembersChange}
        error={error}
      />
      {isChosen && (
        <Switch
          label={calendar.alsoEverybody}
          hint={generalHint}
          checked={value.isGeneral}
          onChange={onGeneralChange}
        />
      )}
    </>
  );
}
