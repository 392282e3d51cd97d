import { TextField, type TextFieldProps } from "./text-field.tsx";

/** Field for a code of six digits, which another device shows or a mail contains. */
export function CodeField(props: TextFieldProps) {
  return (
    <TextField
      {...props}
      className="field-code"
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={8}
      placeholder="000 000"
    />
  );
}

export function digitsOf(code: string): string {
  return code.replace(/\D/g, "");
}
