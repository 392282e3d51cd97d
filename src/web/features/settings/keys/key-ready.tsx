import { useState } from "preact/hooks";
import { useText } from "../../../i18n/catalogue.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { Select } from "../../../ui/controls/select.tsx";
import { ConfirmDialog } from "../../../ui/overlay/confirm-dialog.tsx";
import { Sheet } from "../../../ui/overlay/sheet.tsx";
import { Copyable } from "./copyable.tsx";

/** Shows a new key once, with the setup text of each program. Asks before it closes if nothing was copied. */
export function KeyReady({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { keys: text } = useText().settings;
  const [client, setClient] = useState<Client>("claudeCode");
  const [isKept, setKept] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const close = () => (isKept ? onClose() : setAsked(true));
  return (
    <Sheet
      open
      onClose={close}
      title={text.readyTitle}
      sub={text.readyText}
      size="l"
      footer={
        <Button variant="primary" onClick={close}>
          {text.kept}
        </Button>
      }
    >
      <Copyable label={text.key} text={secret} lines onCopied={() => setKept(true)} />
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
        onCopied={() => setKept(true)}
      />
      <ConfirmDialog
        open={isAsked}
        onClose={() => setAsked(false)}
        onConfirm={onClose}
        title={text.keptAsk}
        confirm={text.kept}
        cancel={text.notYet}
      >
        {text.keptText}
      </ConfirmDialog>
    </Sheet>
  );
}

const clients = ["claudeCode", "claudeDesktop", "cursor", "vsCode", "curl"] as const;
export type Client = (typeof clients)[number];

/** The setup text of a program, as in docs/agents.md. `base` is the server's address without a slash at its end. */
export function setupFor(client: Client, base: string, key: string): string {
  return texts[client](base, key);
}

const texts: Readonly<Record<Client, (base: string, key: string) => string>> = {
  claudeCode: (base, key) =>
    `claude mcp add --transport http inglenook ${base}/mcp --header "Authorization: Bearer ${key}" --header "X-Agent-Name: Claude Code"`,
  claudeDesktop: (base) => `${base}/v1`,
  cursor: (base, key) =>
    json({
      mcpServers: {
        inglenook: { url: `${base}/mcp`, headers: { Authorization: `Bearer ${key}`, "X-Agent-Name": "Cursor" } },
      },
    }),
  vsCode: (base) =>
    json({
      inputs: [{ type: "promptString", id: "inglenook-key", description: "Inglenook API key", password: true }],
      servers: {
        inglenook: {
          type: "http",
          url: `${base}/mcp`,
          headers: { Authorization: `Bearer \${input:inglenook-key}`, "X-Agent-Name": "VS Code" },
        },
      },
    }),
  curl: (base, key) =>
    `curl -s -H "Authorization: Bearer ${key}" -H "X-Agent-Name: My script" ${base}/v1/households/me`,
};

function json(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
