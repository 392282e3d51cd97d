import { useRef, useState } from "react";
import { api, read } from "../api/client.ts";
import { invalidate } from "../data/client.ts";
import { FormFooter } from "../form-footer.tsx";
import { useAsking } from "../setup/asking.ts";
import { useText } from "../text/catalogue.ts";
import { Sheet } from "../ui/sheet.tsx";
import { TextField } from "../ui/text-field.tsx";
import { toasts } from "../ui/toast-store.ts";

/** Confirms the code that a tablet shows, and gives it a name. */
export function PairSheet({ onClose }: { onClose: () => void }) {
  const { settings, setup } = useText();
  const { tablets: text } = settings;
  const [code, setCode] = useState("");
  const [name, setName] = useState(text.nameExample);
  const [isTried, setTried] = useState(false);
  const first = useRef<HTMLInputElement>(null);
  const asking = useAsking();
  const digits = code.replace(/\D/g, "");
  const pair = async () => {
    setTried(true);
    if (digits.length !== 6 || !name.trim() || asking.isBusy) return;
    const device = await asking.ask(() => read(api.app.devices.post({ code: digits, name: name.trim() })));
    if (!device) return;
    invalidate(["device"]);
    toasts.show({ message: text.paired(device.name) });
    onClose();
  };
  return (
    <Sheet
      open
      onClose={onClose}
      title={text.pairTitle}
      sub={text.pairText}
      initialFocus={first}
      onSubmit={() => void pair()}
      footer={<FormFooter onCancel={onClose} save={text.pair} isBusy={asking.isBusy} />}
    >
      <TextField
        ref={first}
        className="settings-code"
        label={text.code}
        value={code}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={8}
        placeholder="000 000"
        onChange={(next) => {
          setCode(next);
          asking.clear();
        }}
        error={asking.error ?? (isTried && digits.length !== 6 ? text.codeShort : null)}
      />
      <TextField
        label={text.name}
        value={name}
        maxLength={60}
        onChange={setName}
        error={isTried && !name.trim() ? setup.problems.nameMissing : null}
      />
    </Sheet>
  );
}
