import { useRef } from "preact/hooks";
import { FormFooter } from "#web/forms/form.tsx";
import { patchOf } from "#web/forms/merge.ts";
import { useDraft } from "#web/forms/use-draft.ts";
import { edited, type OpenRecord } from "#web/forms/use-open-record.tsx";
import { useText } from "#web/i18n/catalogue.ts";
import { api, invalidate } from "#web/page/sync.ts";
import { toasts } from "#web/page/toasts.ts";
import { perform } from "#web/page/undo.ts";
import {
  emailError,
  freeColor,
  type Look,
  nameError,
  PersonFields,
  type Role,
  roles,
} from "#web/people/person-fields.tsx";
import { PhotoField } from "#web/people/photo/photo-field.tsx";
import { read } from "#web/sync/api/client.ts";
import { type Member, useMembers } from "#web/sync/session.ts";
import { Select } from "#web/ui/controls/select.tsx";
import { TextField } from "#web/ui/controls/text-field.tsx";
import { Sheet } from "#web/ui/overlay/sheet.tsx";
import { useManagedMember } from "../sources.ts";
import { updateMember } from "../writes.ts";
import { isOnlyOwner } from "./member-row.tsx";

/** Sheet to edit a member. If `record` is null, the sheet adds a member. */
export function MemberSheet(props: { record: OpenRecord<Member> | null; viewer: Member; onClose: () => void }) {
  const { record, viewer, onClose } = props;
  const member = record?.value ?? null;
  const text = useText();
  const { settings, setup, common } = text;
  const members = useMembers();
  /** Email of the member. Empty until the email has loaded. */
  const email = useManagedMember(member?.id ?? "")?.email ?? "";
  const form = useDraft<Draft>(() => ({ ...nobody, color: freeColor(members), email: "" }), {
    edited: record && edited(record, (value) => ({ ...profileOf(value), email })),
    describe: { role: ({ role }) => setup.roles[role] },
    validate: (draft) => ({
      name: nameError(
        draft.name,
        members.filter(({ id }) => id !== member?.id),
        text,
      ),
      email: emailError(draft.email, text),
    }),
  });
  const { draft, errors, change } = form;
  const first = useRef<HTMLInputElement>(null);
  const isFixed = member !== null && !form.isDeleted && isOnlyOwner(member, members);
  const choices = roles.filter((each) => each !== "owner" || viewer.role === "owner");

  const add = async ({ email, ...profile }: Draft) => {
    const body = { ...profile, ...(email && { email }) };
    if (!(await form.send(() => read(api.app.members.post(body))))) return;
    invalidate(["member"]);
    toasts.show({ message: settings.members.added(profile.name) });
    onClose();
  };
  /**
   * Saves a member. The email is sent at once, because another member may have the same email. The other fields are
   * queued and can be undone.
   */
  const update = async ({ id, name }: Member, input: Draft) => {
    const patch = patchOf(profileOf(form.base), profileOf(input));
    const isOther = input.email !== form.base.email;
    if (isOther) {
      if (!(await form.send(() => read(api.app.members({ id }).patch({ email: input.email || null }))))) return;
      invalidate(["member"]);
    }
    if (patch && !(await form.submit(() => perform(updateMember, { id, name, patch })))) return;
    if (isOther && !patch) toasts.show({ message: settings.members.changed(name) });
    onClose();
  };
  const save = () => {
    if (form.isBusy || !form.check()) return;
    const input = { ...draft, name: draft.name.trim(), email: draft.email.trim() };
    void (member && !form.isDeleted ? update(member, input) : add(input));
  };

  return (
    <Sheet
      open
      onClose={onClose}
      title={member ? settings.members.edit(member.name) : settings.members.add}
      initialFocus={first}
      onSubmit={save}
      footer={<FormFooter form={form} onCancel={onClose} save={member ? common.save : common.add} />}
    >
      <PersonFields nameRef={first} {...form} photo={member?.photo ?? null}>
        {member && <PhotoField member={member} />}
      </PersonFields>
      <Select
        label={setup.role}
        value={draft.role}
        error={errors.role}
        disabled={isFixed}
        options={choices.map((value) => ({ value, label: setup.roles[value] }))}
        onChange={(role) => change({ role })}
        hint={isFixed ? settings.members.lastOwner : setup.roleHints[draft.role]}
      />
      <TextField
        label={`${setup.email} (${common.optional})`}
        type="email"
        autoCapitalize="none"
        maxLength={254}
        value={draft.email}
        onChange={(next) => change({ email: next })}
        hint={setup.emailHint}
        error={errors.email}
      />
    </Sheet>
  );
}

type Profile = Look & { readonly role: Role };
type Draft = Profile & { readonly email: string };

const nobody = { name: "", avatar: null, role: "adult" } as const;

function profileOf({ name, color, avatar, role }: Profile): Profile {
  return { name, color, avatar, role };
}
