import { useText } from "../../../i18n/catalogue.ts";
import { useMembers, useViewer } from "../../../sync/session.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { Card, SectionHeader } from "../../../ui/display/surface.tsx";
import { UserPlus } from "../../../ui/icons.ts";
import { useOpened } from "../use-opened.ts";
import { EndSignIn } from "./end-sign-in.tsx";
import { InviteSheet } from "./invite-sheet.tsx";
import { MemberList } from "./member-list.tsx";
import { MemberSheet } from "./member-sheet.tsx";
import { RemoveSheet } from "./remove-sheet.tsx";

/** Everybody in the household, in their order. */
export function Members() {
  const { settings } = useText();
  const members = useMembers();
  const opened = useOpened();
  return (
    <section className="settings-part">
      <SectionHeader
        title={settings.members.heading}
        count={members.length}
        actions={
          <Button variant="primary" icon={<UserPlus />} onClick={() => opened.open("add")}>
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
  const { get, close } = useOpened();
  const named = (name: string) => members.find(({ id }) => id === get(name));
  const edited = named("edit");
  const invited = named("invite");
  const ended = named("end");
  const removed = named("remove");
  if (!viewer) return null;
  return (
    <>
      {(edited || get("add") !== null) && <MemberSheet member={edited ?? null} viewer={viewer} onClose={close} />}
      {invited && <InviteSheet member={invited} onClose={close} />}
      {ended && <EndSignIn member={ended} onClose={close} />}
      {removed && <RemoveSheet member={removed} viewer={viewer} onClose={close} />}
    </>
  );
}
