import { useText } from "#web/i18n/catalogue.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Trash2 } from "#web/ui/icons.ts";
import { FormNotice } from "./form.tsx";
import type { FormState } from "./use-draft.ts";

/** Buttons of a form, with the errors that belong to no visible field. */
export function FormFooter(props: {
  form: FormState;
  onCancel: () => void;
  /**
   * Goes back to the previous step of a form with several steps. The button “Back” then takes the place of “Cancel”.
   * Null at the first step.
   */
  onBack?: (() => void) | null;
  /** Label of the button that saves. The default is “Save”. */
  save?: string;
  /** Whether the number of errors is shown, for forms in which the fields with errors may be out of sight. */
  counts?: boolean;
  /** Called to delete the record. Null if there is nothing to delete. */
  onDelete?: (() => void) | null;
  /**
   * Whether the draft can be saved as a new record after somebody has deleted the edited record. False if the draft
   * lacks data that a new record needs.
   */
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
