import { useRef, useState } from "preact/hooks";
import { useText } from "../../../i18n/catalogue.ts";
import { api, read } from "../../../sync/api/client.ts";
import { invalidate } from "../../../sync/client.ts";
import { TextField } from "../../../ui/controls/text-field.tsx";
import { FormFooter } from "../../../ui/forms/form-footer.tsx";
import { Sheet } from "../../../ui/overlay/sheet.tsx";
import { toasts } from "../../../ui/overlay/toast-store.ts";
import { useAsking } from "../../setup/asking.ts";

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
