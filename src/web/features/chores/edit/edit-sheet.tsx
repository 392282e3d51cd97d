import { useRef } from "preact/hooks";
import { FormFooter } from "#web/forms/form-footer.tsx";
import { patchOf } from "#web/forms/merge.ts";
import { type Errors, useDraft } from "#web/forms/use-draft.ts";
import { edited, type OpenRecord, store } from "#web/forms/use-open-record.tsx";
import { useText } from "#web/i18n/catalogue.ts";
import { perform } from "#web/page/undo.ts";
import { firstDay } from "#web/recurrence/repeat.ts";
import { RepeatFields } from "#web/recurrence/repeat-fields.tsx";
import { repeatInWords } from "#web/recurrence/words.ts";
import { provisionalId } from "#web/sync/ids.ts";
import { useToday } from "#web/sync/session.ts";
import { formatDay } from "#web/time/format.ts";
import { Switch } from "#web/ui/controls/choice.tsx";
import { FieldSet } from "#web/ui/controls/field.tsx";
import { SegmentedControl } from "#web/ui/controls/segmented.tsx";
import { DateField, TimeField } from "#web/ui/controls/text-field.tsx";
import { Sheet } from "#web/ui/overlay/sheet.tsx";
import { type Draft, draftOf, errorsOf, inputOf, startingOn } from "../model/draft.ts";
import type { Chore } from "../model/source.ts";
import { createChore, deleteChore, updateChore } from "../model/writes.ts";
import { LookFields, SharingFields } from "./fields.tsx";

export type FormPart = {
  readonly draft: Draft;
  readonly errors: Errors<keyof Draft>;
  readonly change: (patch: Partial<Draft>) => void;
};

/** Sheet to edit a chore. If `record` is null, the sheet creates a chore, and the form begins with `initial`. */
export function EditSheet(props: {
  record: OpenRecord<Chore> | null;
  initial?: Draft;
  /** Called after the chore is saved. By default, `onClose` is called. */
  onSaved?: () => void;
  onClose: () => void;
}) {
  const { record, initial, onClose, onSaved = onClose } = props;
  const text = useText();
  const { choreBoard } = text;
  const today = useToday();
  const chore = record?.value ?? null;
  const form = useDraft(() => initial ?? draftOf(chore, today), {
    validate: (draft) => errorsOf(draft, text),
    fields: { recurrenceRule: "repeat" },
    edited: record && edited(record, (value) => draftOf(value, today)),
    units: [["startDate", "repeat"]],
    describe: {
      startDate: ({ startDate, repeat }) =>
        `${formatDay(startDate, "long")}, ${repeatInWords(repeat, firstDay(repeat, startDate), text)}`,
    },
  });
  const { draft, change } = form;
  const nameField = useRef<HTMLInputElement>(null);
  const save = async () => {
    if (!form.check()) return;
    const input = inputOf(draft);
    const patch = patchOf(inputOf(form.base), input, [["recurrenceRule", "startDate"]]);
    const saved = await store(form, patch, {
      create: () => perform(createChore, { id: provisionalId(), today, input }),
      update: chore && ((changes) => perform(updateChore, { id: chore.id, name: input.name, today, patch: changes })),
    });
    if (saved) onSaved();
  };
  const remove = () => {
    if (chore) perform(deleteChore, { id: chore.id, name: chore.name });
    onClose();
  };
  const footer = <FormFooter form={form} onCancel={onClose} onDelete={chore ? remove : null} />;
  const title = chore ? choreBoard.form.edit : choreBoard.form.new;
  return (
    <Sheet open onClose={onClose} title={title} footer={footer} onSubmit={() => void save()} initialFocus={nameField}>
      <LookFields {...form} nameField={nameField} />
      <SharingFields {...form} />
      <WhenFields {...form} />
      <DueField {...form} />
      {chore && (
        <Switch
          label={choreBoard.form.active}
          hint={choreBoard.form.activeHint}
          checked={draft.active}
          onChange={(active) => change({ active })}
        />
      )}
    </Sheet>
  );
}

function WhenFields({ draft, errors, change }: FormPart) {
  const { form } = useText().choreBoard;
  const { repeat, startDate } = draft;
  const today = useToday();
  return (
    <>
      <DateField
        label={repeat.kind === "none" ? form.startOnce : form.start}
        value={startDate}
        error={errors.startDate}
        onChange={(day) => change(startingOn(draft, day))}
      />
      <RepeatFields
        label={form.repeat}
        repeat={repeat}
        start={{ day: firstDay(repeat, startDate || today), time: "00:00" }}
        error={errors.repeat}
        onChange={(next) => change({ repeat: next })}
      />
    </>
  );
}

function DueField({ draft, errors, change }: FormPart) {
  const { form } = useText().choreBoard;
  const isTimed = draft.dueTime !== null;
  return (
    <FieldSet label={form.due} error={errors.dueTime}>
      <div className="chores-due">
        <SegmentedControl
          label={form.due}
          value={isTimed ? "at" : "any"}
          segments={[
            { value: "any", label: form.anyTime },
            { value: "at", label: form.atTime },
          ]}
          onChange={(value) => change({ dueTime: value === "at" ? "18:00" : null })}
        />
        {draft.dueTime !== null && (
          <TimeField label={form.time} hideLabel value={draft.dueTime} onChange={(dueTime) => change({ dueTime })} />
        )}
      </div>
    </FieldSet>
  );
}
