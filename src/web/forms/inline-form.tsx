import type { ComponentChildren } from "preact";
import { Form } from "#web/ui/controls/form.tsx";
import { trimmed } from "./edit-sheet.tsx";
import { FormFooter } from "./form-footer.tsx";
import { patchOf } from "./merge.ts";
import type { Performed, useDraft } from "./use-draft.ts";

/**
 * Form that edits a record on a page, without a sheet. Its buttons are shown while the draft differs from the record.
 */
export function InlineForm<Draft extends object>(props: {
  form: ReturnType<typeof useDraft<Draft>>;
  /** Saves the draft. `input` is the draft with trimmed texts. `patch` has only the changed fields of `input`. */
  onSave: (input: Draft, patch: Partial<Draft>) => Performed<unknown>;
  children: ComponentChildren;
}) {
  const { form, onSave, children } = props;
  const input = trimmed(form.draft);
  const patch = patchOf(form.base, input, form.units);
  const submit = async () => {
    if (!form.check()) return;
    if (patch === null || (await form.submit(() => onSave(input, patch)))) form.reset(input);
  };
  return (
    <Form className="inline-form" onSubmit={() => void submit()}>
      {children}
      {patch && (
        <div className="actions actions-end">
          <FormFooter form={form} onCancel={() => form.reset()} />
        </div>
      )}
    </Form>
  );
}
