import { useState } from "preact/hooks";
import { FormFooter, FormNotice } from "#web/forms/form.tsx";
import { patchOf } from "#web/forms/merge.ts";
import { PasswordField, passwordError } from "#web/forms/password-field.tsx";
import { useDraft } from "#web/forms/use-draft.ts";
import { editedAs } from "#web/forms/use-open-record.tsx";
import { useText } from "#web/i18n/catalogue.ts";
import { perform } from "#web/page/undo.ts";
import { Avatar } from "#web/people/avatar.tsx";
import { EmailField, emailError, type Look, nameError, PersonFields } from "#web/people/person-fields.tsx";
import { PhotoField } from "#web/people/photo/photo-field.tsx";
import { type Member, useIsAdult, useMembers, useViewer } from "#web/sync/session.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Form } from "#web/ui/controls/form.tsx";
import { setEmail } from "../members/commands.ts";
import { Part } from "../part.tsx";
import { useManagedMember } from "../sources.ts";
import { updateMember } from "../writes.ts";
import { changePassword } from "./commands.ts";

export function ProfilePart() {
  const { settings, setup } = useText();
  const viewer = useViewer();
  const isAdult = useIsAdult();
  if (!viewer) return null;
  return (
    <Part title={settings.you.profile} section="profile">
      {isAdult ? (
        <ProfileForm viewer={viewer} />
      ) : (
        <>
          <div className="person-look">
            <Avatar person={viewer} size="xl" decorative />
            <p>
              <strong>{viewer.name}</strong>
              <br />
              <span className="soft">{setup.roles[viewer.role]}</span>
            </p>
          </div>
          <PhotoField member={viewer} />
          <p className="soft small">{settings.you.profileFixed}</p>
        </>
      )}
    </Part>
  );
}

function ProfileForm({ viewer }: { viewer: Member }) {
  const text = useText();
  const others = useMembers().filter(({ id }) => id !== viewer.id);
  const known: Look = { name: viewer.name, color: viewer.color, avatar: viewer.avatar };
  const form = useDraft(known, {
    validate: ({ name }) => ({ name: nameError(name, others, text) }),
    isLive: true,
    edited: editedAs(known),
  });
  const patch = patchOf(form.base, { ...form.draft, name: form.draft.name.trim() });
  const save = async () => {
    if (!patch || !form.check()) return;
    const options = { message: text.settings.you.changed };
    if (await form.submit(() => perform(updateMember, { id: viewer.id, name: viewer.name, patch }, options)))
      form.reset();
  };
  return (
    <Form className="settings-form" onSubmit={() => void save()}>
      <PersonFields draft={form.draft} errors={form.errors} change={form.change} photo={viewer.photo} isSelf>
        <PhotoField member={viewer} />
      </PersonFields>
      {patch && (
        <div className="actions actions-end">
          <FormFooter form={form} onCancel={() => form.reset()} />
        </div>
      )}
    </Form>
  );
}

export function EmailPart() {
  const text = useText();
  const { you } = text.settings;
  const viewer = useViewer();
  const known = useManagedMember(viewer?.id ?? "")?.email ?? "";
  const form = useDraft(
    { email: known },
    { validate: (draft) => ({ email: emailError(draft.email, text) }), edited: editedAs({ email: known }) },
  );
  if (!viewer) return null;
  const email = form.draft.email.trim();
  const isOther = email !== "" && email !== form.base.email;
  const set = async (next: string | null) => {
    const message = next === null ? you.emailRemoved : you.emailSet;
    if (await form.run(setEmail, { id: viewer.id, email: next, message })) form.reset({ email: next ?? "" });
  };
  return (
    <Part title={you.email} section="email">
      <Form className="settings-form" onSubmit={() => form.check() && isOther && void set(email)}>
        <EmailField
          {...form.field("email")}
          label={text.setup.email}
          autoComplete="email"
          hint={text.setup.emailHint}
        />
        <FormNotice form={form} />
        <div className="actions actions-end">
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
  const close = () => {
    setOpen(false);
    form.reset(empty);
  };
  const change = async () => {
    const { current, next } = form.draft;
    if (form.check() && (await form.run(changePassword, { current, new: next }))) close();
  };
  return (
    <Part title={you.password} section="password">
      {isOpen ? (
        <Form className="settings-form" onSubmit={() => void change()}>
          {/* Tells password managers the account. */}
          <input hidden readOnly autoComplete="username" value={viewer?.name ?? ""} />
          <PasswordField {...form.field("current")} label={you.passwordCurrent} />
          <PasswordField
            {...form.field("next")}
            label={text.setup.newPassword}
            isNew
            known={viewer ? [viewer.name] : []}
          />
          <div className="actions actions-end">
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
