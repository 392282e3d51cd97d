import { useOpenRecord } from "#web/forms/use-open-record.tsx";
import { useText } from "#web/i18n/catalogue.ts";
import { useOverlay } from "#web/shell/use-overlay.ts";
import { useNow } from "#web/sync/session.ts";
import { formatAgo } from "#web/time/ago.ts";
import { Button, IconButton } from "#web/ui/controls/button.tsx";
import { Chip } from "#web/ui/controls/chip.tsx";
import { EmptyState } from "#web/ui/display/notice.tsx";
import { Bell, Link, Mail, Pencil, Plus, Send } from "#web/ui/icons.ts";
import type { Channel, NotificationSettings } from "../../notifications/model/preferences.ts";
import { isThisDevice } from "../../notifications/model/push.ts";
import { Part } from "../part.tsx";
import { AddAppriseSheet, AddMailSheet, AddNtfySheet } from "./add-sheets.tsx";
import { ChannelSheet, CodeSheet } from "./channel-sheets.tsx";
import { TestButton } from "./test-button.tsx";

const icons = { push: <Bell />, mail: <Mail />, ntfy: <Send />, apprise: <Link /> } as const;
const tones = { on: "good", unverified: "warn", failing: "warn", off: "danger" } as const;
/** Maximum number of notification channels that the server allows. */
const maxChannels = 10;

export const useChannelsOverlay = () => useOverlay("add", "way", "code");

export function ChannelsPart({ settings }: { settings: NotificationSettings }) {
  const { ways } = useText().notifications;
  const { channels, available } = settings;
  const { open } = useChannelsOverlay();
  const others = channels.filter((channel) => !isThisDevice(channel));
  const offered = [
    available.mail && ("mail" as const),
    available.ntfy.length > 0 && ("ntfy" as const),
    available.apprise && ("apprise" as const),
  ].filter((each) => each !== false);
  const isFull = channels.length >= maxChannels;
  return (
    <Part title={ways.title} section="ways">
      <p className="soft">{ways.intro}</p>
      {others.length === 0 ? (
        <EmptyState picture="📮" title={ways.none} small level={3} />
      ) : (
        <ul className="settings-rows">
          {others.map((channel) => (
            <Row key={channel.id} channel={channel} />
          ))}
        </ul>
      )}
      {isFull && <p className="form-note">{ways.full}</p>}
      {!available.mail && <p className="soft small">{ways.noMail}</p>}
      {offered.length > 0 && !isFull && (
        <div className="actions">
          {offered.map((kind) => (
            <Button key={kind} icon={<Plus />} onClick={() => open({ add: kind })}>
              {ways.add[kind]}
            </Button>
          ))}
        </div>
      )}
      <Sheets settings={settings} />
    </Part>
  );
}

function Row({ channel }: { channel: Channel }) {
  const { ways } = useText().notifications;
  const { ms } = useNow();
  const { open } = useChannelsOverlay();
  const { id, kind, label, address, state, reason, lastSentAt } = channel;
  const sent = lastSentAt === null ? ways.neverSent : ways.lastSent(formatAgo(lastSentAt, ms));
  return (
    <li className="settings-way">
      <div className="settings-row">
        {icons[kind]}
        <span className="settings-row-text">
          <strong>{label}</strong>
          <span className="soft small">
            {ways.kinds[kind]}
            {address !== label && ` · ${address}`} · {sent}
          </span>
          {reason !== null && <span className="small">{ways.because(reason)}</span>}
        </span>
        <IconButton aria-label={ways.change(label)} onClick={() => open({ way: id })}>
          <Pencil />
        </IconButton>
      </div>
      <div className="settings-way-state">
        <Chip tone={tones[state]}>{ways.states[state]}</Chip>
        {state === "unverified" && (
          <Button size="s" onClick={() => open({ code: id })}>
            {ways.enter}
          </Button>
        )}
        {(state === "on" || state === "failing") && (
          <TestButton channel={channel} way={label} label={ways.testShort} size="s" />
        )}
      </div>
    </li>
  );
}

function Sheets({ settings }: { settings: NotificationSettings }) {
  const { value, close, replace } = useChannelsOverlay();
  const named = (id: string | null) => settings.channels.find((channel) => channel.id === id);
  const changed = useOpenRecord(value.way, named(value.way));
  const proven = named(value.code);
  return (
    <>
      {value.add === "mail" && <AddMailSheet onClose={close} onAdded={({ id }) => replace({ code: id })} />}
      {value.add === "ntfy" && (
        <AddNtfySheet servers={settings.available.ntfy} onClose={close} onAdded={({ id }) => replace({ way: id })} />
      )}
      {value.add === "apprise" && <AddAppriseSheet onClose={close} onAdded={close} />}
      {changed && <ChannelSheet key={value.way} record={changed} onClose={close} />}
      {proven && <CodeSheet channel={proven} onClose={close} />}
    </>
  );
}
