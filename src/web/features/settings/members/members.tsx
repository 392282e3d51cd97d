import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { ConfirmRemoval } from "#web/forms/edit-sheet.tsx";
import { FormNotice } from "#web/forms/form.tsx";
import { PhoneLink } from "#web/forms/phone-link.tsx";
import { useCommand } from "#web/forms/use-command.ts";
import { useDraft } from "#web/forms/use-draft.ts";
import { useOpenRecordOf } from "#web/forms/use-open-record.tsx";
import { useText } from "#web/i18n/catalogue.ts";
import { perform } from "#web/page/undo.ts";
import { Avatar } from "#web/people/avatar.tsx";
import { EmailField, emailError } from "#web/people/person-fields.tsx";
import { PersonPicker } from "#web/people/person-picker.tsx";
import { useOverlay } from "#web/shell/use-overlay.ts";
import { read } from "#web/sync/api/client.ts";
import { command } from "#web/sync/command.ts";
import { notificationsSource } from "#web/sync/notices.ts";
import { type Member, useMembers, useNow, useViewer } from "#web/sync/session.ts";
import { useDayOf } from "#web/sync/use-dates.ts";
import { useSource } from "#web/sync/use-source.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Form, FormError } from "#web/ui/controls/form.tsx";
import { ChoiceField } from "#web/ui/controls/segmented.tsx";
import { RecordText } from "#web/ui/display/record-row.tsx";
import { Card, SectionHeader, VisuallyHidden } from "#web/ui/display/surface.tsx";
import { movedTo, SortableList } from "#web/ui/drag/sortable.tsx";
import { ArrowDown, ArrowUp, Link, Pencil, Trash2, Unplug, UserPlus } from "#web/ui/icons.ts";
import { Menu, type MenuItem } from "#web/ui/overlay/menu.tsx";
import { Sheet } from "#web/ui/overlay/sheet.tsx";
import { openTasks } from "../../tasks/model/source.ts";
import { type ManagedMember, useManagedMember } from "../sources.ts";
import { reorderMembers } from "../writes.ts";
import { isOnlyOwner, MemberSheet } from "./member-sheet.tsx";

const useMembersOverlay = () => useOverlay("add", "edit", "invite", "end", "remove");

export function Members() {
  const { settings } = useText();
  const members = useMembers();
  const { open } = useMembersOverlay();
  return (
    <section className="settings-part">
      <SectionHeader
        title={settings.members.heading}
        count={members.length}
        actions={
          <Button variant="primary" icon={<UserPlus />} onClick={() => open({ add: "" })}>
            {settings.members.add}
          </Button>
        }
      />
      <Card flush>
        <SortableList
          className="settings-members"
          items={members}
          label={settings.members.list}
          onReorder={(ids) => perform(reorderMembers, { ids })}
        >
          {(member, handle) => <MemberRow member={member} handle={handle} />}
        </SortableList>
      </Card>
      <p className="soft small">{settings.members.orderHint}</p>
      <Sheets />
    </section>
  );
}

function MemberRow({ member, handle }: { member: Member; handle: ComponentChildren }) {
  const { settings, setup, common } = useText();
  const { members: text } = settings;
  const members = useMembers();
  const viewer = useViewer();
  const managed = useManagedMember(member.id);
  const { open } = useMembersOverlay();
  const state = useSignInState(managed);
  if (!viewer) return null;
  // Only an owner may change an owner.
  const isOpenToYou = viewer.role === "owner" || member.role !== "owner";
  const index = members.findIndex(({ id }) => id === member.id);
  const moving = (by: number) => () => perform(reorderMembers, { ids: movedTo(members, member.id, index + by) });
  const isLast = index === members.length - 1;
  const canEnd = isOpenToYou && managed?.canSignIn === true;
  const opening = (name: "edit" | "invite" | "end" | "remove") => () => open({ [name]: member.id });
  const items: (MenuItem | false)[] = [
    isOpenToYou && { label: common.edit, icon: <Pencil />, onSelect: opening("edit") },
    isOpenToYou && { label: text.invite, icon: <Link />, onSelect: opening("invite") },
    { label: text.moveUp, icon: <ArrowUp />, onSelect: moving(-1), disabled: index === 0, startsGroup: true },
    { label: text.moveDown, icon: <ArrowDown />, onSelect: moving(1), disabled: isLast },
    canEnd && { label: text.endSignIn, icon: <Unplug />, onSelect: opening("end"), startsGroup: true },
    isOpenToYou && {
      label: text.remove,
      icon: <Trash2 />,
      onSelect: opening("remove"),
      danger: true,
      startsGroup: !canEnd,
    },
  ];
  const face = (
    <>
      <Avatar person={member} size="l" decorative />
      <RecordText
        title={
          <>
            {member.name} {member.id === viewer.id && <span className="soft">({text.youMark})</span>}
          </>
        }
        facts={[setup.roles[member.role], state]}
      />
    </>
  );
  return (
    <div className="settings-member">
      {handle}
      {isOpenToYou ? (
        <button type="button" className="settings-member-face" onClick={opening("edit")}>
          <VisuallyHidden>{common.edit}: </VisuallyHidden>
          {face}
        </button>
      ) : (
        <div className="settings-member-face">{face}</div>
      )}
      {isOpenToYou && state === text.noSignIn && (
        <Button
          size="s"
          className="settings-member-invite"
          icon={<Link />}
          aria-label={text.inviteLabel(member.name)}
          onClick={opening("invite")}
        >
          {text.inviteShort}
        </Button>
      )}
      <Menu label={text.actions(member.name)} items={items.filter((each) => each !== false)} />
    </div>
  );
}

