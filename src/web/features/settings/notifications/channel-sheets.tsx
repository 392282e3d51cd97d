import { useRef, useState } from "preact/hooks";
import { ConfirmRequest } from "#web/forms/confirm-request.tsx";
import { FormFooter } from "#web/forms/form.tsx";
import { patchOf } from "#web/forms/merge.ts";
import { useDraft } from "#web/forms/use-draft.ts";
import { editedAs, type OpenRecord } from "#web/forms/use-open-record.tsx";
import { useRequest } from "#web/forms/use-request.ts";
import { useText } from "#web/i18n/catalogue.ts";
import { refetchNotices } from "#web/page/live.ts";
import { api } from "#web/page/sync.ts";
import { toasts } from "#web/page/toasts.ts";
import { read } from "#web/sync/api/client.ts";
import { Button, buttonClass } from "#web/ui/controls/button.tsx";
import { Switch } from "#web/ui/controls/choice.tsx";
import { FormError } from "#web/ui/controls/form.tsx";
import { Select } from "#web/ui/controls/select.tsx";
import { TextField } from "#web/ui/controls/text-field.tsx";
import { ExternalLink } from "#web/ui/icons.ts";
import { Sheet } from "#web/ui/overlay/sheet.tsx";
import type { Channel } from "../../notifications/model/preferences.ts";
import { Copyable } from "../keys/copyable.tsx";

const levels = ["full", "title", "none"] as const;
type Details = (typeof levels)[number];

export function ChannelSheet({ record, onClose }: { record: OpenRecord<Channel>; onClose: () => void }) {
  const { value: channel, isDeleted } = record;
  const { notifications, setup } = useText();
  const { ways, details: texts } = notifications;
  const [isRemoving, setRemoving] = useState(false);
  const { id, label, details, state, subscribeUrl } = channel;
  const known = { label, details, isOn: state !== "off" };
  const form = useDraft(known, {
    validate: (draft) => ({ label: draft.label.trim() ? null : setup.problems.nameMissing }),
    edited: editedAs(known, isDeleted),
    describe: { details: (draft) => (draft.details === null ? ways.detailsOwn : texts.levels[draft.details]) },
  });
  const { draft, errors, change } = form;
  const operations = api.app.notifications.channels({ id });
  const save = async () => {
    if (form.isDeleted || !form.check()) return;
    const patch = patchOf(form.base, { ...draft, label: draft.label.trim() });
    if (patch && !(await form.send(() => read(operations.patch(patch))))) return;
    if (patch) toasts.show({ message: ways.changed });
    refetchNotices();
    onClose();
  };
  return (
    <Sheet
      open
      onClose={onClose}
      title={label}
      sub={channel.address === label ? ways.kinds[channel.kind] : `${ways.kinds[channel.kind]} · ${channel.address}`}
      onSubmit={() => void save()}
      footer={<FormFooter form={form} onCancel={onClose} onDelete={() => setRemoving(true)} canSaveAsNew={false} />}
    >
      {subscribeUrl !== null && <Subscribe url={subscribeUrl} />}
      <TextField
        label={ways.label}
        value={draft.label}
        maxLength={60}
        onChange={(next) => change({ label: next })}
        error={errors.label}
      />
      <Select<Details | "own">
        label={ways.details}
        value={draft.details ?? "own"}
        options={[
          { value: "own", label: ways.detailsOwn },
          ...levels.map((value) => ({ value, label: texts.levels[value] })),
        ]}
        onChange={(value) => change({ details: value === "own" ? null : value })}
        error={errors.details}
      />
      {state !== "unverified" && (
        <Switch label={ways.isOn} checked={draft.isOn} onChange={(isOn) => change({ isOn })} />
      )}
      {isRemoving && (
        <ConfirmRequest
          title={ways.deleteTitle(label)}
          confirm={ways.delete}
          send={async () => {
            await read(operations.delete());
            onClose();
            refetchNotices();
            return true;
          }}
          kinds={[]}
          done={ways.deleted(label)}
          onClose={() => setRemoving(false)}
        >
          <p>{ways.deleteText}</p>
        </ConfirmRequest>
      )}
    </Sheet>
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
  const { id, address } = channel;
  const first = useRef<HTMLInputElement>(null);
  const again = useRequest();
  const form = useDraft(
    { code: "" },
    { validate: ({ code }) => ({ code: digitsOf(code).length === 6 ? null : ways.codeShort }) },
  );
  const operations = api.app.notifications.channels({ id });
  const confirm = async () => {
    if (form.isBusy || !form.check()) return;
    const proven = await form.send(() => read(operations.verify.post({ code: digitsOf(form.draft.code) })));
    if (!proven) return;
    refetchNotices();
    toasts.show({ message: ways.confirmed(address) });
    onClose();
  };
  const sendAgain = async () => {
    if (await again.send(() => read(operations.code.post(undefined)))) toasts.show({ message: ways.codeSent });
  };
  return (
    <Sheet
      open
      onClose={onClose}
      title={ways.codeTitle}
      sub={ways.codeHint(address)}
      initialFocus={first}
      onSubmit={() => void confirm()}
      footer={<FormFooter form={form} onCancel={onClose} save={ways.confirm} />}
    >
      <TextField
        ref={first}
        className="settings-code"
        label={ways.code}
        value={form.draft.code}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={8}
        placeholder="000 000"
        onChange={(code) => form.change({ code })}
        error={form.errors.code}
      />
      <div>
        <Button variant="quiet" busy={again.isBusy} onClick={() => void sendAgain()}>
          {ways.codeAgain}
        </Button>
      </div>
      <FormError error={again.error} />
    </Sheet>
  );
}

function digitsOf(code: string): string {
  return code.replace(/\D/g, "");
}
