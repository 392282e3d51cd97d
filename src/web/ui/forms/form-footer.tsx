import { useText } from "../../i18n/catalogue.ts";
import { Button } from "../controls/button.tsx";
import { Trash2 } from "../icons.ts";

/** The buttons under a sheet that is a form: away with it all, or with the changes alone, or save them. */
export function FormFooter(props: {
  onCancel: () => void;
  /** What the last button says; “Save” by itself. */
  save?: string;
  isBusy?: boolean;
  /** Null where there is nothing yet to delete, or no right to. */
  onDelete?: (() => void) | null;
}) {
  const { common } = useText();
  return (
    <>
      {props.onDelete && (
        <Button variant="quiet" icon={<Trash2 />} onClick={props.onDelete}>
          {common.delete}
        </Button>
      )}
      <Button onClick={props.onCancel}>{common.cancel}</Button>
      <Button type="submit" variant="primary" busy={props.isBusy ?? false}>
        {props.save ?? common.save}
      </Button>
    </>
  );
}
