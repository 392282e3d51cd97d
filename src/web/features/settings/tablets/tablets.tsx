import { useState } from "preact/hooks";
import { ConfirmRequest } from "#web/forms/confirm-request.tsx";
import { useText } from "#web/i18n/catalogue.ts";
import { api } from "#web/page/sync.ts";
import { useOverlay } from "#web/shell/use-overlay.ts";
import { read } from "#web/sync/api/client.ts";
import { useHousehold, useNow } from "#web/sync/session.ts";
import { useSource } from "#web/sync/use-source.ts";
import { formatAgo } from "#web/time/ago.ts";
import { formatDay } from "#web/time/format.ts";
import { wallTime } from "#web/time/zone.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { EmptyState, ErrorNotice } from "#web/ui/display/notice.tsx";
import { Skeletons } from "#web/ui/display/skeleton.tsx";
import { Card, SectionHeader } from "#web/ui/display/surface.tsx";
import { Plus, Tablet as TabletIcon } from "#web/ui/icons.ts";
import { PhoneLink } from "../server/phone-link.tsx";
import { type Tablet, tabletsSource } from "../sources.ts";
import { PairSheet } from "./pair-sheet.tsx";

export function Tablets() {
  const { settings, common } = useText();
  const { tablets: text } = settings;
  const { data, error, refetch } = useSource(tabletsSource, {});
  const opened = useOverlay("pair");
  return (
    <section className="settings-part">
      <SectionHeader
        title={text.heading}
        {...(data ? { count: data.devices.length } : {})}
        actions={
          <Button variant="primary" icon={<Plus />} onClick={() => opened.open({ pair: "" })}>
            {text.pair}
          </Button>
        }
      />
      <p className="soft">{text.intro}</p>
      <Card className="settings-card">
        {data ? (
          <List tablets={data.devices} />
        ) : error ? (
          <ErrorNotice title={common.couldNotLoad} onRetry={refetch}>
            {common.needsServer}
          </ErrorNotice>
        ) : (
          <Skeletons label={common.loading} count={1} height="4rem" />
        )}
      </Card>
      {opened.value.pair !== null && <PairSheet onClose={opened.close} />}
    </section>
  );
}

function List({ tablets }: { tablets: readonly Tablet[] }) {
  const { tablets: text } = useText().settings;
  const [leaving, setLeaving] = useState<Tablet | null>(null);
  if (tablets.length === 0) {
    return (
      <>
        <EmptyState picture="🖼️" title={text.none} small level={3}>
          {text.noneText}
        </EmptyState>
        <PhoneLink label={text.address} path="/wall" />
      </>
    );
  }
  return (
    <>
      <ul className="settings-rows">
        {tablets.map((tablet) => (
          <Row key={tablet.id} tablet={tablet} onRevoke={() => setLeaving(tablet)} />
        ))}
      </ul>
      {leaving && (
        <ConfirmRequest
          title={text.revokeTitle(leaving.name)}
          confirm={text.revoke}
          send={() => read(api.app.devices({ id: leaving.id }).delete())}
          kinds={["device"]}
          done={text.revoked(leaving.name)}
          onClose={() => setLeaving(null)}
        >
          <p>{text.revokeText}</p>
        </ConfirmRequest>
      )}
    </>
  );
}

function Row({ tablet, onRevoke }: { tablet: Tablet; onRevoke: () => void }) {
  const { settings } = useText();
  const { tablets: text } = settings;
  const { ms } = useNow();
  const { timeZone } = useHousehold();
  const seen = tablet.lastSeenAt === null ? settings.never : formatAgo(tablet.lastSeenAt, ms);
  return (
    <li className="settings-row">
      <TabletIcon />
      <span className="settings-row-text">
        <strong>{tablet.name}</strong>
        <span className="soft small">
          {text.seen(seen)} · {text.pairedOn(formatDay(wallTime(tablet.createdAt, timeZone).day, "full"))}
        </span>
      </span>
      <Button aria-label={text.revokeLabel(tablet.name)} onClick={onRevoke}>
        {text.revoke}
      </Button>
    </li>
  );
}
