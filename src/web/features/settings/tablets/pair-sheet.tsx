import { useRef } from "preact/hooks";
import { FormFooter } from "#web/forms/form.tsx";
import { useDraft } from "#web/forms/use-draft.ts";
import { useText } from "#web/i18n/catalogue.ts";
import { api, invalidate } from "#web/page/sync.ts";
import { toasts } from "#web/page/toasts.ts";
import { read } from "#web/sync/api/client.ts";
import { TextField } from "#web/ui/controls/text-field.tsx";
import { Sheet } from "#web/ui/overlay/sheet.tsx";
import { PhoneLink } from "../server/phone-link.tsx";

export function PairSheet({ onClose }: { onClose: () => void }) {
  const { settings, setup } = useText();
  const { tablets: text } = settings;
  const form = useDraft(
    { code: "", name: text.nameExample },
    {
      validate: ({ code, name }) => ({
        code: digitsOf(code).length === 6 ? null : text.codeShort,
        name: name.trim() ? null : setup.problems.nameMissing,
      }),
    },
  );
  const { draft, errors, change } = form;
  const first = useRef<HTMLInputElement>(null);
  const pair = async () => {
    if (form.isBusy || !form.check()) return;
    const body = { code: digitsOf(draft.code), name: draft.name.trim() };
    const device = await form.send(() => read(api.app.devices.post(body)));
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
      footer={<FormFooter form={form} onCancel={onClose} save={text.pair} />}
    >
      <TextField
        ref={first}
        className="settings-code"
        label={text.code}
        value={draft.code}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={8}
        placeholder="000 000"
        onChange={(code) => change({ code })}
        error={errors.code}
      />
      <TextField
        label={text.name}
        value={draft.name}
        maxLength={60}
        onChange={(name) => change({ name })}
        error={errors.name}
      />
      <PhoneLink label={text.address} path="/wall" />
    </Sheet>
  );
}

function digitsOf(code: string): string {
  return code.replace(/\D/g, "");
}
