import { useState } from "preact/hooks";
import { FormFooter } from "#web/forms/form.tsx";
import { PasswordField, passwordError } from "#web/forms/password-field.tsx";
import { useDraft } from "#web/forms/use-draft.ts";
import { useText } from "#web/i18n/catalogue.ts";
import { api, invalidate } from "#web/page/sync.ts";
import { toasts } from "#web/page/toasts.ts";
import { read } from "#web/sync/api/client.ts";
import { useViewer } from "#web/sync/session.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Form } from "#web/ui/controls/form.tsx";
import { Part } from "../part.tsx";

const empty = { current: "", next: "" };

/** Part of the settings with the viewer's password. A new password signs the viewer out on all other devices. */
export function PasswordPart() {
  const text = useText();
  const { you } = text.settings;
  const viewer = useViewer();
  const [isOpen, setOpen] = useState(false);
  const form = useDraft(empty, {
    validate: ({ current, next }) => ({
      current: current ? null : text.setup.problems.passwordMissing,
      next: passwordError(next, text),
    }),
    fields: { new: "next" },
  });
  const { draft, errors } = form;
  const close = () => {
    setOpen(false);
    form.reset(empty);
  };
  const change = async () => {
    if (!form.check()) return;
    const { current, next } = draft;
    if (!(await form.send(() => read(api.app.password.post({ current, new: next }))))) return;
    invalidate(["member"]);
    close();
    toasts.show({ message: you.passwordChanged });
  };
  return (
    <Part title={you.password} section="password">
      {isOpen ? (
        <Form className="settings-form" onSubmit={() => void change()}>
          {/* Tells password managers the account. */}
          <input hidden readOnly autoComplete="username" value={viewer?.name ?? ""} />
          <PasswordField
            label={you.passwordCurrent}
            value={draft.current}
            onChange={(current) => form.change({ current })}
            error={errors.current}
          />
          <PasswordField
            label={text.setup.newPassword}
            isNew
            known={viewer ? [viewer.name] : []}
            value={draft.next}
            onChange={(next) => form.change({ next })}
            error={errors.next}
          />
          <div className="settings-actions">
            <FormFooter form={form} onCancel={close} save={you.passwordChange} />
          </div>
        </Form>
      ) : (
        <div>
          <Button onClick={() => setOpen(true)}>{you.passwordChange}</Button>
        </div>
      )}
    </Part>
  );
}
