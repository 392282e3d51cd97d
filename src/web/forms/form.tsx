import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { useText } from "#web/i18n/catalogue.ts";
import { messageOf } from "#web/ui/controls/field.tsx";
import { FormError } from "#web/ui/controls/form.tsx";
import type { FormState } from "./use-draft.ts";

/**
 * Shows an error that belongs to no visible field. After each failed attempt to save, focuses the first invalid field.
 * If `counts` is true and no such error exists, shows the number of errors beside the Save button, because the invalid
 * fields may be out of sight.
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
