import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { Link } from "wouter";
import { FormNotice } from "#web/forms/form.tsx";
import { useDraft } from "#web/forms/use-draft.ts";
import { useText } from "#web/i18n/catalogue.ts";
import { Avatar } from "#web/people/avatar.tsx";
import { freeColor, type Look, nameError, PersonFields, type Role } from "#web/people/person-fields.tsx";
import { useOverlay } from "#web/shell/use-overlay.ts";
import { read } from "#web/sync/api/client.ts";
import type { Operations } from "#web/sync/api/operations.ts";
import { command } from "#web/sync/command.ts";
import { type Member, useMembers } from "#web/sync/session.ts";
import { Button, buttonClass } from "#web/ui/controls/button.tsx";
import { Checkbox } from "#web/ui/controls/choice.tsx";
import { Form } from "#web/ui/controls/form.tsx";
import { SegmentedControl } from "#web/ui/controls/segmented.tsx";
import { cardClass } from "#web/ui/display/surface.tsx";
import { ChevronRight, ClipboardList, Plug, Plus, Tablet, UserPlus } from "#web/ui/icons.ts";
import { useUpdates } from "../../settings/model/updates.ts";
import { Alone, allSteps } from "../alone.tsx";

const addMember = command({
  send: ({ name, ...member }: Parameters<Operations["app"]["members"]["post"]>[0], api) =>
    read(api.app.members.post({ ...member, name: name.trim() })),
  invalidates: ["member"],
});

export function LaterSteps() {
  const { value, open } = useOverlay("step");
  useUpdates(); // The updates are read before the last step asks about them.
  return value.step === "done" ? <DoneStep /> : <OthersStep onNext={() => open({ step: "done" })} />;
}

/** Draft of a new member. A null colour means the first colour that no member has. */
type Draft = Omit<Look, "color"> & { readonly color: Look["color"] | null; readonly role: Role };

const empty: Draft = { name: "", color: null, avatar: null, role: "adult" };

function OthersStep({ onNext }: { onNext: () => void }) {
  const text = useText();
  const { setup, setupSteps, common } = text;
  const members = useMembers();
  const form = useDraft(empty, { validate: ({ name }) => ({ name: nameError(name, members, text) }) });
  const nameField = useRef<HTMLInputElement>(null);
  const { role } = form.draft;
  const person = { ...form.draft, color: form.draft.color ?? freeColor(members) };
  const isBegun = person.name.trim() !== "";
  const add = async (): Promise<boolean> => {
    if (form.isBusy || !form.check()) return false;
    if (!(await form.run(addMember, person))) return false;
    form.reset({ ...empty, role });
    return true;
  };
  const addAnother = async () => {
    if (await add()) nameField.current?.focus();
  };
  // Adds the name that is still in the field.
  const goOn = async () => {
    if (!isBegun || (await add())) onNext();
  };
  return (
    <Alone title={setupSteps.othersTitle} lead={setupSteps.othersLead} step={3}>
      <Added members={members} />
      <Form className="alone-form setup-other" onSubmit={() => void addAnother()}>
        <PersonFields nameRef={nameField} draft={person} errors={form.errors} change={form.change} />
        <SegmentedControl
          label={setup.role}
          wide
          value={role}
          onChange={(next) => form.change({ role: next })}
          segments={(["adult", "child", "guest"] as const).map((value) => ({ value, label: setup.roles[value] }))}
        />
        <p className="soft small">{setup.roleHints[role]}</p>
        <FormNotice form={form} />
        <Button type="submit" icon={<Plus />} wide busy={form.isBusy}>
          {setupSteps.addPerson}
        </Button>
      </Form>
      <Button variant={members.length > 1 ? "primary" : "quiet"} size="l" wide onClick={() => void goOn()}>
        {members.length > 1 || isBegun ? common.next : setupSteps.skip}
      </Button>
    </Alone>
  );
}

function Added({ members }: { members: readonly Member[] }) {
  const { setup, setupSteps } = useText();
  return (
    <ul className="setup-added" aria-label={setupSteps.othersAdded} aria-live="polite">
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

function DoneStep() {
  const { setupSteps } = useText();
  const { next } = setupSteps;
  return (
    <Alone title={setupSteps.doneTitle} lead={setupSteps.doneLead} step={allSteps}>
      <ul className="setup-next">
        <Next href="/lists" icon={<ClipboardList />} title={next.list} hint={next.listHint} />
        <Next href="/settings/members" icon={<UserPlus />} title={next.invite} hint={next.inviteHint} />
        <Next href="/settings/tablets" icon={<Tablet />} title={next.tablet} hint={next.tabletHint} />
        <Next href="/settings/integrations" icon={<Plug />} title={next.agent} hint={next.agentHint} />
      </ul>
      <UpdateQuestion />
      <Link href="/" className={buttonClass("primary", "l", true)}>
        {setupSteps.goOn}
      </Link>
    </Alone>
  );
}

/** Asks the owner once whether the server may look for newer versions of Inglenook. */
function UpdateQuestion() {
  const { updates } = useText().settings;
  const { data, turn } = useUpdates();
  if (!data?.mayChange) return null;
  return (
    <Checkbox
      square
      label={updates.check}
      hint={updates.checkHint}
      checked={data.isOn}
      onChange={(isOn) => void turn(isOn)}
    />
  );
}

function Next({ href, icon, title, hint }: { href: string; icon: ComponentChildren; title: string; hint: string }) {
  return (
    <li>
      <Link href={href} className={cardClass()}>
        {icon}
        <span>
          <strong>{title}</strong>
          <span className="soft small">{hint}</span>
        </span>
        <ChevronRight />
      </Link>
    </li>
  );
}
