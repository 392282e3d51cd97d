import type { ComponentChildren } from "preact";
import { useText } from "#web/i18n/catalogue.ts";
import { perform } from "#web/page/undo.ts";
import { Avatar } from "#web/people/avatar.tsx";
import { useOverlay } from "#web/shell/use-overlay.ts";
import { type Member, useMembers, useNow, useViewer } from "#web/sync/session.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { RecordText } from "#web/ui/display/record-row.tsx";
import { VisuallyHidden } from "#web/ui/display/surface.tsx";
import { movedTo } from "#web/ui/drag/sortable.tsx";
import { ArrowDown, ArrowUp, Link, Pencil, Trash2, Unplug } from "#web/ui/icons.ts";
import { Menu, type MenuItem } from "#web/ui/overlay/menu.tsx";
import { useDayOf } from "../dates.ts";
import { type ManagedMember, useManagedMember } from "../sources.ts";
import { reorderMembers } from "../writes.ts";

type Opened = "edit" | "invite" | "end" | "remove";

export const useMembersOverlay = () => useOverlay("add", "edit", "invite", "end", "remove");

/** Whether the viewer may change the member. Only an owner may change an owner. */
export function mayChange(viewer: Member, member: Member): boolean {
  return viewer.role === "owner" || member.role !== "owner";
}

/** Whether the member is the only owner. A household must keep at least one owner. */
export function isOnlyOwner(member: Member, members: readonly Member[]): boolean {
  return member.role === "owner" && members.filter(({ role }) => role === "owner").length === 1;
}

export function MemberRow({ member, handle }: { member: Member; handle?: ComponentChildren }) {
  const { settings, setup, common } = useText();
  const { members: text } = settings;
  const members = useMembers();
  const viewer = useViewer();
  const managed = useManagedMember(member.id);
  const { open } = useMembersOverlay();
  const state = useSignInState(managed);
  if (!viewer) return null;
  const isOpenToYou = mayChange(viewer, member);
  const index = members.findIndex(({ id }) => id === member.id);
  const moving = (by: number) => () => perform(reorderMembers, { ids: movedTo(members, member.id, index + by) });
  const isLast = index === members.length - 1;
  const canEnd = isOpenToYou && managed?.canSignIn;
  const opening = (name: Opened) => () => open({ [name]: member.id });
  const items: (MenuItem | false | undefined)[] = [
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
      <Menu label={text.actions(member.name)} items={items.filter((each) => each !== false && each !== undefined)} />
    </div>
  );
}

/** Returns a text about whether a member can sign in. Null if the viewer may not know that. */
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
