import { useRef } from "preact/hooks";
import { EditSheet } from "#web/forms/edit-sheet.tsx";
import { useDraft } from "#web/forms/use-draft.ts";
import { edited, type OpenRecord } from "#web/forms/use-open-record.tsx";
import { useText } from "#web/i18n/catalogue.ts";
import { perform } from "#web/page/undo.ts";
import {
  EmailField,
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
import type { Operations } from "#web/sync/api/operations.ts";
import { command } from "#web/sync/command.ts";
import { type Member, useMembers } from "#web/sync/session.ts";
import { Select } from "#web/ui/controls/select.tsx";
import { useManagedMember } from "../sources.ts";
import { updateMember } from "../writes.ts";

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
  const { draft } = form;
  const first = useRef<HTMLInputElement>(null);
  const isFixed = member !== null && !form.isDeleted && isOnlyOwner(member, members);
  const choices = roles.filter((each) => each !== "owner" || viewer.role === "owner");

  /** Saves a member. The email is sent at once by a command. Changes of other fields are queued and can be undone. */
  const update = async ({ id, name }: Member, { email, ...patch }: Partial<Draft>) => {
    const isOther = Object.keys(patch).length > 0;
    const message = isOther ? null : settings.members.changed(name);
    if (email !== undefined && !(await form.run(setEmail, { id, email: email || null, message }))) return null;
    return isOther && form.submit(() => perform(updateMember, { id, name, patch }));
  };
  const add = ({ email, ...profile }: Draft) => form.run(addMember, { ...profile, ...(email && { email }) });

  return (
    <EditSheet
      form={form}
      onClose={onClose}
      title={member ? settings.members.edit(member.name) : settings.members.add}
      initialFocus={first}
      save={member ? common.save : common.add}
      onSave={async (input, patch) => (member && !form.isDeleted ? update(member, patch ?? {}) : add(input))}
    >
      <PersonFields nameRef={first} {...form} photo={member?.photo ?? null}>
        {member && <PhotoField member={member} />}
      </PersonFields>
      <Select
        {...form.field("role")}
        label={setup.role}
        disabled={isFixed}
        options={choices.map((value) => ({ value, label: setup.roles[value] }))}
        hint={isFixed ? settings.members.lastOwner : setup.roleHints[draft.role]}
      />
      <EmailField {...form.field("email")} label={`${setup.email} (${common.optional})`} hint={setup.emailHint} />
    </EditSheet>
  );
}

type Profile = Look & { readonly role: Role };
type Draft = Profile & { readonly email: string };

const nobody = { name: "", avatar: null, role: "adult" } as const;

function profileOf({ name, color, avatar, role }: Profile): Profile {
  return { name, color, avatar, role };
}

/**
 * Whether the member is the only owner. Such a member cannot be removed or get another role, because a household must
 * keep at least one owner.
 */
export function isOnlyOwner(member: Member, members: readonly Member[]): boolean {
  return member.role === "owner" && members.filter(({ role }) => role === "owner").length === 1;
}

const addMember = command({
  invalidates: ["member"],
  send: (body: Parameters<Operations["app"]["members"]["post"]>[0], api) => read(api.app.members.post(body)),
  done: ({ settings }, { name }) => settings.members.added(name),
});

/** Changes a member's email. Not queued, because the server refuses an email that another member has. */
export const setEmail = command({
  invalidates: ["member"],
  send: ({ id, email }: { id: string; email: string | null; message: string | null }, api) =>
    read(api.app.members({ id }).patch({ email })),
  done: (_, { message }) => message,
});
