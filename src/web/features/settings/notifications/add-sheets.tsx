import type { ComponentChildren } from "preact";
import { FormFooter } from "#web/forms/form.tsx";
import { useDraft } from "#web/forms/use-draft.ts";
import { useText } from "#web/i18n/catalogue.ts";
import { refetchNotices } from "#web/page/live.ts";
import { api } from "#web/page/sync.ts";
import { toasts } from "#web/page/toasts.ts";
import { emailError } from "#web/people/person-fields.tsx";
import { read } from "#web/sync/api/client.ts";
import { useViewer } from "#web/sync/session.ts";
import { Select } from "#web/ui/controls/select.tsx";
import { TextField } from "#web/ui/controls/text-field.tsx";
import { Sheet } from "#web/ui/overlay/sheet.tsx";
import type { Channel } from "../../notifications/model/preferences.ts";
import { useManagedMember } from "../sources.ts";

type Props = { onClose: () => void; onAdded: (channel: Channel) => void };

const { post: add } = api.app.notifications.channels;

/** Sheet to add an email channel. The member's sign-in address is filled in, and the user can change it. */
export function AddMailSheet({ onClose, onAdded }: Props) {
  const text = useText();
  const { ways } = text.notifications;
  const viewer = useViewer();
  const known = useManagedMember(viewer?.id ?? "")?.email ?? "";
  /** Typed email address. Null until the user types. */
  const form = useDraft<{ address: string | null }>(
    { address: null },
    {
      validate: ({ address }) => {
        const wanted = (address ?? known).trim();
        return {
          address:
            wanted === "" ? (text.moreErrors.byField["invalid_value email"] as string) : emailError(wanted, text),
        };
      },
    },
  );
  const address = form.draft.address ?? known;
  const save = async () => {
    if (!form.check()) return;
    const channel = await form.send(() => read(add({ kind: "mail", address: address.trim() })));
    if (!channel) return;
    refetchNotices();
    onAdded(channel);
  };
  return (
    <AddSheet
      title={ways.mailTitle}
      hint={ways.mailHint}
      save={ways.sendCode}
      form={form}
      onSave={save}
      onClose={onClose}
    >
      <TextField
        label={ways.address}
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        maxLength={254}
        value={address}
        onChange={(next) => form.change({ address: next })}
        error={form.errors.address}
      />
    </AddSheet>
  );
}

export function AddNtfySheet({ servers, onClose, onAdded }: Props & { servers: readonly string[] }) {
  const { ways } = useText().notifications;
  const form = useDraft({ server: servers[0] ?? "", token: "" }, { validate: () => ({}) });
  const { draft, errors, change } = form;
  const host = hostOf(draft.server);
  const save = async () => {
    const token = draft.token.trim();
    const body = { kind: "ntfy" as const, server: draft.server, ...(token === "" ? {} : { token }) };
    const channel = await form.send(() => read(add(body)));
    if (!channel) return;
    refetchNotices();
    onAdded(channel);
  };
  return (
    <AddSheet title={ways.ntfyTitle} hint={ways.ntfyHint} save={ways.addIt} form={form} onSave={save} onClose={onClose}>
      {servers.length > 1 && (
        <Select
          label={ways.server}
          value={draft.server}
          options={servers.map((value) => ({ value, label: hostOf(value) }))}
          onChange={(server) => change({ server })}
          error={errors.server}
        />
      )}
      <TextField
        label={ways.token}
        hint={ways.tokenHint}
        value={draft.token}
        maxLength={200}
        autoCapitalize="none"
        onChange={(token) => change({ token })}
        error={errors.token}
      />
      {host === "ntfy.sh" && <p className="form-note">{ways.topicPublic(host)}</p>}
    </AddSheet>
  );
}

export function AddAppriseSheet({ onClose, onAdded }: Props) {
  const { ways } = useText().notifications;
  const form = useDraft(
    { key: "" },
    { validate: ({ key }) => ({ key: /^[A-Za-z0-9_-]{1,64}$/.test(key.trim()) ? null : ways.keyWrong }) },
  );
  const save = async () => {
    if (!form.check()) return;
    const channel = await form.send(() => read(add({ kind: "apprise", key: form.draft.key.trim() })));
    if (!channel) return;
    refetchNotices();
    toasts.show({ message: ways.added(channel.label) });
    onAdded(channel);
  };
  return (
    <AddSheet
      title={ways.appriseTitle}
      hint={ways.appriseHint}
      save={ways.addIt}
      form={form}
      onSave={save}
      onClose={onClose}
    >
      <TextField
        label={ways.key}
        value={form.draft.key}
        maxLength={64}
        autoCapitalize="none"
        onChange={(key) => form.change({ key })}
        error={form.errors.key}
      />
    </AddSheet>
  );
}

function AddSheet(props: {
  title: string;
  hint: string;
  save: string;
  form: Parameters<typeof FormFooter>[0]["form"];
  onSave: () => Promise<void>;
  onClose: () => void;
  children: ComponentChildren;
}) {
  const { title, hint, save, form, onSave, onClose, children } = props;
  return (
    <Sheet
      open
      onClose={onClose}
      title={title}
      sub={hint}
      onSubmit={() => void onSave()}
      footer={<FormFooter form={form} onCancel={onClose} save={save} />}
    >
      {children}
    </Sheet>
  );
}

function hostOf(server: string): string {
  return URL.canParse(server) ? new URL(server).host : server;
}
