import { useState } from "preact/hooks";
import { useLocation } from "wouter";
import { FormNotice } from "#web/forms/form.tsx";
import { FormFooter } from "#web/forms/form-footer.tsx";
import { InlineForm } from "#web/forms/inline-form.tsx";
import { PasswordField, passwordError } from "#web/forms/password-field.tsx";
import { runWithToast } from "#web/forms/run-with-toast.ts";
import { useCommand } from "#web/forms/use-command.ts";
import { useDraft } from "#web/forms/use-draft.ts";
import { editedAs } from "#web/forms/use-open-record.tsx";
import { useText } from "#web/i18n/catalogue.ts";
import { useStore } from "#web/lib/store.ts";
import { outbox, signOut } from "#web/page/sync.ts";
import { perform } from "#web/page/undo.ts";
import { Avatar } from "#web/people/avatar.tsx";
import { EmailField, emailError, type Look, nameError, PersonFields } from "#web/people/person-fields.tsx";
import { PhotoField } from "#web/people/photo/photo-field.tsx";
import { read } from "#web/sync/api/client.ts";
import { command } from "#web/sync/command.ts";
import { type Member, useIsAdult, useMembers, useViewer } from "#web/sync/session.ts";
import { useAgo } from "#web/sync/use-dates.ts";
import { useSource } from "#web/sync/use-source.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Chip } from "#web/ui/controls/chip.tsx";
import { Form, FormError } from "#web/ui/controls/form.tsx";
import { RecordRow } from "#web/ui/display/record-row.tsx";
import { LogOut, Monitor } from "#web/ui/icons.ts";
import { ConfirmDialog } from "#web/ui/overlay/confirm-dialog.tsx";
import { deviceName } from "../../notifications/model/device-name.ts";
import { forgetThisDevice } from "../../notifications/model/push.ts";
import { ListPart } from "../list-part.tsx";
import { setEmail } from "../members/member-sheet.tsx";
import { Part } from "../part.tsx";
import { type SignIn, signInsSource, useManagedMember } from "../sources.ts";
import { updateMember } from "../writes.ts";
import { AppearanceFields } from "./appearance.tsx";

/** Settings of the viewer's own profile. Children and guests cannot change their own name and email here. */
export function You() {
  const { you } = useText().settings;
  const isAdult = useIsAdult();
  return (
    <>
      <ProfilePart />
      <Part title={you.device} section="device">
        <AppearanceFields />
      </Part>
      {isAdult && <EmailPart />}
      <PasswordPart />
      <SignInsPart />
      <SignOutPart />
    </>
  );
}

function ProfilePart() {
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
  const { id, name, color, avatar, photo } = viewer;
  const others = useMembers().filter((member) => member.id !== id);
  const known: Look = { name, color, avatar };
  const form = useDraft(known, {
    validate: (draft) => ({ name: nameError(draft.name, others, text) }),
    isLive: true,
    edited: editedAs(known),
  });
  const options = { message: text.settings.you.changed };
  return (
    <InlineForm form={form} onSave={(_, patch) => perform(updateMember, { id, name, patch }, options)}>
      <PersonFields {...form} photo={photo} isSelf>
        <PhotoField member={viewer} />
      </PersonFields>
    </InlineForm>
  );
}

function EmailPart() {
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
      <Form className="inline-form" onSubmit={() => form.check() && isOther && void set(email)}>
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
function PasswordPart() {
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
        <Form className="inline-form" onSubmit={() => void change()}>
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

const changePassword = command({
  invalidates: ["member"],
  send: (body: { current: string; new: string }, api) => read(api.app.password.post(body)),
  done: ({ settings }) => settings.you.passwordChanged,
});

/**
 * Part of the settings with the button to sign out. The button asks for confirmation if queued changes would be lost.
 */
function SignOutPart() {
  const { you } = useText().settings;
  const waiting = useStore(outbox.pending).length;
  const [isConfirming, setConfirming] = useState(false);
  const [, navigate] = useLocation();
  const { run, isBusy, error } = useCommand();
  const end = async () => {
    const isOut = await run(leave, null);
    setConfirming(false);
    if (isOut) navigate("/sign-in", { replace: true });
  };
  return (
    <Part title={you.signOut} section="signOut">
      <p className="soft">{waiting > 0 ? you.signOutLoses(waiting) : you.signOutHint}</p>
      <FormError error={error} />
      <div>
        <Button icon={<LogOut />} busy={isBusy} onClick={() => (waiting > 0 ? setConfirming(true) : void end())}>
          {you.signOut}
        </Button>
      </div>
      <ConfirmDialog
        open={isConfirming}
        onClose={() => setConfirming(false)}
        onConfirm={() => void end()}
        title={you.signOutAsk}
        confirm={you.signOutAnyway}
        danger
        busy={isBusy}
      >
        {you.signOutLoses(waiting)}
      </ConfirmDialog>
    </Part>
  );
}

/** Signs the member out in this browser. */
const leave = command({
  send: async (_: null) => {
    await forgetThisDevice();
    await signOut();
    return true;
  },
});

function SignInsPart() {
  const text = useText();
  const { you } = text.settings;
  const ago = useAgo();
  return (
    <ListPart
      title={you.signIns}
      section="signIns"
      counts
      read={useSource(signInsSource, {})}
      itemsOf={({ sessions }) => sessions}
      skeletons={{ count: 2, height: "3.5rem" }}
      needsServer={false}
      row={(signIn) => {
        const device = deviceName(signIn.userAgent, text);
        return (
          <RecordRow
            key={signIn.id}
            picture={<Monitor />}
            title={device}
            facts={[you.seen(ago(signIn.lastSeenAt))]}
            actions={
              signIn.current ? (
                <Chip tone="good">{you.thisDevice}</Chip>
              ) : (
                <Button aria-label={you.endLabel(device)} onClick={() => void runWithToast(endSession, signIn)}>
                  {you.end}
                </Button>
              )
            }
          />
        );
      }}
    />
  );
}

/** Signs the member out on another device. */
const endSession = command({
  invalidates: ["member"],
  send: ({ id }: SignIn, api) => read(api.app.sessions({ id }).delete()),
  done: ({ settings }) => settings.you.ended,
});
