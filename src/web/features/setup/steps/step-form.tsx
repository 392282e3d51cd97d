import type { ComponentChildren } from "preact";
import { useText } from "../../../i18n/catalogue.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { ArrowLeft } from "../../../ui/icons.ts";

/** One step's form: its fields, the way back, and on. Enter goes on; `error` is what the server said. */
export function StepForm(props: {
  onSubmit: () => void;
  onBack?: () => void;
  submit: string;
  isBusy?: boolean;
  error?: string | null;
  children: ComponentChildren;
}) {
  const { common } = useText();
  return (
    <form
      className="alone-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!props.isBusy) props.onSubmit();
      }}
    >
      {props.children}
      <div aria-live="assertive">{props.error && <p className="form-error">{props.error}</p>}</div>
      <div className="alone-actions">
        {props.onBack && (
          <Button variant="quiet" size="l" icon={<ArrowLeft />} onClick={props.onBack}>
            {common.back}
          </Button>
        )}
        <Button type="submit" variant="primary" size="l" busy={props.isBusy ?? false}>
          {props.submit}
        </Button>
      </div>
    </form>
  );
}
