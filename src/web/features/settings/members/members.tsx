import { useText } from "../../../i18n/catalogue.ts";
import { api, read } from "../../../sync/api/client.ts";
import { perform } from "../../../sync/perform.ts";
import { useMembers, useViewer } from "../../../sync/session.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { Card, SectionHeader } from "../../../ui/display/surface.tsx";
import { SortableList } from "../../../ui/drag/sortable.tsx";
import { ConfirmRequest } from "../../../ui/forms/confirm-request.tsx";
import { UserPlus } from "../../../ui/icons.ts";
import { reorderMembers } from "../writes.ts";
import { InviteSheet } from "./invite-sheet.tsx";
import { MemberRow, movedTo, useMembersOverlay } from "./member-row.tsx";
import { MemberSheet } from "./member-sheet.tsx";
import { RemoveSheet } from "./remove-sheet.tsx";

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
  const { members: text } = useText().settings;
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
      {ended && (
        <ConfirmRequest
          title={text.endTitle(ended.name)}
          confirm={text.endConfirm}
          send={() => read(api.app.members({ id: ended.id })["sign-in"].delete())}
          kinds={["member"]}
          done={text.ended(ended.name)}
          onClose={close}
        >
          <p>{text.endText(ended.name)}</p>
        </ConfirmRequest>
      )}
      {removed && <RemoveSheet member={removed} viewer={viewer} onClose={close} />}
    </>
  );
}
