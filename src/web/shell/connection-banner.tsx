import { useText } from "../i18n/catalogue.ts";
import { isConnected } from "../sync/connection.ts";
import { isOutdated } from "../sync/live.ts";
import { outbox } from "../sync/outbox.ts";
import { useStore } from "../sync/store.ts";
import { Button } from "../ui/controls/button.tsx";
import { Banner } from "../ui/display/notice.tsx";
import { CloudOff, RotateCcw } from "../ui/icons.ts";
import { renew } from "./shell.ts";

/** Tells that the server does not answer, how much waits for it, and that there is a newer app; nothing while all is well. */
export function Connection() {
  const { common } = useText();
  const isOnline = useStore(isConnected);
  const waiting = useStore(outbox.pending, ({ length }) => length);
  const isOld = useStore(isOutdated);
  if (!isOnline) {
    return (
      <Banner icon={<CloudOff />} tone="warn">
        {common.offline} {waiting > 0 && <strong>{common.waiting(waiting)}.</strong>}
      </Banner>
    );
  }
  if (!isOld) return null;
  return (
    <Banner
      icon={<RotateCcw />}
      tone="info"
      action={
        <Button size="s" onClick={() => void renew()}>
          {common.reload}
        </Button>
      }
    >
      {common.outdated}
    </Banner>
  );
}
