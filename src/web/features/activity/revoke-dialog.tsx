import { useState } from "preact/hooks";
import { useText } from "../../i18n/catalogue.ts";
import { api, send } from "../../sync/api/client.ts";
import { attempt } from "../../sync/perform.ts";
import { ConfirmDialog } from "../../ui/overlay/confirm-dialog.tsx";
import { toasts } from "../../ui/overlay/toast-store.ts";

/** Asks, then revokes a key. */
export function RevokeDialog({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const { activity } = useText();
  const [isBusy, setBusy] = useState(false);
  const revoke = async () => {
    setBusy(true);
    const refusal = await attempt(() => send(api.v1["api-keys"]({ id }).delete()), ["api_key"]);
    toasts.show(refusal === null ? { message: activity.revoked(name) } : { message: refusal, tone: "error" });
    onClose();
  };
  return (
    <ConfirmDialog
      open
      danger
      busy={isBusy}
      onClose={onClose}
      onConfirm={() => void revoke()}
      title={activity.revokeTitle(name)}
      confirm={activity.revoke}
    >
      {activity.revokeHint}
    </ConfirmDialog>
  );
}
