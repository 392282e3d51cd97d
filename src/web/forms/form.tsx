import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { useText } from "#web/i18n/catalogue.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { messageOf } from "#web/ui/controls/field.tsx";
import { FormError } from "#web/ui/controls/form.tsx";
import { Trash2 } from "#web/ui/icons.ts";
import type { FormState } from "./use-draft.ts";

/**
 * Shows the errors that belong to no visible field. After each failed attempt to save, focuses the first invalid field.
 * With `counts`, shows the number of errors beside the button, because the errors may be out of sight.
 */
export function FormNotice({ form, counts }: { form: FormState; counts?: boolean }) {
  const { errors, failedTries } = form;
  const { common, editing } = useText();
  const place = useRef<HTMLDivElement>(null);
  const [hidden, setHidden] = useState<string | null>(null);
  const messages = Object.values(errors).map(messageOf);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a try moves the focus, not typing
  useLayoutEffect(() => {
    if (failedTries === 0) return;
    const first = firstAtFault(place.current?.closest("form"));
    setHidden(first ? null : (messages[0] ?? null));
    first?.focus({ preventScroll: true });
    first?.scrollIntoView({ block: "center" });
  }, [failedTries]);
  const invisible = messageOf(errors.form) ?? (messages.includes(hidden) ? hidden : null);
  const isCounted = counts && failedTries > 0 && messages.some(Boolean);
  const note = form.isDeleted ? editing.deletedMeanwhile : null;
  return (
    <FormError
      place={place}
      note={note}
      error={invisible ?? (isCounted ? common.fieldsAtFault(messages.length) : null)}
    />
  );
}

function firstAtFault(form: HTMLFormElement | null | undefined): HTMLElement | null {
  const found = form?.querySelector<HTMLElement>("[aria-invalid=true], [data-invalid]");
  if (!found?.matches("fieldset")) return found ?? null;
  for (const wanted of ["[aria-invalid=true]", "input:checked", "input, select, textarea, button"]) {
    const control = found.querySelector<HTMLElement>(wanted);
    if (control) return control;
  }
  return null;
}

export function FormFooter(props: {
  form: FormState;
  onCancel: () => void;
  /** Leads back to the step before. The button then replaces Cancel. Null at the first step. */
  onBack?: (() => void) | null;
  /** Label of the button that saves. The default is “Save”. */
  save?: string;
  /** Whether the number of errors is shown, because they may be out of sight. */
  counts?: boolean;
  /** Called to delete the record. Null if there is nothing to delete. */
  onDelete?: (() => void) | null;
  /** Whether a deleted record can be saved as a new record. False if the draft lacks data that a new record needs. */
  canSaveAsNew?: boolean;
}) {
  const { form, onCancel, onBack, counts = true, onDelete, canSaveAsNew = true } = props;
  const { common, editing } = useText();
  const { isDeleted } = form;
  return (
    <>
      {onDelete && !isDeleted && (
        <Button
          variant="quiet"
          icon={<Trash2 />}
          onClick={() => {
            form.freeze();
            onDelete();
          }}
        >
          {common.delete}
        </Button>
      )}
      <Button onClick={onBack ?? onCancel}>{onBack ? common.back : common.cancel}</Button>
      {(!isDeleted || canSaveAsNew) && (
        <Button type="submit" variant="primary" busy={form.isBusy}>
          {isDeleted ? editing.saveAsNew : (props.save ?? common.save)}
        </Button>
      )}
      <FormNotice form={form} counts={counts} />
    </>
  );
}
