import type { ComponentChildren } from "preact";
import { useText } from "#web/i18n/catalogue.ts";
import { useStore } from "#web/lib/store.ts";
import { isConnected } from "#web/page/sync.ts";
import { Absence } from "#web/ui/display/skeleton.tsx";
import { CloudOff } from "#web/ui/icons.ts";

/**
 * Shows a message instead of placeholders while the server does not respond, because placeholders would suggest that
 * data are loading.
 */
export function OfflineBoundary({ children }: { children: ComponentChildren }) {
  const isOnline = useStore(isConnected);
  return <Absence notice={isOnline ? null : <OfflineFallback />}>{children}</Absence>;
}

function OfflineFallback() {
  const { common } = useText();
  return (
    <div className="not-here" role="status">
      <CloudOff />
      <p>
        <strong>{common.notHere}</strong> {common.notHereHint}
      </p>
    </div>
  );
}
