import { useRef } from "preact/hooks";
import { Copyable } from "#web/forms/copyable.tsx";
import { EditSheet } from "#web/forms/edit-sheet.tsx";
import { useCommand } from "#web/forms/use-command.ts";
import { useDraft } from "#web/forms/use-draft.ts";
import { editedAs, type OpenRecord } from "#web/forms/use-open-record.tsx";
import { useText } from "#web/i18n/catalogue.ts";
import { Button, buttonClass } from "#web/ui/controls/button.tsx";
import { Switch } from "#web/ui/controls/choice.tsx";
import { CodeField, digitsOf } from "#web/ui/controls/code-field.tsx";
import { FormError } from "#web/ui/controls/form.tsx";
import { Select } from "#web/ui/controls/select.tsx";
import { TextField } from "#web/ui/controls/text-field.tsx";
import { ExternalLink } from "#web/ui/icons.ts";
import type { Channel } from "../../notifications/model/preferences.ts";
import { changeChannel, deleteChannel, sendCode, verifyChannel } from "./commands.ts";

const levels = ["full", "title", "none"] as const;
type Details = (typeof levels)[number];

export function ChannelSheet({ record, onClose }: { record: OpenRecord<Channel>; onClose: () => void }) {
  const { value: channel, isDeleted } = record;
  const { notifications, setup } = useText();
  const { ways, details: texts } = notifications;
  const { id, kind, address, label, details, state, subscribeUrl } = channel;
  const known = { label, details, isOn: state !== "off" };
  const form = useDraft(known, {
    validate: (draft) => ({ label: draft.label.trim() ? null : setup.problems.nameMissing }),
    edited: editedAs(known, isDeleted),
    describe: { details: (draft) => (draft.details === null ? ways.detailsOwn : texts.levels[draft.details]) },
  });
  return (
    <EditSheet
      form={form}
      onClose={onClose}
      title={label}
      sub={address === label ? ways.kinds[kind] : `${ways.kinds[kind]} · ${address}`}
      canSaveAsNew={false}
      onSave={async (_, patch) => patch === null || form.run(changeChannel, { id, patch })}
      removal={{
        title: ways.deleteTitle(label),
        text: ways.deleteText,
        confirm: ways.delete,
        command: deleteChannel,
        variables: channel,
      }}
    >
      {subscribeUrl !== null && <Subscribe url={subscribeUrl} />}
      <TextField {...form.field("label")} label={ways.label} maxLength={60} />
      <Select<Details | "own">
        label={ways.details}
        value={form.draft.details ?? "own"}
        options={[
          { value: "own", label: ways.detailsOwn },
          ...levels.map((value) => ({ value, label: texts.levels[value] })),
        ]}
        onChange={(value) => form.change({ details: value === "own" ? null : value })}
        error={form.errors.details}
      />
      {state !== "unverified" && <Switch {...form.toggle("isOn")} label={ways.isOn} />}
    </EditSheet>
  );
}

/**
 * Shows the address of an ntfy topic. If this device has the ntfy app, the link opens the app. On any other device, the
 * user can type the topic.
 */
function Subscribe({ url }: { url: string }) {
  const { ways } = useText().notifications;
  const topic = url.split("?", 1)[0]?.split("/").at(-1) ?? url;
  return (
    <section className="settings-subscribe">
      <h3>{ways.subscribe}</h3>
      <p className="soft small">{ways.subscribeHint}</p>
      <p>
        <a href={url} rel="noreferrer" target="_blank" className={buttonClass("plain")}>
          <span className="button-text">
            <ExternalLink />
            {ways.subscribeOpen}
          </span>
        </a>
      </p>
      <Copyable label={ways.topic} text={topic} />
    </section>
  );
}

export function CodeSheet({ channel, onClose }: { channel: Channel; onClose: () => void }) {
  const { ways } = useText().notifications;
  const first = useRef<HTMLInputElement>(null);
  const again = useCommand();
  const form = useDraft(
    { code: "" },
    { validate: ({ code }) => ({ code: digitsOf(code).length === 6 ? null : ways.codeShort }) },
  );
  return (
    <EditSheet
      form={form}
      onClose={onClose}
      title={ways.codeTitle}
      sub={ways.codeHint(channel.address)}
      initialFocus={first}
      save={ways.confirm}
      onSave={({ code }) => form.run(verifyChannel, { channel, code: digitsOf(code) })}
    >
      <CodeField {...form.field("code")} ref={first} label={ways.code} />
      <div>
        <Button variant="quiet" busy={again.isBusy} onClick={() => void again.run(sendCode, channel)}>
          {ways.codeAgain}
        </Button>
      </div>
      <FormError error={again.error} />
    </EditSheet>
  );
}
