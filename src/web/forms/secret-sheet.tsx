import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { useText } from "#web/i18n/catalogue.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { ConfirmDialog } from "#web/ui/overlay/confirm-dialog.tsx";
import { Sheet } from "#web/ui/overlay/sheet.tsx";

/**
 * Sheet that shows a secret once. `children` returns the content, which must call `onKept` when the user has saved the
 * secret, for example by copying the secret. If the user closes the sheet earlier, the sheet asks for confirmation.
 */
export function SecretSheet(props: {
  readonly title: string;
  /** Text below the title, and the question whether the user has kept the secret. */
  readonly text: { readonly readyText: string; readonly keptAsk: string; readonly keptText: string };
  readonly onClose: () => void;
  readonly children: (onKept: () => void) => ComponentChildren;
}) {
  const { title, text, onClose, children } = props;
  const { common, settings } = useText();
  const [isKept, setKept] = useState(false);
  const [isConfirming, setConfirming] = useState(false);
  const close = () => (isKept ? onClose() : setConfirming(true));
  return (
    <Sheet
      open
      onClose={close}
      title={title}
      sub={text.readyText}
      size="l"
      footer={
        <Button variant="primary" onClick={close}>
          {common.done}
        </Button>
      }
    >
      {children(() => setKept(true))}
      <ConfirmDialog
        open={isConfirming}
        onClose={() => setConfirming(false)}
        onConfirm={onClose}
        title={text.keptAsk}
        confirm={settings.keys.kept}
        cancel={settings.keys.notYet}
      >
        {text.keptText}
      </ConfirmDialog>
    </Sheet>
  );
}
