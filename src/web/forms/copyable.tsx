import { useRef, useState } from "preact/hooks";
import { useText } from "#web/i18n/catalogue.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { TextArea } from "#web/ui/controls/text-area.tsx";
import { TextField } from "#web/ui/controls/text-field.tsx";
import { Check, Copy } from "#web/ui/icons.ts";

/**
 * Text with a copy button. Over plain HTTP, browsers do not allow copying. The button then only selects the text, so
 * that the user can copy it by hand.
 */
export function Copyable(props: { label: string; text: string; lines?: boolean; onCopied?: () => void }) {
  const { label, text, lines, onCopied } = props;
  const { settings } = useText();
  const [state, setState] = useState<"fresh" | "copied" | "marked">("fresh");
  const area = useRef<HTMLTextAreaElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const copy = async () => {
    const field = lines ? area.current : input.current;
    field?.focus();
    field?.select();
    setState((await copyText(text)) ? "copied" : "marked");
    onCopied?.();
  };
  const does = state === "copied" ? settings.copied : settings.copy;
  const field = {
    label,
    hint: state === "marked" && settings.copyByHand,
    className: "field-mono",
    readOnly: true,
    value: text,
    onFocus: (event: FocusEvent) => (event.currentTarget as HTMLInputElement).select(),
  };
  return (
    <div className="copyable">
      {lines ? (
        <TextArea {...field} ref={area} rows={Math.min(text.split("\n").length + 1, 14)} />
      ) : (
        <TextField {...field} ref={input} />
      )}
      <Button
        icon={state === "copied" ? <Check /> : <Copy />}
        aria-label={`${does}: ${label}`}
        onClick={() => void copy()}
      >
        <span aria-live="polite">{does}</span>
      </Button>
    </div>
  );
}

/**
 * Copies a text to the clipboard. Resolves to false if the browser cannot copy. The caller must select the text on the
 * page first, because older browsers can copy only what is selected.
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
