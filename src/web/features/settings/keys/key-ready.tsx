import { useState } from "preact/hooks";
import { useText } from "../../../i18n/catalogue.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { Select } from "../../../ui/controls/select.tsx";
import { ConfirmDialog } from "../../../ui/overlay/confirm-dialog.tsx";
import { Sheet } from "../../../ui/overlay/sheet.tsx";
import { type Client, clients, setupFor } from "./clients.ts";
import { Copyable } from "./copyable.tsx";

/** Shows a new key once. Confirms closing if nothing was copied. */
export function KeyReady({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { common, settings } = useText();
  const { keys: text } = settings;
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
          {common.done}
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
