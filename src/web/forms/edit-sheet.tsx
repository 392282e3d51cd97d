import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { Command } from "#web/sync/command.ts";
import { Sheet, type SheetProps } from "#web/ui/overlay/sheet.tsx";
import { ConfirmCommand } from "./confirm-command.tsx";
import { FormFooter } from "./form-footer.tsx";
import { patchOf, type Units } from "./merge.ts";
import type { FormState } from "./use-draft.ts";

/** Part of the result of `useDraft` that a sheet uses. */
type DraftForm<Draft> = FormState & {
  readonly base: Draft;
  readonly draft: Draft;
  readonly units: Units<Draft> | undefined;
  readonly check: () => boolean;
};

/** Texts and command of the dialog that asks for confirmation, then deletes a record. */
export type Removal<Variables, Answer> = {
  readonly title: string;
  readonly text: ComponentChildren;
  /** Label of the button that deletes the record. */
  readonly confirm: string;
  readonly command: Command<Variables, Answer>;
  readonly variables: Variables;
};

/**
 * Sheet with a form. Checks the draft, saves it and closes. The button that deletes the record first asks for
 * confirmation.
 */
export function EditSheet<Draft extends object, Variables, Answer>(
  props: Pick<SheetProps, "title" | "sub" | "size" | "initialFocus" | "children" | "onClose"> & {
    form: DraftForm<Draft>;
    /**
     * Saves the draft. If the result is null, the sheet stays open. `input` is the draft with trimmed texts. `patch`
     * has the changed fields of `input` and the fields that depend on them. If no field has changed, `patch` is null.
     */
    onSave: (input: Draft, patch: Partial<Draft> | null) => Promise<unknown>;
    /** Label of the button that saves. The default is “Save”. */
    save?: string;
    /** Whether the footer shows the number of errors. The default is true. */
    counts?: boolean;
    /**
     * Whether the draft can be saved as a new record if the record is deleted while the sheet is open. The default is
     * true.
     */
    canSaveAsNew?: boolean;
    removal?: Removal<Variables, Answer>;
    /** Goes back to the previous step of a form with several steps. Null at the first step. */
    onBack?: (() => void) | null;
    /** Content below the form, in place of the usual buttons. */
    footer?: ComponentChildren;
  },
) {
  const { form, onSave, save, counts = true, canSaveAsNew = true, removal, onBack, footer, ...rest } = props;
  const { onClose, children, ...sheet } = rest;
  const [isRemoving, setRemoving] = useState(false);
  const submit = async () => {
    if (form.isBusy || (form.isDeleted && !canSaveAsNew) || !form.check()) return;
    const input = trimmed(form.draft);
    if ((await onSave(input, patchOf(form.base, input, form.units))) !== null) onClose();
  };
  return (
    <Sheet
      {...sheet}
      open
      onClose={onClose}
      onSubmit={() => void submit()}
      footer={
        footer ?? (
          <FormFooter
            form={form}
            onCancel={onClose}
            onBack={onBack ?? null}
            counts={counts}
            canSaveAsNew={canSaveAsNew}
            onDelete={removal ? () => setRemoving(true) : null}
            {...(save === undefined ? {} : { save })}
          />
        )
      }
    >
      {children}
      {isRemoving && removal && <ConfirmRemoval {...removal} onDone={onClose} onClose={() => setRemoving(false)} />}
    </Sheet>
  );
}

/** Dialog that asks for confirmation, then deletes a record. */
export function ConfirmRemoval<Variables, Answer>(
  props: Removal<Variables, Answer> & { onDone?: () => void; onClose: () => void },
) {
  const { text, ...dialog } = props;
  return (
    <ConfirmCommand {...dialog}>
      <p>{text}</p>
    </ConfirmCommand>
  );
}

/** Returns the draft with trimmed texts. */
export function trimmed<Draft extends object>(draft: Draft): Draft {
  const entries = Object.entries(draft).map(([name, value]) => [
    name,
    typeof value === "string" ? value.trim() : value,
  ]);
  return Object.fromEntries(entries) as Draft;
}
