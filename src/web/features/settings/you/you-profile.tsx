import { FormFooter } from "#web/forms/form.tsx";
import { patchOf } from "#web/forms/merge.ts";
import { useDraft } from "#web/forms/use-draft.ts";
import { editedAs } from "#web/forms/use-open-record.tsx";
import { useText } from "#web/i18n/catalogue.ts";
import { perform } from "#web/page/undo.ts";
import { Avatar } from "#web/people/avatar.tsx";
import { type Look, nameError, PersonFields } from "#web/people/person-fields.tsx";
import { PhotoField } from "#web/people/photo/photo-field.tsx";
import { type Member, useIsAdult, useMembers, useViewer } from "#web/sync/session.ts";
import { Form } from "#web/ui/controls/form.tsx";
import { Part } from "../part.tsx";
import { updateMember } from "../writes.ts";

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
        <div className="settings-actions">
          <FormFooter form={form} onCancel={() => form.reset()} />
        </div>
      )}
    </Form>
  );
}
