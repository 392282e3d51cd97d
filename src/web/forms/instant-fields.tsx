import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { ChipButton } from "#web/ui/controls/chip.tsx";
import { Checkbox, Switch } from "#web/ui/controls/choice.tsx";
import { FieldSet } from "#web/ui/controls/field.tsx";
import { SegmentedField } from "#web/ui/controls/segmented.tsx";
import { Select } from "#web/ui/controls/select.tsx";
import { TimeField, Typed } from "#web/ui/controls/text-field.tsx";
import { Check } from "#web/ui/icons.ts";

type Value = string | number | null;

type Option<Each extends Value> = {
  readonly value: Each;
  readonly label: string;
  /** Name for screen readers. Missing if the label says enough. */
  readonly name?: string;
  readonly icon?: ComponentChildren;
  readonly disabled?: boolean;
};

type Choice<Each extends Value> = {
  readonly label: string;
  readonly hint?: string;
  readonly value: Each;
  readonly options: readonly Option<Each>[];
  readonly write: (value: Each) => void;
  readonly below?: readonly InstantField[];
};

/** Form field without a Save button. `write` is called with each new value. */
export type InstantField = (
  | {
      readonly kind: "switch";
      readonly label: string;
      readonly hint?: string;
      readonly value: boolean;
      readonly write: (value: boolean) => void;
    }
  | (Choice<Value> & { readonly kind: "select" | "segmented" })
  | { readonly kind: "time"; readonly label: string; readonly value: string; readonly write: (value: string) => void }
  | {
      readonly kind: "checks" | "chips";
      readonly label: string;
      readonly hint: string;
      readonly value: readonly string[];
      readonly options: readonly Option<string>[];
      readonly write: (value: string, isChecked: boolean) => void;
    }
) & {
  /** Fields that depend on this field. They are below it, side by side. */
  readonly below?: readonly InstantField[];
};

/**
 * Returns the properties of a field for a setting that this browser stores: the value, and the function that changes
 * it.
 */
export function useStored<Each extends Value>(read: () => Each, store: (value: Each) => unknown) {
  const [value, setValue] = useState(read);
  const write = (next: Each) => {
    store(next);
    setValue(next);
  };
  return { value, write };
}

/** Declares a drop-down list. */
export function select<Each extends Value>(choice: Choice<Each>): InstantField {
  return { ...(choice as unknown as Choice<Value>), kind: "select" };
}

/** Declares a segmented control. */
export function segmented<Each extends Value>(choice: Choice<Each>): InstantField {
  return { ...(choice as unknown as Choice<Value>), kind: "segmented" };
}

/** Fields that save each choice at once. */
export function InstantFields({ fields }: { fields: readonly InstantField[] }) {
  return fields.map(({ below, ...field }) =>
    below ? (
      <div key={field.label}>
        <Control {...field} />
        {below.length > 0 && <SideBySide fields={below} />}
      </div>
    ) : (
      <Control key={field.label} {...field} />
    ),
  );
}

export function SideBySide({ fields }: { fields: readonly InstantField[] }) {
  return (
    <div className="fields-row">
      <InstantFields fields={fields} />
    </div>
  );
}

function Control(field: InstantField) {
  switch (field.kind) {
    case "switch":
      return <Switch label={field.label} hint={field.hint} checked={field.value} onChange={field.write} />;
    case "time":
      return <Typed as={TimeField} label={field.label} value={field.value} onChange={field.write} />;
    case "select": {
      const { label, hint } = field;
      return <Select label={label} hint={hint} {...textual(field)} />;
    }
    case "segmented": {
      const { options, ...rest } = textual(field);
      return <SegmentedField label={field.label} segments={options} {...rest} />;
    }
    case "checks":
      return (
        <FieldSet label={field.label} hint={field.hint}>
          <div className="fields-checks">
            {field.options.map(({ value, label, disabled = false }) => (
              <Checkbox
                key={value}
                square
                label={label}
                checked={field.value.includes(value)}
                disabled={disabled}
                onChange={(isChecked) => field.write(value, isChecked)}
              />
            ))}
          </div>
        </FieldSet>
      );
    case "chips":
      return (
        <FieldSet label={field.label} hint={field.hint}>
          <div className="chips">
            {field.options.map(({ value, label, name }) => {
              const isOn = field.value.includes(value);
              return (
                <ChipButton
                  key={value}
                  pressed={isOn}
                  icon={isOn ? <Check /> : undefined}
                  aria-label={name}
                  onClick={() => field.write(value, !isOn)}
                >
                  {label}
                </ChipButton>
              );
            })}
          </div>
        </FieldSet>
      );
  }
}

/** Converts the values of a field to texts and back, because the browser's controls can only have texts as values. */
function textual({ value, options, write }: Choice<Value>) {
  return {
    value: String(value ?? ""),
    options: options.map((option) => ({ ...option, value: String(option.value ?? "") })),
    onChange: (text: string) => {
      const option = options.find((each) => String(each.value ?? "") === text);
      if (option) write(option.value);
    },
  };
}
