import type { RefObject } from "preact";
import { useId, useState } from "preact/hooks";
import { type Catalogue, useText } from "#web/i18n/catalogue.ts";
import { IconButton } from "#web/ui/controls/button.tsx";
import type { FieldError } from "#web/ui/controls/field.tsx";
import { TextField } from "#web/ui/controls/text-field.tsx";
import { Eye, EyeOff } from "#web/ui/icons.ts";

const steps = ["short", "weak", "fair", "strong"] as const;

export function PasswordField(props: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  isNew?: boolean;
  /** Whether this is a password of another service. Browsers then do not offer the password of this app. */
  isForeign?: boolean;
  hint?: string;
  known?: readonly string[];
  error?: FieldError;
  inputRef?: RefObject<HTMLInputElement | null>;
}) {
  const { setup } = useText();
  const [isShown, setShown] = useState(false);
  const meter = useId();
  const strength = strengthOf(props.value, props.known);
  return (
    <div className="password">
      <TextField
        {...(props.inputRef && { ref: props.inputRef })}
        label={props.label}
        type={isShown ? "text" : "password"}
        autoComplete={props.isNew || props.isForeign ? "new-password" : "current-password"}
        autoCapitalize="none"
        spellcheck={false}
        value={props.value}
        onChange={props.onChange}
        error={props.error}
        hint={props.isNew ? setup.passwordHint : props.hint}
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

/** Returns the error message for a new password. Returns null if the password is valid. */
export function passwordError(password: string, { setup }: Catalogue): string | null {
  const { length } = [...password];
  if (length < minLength) return setup.problems.passwordShort;
  return length > maxLength ? setup.problems.passwordLong : null;
}

/** Strength of a password, from the weakest to the strongest. */
type Strength = "short" | "weak" | "fair" | "strong";

/** Minimum and maximum length that the server allows, in code points. */
const minLength = 8;
const maxLength = 200;

const common = /pass|word|qwert|asdf|1234|abcd|admin|letmein|iloveyou|hallo|geheim|schatz|1111|0000|inglenook/iu;

/**
 * Estimates the strength of a password. A password that contains a text of `known`, such as the member's name, is
 * weaker. The result is only a hint: a weak password is accepted, too.
 */
function strengthOf(password: string, known: readonly string[] = []): Strength {
  const letters = [...password];
  if (letters.length < minLength) return "short";
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{N}]/u].filter((kind) => kind.test(password)).length;
  const isKnown = [...known].some((word) => word.length > 2 && password.toLowerCase().includes(word.toLowerCase()));
  const points = new Set(letters).size + kinds * 2 - (common.test(password) ? 6 : 0) - (isKnown ? 4 : 0);
  if (points < 11) return "weak";
  return points < 16 || letters.length < 12 ? "fair" : "strong";
}
