import { useText } from "../../../i18n/catalogue.ts";
import { api, read } from "../../../sync/api/client.ts";
import { invalidate } from "../../../sync/client.ts";
import type { Member } from "../../../sync/session.ts";
import { ConfirmDialog } from "../../../ui/overlay/confirm-dialog.tsx";
import { toasts } from "../../../ui/overlay/toast-store.ts";
import { useAsking } from "../../setup/asking.ts";

/** Asks, then takes a member's sign-in away. */
export function EndSignIn({ member, onClose }: { member: Member; onClose: () => void }) {
  const { members: text } = useText().settings;
  const asking = useAsking();
  const end = async () => {
    if (!(await asking.ask(() => read(api.app.members({ id: member.id })["sign-in"].delete())))) return;
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
      busy={asking.isBusy}
    >
      <p>{text.endText(member.name)}</p>
      <div aria-live="assertive">{asking.error && <p className="form-error">{asking.error}</p>}</div>
    </ConfirmDialog>
  );
}
