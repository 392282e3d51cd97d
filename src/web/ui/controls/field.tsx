import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import { cx } from "../cx.ts";
import { CircleAlert } from "../icons.ts";

/** What every field says around its control. */
export type FieldTexts = {
  label: string;
  /** The label is for screen readers only (a search field with an icon). */
  hideLabel?: boolean;
  hint?: ComponentChildren;
  /** What is wrong and how to mend it; it is read out when it appears. */
  error?: string | null | undefined;
};

/** What ties a control to its label, hint and error. */
export type ControlProps = {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
};

/** A labelled control. `children` gets the properties that tie it to the label, the hint and the error. */
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

/** The same around several controls (radio buttons, a picker): a group with a name instead of a label. */
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
  return (
    <>
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {/* Always there, because a live region must exist before its text does. */}
      <div aria-live="polite" id={`${id}-error`}>
        {error && (
          <p className="field-error">
            <CircleAlert />
            {error}
          </p>
        )}
      </div>
    </>
  );
}
