import { useState } from "preact/hooks";
import { ConfirmRequest } from "#web/forms/confirm-request.tsx";
import { useText } from "#web/i18n/catalogue.ts";
import { useOverlay } from "#web/shell/use-overlay.ts";
import { useNow } from "#web/sync/session.ts";
import { useSource } from "#web/sync/use-source.ts";
import { formatAgo } from "#web/time/ago.ts";
import { formatNames } from "#web/time/format.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Smartphone } from "#web/ui/icons.ts";
import { calendarsSource } from "../../calendar/model/calendars.ts";
import { AppSheet } from "./app-sheet.tsx";
import { CalendarList } from "./calendar-list.tsx";
import { clientName } from "./platforms.ts";
import { type App, appsSource, disconnectApp } from "./sources.ts";

/** Maximum number of app passwords that the server allows. */
const maxApps = 20;

/** Part of the settings with the viewer's own calendar apps and their passwords. */
export function AppsPart() {
  const { apps: text } = useText().settings;
  const read = useSource(appsSource, {});
  const { value, open, close } = useOverlay("connect");
  const [leaving, setLeaving] = useState<App | null>(null);
  return (
    <CalendarList
      section="phone"
      picture="📱"
      text={text}
      read={read}
      items={read.data?.apps ?? []}
      most={maxApps}
      onAdd={() => open({ connect: "" })}
      row={(app) => <Row key={app.id} app={app} onEnd={() => setLeaving(app)} />}
    >
      {value.connect !== null && <AppSheet onClose={close} />}
      {leaving && (
        <ConfirmRequest
          title={text.endTitle(leaving.name)}
          confirm={text.end}
          send={() => disconnectApp(leaving.id)}
          kinds={["calendar_app"]}
          done={text.ended(leaving.name)}
          onClose={() => setLeaving(null)}
        >
          <p>{text.endText}</p>
        </ConfirmRequest>
      )}
    </CalendarList>
  );
}

function Row({ app, onEnd }: { app: App; onEnd: () => void }) {
  const { apps: text } = useText().settings;
  const { ms } = useNow();
  const client = app.client === null ? "" : clientName(app.client);
  const seen = app.lastSeenAt === null ? text.unseen : text.lastSeen(formatAgo(app.lastSeenAt, ms));
  return (
    <li className="settings-row">
      <Smartphone />
      <span className="settings-row-text">
        <strong>{app.name}</strong>
        <span className="soft small">
          {text.may[app.access]} · {useCalendarNames(app)}
        </span>
        <span className="soft small">{client ? `${seen} · ${client}` : seen}</span>
      </span>
      <Button aria-label={text.endLabel(app.name)} onClick={onEnd}>
        {text.end}
      </Button>
    </li>
  );
}

function useCalendarNames({ calendars: keys }: App): string {
  const { apps: text } = useText().settings;
  const { data } = useSource(calendarsSource, {});
  if (keys === null) return text.allCalendars;
  if (!data) return "…";
  const names = data.calendars.filter(({ key }) => keys.includes(key)).map(({ name }) => name);
  return names.length === 0 ? text.noCalendars : formatNames(names);
}
