import { useText } from "../../../i18n/catalogue.ts";
import { useMembers, useViewer } from "../../../sync/session.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { Card, SectionHeader } from "../../../ui/display/surface.tsx";
import { UserPlus } from "../../../ui/icons.ts";
import { EndSignIn } from "./end-sign-in.tsx";
import { InviteSheet } from "./invite-sheet.tsx";
import { MemberList } from "./member-list.tsx";
import { useMembersOverlay } from "./member-row.tsx";
import { MemberSheet } from "./member-sheet.tsx";
import { RemoveSheet } from "./remove-sheet.tsx";

/** Everybody in the household, in their order. */
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
        <MemberList members={members} />
      </Card>
      <p className="soft small">{settings.members.orderHint}</p>
      <Sheets />
    </section>
  );
}

function Sheets() {
  const members = useMembers();
  const viewer = useViewer();
  const { value, close } = useMembersOverlay();
  const named = (asked: string | null) => members.find(({ id }) => id === asked);
  const edited = named(value.edit);
  const invited = named(value.invite);
  const ended = named(value.end);
  const removed = named(value.remove);
  if (!viewer) return null;
  return (
    <>
      {(edited || value.add !== null) && <MemberSheet member={edited ?? null} viewer={viewer} onClose={close} />}
      {invited && <InviteSheet member={invited} onClose={close} />}
      {ended && <EndSignIn member={ended} onClose={close} />}
      {removed && <RemoveSheet member={removed} viewer={viewer} onClose={close} />}
    </>
  );
}
