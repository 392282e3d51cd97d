import type { ComponentChildren } from "preact";
import { useText } from "../../../i18n/catalogue.ts";
import { Avatar } from "../../../people/avatar.tsx";
import { useOverlay } from "../../../shell/use-overlay.ts";
import { perform } from "../../../sync/perform.ts";
import { type Member, useMembers, useViewer } from "../../../sync/session.ts";
import { VisuallyHidden } from "../../../ui/display/surface.tsx";
import { ArrowDown, ArrowUp, Link, Pencil, Trash2, Unplug } from "../../../ui/icons.ts";
import { Menu, type MenuItem } from "../../../ui/overlay/menu.tsx";
import { useManagedMember } from "../sources.ts";
import { reorderMembers } from "../writes.ts";
import { movedTo } from "./order.ts";

/** What is open over the members. */
export const useMembersOverlay = () => useOverlay("add", "edit", "invite", "end", "remove");

/** True where `viewer` may change `member`: only owners change owners. */
export function mayChange(viewer: Member, member: Member): boolean {
  return viewer.role === "owner" || member.role !== "owner";
}

/** True for the one owner that a household must have. */
export function isOnlyOwner(member: Member, members: readonly Member[]): boolean {
  return member.role === "owner" && members.filter(({ role }) => role === "owner").length === 1;
}

/** One member: tap to edit; the dots have the rest. `handle` drags. */
export function MemberRow({ member, handle }: { member: Member; handle?: ComponentChildren }) {
  const { settings, setup, common } = useText();
  const { members: text } = settings;
  const members = useMembers();
  const viewer = useViewer();
  const managed = useManagedMember(member.id);
  const { open } = useMembersOverlay();
  if (!viewer) return null;
  const isOpenToYou = mayChange(viewer, member);
  const index = members.findIndex(({ id }) => id === member.id);
  const move = (to: number) => perform(reorderMembers, { ids: movedTo(members, member.id, to) });
  const edit: MenuItem = { label: common.edit, icon: <Pencil />, onSelect: () => open({ edit: member.id }) };
  const invite: MenuItem = { label: text.invite, icon: <Link />, onSelect: () => open({ invite: member.id }) };
  const end: MenuItem = {
    label: text.endSignIn,
    icon: <Unplug />,
    startsGroup: true,
    onSelect: () => open({ end: member.id }),
  };
  const remove: MenuItem = {
    label: text.remove,
    icon: <Trash2 />,
    danger: true,
    startsGroup: !managed?.canSignIn,
    onSelect: () => open({ remove: member.id }),
  };
  const items: MenuItem[] = [
    ...(isOpenToYou ? [edit] : []),
    ...(isOpenToYou ? [invite] : []),
    {
      label: text.moveUp,
      icon: <ArrowUp />,
      disabled: index === 0,
      startsGroup: true,
      onSelect: () => move(index - 1),
    },
    {
      label: text.moveDown,
      icon: <ArrowDown />,
      disabled: index === members.length - 1,
      onSelect: () => move(index + 1),
    },
    ...(isOpenToYou && managed?.canSignIn ? [end] : []),
    ...(isOpenToYou ? [remove] : []),
  ];
  const face = (
    <>
      <Avatar person={member} size="l" decorative />
      <span className="settings-row-text">
        <strong>
          {member.name} {member.id === viewer.id && <span className="soft">({text.youMark})</span>}
        </strong>
        <span className="soft small">{setup.roles[member.role]}</span>
      </span>
    </>
  );
  return (
    <div className="settings-member">
      {handle}
      {isOpenToYou ? (
        <button type="button" className="settings-member-face" onClick={() => open({ edit: member.id })}>
          <VisuallyHidden>{common.edit}: </VisuallyHidden>
          {face}
        </button>
      ) : (
        <div className="settings-member-face">{face}</div>
      )}
      <Menu label={text.actions(member.name)} items={items} />
    </div>
  );
}
