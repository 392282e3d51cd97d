import { FormNotice } from "#web/forms/form.tsx";
import { useDraft } from "#web/forms/use-draft.ts";
import { editedAs } from "#web/forms/use-open-record.tsx";
import { useText } from "#web/i18n/catalogue.ts";
import { api, invalidate } from "#web/page/sync.ts";
import { toasts } from "#web/page/toasts.ts";
import { emailError } from "#web/people/person-fields.tsx";
import { read } from "#web/sync/api/client.ts";
import { useViewer } from "#web/sync/session.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Form } from "#web/ui/controls/form.tsx";
import { TextField } from "#web/ui/controls/text-field.tsx";
import { Part } from "../part.tsx";
import { useManagedMember } from "../sources.ts";

/**
 * Part of the settings with the viewer's email. A new email is sent at once instead of being queued, because another
 * member may have the same email.
 */
export function EmailPart() {
  const text = useText();
  const { you } = text.settings;
  const viewer = useViewer();
  const known = useManagedMember(viewer?.id ?? "")?.email ?? "";
  const form = useDraft(
    { email: known },
    {
      validate: (draft) => ({ email: emailError(draft.email, text) }),
      edited: editedAs({ email: known }),
    },
  );
  if (!viewer) return null;
  const email = form.draft.email.trim();
  const isOther = email !== "" && email !== form.base.email;
  const set = async (next: string | null) => {
    if (!(await form.send(() => read(api.app.members({ id: viewer.id }).patch({ email: next }))))) return;
    invalidate(["member"]);
    form.reset({ email: next ?? "" });
    toasts.show({ message: next === null ? you.emailRemoved : you.emailSet });
  };
  return (
    <Part title={you.email} section="email">
      <Form className="settings-form" onSubmit={() => form.check() && isOther && void set(email)}>
        <TextField
          label={text.setup.email}
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          maxLength={254}
          value={form.draft.email}
          onChange={(next) => form.change({ email: next })}
          hint={text.setup.emailHint}
          error={form.errors.email}
        />
        <FormNotice form={form} />
        <div className="settings-actions">
          {isOther ? (
            <Button type="submit" variant="primary" busy={form.isBusy}>
              {text.common.save}
            </Button>
          ) : (
            known && (
              <Button busy={form.isBusy} onClick={() => void set(null)}>
                {you.emailRemove}
              </Button>
            )
          )}
        </div>
      </Form>
    </Part>
  );
}