/** Returns a text that says whether and how a member can sign in. Returns null if the viewer may not know this. */
function useSignInState(managed: ManagedMember | null): string | null {
  const { members: text } = useText().settings;
  const dayOf = useDayOf();
  const { ms } = useNow();
  if (!managed) return null;
  const { email, canSignIn, invitedUntil } = managed;
  const isInvited = invitedUntil !== null && Date.parse(invitedUntil) > ms;
  const states = [
    canSignIn && (email === null ? text.signsInByName : text.signsInAs(email)),
    isInvited && text.invitedUntil(dayOf(invitedUntil)),
  ].filter((each) => each !== false);
  return states.length > 0 ? states.join(" · ") : text.noSignIn;
}

function Sheets() {
  const { members: text } = useText().settings;
  const members = useMembers();
  const viewer = useViewer();
  const { value, close } = useMembersOverlay();
  const named = (memberId: string | null) => members.find(({ id }) => id === memberId);
  const edited = useOpenRecordOf(members, value.edit);
  const [invited, ended, removed] = [named(value.invite), named(value.end), named(value.remove)];
  if (!viewer) return null;
  return (
    <>
      {(edited || value.add !== null) && <MemberSheet record={edited} viewer={viewer} onClose={close} />}
      {invited && <InviteSheet member={invited} onClose={close} />}
      {ended && (
        <ConfirmRemoval
          title={text.endTitle(ended.name)}
          text={text.endText(ended.name)}
          confirm={text.endConfirm}
          command={endSignIn}
          variables={ended}
          onClose={close}
        />
      )}
      {removed && <RemoveSheet member={removed} viewer={viewer} onClose={close} />}
    </>
  );
}

const endSignIn = command({
  invalidates: ["member"],
  send: ({ id }: Member, api) => read(api.app.members({ id })["sign-in"].delete()),
  done: ({ settings }, { name }) => settings.members.ended(name),
});

/**
 * Sheet with an invitation link. The invited member opens the link to choose a password. The link is shown once and not
 * stored in the app.
 */
function InviteSheet({ member, onClose }: { member: Member; onClose: () => void }) {
  const { settings, common } = useText();
  const { members: text } = settings;
  const dayOf = useDayOf();
  const { run, isBusy, error } = useCommand();
  const [invitation, setInvitation] = useState<{ link: string; expiresAt: string } | null>(null);
  const invite = () => run(inviteMember, member.id).then(setInvitation);
  return (
    <Sheet
      open
      onClose={onClose}
      title={text.inviteTitle(member.name)}
      footer={
        invitation ? (
          <Button variant="primary" onClick={onClose}>
            {common.done}
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>{common.cancel}</Button>
            <Button variant="primary" busy={isBusy} onClick={() => void invite()}>
              {text.inviteMake}
            </Button>
          </>
        )
      }
    >
      {invitation ? (
        <>
          <p>{text.inviteReady}</p>
          <PhoneLink label={text.inviteLink} path={pathOf(invitation.link)} lines />
          <p className="soft small">{text.inviteUntil(dayOf(invitation.expiresAt, "long"))}</p>
        </>
      ) : (
        <>
          <p>{text.inviteText(member.name)}</p>
          <MailInvitation member={member} onSent={onClose} />
        </>
      )}
      <FormError error={error} />
    </Sheet>
  );
}

