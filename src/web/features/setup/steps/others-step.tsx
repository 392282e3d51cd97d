import { useRef, useState } from "preact/hooks";
import { useText } from "../../../i18n/catalogue.ts";
import { Avatar } from "../../../people/avatar.tsx";
import { api, read } from "../../../sync/api/client.ts";
import { invalidate } from "../../../sync/client.ts";
import { type Member, useMembers } from "../../../sync/session.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { SegmentedControl } from "../../../ui/controls/segmented.tsx";
import { Plus } from "../../../ui/icons.ts";
import { Alone } from "../alone.tsx";
import { useAsking } from "../asking.ts";
import { freeColor, type Look, nameProblem, type Role } from "../person.ts";
import { PersonFields } from "../person-fields.tsx";

/** Adds the others, one after another, or nobody. */
export function OthersStep({ onNext }: { onNext: () => void }) {
  const text = useText();
  const { setup, common } = text;
  const members = useMembers();
  const [look, setLook] = useState<Partial<Look>>({});
  const [role, setRole] = useState<Role>("adult");
  const [isTried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const asking = useAsking();
  const person: Look = { name: "", color: freeColor(members), avatar: null, ...look };
  const problem = nameProblem(person.name, members, text);
  const isBegun = person.name.trim() !== "";
  const add = async (): Promise<boolean> => {
    setTried(true);
    if (problem || asking.isBusy) return false;
    const added = await asking.ask(() => read(api.app.members.post({ ...person, name: person.name.trim(), role })));
    if (!added) return false;
    invalidate(["member"]);
    setLook({});
    setTried(false);
    return true;
  };
  const addAnother = async () => {
    if (await add()) form.current?.querySelector("input")?.focus();
  };
  // Who has written a name means that person to be there.
  const goOn = async () => {
    if (!isBegun || (await add())) onNext();
  };
  return (
    <Alone title={setup.othersTitle} lead={setup.othersLead} step={3}>
      <Added members={members} />
      <form
        ref={form}
        className="alone-form setup-other"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void addAnother();
        }}
      >
        <PersonFields value={person} onChange={setLook} nameError={isTried ? problem : null} />
        <SegmentedControl
          label={setup.role}
          wide
          value={role}
          onChange={setRole}
          segments={(["adult", "child", "guest"] as const).map((value) => ({ value, label: setup.roles[value] }))}
        />
        <p className="soft small">{setup.roleHints[role]}</p>
        <div aria-live="assertive">{asking.error && <p className="form-error">{asking.error}</p>}</div>
        <Button type="submit" icon={<Plus />} wide busy={asking.isBusy}>
          {setup.addPerson}
        </Button>
      </form>
      <Button variant={members.length > 1 ? "primary" : "quiet"} size="l" wide onClick={() => void goOn()}>
        {members.length > 1 || isBegun ? common.next : setup.skip}
      </Button>
    </Alone>
  );
}

function Added({ members }: { members: readonly Member[] }) {
  const { setup } = useText();
  return (
    <ul className="setup-added" aria-label={setup.othersAdded} aria-live="polite">
      {members.map((member) => (
        <li key={member.id}>
          <Avatar person={member} size="l" decorative />
          <span>{member.name}</span>
          <span className="soft small">{setup.roles[member.role]}</span>
        </li>
      ))}
    </ul>
  );
}
