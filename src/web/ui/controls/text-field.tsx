import type { ComponentChildren, ComponentProps } from "preact";
import { useState } from "preact/hooks";
import { cx } from "../cx.ts";
import type { ElementProps } from "../element-props.ts";
import { Field, type FieldTexts } from "./field.tsx";

export type TextFieldProps = FieldTexts &
  Omit<ElementProps<"input">, "onChange" | "id"> & {
    role?: "combobox";
    /** Called at each keystroke. */
    onChange?: (value: string) => void;
    icon?: ComponentChildren;
    end?: ComponentChildren;
  };

export function TextField({ label, hideLabel, hint, error, className, onChange, icon, end, ...rest }: TextFieldProps) {
  return (
    <Field label={label} hideLabel={hideLabel} hint={hint} error={error} className={className}>
      {(control) => (
        <div className="input-group">
          {icon}
          <input
            autoComplete="off"
            {...(rest as ComponentProps<"input">)}
            {...control}
            className="input"
            onChange={(event) => onChange?.(event.currentTarget.value)}
          />
          {end && <span className="input-end">{end}</span>}
        </div>
      )}
    </Field>
  );
}

/** Field for the address of a web page or of a server. */
export function UrlField(props: TextFieldProps) {
  return <TextField {...props} type="url" inputMode="url" autoCapitalize="none" />;
}

export type WhenFieldProps = FieldTexts &
  Omit<ElementProps<"input">, "onChange" | "id" | "type" | "value"> & {
    /** Value such as `2026-03-01` or `08:30`. Empty if no date or time is chosen. */
    value: string;
    onChange: (value: string) => void;
  };

export function DateField(props: WhenFieldProps) {
  return <WhenField {...props} type="date" />;
}

export function TimeField(props: WhenFieldProps) {
  return <WhenField {...props} type="time" />;
}

function WhenField(props: WhenFieldProps & { type: string }) {
  const { label, hideLabel, hint, error, className, onChange, ...rest } = props;
  return (
    <Field label={label} hideLabel={hideLabel} hint={hint} error={error} className={className}>
      {(control) => (
        <input
          {...(rest as ComponentProps<"input">)}
          {...control}
          className={cx("input", "input-when")}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

/**
 * Date or time field whose value is never empty. `as` is {@link DateField} or {@link TimeField}. The user can empty the
 * input, or type only a part of a value. `onChange` is then not called. When the field loses the focus, the field shows
 * `value` again.
 */
export function Typed({ as: Input, value, onChange, ...rest }: WhenFieldProps & { as: typeof DateField }) {
  const [isBlank, setBlank] = useState(false);
  return (
    <Input
      {...rest}
      value={isBlank ? "" : value}
      onBlur={() => setBlank(false)}
      onChange={(text) => {
        setBlank(text === "");
        if (text !== "") onChange(text);
      }}
    />
  );
}
