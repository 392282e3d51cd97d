import type { Errors } from "#web/forms/use-draft.ts";
import { useText } from "#web/i18n/catalogue.ts";
import { ConcernedFields } from "#web/people/concerned-fields.tsx";
import { Checkbox } from "#web/ui/controls/choice.tsx";
import { FieldSet, type FieldTexts } from "#web/ui/controls/field.tsx";

type Concerned = { readonly memberIds: string[]; readonly isGeneral: boolean };

/** Fields to choose for whom all events of a calendar are: certain members, everybody, or both. */
export function CalendarConcernedFields({
  form: { draft, errors, change },
  ...texts
}: {
  label: string;
  generalHint: string;
  form: {
    readonly draft: Concerned;
    readonly errors: Errors<"memberIds">;
    readonly change: (patch: Concerned) => void;
  };
}) {
  return (
    <ConcernedFields
      {...texts}
      everybodyHint={useText().settings.calendars.follow.forEverybody}
      value={draft}
      error={errors.memberIds}
      onMembersChange={(memberIds) => change({ memberIds, isGeneral: memberIds.length === 0 })}
      onGeneralChange={(isGeneral) => change({ memberIds: draft.memberIds, isGeneral })}
    />
  );
}

/** Checkboxes to choose several records. The ids in the value are in the order in which the user chose them. */
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
