import { useText } from "#web/i18n/catalogue.ts";
import { useOverlay } from "#web/shell/use-overlay.ts";
import { useSource } from "#web/sync/use-source.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { EmptyState, ErrorNotice } from "#web/ui/display/notice.tsx";
import { Skeletons } from "#web/ui/display/skeleton.tsx";
import { Card, SectionHeader } from "#web/ui/display/surface.tsx";
import { ExternalLink, Plus } from "#web/ui/icons.ts";
import { Part } from "../part.tsx";
import { type ApiKey, keysSource } from "../sources.ts";
import { KeyRow } from "./key-row.tsx";
import { KeySheet } from "./key-sheet.tsx";

/** Maximum number of active API keys that the server allows. */
const maxKeys = 25;

export function Integrations() {
  const { settings, common } = useText();
  const { keys: text } = settings;
  const { data, error, refetch } = useSource(keysSource, {});
  const opened = useOverlay("new");
  const open = data?.apiKeys.filter(({ status }) => status !== "revoked") ?? [];
  const isFull = open.length >= maxKeys;
  return (
    <>
      <section className="settings-part">
        <SectionHeader
          title={text.heading}
          actions={
            <Button variant="primary" icon={<Plus />} disabled={isFull} onClick={() => opened.open({ new: "" })}>
              {text.create}
            </Button>
          }
        />
        <p className="soft">{text.intro}</p>
        {isFull && <p className="form-note">{text.full}</p>}
        <Card className="settings-card">
          {data ? (
            <Keys keys={data.apiKeys} used={open.length} />
          ) : error ? (
            <ErrorNotice title={common.couldNotLoad} onRetry={refetch}>
              {common.needsServer}
            </ErrorNotice>
          ) : (
            <Skeletons label={common.loading} count={2} height="5rem" />
          )}
        </Card>
      </section>
      <Part title={text.can}>
        <ul className="settings-points">
          {text.canPoints.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
        <p>
          <a href="/docs" target="_blank" rel="noreferrer" className="settings-link">
            {text.docs}
            <ExternalLink />
          </a>
        </p>
      </Part>
      {opened.value.new !== null && <KeySheet onClose={opened.close} />}
    </>
  );
}

function Keys({ keys, used }: { keys: readonly ApiKey[]; used: number }) {
  const { keys: text } = useText().settings;
  const working = keys.filter(({ status }) => status !== "revoked" && status !== "expired");
  const past = keys.filter((key) => !working.includes(key));
  return (
    <>
      {working.length === 0 ? (
        <EmptyState picture="🗝️" title={text.none} small level={3}>
          {text.noneText}
        </EmptyState>
      ) : (
        <ul className="settings-rows">
          {working.map((key) => (
            <KeyRow key={key.id} apiKey={key} />
          ))}
        </ul>
      )}
      {used > 0 && <p className="soft small">{text.used(used, maxKeys)}</p>}
      {past.length > 0 && (
        <details className="settings-past">
          <summary>{text.past(past.length)}</summary>
          <ul className="settings-rows">
            {past.map((key) => (
              <KeyRow key={key.id} apiKey={key} />
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
