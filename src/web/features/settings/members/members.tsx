import { useText } from "../../../i18n/catalogue.ts";
import { api, read } from "../../../sync/api/client.ts";
import { invalidate } from "../../../sync/client.ts";
import { perform } from "../../../sync/perform.ts";
import { type Member, useMembers, useViewer } from "../../../sync/session.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { Card, SectionHeader } from "../../../ui/display/surface.tsx";
import { SortableList } from "../../../ui/drag/drag.tsx";
import { useRequest } from "../../../ui/forms/use-request.ts";
import { UserPlus } from "../../../ui/icons.ts";
import { ConfirmDialog } from "../../../ui/overlay/confirm-dialog.tsx";
import { toasts } from "../../../ui/overlay/toast-store.ts";
import { useOpened } from "../use-opened.ts";
import { reorderMembers } from "../writes.ts";
import { InviteSheet } from "./invite-sheet.tsx";
import { MemberRow, movedTo } from "./member-row.tsx";
import { MemberSheet } from "./member-sheet.tsx";
import { RemoveSheet } from "./remove-sheet.tsx";

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
        <SortableList
          className="settings-members"
          items={members}
          label={settings.members.list}
          words={settings.members}
          onReorder={(id, index) => perform(reorderMembers, { ids: movedTo(members, id, index) })}
        >
          {(member, handle) => <MemberRow member={member} handle={handle} />}
        </SortableList>
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

function EndSignIn({ member, onClose }: { member: Member; onClose: () => void }) {
  const { members: text } = useText().settings;
  const request = useRequest();
  const end = async () => {
    if (!(await request.send(() => read(api.app.members({ id: member.id })["sign-in"].delete())))) return;
    invalidate(["member"]);
    toasts.show({ message: text.ended(member.name) });
    onClose();
  };
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => void end()}
      title={text.endTitle(member.name)}
      confirm={text.endConfirm}
      danger
      busy={request.isBusy}
      error={request.error}
    >
      <p>{text.endText(member.name)}</p>
    </ConfirmDialog>
  );
}
