import { Checkbox } from "./choice.tsx";
import { FieldSet, type FieldTexts } from "./field.tsx";

/**
 * Checkboxes to choose several records. `value` has the ids of the chosen records, in the order in which the user chose
 * them.
 */
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
