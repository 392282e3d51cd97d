import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { useCommand } from "#web/forms/use-command.ts";
import { useOpenRecordOf } from "#web/forms/use-open-record.tsx";
import { useText } from "#web/i18n/catalogue.ts";
import { useOverlay } from "#web/shell/use-overlay.ts";
import { read } from "#web/sync/api/client.ts";
import { command } from "#web/sync/command.ts";
import { notificationsSource } from "#web/sync/notices.ts";
import { useAgo } from "#web/sync/use-dates.ts";
import { useSource } from "#web/sync/use-source.ts";
import { Button, type ButtonVariant, IconButton } from "#web/ui/controls/button.tsx";
import { Chip } from "#web/ui/controls/chip.tsx";
import { FormError } from "#web/ui/controls/form.tsx";
import { RecordRow } from "#web/ui/display/record-row.tsx";
import { Bell, Link, Mail, Pencil, Plus, Send } from "#web/ui/icons.ts";
import type { Channel, NotificationSettings } from "../../notifications/model/preferences.ts";
import { isThisDevice } from "../../notifications/model/push.ts";
import { ListPart } from "../list-part.tsx";
import { type AddedKind, AddSheet, ChannelSheet, CodeSheet, changesChannels } from "./channel-sheets.tsx";

const icons = { push: <Bell />, mail: <Mail />, ntfy: <Send />, apprise: <Link /> } as const;
const addedKinds: readonly AddedKind[] = ["mail", "ntfy", "apprise"];
const tones = { on: "good", unverified: "warn", failing: "warn", off: "danger" } as const;
/** Maximum number of notification channels that the server allows. */
const maxChannels = 10;

const useChannelsOverlay = () => useOverlay("add", "way", "code");

export function ChannelsPart({ settings }: { settings: NotificationSettings }) {
  const { channels: words } = useText().notifications;
  const { channels, available } = settings;
  const { open } = useChannelsOverlay();
  const isAvailable = { mail: available.mail, ntfy: available.ntfy.length > 0, apprise: available.apprise };
  const addable = addedKinds.filter((kind) => isAvailable[kind]);
  const isFull = channels.length >= maxChannels;
  return (
    <ListPart
      title={words.title}
      section="ways"
      intro={words.intro}
      read={useSource(notificationsSource, {})}
      itemsOf={(data) => data.channels.filter((channel) => !isThisDevice(channel))}
      empty={{ picture: "📮", title: words.none }}
      row={(channel) => <Row key={channel.id} channel={channel} />}
    >
      {isFull && <p className="form-note">{words.full}</p>}
      {!available.mail && <p className="soft small">{words.noMail}</p>}
      {addable.length > 0 && !isFull && (
        <div className="actions">
          {addable.map((kind) => (
            <Button key={kind} icon={<Plus />} onClick={() => open({ add: kind })}>
              {words.add[kind]}
            </Button>
          ))}
        </div>
      )}
      <Sheets settings={settings} />
    </ListPart>
  );
}

function Row({ channel }: { channel: Channel }) {
  const { channels: words } = useText().notifications;
  const ago = useAgo();
  const { open } = useChannelsOverlay();
  const { id, kind, label, address, state, reason, lastSentAt } = channel;
  const sent = lastSentAt === null ? words.neverSent : words.lastSent(ago(lastSentAt));
  return (
    <li className="settings-way">
      <RecordRow
        nested
        picture={icons[kind]}
        title={label}
        facts={[`${words.kinds[kind]}${address === label ? "" : ` · ${address}`} · ${sent}`]}
        actions={
          <IconButton aria-label={words.change(label)} onClick={() => open({ way: id })}>
            <Pencil />
          </IconButton>
        }
      >
        {reason !== null && <span className="small">{words.because(reason)}</span>}
      </RecordRow>
      <div className="settings-state">
        <Chip tone={tones[state]}>{words.states[state]}</Chip>
        {state === "unverified" && (
          <Button size="s" onClick={() => open({ code: id })}>
            {words.enter}
          </Button>
        )}
        {(state === "on" || state === "failing") && (
          <TestButton channel={channel} name={label} label={words.testShort} size="s" />
        )}
      </div>
    </li>
  );
}

const testChannel = command({
  ...changesChannels,
  send: ({ id }: Channel, api) => read(api.app.notifications.channels({ id }).test.post(undefined)),
});

/**
 * Button that sends a test message at once, and shows whether it was sent. `children` are further buttons beside it.
 */
export function TestButton(props: {
  channel: Channel;
  /** Name of the channel, such as “this device”. */
  name: string;
  label: string;
  variant?: ButtonVariant;
  size?: "s" | "m";
  children?: ComponentChildren;
}) {
  const { channel, name, label, variant, size = "m", children } = props;
  const { tests, channels: words } = useText().notifications;
  const [result, setResult] = useState<Awaited<ReturnType<typeof testChannel.send>> | null>(null);
  const { run, isBusy, error } = useCommand();
  const test = async () => {
    setResult(null);
    setResult(await run(testChannel, channel));
  };
  return (
    <div className="settings-test">
      <div className="actions">
        {children}
        <Button
          {...(variant ? { variant } : {})}
          size={size}
          busy={isBusy}
          aria-label={words.test(name)}
          onClick={() => void test()}
        >
          {label}
        </Button>
      </div>
      <p className="small" role="status">
        {result && (result.outcome === "sent" ? tests.sent(name) : tests[result.outcome])}
        {result?.reason && (
          <>
            {" "}
            <span className="soft">{tests.reason(result.reason)}</span>
          </>
        )}
      </p>
      <FormError error={error} />
    </div>
  );
}

function Sheets({ settings }: { settings: NotificationSettings }) {
  const { value, close, replace } = useChannelsOverlay();
  const changed = useOpenRecordOf(settings.channels, value.way);
  const proven = settings.channels.find(({ id }) => id === value.code);
  const added = addedKinds.find((kind) => kind === value.add);
  /**
   * Opens the sheet that the user needs after adding a channel. If the channel is for mail, the sheet asks for the code
   * that was sent to the address. If the channel is for ntfy, the sheet shows the topic. An Apprise channel needs no
   * such sheet.
   */
  const follow = ({ kind, id }: Channel) =>
    kind === "apprise" ? close() : replace(kind === "mail" ? { code: id } : { way: id });
  return (
    <>
      {added && (
        <AddSheet key={added} kind={added} servers={settings.available.ntfy} onClose={close} onAdded={follow} />
      )}
      {changed && <ChannelSheet key={value.way} record={changed} onClose={close} />}
      {proven && <CodeSheet channel={proven} onClose={close} />}
    </>
  );
}