const inviteMember = command({
  invalidates: ["member"],
  send: (id: string, api) => read(api.app.members({ id }).invitation.post()),
});

/** Button that sends the invitation by mail. Shown only if the server can send mail. */
function MailInvitation({ member, onSent }: { member: Member; onSent: () => void }) {
  const text = useText();
  const { members: words } = text.settings;
  const { data: settings } = useSource(notificationsSource, {});
  const known = useManagedMember(member.id)?.email ?? "";
  /** Typed email address. Null until the user types. */
  const form = useDraft<{ address: string | null }>(
    { address: null },
    { validate: ({ address }) => ({ address: emailError(address ?? known, text) }) },
  );
  const address = (form.draft.address ?? known).trim();
  if (!settings?.available.mail) return null;
  const send = async () => {
    if (address === "" || !form.check()) return;
    if (await form.run(mailInvitation, { id: member.id, address })) onSent();
  };
  return (
    <Form className="inline-form" onSubmit={() => void send()}>
      <EmailField
        {...form.field("address")}
        label={words.inviteMail}
        hint={words.inviteMailHint(member.name)}
        autoComplete="off"
        value={form.draft.address ?? known}
      />
      <FormNotice form={form} />
      <div className="actions actions-end">
        <Button type="submit" busy={form.isBusy}>
          {words.inviteMailSend}
        </Button>
      </div>
    </Form>
  );
}

const mailInvitation = command({
  invalidates: ["member"],
  send: ({ id, address }: { id: string; address: string }, api) =>
    read(api.app.members({ id }).invitation.mail.post({ address })),
  done: ({ settings }, _, { address }) => settings.members.inviteMailed(address),
});

/**
 * Returns the path of a link. The host of the link is not used, because it may be `localhost`, which works only on the
 * server's own machine.
 */
function pathOf(link: string): string {
  const { pathname, hash } = new URL(link);
  return pathname + hash;
}

function RemoveSheet({ member, viewer, onClose }: { member: Member; viewer: Member; onClose: () => void }) {
  const { settings, common } = useText();
  const { members: text } = settings;
  const members = useMembers();
  const { data: tasks } = useSource(openTasks, {});
  const others = members.filter(({ id }) => id !== member.id);
  const defaultAssignee = member.id === viewer.id ? others[0] : viewer;
  const [assignee, setAssignee] = useState<string | null>(defaultAssignee?.id ?? null);
  const [personalLists, setPersonalLists] = useState<"share" | "delete">("share");
  const { run, isBusy, error } = useCommand();
  const open = tasks?.tasks.filter(({ memberId }) => memberId === member.id).length ?? 0;
  const isFixed = isOnlyOwner(member, members);
  const remove = async () => {
    const query = { personalLists, ...(assignee !== null && { reassignTo: assignee }) };
    if (await run(removeMember, { member, query })) onClose();
  };
  return (
    <Sheet
      open
      onClose={onClose}
      title={text.removeTitle(member.name)}
      footer={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          {!isFixed && (
            <Button variant="danger" busy={isBusy} onClick={() => void remove()}>
              {text.removeConfirm(member.name)}
            </Button>
          )}
        </>
      }
    >
      <p>{isFixed ? text.lastOwner : text.removeText(member.name)}</p>
      {!isFixed && (
        <>
          {open > 0 && (
            <PersonPicker label={text.removeTasks(open)} people={others} value={assignee} onChange={setAssignee} />
          )}
          <ChoiceField
            label={text.removeLists}
            labels={{ share: text.removeShare, delete: text.removeDelete }}
            value={personalLists}
            onChange={setPersonalLists}
          />
        </>
      )}
      <FormError error={error} />
    </Sheet>
  );
}

type Removing = { readonly personalLists: "share" | "delete"; readonly reassignTo?: string };

const removeMember = command({
  invalidates: ["all"],
  send: ({ member: { id }, query }: { member: Member; query: Removing }, api) =>
    read(api.app.members({ id }).delete(undefined, { query })),
  done: ({ settings }, { member }) => settings.members.removed(member.name),
});
