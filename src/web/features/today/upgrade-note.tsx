import { useEffect, useId, useState } from "preact/hooks";
import { useLocation } from "wouter";
import { useText } from "#web/i18n/catalogue.ts";
import { noteVersion } from "#web/shell/previous-version.ts";
import { useViewer } from "#web/sync/session.ts";
import { useSource } from "#web/sync/use-source.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Sparkles } from "#web/ui/icons.ts";
import { releaseNotesSource } from "../settings/model/updates.ts";

/**
 * Note that tells an adult on the Today screen that the app was upgraded. `former` is the version before the upgrade.
 * The note has a button that opens the list of changes since `former`, and a button to close the note. If the user
 * presses either button, the note is not shown again.
 */
export function UpgradeNote({ former }: { former: string }) {
  const { news } = useText().settings;
  const id = useId();
  const [, navigate] = useLocation();
  const [isClosed, setClosed] = useState(false);
  const viewer = useViewer();
  const { data } = useSource(releaseNotesSource, { since: former });
  const close = () => {
    if (viewer) noteVersion(viewer.id);
    setClosed(true);
  };
  const isEmpty = data?.releases.length === 0;
  // An older version may run again.
  useEffect(() => {
    if (isEmpty && viewer) noteVersion(viewer.id);
  }, [isEmpty, viewer]);
  if (isClosed || isEmpty || !data) return null;
  return (
    <section className="offer" aria-labelledby={id}>
      <Sparkles />
      <div>
        <h2 id={id}>{news.upgraded(data.version)}</h2>
        <p className="soft small">{news.upgradedHint}</p>
      </div>
      <div className="actions actions-end">
        <Button onClick={close}>{news.close}</Button>
        <Button
          variant="primary"
          onClick={() => {
            close();
            navigate("/settings/about?section=news");
          }}
        >
          {news.show}
        </Button>
      </div>
    </section>
  );
}
