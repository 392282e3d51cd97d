import type { ComponentChildren } from "preact";
import { FormNotice } from "#web/forms/form.tsx";
import type { FormState } from "#web/forms/use-draft.ts";
import { useText } from "#web/i18n/catalogue.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Form } from "#web/ui/controls/form.tsx";
import { ArrowLeft } from "#web/ui/icons.ts";

export function StepForm(props: {
  form: FormState;
  onSubmit: () => void;
  onBack?: () => void;
  submit: string;
  children: ComponentChildren;
}) {
  const { common } = useText();
  const { form } = props;
  return (
    <Form className="alone-form" onSubmit={() => !form.isBusy && props.onSubmit()}>
      {props.children}
      <FormNotice form={form} />
      <div className="alone-actions">
        {props.onBack && (
          <Button variant="quiet" size="l" icon={<ArrowLeft />} onClick={props.onBack}>
            {common.back}
          </Button>
        )}
        <Button type="submit" variant="primary" size="l" busy={form.isBusy}>
          {props.submit}
        </Button>
      </div>
    </Form>
  );
}
