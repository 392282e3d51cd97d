import type { ElementProps } from "../element-props.ts";
import { ChevronDown } from "../icons.ts";
import { Field, type FieldTexts } from "./field.tsx";

export type Option<Value extends string> = {
  readonly value: Value;
  readonly label: string;
  readonly disabled?: boolean;
};

export type SelectProps<Value extends string> = FieldTexts &
  Omit<ElementProps<"select">, "onChange" | "id" | "value" | "children"> & {
    value: Value;
    options: readonly Option<Value>[];
    onChange: (value: Value) => void;
  };

export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, hideLabel, hint, error, className, options, onChange, ...rest } = props;
  const choose = (index: number) => {
    const option = options[index];
    if (option) onChange(option.value);
  };
  return (
    <Field label={label} hideLabel={hideLabel} hint={hint} error={error} className={className}>
      {(control) => (
        <div className="select">
          <select
            {...rest}
            {...control}
            className="input"
            onChange={(event) => choose(event.currentTarget.selectedIndex)}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown />
        </div>
      )}
    </Field>
  );
}
