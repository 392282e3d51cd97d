import { useState } from "preact/hooks";
import { useText } from "../../../i18n/catalogue.ts";
import { api, read } from "../../../sync/api/client.ts";
import { invalidate } from "../../../sync/client.ts";
import { type Member, useHousehold } from "../../../sync/session.ts";
import { formatDay } from "../../../time/format.ts";
import { wallTime } from "../../../time/zone.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { FormError } from "../../../ui/forms/form.tsx";
import { useRequest } from "../../../ui/forms/use-request.ts";
import { Sheet } from "../../../ui/overlay/sheet.tsx";
import { Copyable } from "../keys/copyable.tsx";

type Invitation = { readonly link: string; readonly expiresAt: string };

/** The link, which sets a password, is shown once and stored nowhere. */
export function InviteSheet({ member, onClose }: { member: Member; onClose: () => void }) {
  const { settings, common } = useText();
  const { members: text } = settings;
  const { timeZone } = useHousehold();
  const [invitation, setInvitation] = useState<Invitation | null>(null);
  const request = useRequest();
  const make = async () => {
    const made = await request.send(() => read(api.app.members({ id: member.id }).invitation.post()));
    if (!made) return;
    setInvitation(made);
    invalidate(["member"]);
  };
  const isLocal = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
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
            <Button variant="primary" busy={request.isBusy} onClick={() => void make()}>
              {text.inviteMake}
            </Button>
          </>
        )
      }
    >
      {invitation ? (
        <>
          <p>{text.inviteReady}</p>
          <Copyable label={text.inviteLink} text={here(invitation.link)} lines />
          <p className="soft small">
            {text.inviteUntil(formatDay(wallTime(invitation.expiresAt, timeZone).day, "long"))}
          </p>
          {isLocal && <p className="form-note">{text.inviteLocal}</p>}
        </>
      ) : (
        <p>{text.inviteText(member.name)}</p>
      )}
      <FormError error={request.error} />
    </Sheet>
  );
}

/** Uses this browser's address, because the server may know itself only as `localhost`. */
function here(link: string): string {
  const { pathname, hash } = new URL(link);
  return location.origin + pathname + hash;
}
