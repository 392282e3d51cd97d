import { useState } from "preact/hooks";
import { ConfirmRequest } from "#web/forms/confirm-request.tsx";
import { FormFooter } from "#web/forms/form.tsx";
import { useDraft } from "#web/forms/use-draft.ts";
import { edited, type OpenRecord } from "#web/forms/use-open-record.tsx";
import { useText } from "#web/i18n/catalogue.ts";
import { invalidate } from "#web/page/sync.ts";
import { toasts } from "#web/page/toasts.ts";
import { SegmentedField } from "#web/ui/controls/segmented.tsx";
import { TextField } from "#web/ui/controls/text-field.tsx";
import { Sheet } from "#web/ui/overlay/sheet.tsx";
import type { Account } from "../model/accounts.ts";
import { changeAccount, changedKinds, type Decision, disconnectAccount } from "./sources.ts";

const decisions = ["keep", "remove"] as const;

/** Field to choose whether the events of a removed calendar are kept or removed. */
export function DecisionField({ value, onChange }: { value: Decision; onChange: (value: Decision) => void }) {
  const { accounts: text } = useText().settings;
  return (
    <>
      <SegmentedField
        label={text.decision}
        value={value}
        segments={decisions.map((each) => ({ value: each, label: text.decisions[each] }))}
        onChange={onChange}
      />
      <p className="field-hint">{text.decisionHints[value]}</p>
    </>
  );
}

export function DisconnectDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const { accounts: text } = useText().settings;
  const [decision, setDecision] = useState<Decision>("keep");
  const { id, name, calendarCount } = account;
  return (
    <ConfirmRequest
      title={text.endTitle(name)}
      confirm={text.end}
      send={() => disconnectAccount(id, decision)}
      kinds={changedKinds}
      done={text.ended(name)}
      onClose={onClose}
    >
      <p>{text.endText}</p>
      {calendarCount > 0 && <DecisionField value={decision} onChange={setDecision} />}
    </ConfirmRequest>
  );
}

export function RenameSheet({ record, onClose }: { record: OpenRecord<Account>; onClose: () => void }) {
  const { value: account } = record;
  const { settings, setup } = useText();
  const { accounts: text } = settings;
  const form = useDraft(
    { name: account.name },
    {
      validate: ({ name }) => ({ name: name.trim() ? null : setup.problems.nameMissing }),
      edited: edited(record, ({ name }) => ({ name })),
    },
  );
  const save = async () => {
    if (form.isBusy || form.isDeleted || !form.check()) return;
    const name = form.draft.name.trim();
    if (name === form.base.name) return onClose();
    const saved = await form.send(() => changeAccount(account.id, { name }));
    if (!saved) return;
    invalidate(changedKinds);
    toasts.show({ message: text.renamed(saved.name) });
    onClose();
  };
  return (
    <Sheet
      open
      onClose={onClose}
      title={text.rename}
      onSubmit={() => void save()}
      footer={<FormFooter form={form} onCancel={onClose} canSaveAsNew={false} />}
    >
      <TextField
        label={text.name}
        hint={text.nameHint}
        value={form.draft.name}
        maxLength={100}
        onChange={(name) => form.change({ name })}
        error={form.errors.name}
      />
    </Sheet>
  );
}
