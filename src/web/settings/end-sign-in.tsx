import { api, read } from "../api/client.ts";
import { invalidate } from "../data/client.ts";
import type { Member } from "../data/session.ts";
import { useAsking } from "../setup/asking.ts";
import { useText } from "../text/catalogue.ts";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { toasts } from "../ui/toast-store.ts";

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
