import { useRef, useState } from "preact/hooks";
import { useText } from "../../../i18n/catalogue.ts";
import { api, read } from "../../../sync/api/client.ts";
import { invalidate } from "../../../sync/client.ts";
import { perform } from "../../../sync/perform.ts";
import { type Member, useMembers } from "../../../sync/session.ts";
import { Select } from "../../../ui/controls/select.tsx";
import { TextField } from "../../../ui/controls/text-field.tsx";
import { FormFooter } from "../../../ui/forms/form-footer.tsx";
import { Sheet } from "../../../ui/overlay/sheet.tsx";
import { toasts } from "../../../ui/overlay/toast-store.ts";
import { useAsking } from "../../setup/asking.ts";
import { emailProblem, freeColor, type Look, nameProblem, type Role, roles } from "../../setup/person.ts";
import { PersonFields } from "../../setup/person-fields.tsx";
import { useManagedMember } from "../sources.ts";
import { updateMember } from "../writes.ts";
import { isOnlyOwner } from "./member-row.tsx";

/** Adds a member (`member` is null), or changes one. */
export function MemberSheet(props: { member: Member | null; viewer: Member; onClose: () => void }) {
  const { member, viewer, onClose } = props;
  const text = useText();
  const { settings, setup, common } = text;
  const members = useMembers();
  const [look, setLook] = useState<Look>(() => member ?? { name: "", color: freeColor(members), avatar: null });
  const [role, setRole] = useState<Role>(member?.role ?? "adult");
  const known = useManagedMember(member?.id ?? "")?.email ?? "";
  /** Null until somebody types: the email that is known may come only after the sheet has opened. */
  const [typed, setTyped] = useState<string | null>(null);
  const email = (typed ?? known).trim();
  const [isTried, setTried] = useState(false);
  const first = useRef<HTMLInputElement>(null);
  const asking = useAsking();
  const isFixed = member !== null && isOnlyOwner(member, members);
  const problems = {
    name: nameProblem(
      look.name,
      members.filter(({ id }) => id !== member?.id),
      text,
    ),
    email: emailProblem(email, text),
  };
  const choices = roles.filter((each) => each !== "owner" || viewer.role === "owner");

  const add = async (profile: Look & { role: Role }) => {
    const body = { ...profile, ...(email && { email }) };
    if (!(await asking.ask(() => read(api.app.members.post(body))))) return;
    invalidate(["member"]);
    toasts.show({ message: settings.members.added(profile.name) });
    onClose();
  };
  /** An email may be somebody's already: it is asked for at once. The rest can wait, and be taken back. */
  const change = async ({ id, name }: Member, patch: Partial<Look & { role: Role }>) => {
    const isOther = email !== known;
    if (isOther) {
      if (!(await asking.ask(() => read(api.app.members({ id }).patch({ email: email || null }))))) return;
      invalidate(["member"]);
    }
    if (Object.keys(patch).length > 0) perform(updateMember, { id, name, patch });
    else if (isOther) toasts.show({ message: settings.members.changed(name) });
    onClose();
  };
  const submit = () => {
    setTried(true);
    if (problems.name || problems.email || asking.isBusy) return;
    const profile = { name: look.name.trim(), color: look.color, avatar: look.avatar, role };
    if (member) void change(member, changesOf(member, profile));
    else void add(profile);
  };

  return (
    <Sheet
      open
      onClose={onClose}
      title={member ? settings.members.edit(member.name) : settings.members.add}
      initialFocus={first}
      onSubmit={submit}
      footer={<FormFooter onCancel={onClose} save={member ? common.save : common.add} isBusy={asking.isBusy} />}
    >
      <PersonFields nameRef={first} value={look} onChange={setLook} nameError={isTried ? problems.name : null} />
      <Select
        label={setup.role}
        value={role}
        disabled={isFixed}
        options={choices.map((value) => ({ value, label: setup.roles[value] }))}
        onChange={setRole}
        hint={isFixed ? settings.members.lastOwner : setup.roleHints[role]}
      />
      <TextField
        label={`${setup.email} (${common.optional})`}
        type="email"
        autoCapitalize="none"
        maxLength={254}
        value={typed ?? known}
        onChange={setTyped}
        hint={setup.emailHint}
        error={isTried ? problems.email : null}
      />
      <div aria-live="assertive">{asking.error && <p className="form-error">{asking.error}</p>}</div>
    </Sheet>
  );
}

function changesOf(member: Member, profile: Look & { role: Role }): Partial<Look & { role: Role }> {
  return {
    ...(profile.name !== member.name && { name: profile.name }),
    ...(profile.color !== member.color && { color: profile.color }),
    ...(profile.avatar !== member.avatar && { avatar: profile.avatar }),
    ...(profile.role !== member.role && { role: profile.role }),
  };
}
