import { useState } from "preact/hooks";
import { useText } from "#web/i18n/catalogue.ts";
import { Select } from "#web/ui/controls/select.tsx";
import { type Client, clients, setupFor } from "./clients.ts";
import { Copyable } from "./copyable.tsx";
import { SecretSheet } from "./secret-sheet.tsx";

/** Shows a new API key once. Asks for confirmation if the user closes the sheet before copying anything. */
export function KeyReady({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { settings } = useText();
  const { keys: text } = settings;
  const [client, setClient] = useState<Client>("claudeCode");
  return (
    <SecretSheet
      title={text.readyTitle}
      sub={text.readyText}
      keptAsk={text.keptAsk}
      keptText={text.keptText}
      onClose={onClose}
    >
      {(onKept) => (
        <>
          <Copyable label={text.key} text={secret} lines onCopied={onKept} />
          <Select
            label={text.client}
            value={client}
            options={clients.map((value) => ({ value, label: text.clients[value] }))}
            onChange={setClient}
          />
          <p>{text.clientHints[client]}</p>
          <Copyable
            key={client}
            label={text.setup}
            text={setupFor(client, location.origin, secret)}
            lines={client !== "claudeDesktop"}
            onCopied={onKept}
          />
        </>
      )}
    </SecretSheet>
  );
}
