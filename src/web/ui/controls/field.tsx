import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import { cx } from "../cx.ts";
import { CircleAlert } from "../icons.ts";

/** Error of a field: a message, or a question with buttons for its answers. */
export type FieldError = string | Question | null | undefined;

export type Question = {
  readonly message: string;
  readonly answers: ComponentChildren;
};

export type FieldTexts = {
  label: string;
  /** Whether the label is hidden. Screen readers still read it. */
  hideLabel?: boolean;
  hint?: ComponentChildren;
  error?: FieldError;
};

export function messageOf(error: FieldError): string | null {
  return typeof error === "object" ? (error?.message ?? null) : (error ?? null);
}

export type ControlProps = {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
};

/** Field with a label. `children` gets the properties that connect a control to its label, hint and error. */
export function Field({
  label,
  hideLabel,
  hint,
  error,
  className,
  children,
}: FieldTexts & { className?: string | undefined; children: (control: ControlProps) => ComponentChildren }) {
  const id = useId();
  return (
    <div className={cx("field", className)}>
      <label className={cx("field-label", hideLabel && "visually-hidden")} htmlFor={id}>
        {label}
      </label>
      {children({ id, "aria-describedby": describing(id, hint, error), "aria-invalid": error ? true : undefined })}
      <Notes id={id} hint={hint} error={error} />
    </div>
  );
}

export function FieldSet({ label, hideLabel, hint, error, className, children }: FieldTexts & GroupProps) {
  const id = useId();
  return (
    <fieldset
      className={cx("field", className)}
      aria-describedby={describing(id, hint, error)}
      data-invalid={error ? true : undefined}
    >
      <legend className={cx("field-label", hideLabel && "visually-hidden")}>{label}</legend>
      {children}
      <Notes id={id} hint={hint} error={error} />
    </fieldset>
  );
}

type GroupProps = { className?: string | undefined; children: ComponentChildren };

function describing(id: string, hint: unknown, error: unknown): string | undefined {
  return [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ") || undefined;
}

function Notes({ id, hint, error }: Pick<FieldTexts, "hint" | "error"> & { id: string }) {
  const isQuestion = typeof error === "object" && error !== null;
  return (
    <>
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {/* A live region must exist before its text does. */}
      <div aria-live="polite" id={`${id}-error`}>
        {error && (
          <p className={cx("field-error", isQuestion && "field-question")}>
            <CircleAlert />
            {messageOf(error)}
          </p>
        )}
      </div>
      {isQuestion && error.answers}
    </>
  );
}
