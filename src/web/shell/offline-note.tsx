import { useText } from "#web/i18n/catalogue.ts";
import { useStore } from "#web/lib/store.ts";
import { isConnected, outbox } from "#web/page/sync.ts";
import { CloudOff } from "#web/ui/icons.ts";
import { useCopyMoment } from "./old-copy.tsx";

/**
 * Content of the status bar while the server does not respond: the age of the shown data, and the number of changes
 * that wait. Shows nothing while the data are current.
 */
export function OfflineNote() {
  const { common } = useText();
  const waiting = useStore(outbox.pending, ({ length }) => length);
  const isOnline = useStore(isConnected);
  const moment = useCopyMoment();
  const age = moment === null ? common.offline : isOnline ? common.asOf(moment) : common.offlineAsOf(moment);
  return (
    <>
      <CloudOff />
      <span>{waiting > 0 && !isOnline ? common.offlineWaiting(waiting) : age}</span>
      {waiting > 0 && !isOnline && moment !== null && <span>{common.asOf(moment)}</span>}
    </>
  );
}
