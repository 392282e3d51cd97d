import { useText } from "#web/i18n/catalogue.ts";
import { useOverlay } from "#web/shell/use-overlay.ts";
import { read } from "#web/sync/api/client.ts";
import { command } from "#web/sync/command.ts";
import { useAgo, useDayOf } from "#web/sync/use-dates.ts";
import { useSource } from "#web/sync/use-source.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Chip } from "#web/ui/controls/chip.tsx";
import { RecordRow } from "#web/ui/display/record-row.tsx";
import { ListPart } from "../list-part.tsx";
import { ExternalAnchor, Part, Points } from "../part.tsx";
import { type ApiKey, keysSource } from "../sources.ts";
import { KeySheet } from "./key-sheet.tsx";
import { choiceWith, groups } from "./scopes.ts";

/** Maximum number of active API keys that the server allows. */
const maxKeys = 25;

export function Integrations() {
  const { keys: text } = useText().settings;
  const keys = useSource(keysSource, {});
  const { value, open, close } = useOverlay("new");
  const used = keys.data?.apiKeys.filter(({ status }) => status !== "revoked").length ?? 0;
  return (
    <>
      <ListPart
        title={text.heading}
        intro={text.intro}
        isIntroAbove
        add={{ label: text.create, variant: "primary", onClick: () => open({ new: "" }) }}
        read={keys}
        itemsOf={({ apiKeys }) => apiKeys}
        limit={{ max: maxKeys, note: text.full, counted: ({ status }) => status !== "revoked" }}
        skeletons={{ count: 2, height: "5rem" }}
        empty={{ picture: "🗝️", title: text.none, text: text.noneText }}
        note={used > 0 && text.used(used, maxKeys)}
        folded={{ has: ({ status }) => status === "revoked" || status === "expired", summary: text.past }}
        row={(key, onRevoke) => <KeyRow key={key.id} apiKey={key} onRevoke={onRevoke} />}
        removal={(key) => ({
          title: text.revokeTitle(key.name),
          text: text.revokeText(key.lastAgentName ?? text.whoever),
          confirm: text.revoke,
          command: revokeKey,
          variables: key,
        })}
      />
      <Part title={text.can}>
        <Points points={text.canPoints} />
        <p>
          <ExternalAnchor href="/docs">{text.docs}</ExternalAnchor>
        </p>
      </Part>
      {value.new !== null && <KeySheet onClose={close} />}
    </>
  );
}

function KeyRow({ apiKey, onRevoke }: { apiKey: ApiKey; onRevoke: () => void }) {
  const { keys: text } = useText().settings;
  const ago = useAgo();
  const dayOf = useDayOf();
  const { name, prefix, status, expiresAt, createdBy, createdAt, lastUsedAt, lastAgentName } = apiKey;
  const choice = choiceWith(apiKey.scopes);
  return (
    <li className="settings-key">
      <RecordRow
        nested
        title={name}
        facts={[
          <>
            <code>fam_live_{prefix}…</code> · {text.madeBy(createdBy.name, dayOf(createdAt, "full"))}
          </>,
        ]}
        actions={<Chip tone={status === "active" ? "good" : "warn"}>{text.status[status]}</Chip>}
      />
      <p className="small">
        {lastUsedAt === null ? text.unused : text.lastUsed(ago(lastUsedAt))}
        {lastAgentName !== null && ` ${text.lastAgent(lastAgentName)}`} ·{" "}
        {expiresAt === null ? text.forGood : text.until(dayOf(expiresAt, "full"))}
      </p>
      <ul className="settings-rights">
        {groups
          .filter((group) => choice[group] !== "none")
          .map((group) => (
            <li key={group}>
              <Chip tone={choice[group] === "write" ? "ember" : undefined}>
                {text.groups[group].name}: {text.levels[choice[group]]}
              </Chip>
            </li>
          ))}
      </ul>
      {status !== "revoked" && (
        <div>
          <Button aria-label={text.revokeLabel(name)} onClick={onRevoke}>
            {text.revoke}
          </Button>
        </div>
      )}
    </li>
  );
}

const revokeKey = command({
  invalidates: ["api_key"],
  send: ({ id }: ApiKey, api) => read(api.v1["api-keys"]({ id }).delete()),
  done: ({ settings }, { name }) => settings.keys.revoked(name),
});
