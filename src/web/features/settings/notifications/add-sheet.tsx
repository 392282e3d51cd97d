import { EditSheet } from "#web/forms/edit-sheet.tsx";
import { useDraft } from "#web/forms/use-draft.ts";
import { useText } from "#web/i18n/catalogue.ts";
import { EmailField, emailError } from "#web/people/person-fields.tsx";
import { useViewer } from "#web/sync/session.ts";
import { Select } from "#web/ui/controls/select.tsx";
import { TextField } from "#web/ui/controls/text-field.tsx";
import type { Channel } from "../../notifications/model/preferences.ts";
import { useManagedMember } from "../sources.ts";
import { addChannel } from "./commands.ts";

/** Kinds of channels that a form adds. Push channels are added by the device itself. */
export type AddedKind = "mail" | "ntfy" | "apprise";

/** Draft of a new channel. Each kind uses other fields. */
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
  /** Addresses of the ntfy servers that the server offers. */
  servers: readonly string[];
  onClose: () => void;
  onAdded: (channel: Channel) => void;
}) {
  const { kind, servers, onClose, onAdded } = props;
  const text = useText();
  const { ways } = text.notifications;
  const viewer = useViewer();
  const known = useManagedMember(viewer?.id ?? "")?.email ?? "";
  const form = useDraft<Draft>(
    { address: null, server: servers[0] ?? "", token: "", key: "" },
    {
      validate: ({ address, key }) => {
        const wanted = (address ?? known).trim();
        if (kind === "apprise") return { key: /^[A-Za-z0-9_-]{1,64}$/.test(key.trim()) ? null : ways.keyWrong };
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
      title={ways[`${kind}Title`]}
      sub={ways[`${kind}Hint`]}
      save={kind === "mail" ? ways.sendCode : ways.addIt}
      onSave={add}
    >
      {kind === "mail" && (
        <EmailField {...field("address")} label={ways.address} autoComplete="email" value={draft.address ?? known} />
      )}
      {kind === "ntfy" && servers.length > 1 && (
        <Select
          {...field("server")}
          label={ways.server}
          options={servers.map((value) => ({ value, label: hostOf(value) }))}
        />
      )}
      {kind === "ntfy" && (
        <TextField {...field("token")} label={ways.token} hint={ways.tokenHint} maxLength={200} autoCapitalize="none" />
      )}
      {kind === "ntfy" && host === "ntfy.sh" && <p className="form-note">{ways.topicPublic(host)}</p>}
      {kind === "apprise" && <TextField {...field("key")} label={ways.key} maxLength={64} autoCapitalize="none" />}
    </EditSheet>
  );
}

function hostOf(server: string): string {
  return URL.canParse(server) ? new URL(server).host : server;
}
