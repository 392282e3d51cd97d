import { useRef } from "preact/hooks";
import { Copyable } from "#web/forms/copyable.tsx";
import { EditSheet } from "#web/forms/edit-sheet.tsx";
import { useCommand } from "#web/forms/use-command.ts";
import { useDraft } from "#web/forms/use-draft.ts";
import { editedAs, type OpenRecord } from "#web/forms/use-open-record.tsx";
import { useText } from "#web/i18n/catalogue.ts";
import { EmailField, emailError } from "#web/people/person-fields.tsx";
import { read } from "#web/sync/api/client.ts";
import type { Operations } from "#web/sync/api/operations.ts";
import { command } from "#web/sync/command.ts";
import { noticesSource, notificationsSource } from "#web/sync/notices.ts";
import { useViewer } from "#web/sync/session.ts";
import { Button, buttonClass } from "#web/ui/controls/button.tsx";
import { Switch } from "#web/ui/controls/choice.tsx";
import { CodeField, digitsOf } from "#web/ui/controls/code-field.tsx";
import { FormError } from "#web/ui/controls/form.tsx";
import { Select } from "#web/ui/controls/select.tsx";
import { TextField } from "#web/ui/controls/text-field.tsx";
import { ExternalLink } from "#web/ui/icons.ts";
import type { Channel } from "../../notifications/model/preferences.ts";
import { useManagedMember } from "../sources.ts";

type Channels = Operations["app"]["notifications"]["channels"];
type ChannelPatch = Parameters<ReturnType<Channels>["patch"]>[0];

/**
 * Sources that a command must refetch if it changes a channel. Other changes raise the household's revision, and the
 * app then refetches the stale sources by itself. A change of a channel does not raise the revision.
 */
export const changesChannels = { refetches: [noticesSource, notificationsSource] };

/** Kinds of channels that the user adds with a form. A push channel is added when push is turned on. */
export type AddedKind = "mail" | "ntfy" | "apprise";

/** Draft of a new channel. The kind of channel decides which fields are used. */
type Draft = {
  /** Typed email address. Null until the user types. */
  readonly address: string | null;
  readonly server: string;
  readonly token: string;
  readonly key: string;
};

/**
 * Sheet to add a notification channel. For a channel by email, the member's sign-in address is filled in, and the user
 * can change it.
 */
export function AddSheet(props: {
  kind: AddedKind;
  /** Addresses of the ntfy servers from which the user can choose. */
  servers: readonly string[];
  onClose: () => void;
  onAdded: (channel: Channel) => void;
}) {
  const { kind, servers, onClose, onAdded } = props;
  const text = useText();
  const { channels: words } = text.notifications;
  const viewer = useViewer();
  const known = useManagedMember(viewer?.id ?? "")?.email ?? "";
  const form = useDraft<Draft>(
    { address: null, server: servers[0] ?? "", token: "", key: "" },
    {
      validate: ({ address, key }) => {
        const wanted = (address ?? known).trim();
        if (kind === "apprise") return { key: /^[A-Za-z0-9_-]{1,64}$/.test(key.trim()) ? null : words.keyWrong };
        if (kind === "ntfy") return {};
        const missing = text.moreErrors.byField["invalid_value email"] as string;
        return { address: wanted === "" ? missing : emailError(wanted, text) };
      },
    },
  );
  const { draft, field } = form;
  const host = hostOf(draft.server);
  const add = async ({ address, server, token, key }: Draft) => {
    const bodies = {
      mail: { kind: "mail", address: (address ?? known).trim() },
      ntfy: { kind: "ntfy", server, ...(token === "" ? {} : { token }) },
      apprise: { kind: "apprise", key },
    } as const;
    const channel = await form.run(addChannel, bodies[kind]);
    if (channel) onAdded(channel);
    return null;
  };
  return (
    <EditSheet
      form={form}
      onClose={onClose}
      title={words[`${kind}Title`]}
      sub={words[`${kind}Hint`]}
      save={kind === "mail" ? words.sendCode : words.addIt}
      onSave={add}
    >
      {kind === "mail" && (
        <EmailField {...field("address")} label={words.address} autoComplete="email" value={draft.address ?? known} />
      )}
      {kind === "ntfy" && servers.length > 1 && (
        <Select
          {...field("server")}
          label={words.server}
          options={servers.map((value) => ({ value, label: hostOf(value) }))}
        />
      )}
      {kind === "ntfy" && (
        <TextField
          {...field("token")}
          label={words.token}
          hint={words.tokenHint}
          maxLength={200}
          autoCapitalize="none"
        />
      )}
      {kind === "ntfy" && host === "ntfy.sh" && <p className="form-note">{words.topicPublic(host)}</p>}
      {kind === "apprise" && <TextField {...field("key")} label={words.key} maxLength={64} autoCapitalize="none" />}
    </EditSheet>
  );
}

function hostOf(server: string): string {
  return URL.canParse(server) ? new URL(server).host : server;
}

