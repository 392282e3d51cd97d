import { useRef, useState } from "preact/hooks";
import { useText } from "#web/i18n/catalogue.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Field } from "#web/ui/controls/field.tsx";
import { Check, Copy } from "#web/ui/icons.ts";

/**
 * Text with a copy button. Browsers do not allow copying over plain HTTP. The button then selects the text, so that the
 * user can copy the text by hand.
 */
export function Copyable(props: { label: string; text: string; lines?: boolean; onCopied?: () => void }) {
  const { settings } = useText();
  const [state, setState] = useState<"fresh" | "copied" | "marked">("fresh");
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const copy = async () => {
    field.current?.focus();
    field.current?.select();
    const isCopied = await copyText(props.text);
    setState(isCopied ? "copied" : "marked");
    props.onCopied?.();
  };
  const does = state === "copied" ? settings.copied : settings.copy;
  return (
    <div className="copyable">
      <Field label={props.label} hint={state === "marked" ? settings.copyByHand : undefined}>
        {(control) => {
          const shared = { ...control, ref: field, value: props.text, onFocus: () => field.current?.select() };
          const rows = Math.min(props.text.split("\n").length + 1, 14);
          return props.lines ? (
            <textarea {...shared} readOnly className="input copyable-lines" rows={rows} />
          ) : (
            <input {...shared} readOnly className="input copyable-line" />
          );
        }}
      </Field>
      <Button
        icon={state === "copied" ? <Check /> : <Copy />}
        aria-label={`${does}: ${props.label}`}
        onClick={() => void copy()}
      >
        <span aria-live="polite">{does}</span>
      </Button>
    </div>
  );
}

/**
 * Copies a text. Returns false if the browser cannot copy. The fallback for older browsers copies the current
 * selection.
 */
async function copyText(text: string): Promise<boolean> {
  try {
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(text);
      return true;
    }
  } catch {
    // Copying is forbidden here, but the fallback may still work.
  }
  return document.execCommand("copy");
}
