import { useState } from "preact/hooks";
import { ConfirmRequest } from "#web/forms/confirm-request.tsx";
import { useText } from "#web/i18n/catalogue.ts";
import { api } from "#web/page/sync.ts";
import { read } from "#web/sync/api/client.ts";
import { useHousehold, useNow } from "#web/sync/session.ts";
import { formatAgo } from "#web/time/ago.ts";
import { formatDay } from "#web/time/format.ts";
import { wallTime } from "#web/time/zone.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Chip } from "#web/ui/controls/chip.tsx";
import type { ApiKey } from "../sources.ts";
import { choiceWith, groups } from "./scopes.ts";

export function KeyRow({ apiKey }: { apiKey: ApiKey }) {
  const { keys: text } = useText().settings;
  const { timeZone } = useHousehold();
  const { ms } = useNow();
  const [isAsked, setAsked] = useState(false);
  const { name, prefix, status, expiresAt, createdBy, createdAt, lastUsedAt, lastAgentName } = apiKey;
  const dayOf = (instant: string) => formatDay(wallTime(instant, timeZone).day, "full");
  const used = lastUsedAt === null ? text.unused : text.lastUsed(formatAgo(lastUsedAt, ms));
  return (
    <li className="settings-key">
      <div className="settings-row">
        <span className="settings-row-text">
          <strong>{name}</strong>
          <span className="soft small">
            <code>fam_live_{prefix}…</code> · {text.madeBy(createdBy.name, dayOf(createdAt))}
          </span>
        </span>
        <Chip tone={status === "active" ? "good" : "warn"}>{text.status[status]}</Chip>
      </div>
      <p className="small">
        {used}
        {lastAgentName !== null && ` ${text.lastAgent(lastAgentName)}`} ·{" "}
        {expiresAt === null ? text.forGood : text.until(dayOf(expiresAt))}
      </p>
      <Rights scopes={apiKey.scopes} />
      {status !== "revoked" && (
        <div>
          <Button aria-label={text.revokeLabel(name)} onClick={() => setAsked(true)}>
            {text.revoke}
          </Button>
        </div>
      )}
      {isAsked && (
        <ConfirmRequest
          title={text.revokeTitle(name)}
          confirm={text.revoke}
          send={() => read(api.v1["api-keys"]({ id: apiKey.id }).delete())}
          kinds={["api_key"]}
          done={text.revoked(name)}
          onClose={() => setAsked(false)}
        >
          <p>{text.revokeText(lastAgentName ?? text.whoever)}</p>
        </ConfirmRequest>
      )}
    </li>
  );
}

function Rights({ scopes }: { scopes: readonly string[] }) {
  const { keys: text } = useText().settings;
  const choice = choiceWith(scopes);
  return (
    <ul className="settings-rights">
      {groups
        .filter(({ name }) => choice[name] !== "none")
        .map(({ name }) => (
          <li key={name}>
            <Chip tone={choice[name] === "write" ? "ember" : undefined}>
              {text.groups[name].name}: {text.levels[choice[name]]}
            </Chip>
          </li>
        ))}
    </ul>
  );
}
