import { useState } from "preact/hooks";
import { useText } from "../../../i18n/catalogue.ts";
import { Avatar } from "../../../people/avatar.tsx";
import { perform } from "../../../sync/perform.ts";
import { type Member, useIsAdult, useMembers, useViewer } from "../../../sync/session.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { type Look, nameProblem } from "../../setup/person.ts";
import { PersonFields } from "../../setup/person-fields.tsx";
import { Part } from "../part.tsx";
import { updateMember } from "../writes.ts";

/** Name, colour and picture. */
export function ProfilePart() {
  const { settings, setup } = useText();
  const viewer = useViewer();
  const isAdult = useIsAdult();
  if (!viewer) return null;
  return (
    <Part title={settings.you.profile}>
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
          <p className="soft small">{settings.you.profileFixed}</p>
        </>
      )}
    </Part>
  );
}

function ProfileForm({ viewer }: { viewer: Member }) {
  const text = useText();
  const others = useMembers().filter(({ id }) => id !== viewer.id);
  const [change, setChange] = useState<Partial<Look>>({});
  const look: Look = { name: viewer.name, color: viewer.color, avatar: viewer.avatar, ...change };
  const patch = {
    ...(look.name.trim() !== viewer.name && { name: look.name.trim() }),
    ...(look.color !== viewer.color && { color: look.color }),
    ...(look.avatar !== viewer.avatar && { avatar: look.avatar }),
  };
  const isChanged = Object.keys(patch).length > 0;
  const problem = nameProblem(look.name, others, text);
  const save = () => {
    if (problem || !isChanged) return;
    perform(updateMember, { id: viewer.id, name: viewer.name, patch }, { told: text.settings.you.changed });
    setChange({});
  };
  return (
    <form
      className="settings-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <PersonFields value={look} onChange={setChange} nameError={problem} isSelf />
      {isChanged && (
        <div className="settings-actions">
          <Button onClick={() => setChange({})}>{text.common.cancel}</Button>
          <Button type="submit" variant="primary">
            {text.common.save}
          </Button>
        </div>
      )}
    </form>
  );
}
