import { useState } from "preact/hooks";
import { FormFooter } from "#web/forms/form.tsx";
import { patchOf } from "#web/forms/merge.ts";
import { useDraft } from "#web/forms/use-draft.ts";
import { edited, type OpenRecord } from "#web/forms/use-open-record.tsx";
import { useText } from "#web/i18n/catalogue.ts";
import { invalidate } from "#web/page/sync.ts";
import { Switch } from "#web/ui/controls/choice.tsx";
import { Select } from "#web/ui/controls/select.tsx";
import { Sheet } from "#web/ui/overlay/sheet.tsx";
import { ConcernedFields, NameAndColorFields } from "../calendars/calendar-fields.tsx";
import type { Account } from "../model/accounts.ts";
import { DecisionField } from "./account-actions.tsx";
import { type AccountCalendar, type Choice, changedKinds, chooseCalendar, type Decision } from "./sources.ts";

const modes = ["off", "in", "out", "both"] as const;
const privacies = ["busy", "full", "hidden"] as const;

type Draft = Pick<AccountCalendar, "mode" | "name" | "color" | "memberIds" | "isGeneral" | "privacy" | "isDefault">;

function draftOf({ mode, name, color, memberIds, isGeneral, privacy, isDefault }: AccountCalendar): Draft {
  return { mode, name: name.slice(0, 100), color, memberIds, isGeneral, privacy, isDefault };
}

function isCopied({ mode }: Draft): boolean {
  return mode === "out" || mode === "both";
}

function inputOf(draft: Draft): Draft {
  return { ...draft, name: draft.name.trim(), isDefault: isCopied(draft) && draft.isDefault };
}

const people = ["memberIds", "isGeneral"] as const;

/** Sheet of one calendar in the viewer's account: whether the calendar is synced, and how its events are shown. */
export function CalendarSheet(props: { account: Account; record: OpenRecord<AccountCalendar>; onClose: () => void }) {
  const { account, record, onClose } = props;
  const { value: calendar } = record;
  const { settings, setup } = useText();
  const { choice: text } = settings.accounts;
  const [decision, setDecision] = useState<Decision>("keep");
  const form = useDraft<Draft, "events">(() => draftOf(calendar), {
    validate: ({ name }) => ({ name: name.trim() ? null : setup.problems.nameMissing }),
    edited: edited(record, draftOf),
    units: [people],
    describe: {
      mode: (draft) => text.modes[draft.mode],
      privacy: ({ privacy }) => text.privacies[privacy],
    },
  });
  const { draft, errors, change } = form;
  const { mode } = draft;
  const shows = mode === "in" || mode === "both";
  const copies = isCopied(draft);
  const isLosing = calendar.eventCount > 0 && (mode === "off" || (mode === "out" && calendar.mode === "in"));
  const save = async () => {
    if (form.isBusy || form.isDeleted || !form.check()) return;
    const input = inputOf(draft);
    const patch = patchOf(inputOf(form.base), input, [people]);
    if (!patch) return onClose();
    const others = mode === "off" ? {} : form.base.mode === "off" ? input : patch;
    const body: Choice = { ...others, mode, ...(isLosing ? { events: decision } : {}) };
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
      footer={<FormFooter form={form} onCancel={onClose} canSaveAsNew={false} />}
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
