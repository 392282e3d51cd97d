import { TextField, type TextFieldProps } from "#web/ui/controls/text-field.tsx";

export function EmailField(props: TextFieldProps) {
  return <TextField type="email" autoCapitalize="none" maxLength={254} {...props} />;
}

/** Field for a code of six digits, which another device shows or a mail contains. */
export function CodeField(props: TextFieldProps) {
  return (
    <TextField
      {...props}
      className="settings-code"
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
