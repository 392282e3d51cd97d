import { useState } from "preact/hooks";
import { useText } from "../../../i18n/catalogue.ts";
import { invalidate } from "../../../sync/client.ts";
import { Switch } from "../../../ui/controls/choice.tsx";
import { Select } from "../../../ui/controls/select.tsx";
import { FormFooter } from "../../../ui/forms/form.tsx";
import { useDraft } from "../../../ui/forms/use-draft.ts";
import { Sheet } from "../../../ui/overlay/sheet.tsx";
import { ConcernedFields, NameAndColorFields } from "../calendars/calendar-fields.tsx";
import type { Account } from "../model/accounts.ts";
import { DecisionField } from "./parting.tsx";
import { type Choice, changedKinds, chooseCalendar, type Decision, type Offered } from "./sources.ts";

const modes = ["off", "in", "out", "both"] as const;
const privacies = ["busy", "full", "hidden"] as const;

type Draft = Pick<Offered, "mode" | "name" | "color" | "memberIds" | "isGeneral" | "privacy" | "isDefault">;

/** Whether and how a calendar of the viewer's account is shown. */
export function CalendarSheet(props: { account: Account; calendar: Offered; onClose: () => void }) {
  const { account, calendar, onClose } = props;
  const { settings, setup } = useText();
  const { choice: text } = settings.accounts;
  const [decision, setDecision] = useState<Decision>("keep");
  const form = useDraft<Draft, "events">(
    () => {
      const { mode, name, color, memberIds, isGeneral, privacy, isDefault } = calendar;
      return { mode, name: name.slice(0, 100), color, memberIds, isGeneral, privacy, isDefault };
    },
    { validate: ({ name }) => ({ name: name.trim() ? null : setup.problems.nameMissing }) },
  );
  const { draft, errors, change } = form;
  const { mode } = draft;
  const shows = mode === "in" || mode === "both";
  const copies = mode === "out" || mode === "both";
  const isLosing = calendar.eventCount > 0 && (mode === "off" || (mode === "out" && calendar.mode === "in"));
  const save = async () => {
    if (form.isBusy || !form.check()) return;
    const { name, ...rest } = draft;
    const about = { ...rest, name: name.trim(), isDefault: copies && draft.isDefault };
    const body: Choice = { ...(mode === "off" ? { mode } : about), ...(isLosing ? { events: decision } : {}) };
    const saved = await form.send(() => chooseCalendar(account.id, calendar.key, body));
    if (!saved) return;
    invalidate(changedKinds);
    onClose();
  };
  return (
    <Sheet
      open
      onClose={onClose}
      title={calendar.name}
      sub={account.name}
      onSubmit={() => void save()}
      footer={<FormFooter form={form} onCancel={onClose} />}
    >
      <Select
        label={text.mode}
        hint={text.modeHints[mode]}
        value={mode}
        options={modes.map((value) => ({
          value,
          label: text.modes[value],
          disabled: calendar.isReadOnly && (value === "out" || value === "both"),
        }))}
        onChange={(next) => change({ mode: next })}
        error={errors.mode}
      />
      {calendar.isReadOnly && <p className="form-note">{text.readOnly}</p>}
      {isLosing && <DecisionField value={decision} onChange={setDecision} />}
      {mode !== "off" && <NameAndColorFields label={text.name} value={draft} onChange={change} errors={errors} />}
      {shows && (
        <>
          <ConcernedFields
            label={text.who}
            generalHint={text.generalHint}
            value={draft}
            onChange={change}
            error={errors.memberIds}
          />
          <Select
            label={text.privacy}
            hint={text.privacyHint}
            value={draft.privacy}
            options={privacies.map((value) => ({ value, label: text.privacies[value] }))}
            onChange={(privacy) => change({ privacy })}
            error={errors.privacy}
          />
        </>
      )}
      {copies && (
        <Switch
          label={text.isDefault}
          hint={text.isDefaultHint}
          checked={draft.isDefault}
          onChange={(isDefault) => change({ isDefault })}
        />
      )}
    </Sheet>
  );
}
