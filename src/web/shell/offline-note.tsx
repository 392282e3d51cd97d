import { useText } from "#web/i18n/catalogue.ts";
import { useStore } from "#web/lib/store.ts";
import { outbox } from "#web/page/sync.ts";
import { CloudOff } from "#web/ui/icons.ts";

/** Shows a message while the server does not respond. */
export function OfflineNote() {
  const { common } = useText();
  const waiting = useStore(outbox.pending, ({ length }) => length);
  return (
    <>
      <CloudOff />
      <span>{waiting > 0 ? common.offlineWaiting(waiting) : common.offline}</span>
    </>
  );
}
