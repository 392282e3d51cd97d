import { useText } from "#web/i18n/catalogue.ts";
import { useMembers } from "#web/sync/session.ts";
import { Switch } from "#web/ui/controls/choice.tsx";
import type { FieldError } from "#web/ui/controls/field.tsx";
import { PeoplePicker } from "./person-picker.tsx";

/**
 * Fields in which the user chooses whom a record, such as an event, concerns. If no member is chosen, the record
 * concerns everybody. If members are chosen, a switch is shown. If the switch is on, the record concerns the chosen
 * members and also the household as a whole.
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
