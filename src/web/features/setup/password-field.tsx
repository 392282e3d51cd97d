import { useId, useState } from "preact/hooks";
import { useText } from "../../i18n/catalogue.ts";
import { IconButton } from "../../ui/controls/button.tsx";
import { TextField } from "../../ui/controls/text-field.tsx";
import { Eye, EyeOff } from "../../ui/icons.ts";
import { strengthOf } from "./password-strength.ts";

const steps = ["short", "weak", "fair", "strong"] as const;

/** A password, hidden unless asked for. `isNew` says what makes a good one, and how good this one is. */
export function PasswordField(props: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  isNew?: boolean;
  /** Words that others would guess first. */
  known?: readonly string[];
  error?: string | null;
}) {
  const { setup } = useText();
  const [isShown, setShown] = useState(false);
  const meter = useId();
  const strength = strengthOf(props.value, props.known);
  return (
    <div className="password">
      <TextField
        label={props.label}
        type={isShown ? "text" : "password"}
        autoComplete={props.isNew ? "new-password" : "current-password"}
        autoCapitalize="none"
        spellcheck={false}
        value={props.value}
        onChange={props.onChange}
        error={props.error}
        hint={props.isNew ? setup.passwordHint : undefined}
        end={
          <IconButton aria-label={isShown ? setup.hidePassword : setup.showPassword} onClick={() => setShown(!isShown)}>
            {isShown ? <EyeOff /> : <Eye />}
          </IconButton>
        }
      />
      {props.isNew && (
        <p
          className="password-strength"
          data-strength={props.value ? strength : undefined}
          aria-live="polite"
          id={meter}
        >
          <span className="password-bars" aria-hidden="true">
            {steps.map((step, index) => (
              <i key={step} className={props.value && index <= steps.indexOf(strength) ? "on" : undefined} />
            ))}
          </span>
          <span>{props.value ? setup.strength[strength] : ""}</span>
        </p>
      )}
    </div>
  );
}
