import { useState } from "preact/hooks";
import type { DateField, WhenFieldProps } from "./text-field.tsx";

/** A day or a time that reports only complete values while it is typed. */
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