const addChannel = command({
  ...changesChannels,
  send: (body: Parameters<Channels["post"]>[0], api) => read(api.app.notifications.channels.post(body)),
  done: ({ notifications }, { kind }, { label }) => (kind === "apprise" ? notifications.channels.added(label) : null),
});

const levels = ["full", "title", "none"] as const;
type Details = (typeof levels)[number];

export function ChannelSheet({ record, onClose }: { record: OpenRecord<Channel>; onClose: () => void }) {
  const { value: channel, isDeleted } = record;
  const { notifications, setup } = useText();
  const { channels: words, details: texts } = notifications;
  const { id, kind, address, label, details, state, subscribeUrl } = channel;
  const known = { label, details, isOn: state !== "off" };
  const form = useDraft(known, {
    validate: (draft) => ({ label: draft.label.trim() ? null : setup.problems.nameMissing }),
    edited: editedAs(known, isDeleted),
    describe: { details: (draft) => (draft.details === null ? words.detailsOwn : texts.levels[draft.details]) },
  });
  return (
    <EditSheet
      form={form}
      onClose={onClose}
      title={label}
      sub={address === label ? words.kinds[kind] : `${words.kinds[kind]} · ${address}`}
      canSaveAsNew={false}
      onSave={async (_, patch) => patch === null || form.run(changeChannel, { id, patch })}
      removal={{
        title: words.deleteTitle(label),
        text: words.deleteText,
        confirm: words.delete,
        command: deleteChannel,
        variables: channel,
      }}
    >
      {subscribeUrl !== null && <Subscribe url={subscribeUrl} />}
      <TextField {...form.field("label")} label={words.label} maxLength={60} />
      <Select<Details | "own">
        label={words.details}
        value={form.draft.details ?? "own"}
        options={[
          { value: "own", label: words.detailsOwn },
          ...levels.map((value) => ({ value, label: texts.levels[value] })),
        ]}
        onChange={(value) => form.change({ details: value === "own" ? null : value })}
        error={form.errors.details}
      />
      {state !== "unverified" && <Switch {...form.toggle("isOn")} label={words.isOn} />}
    </EditSheet>
  );
}

const changeChannel = command({
  ...changesChannels,
  send: ({ id, patch }: { id: string; patch: ChannelPatch }, api) =>
    read(api.app.notifications.channels({ id }).patch(patch)),
  done: ({ notifications }) => notifications.channels.changed,
});

const deleteChannel = command({
  ...changesChannels,
  send: ({ id }: Channel, api) => read(api.app.notifications.channels({ id }).delete()),
  done: ({ notifications }, { label }) => notifications.channels.deleted(label),
});

/**
 * Shows a link to an ntfy topic, and the name of the topic. If the ntfy app is installed on this phone or computer, the
 * link opens that app. On another phone or computer, the user can type the name of the topic into the ntfy app.
 */
function Subscribe({ url }: { url: string }) {
  const { channels: words } = useText().notifications;
  const topic = url.split("?", 1)[0]?.split("/").at(-1) ?? url;
  return (
    <section className="settings-subscribe">
      <h3>{words.subscribe}</h3>
      <p className="soft small">{words.subscribeHint}</p>
      <p>
        <a href={url} rel="noreferrer" target="_blank" className={buttonClass("plain")}>
          <span className="button-text">
            <ExternalLink />
            {words.subscribeOpen}
          </span>
        </a>
      </p>
      <Copyable label={words.topic} text={topic} />
    </section>
  );
}

export function CodeSheet({ channel, onClose }: { channel: Channel; onClose: () => void }) {
  const { channels: words } = useText().notifications;
  const first = useRef<HTMLInputElement>(null);
  const again = useCommand();
  const form = useDraft(
    { code: "" },
    { validate: ({ code }) => ({ code: digitsOf(code).length === 6 ? null : words.codeShort }) },
  );
  return (
    <EditSheet
      form={form}
      onClose={onClose}
      title={words.codeTitle}
      sub={words.codeHint(channel.address)}
      initialFocus={first}
      save={words.confirm}
      onSave={({ code }) => form.run(verifyChannel, { channel, code: digitsOf(code) })}
    >
      <CodeField {...form.field("code")} ref={first} label={words.code} />
      <div>
        <Button variant="quiet" busy={again.isBusy} onClick={() => void again.run(sendCode, channel)}>
          {words.codeAgain}
        </Button>
      </div>
      <FormError error={again.error} />
    </EditSheet>
  );
}

/** Confirms the address of a channel with the code that was sent to the address. */
const verifyChannel = command({
  ...changesChannels,
  send: ({ channel: { id }, code }: { channel: Channel; code: string }, api) =>
    read(api.app.notifications.channels({ id }).verify.post({ code })),
  done: ({ notifications }, { channel }) => notifications.channels.confirmed(channel.address),
});

const sendCode = command({
  send: ({ id }: Channel, api) => read(api.app.notifications.channels({ id }).code.post(undefined)),
  done: ({ notifications }) => notifications.channels.codeSent,
});
