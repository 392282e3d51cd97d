import { useRef, useState } from "preact/hooks";
import { useText } from "../../../i18n/catalogue.ts";
import { PeoplePicker } from "../../../people/person-picker.tsx";
import { RepeatFields } from "../../../recurrence/repeat-fields.tsx";
import { isConnected } from "../../../sync/connection.ts";
import { provisionalId, randomId } from "../../../sync/ids.ts";
import { perform } from "../../../sync/perform.ts";
import { useHousehold, useIsAdult, useMembers, useViewer } from "../../../sync/session.ts";
import { Switch } from "../../../ui/controls/choice.tsx";
import { TextArea } from "../../../ui/controls/text-area.tsx";
import { TextField } from "../../../ui/controls/text-field.tsx";
import { FormFooter } from "../../../ui/forms/form-footer.tsx";
import { Sheet } from "../../../ui/overlay/sheet.tsx";
import { changesOf, type Draft, type Fields, fieldsOf } from "../model/draft.ts";
import type { Scope } from "../model/effects.ts";
import { type Errors, errorsOf, fieldOfRefusal } from "../model/errors.ts";
import type { Occurrence } from "../model/occurrence.ts";
import { refusalOf } from "../model/saving.ts";
import { wallAt } from "../model/span.ts";
import { createEvent, updateEvent } from "../model/writes.ts";
import { ClashNote } from "./clash-note.tsx";
import { ReminderField } from "./reminder-field.tsx";
import { SeriesDialog } from "./series-dialog.tsx";
import { WhenFields } from "./when-fields.tsx";

/** Everything of an event to write. `base` is what is changed; null: something new. */
export function EditSheet({
  initial,
  base,
  onClose,
}: {
  initial: Draft;
  base: Occurrence | null;
  onClose: () => void;
}) {
  const text = useText();
  const { calendar } = text;
  const { timeZone } = useHousehold();
  const members = useMembers();
  const viewer = useViewer();
  const isAdult = useIsAdult();
  // Others than adults change one instance of a series at a time, and never how an event repeats.
  const maySetRule = isAdult || base === null;
  // What the event was when the sheet opened: others may change it meanwhile.
  const [before] = useState(initial);
  const [draft, setDraft] = useState(initial);
  const [errors, setErrors] = useState<Errors>({});
  const [asked, setAsked] = useState<Partial<Fields> | null>(null);
  const [isBusy, setBusy] = useState(false);
  const title = useRef<HTMLInputElement>(null);
  const set = (change: Partial<Draft>) => {
    setDraft((now) => ({ ...now, ...change }));
    setErrors({});
  };
  const send = async (act: () => { done: Promise<unknown> }) => {
    setBusy(true);
    const refusal = await refusalOf(act().done);
    setBusy(false);
    if (refusal && isConnected.get()) setErrors(fieldOfRefusal(refusal));
    else onClose();
  };
  const change = (patch: Partial<Fields>, scope: Scope) => {
    if (!base) return;
    const { event } = base;
    void send(() => perform(updateEvent, { id: event.id, base: event, scope, patch, mark: randomId() }));
  };
  const create = () => {
    const { id = null, name = "" } = viewer ?? {};
    const by = { kind: "member" as const, id, name, agentName: null };
    void send(() => perform(createEvent, { id: provisionalId(), event: fieldsOf(draft, timeZone), timeZone, by }));
  };
  const save = () => {
    const wrong = errorsOf(draft, text);
    setErrors(wrong);
    if (Object.keys(wrong).length > 0) return;
    if (!base) return create();
    const { recurrenceRule, ...rest } = changesOf(before, draft, timeZone);
    const patch = maySetRule && recurrenceRule !== undefined ? { ...rest, recurrenceRule } : rest;
    if (Object.keys(patch).length === 0) onClose();
    else if (base.event.recurring && isAdult) setAsked(patch);
    else change(patch, "this");
  };
  return (
    <Sheet
      open
      onClose={onClose}
      title={base ? calendar.editEvent : calendar.newEvent}
      onSubmit={save}
      {...(base ? {} : { initialFocus: title })}
      side
      footer={<FormFooter onCancel={onClose} isBusy={isBusy} />}
    >
      <TextField
        ref={title}
        label={calendar.title}
        value={draft.title}
        onChange={(title) => set({ title })}
        error={errors.title}
        enterkeyhint="done"
      />
      <WhenFields draft={draft} onChange={set} errors={errors} />
      <PeoplePicker
        label={calendar.who}
        hint={draft.memberIds.length === 0 ? calendar.forEverybody : undefined}
        people={members}
        value={draft.memberIds}
        onChange={(memberIds) => set({ memberIds })}
        error={errors.memberIds}
      />
      {draft.memberIds.length > 0 && (
        <Switch
          label={calendar.alsoEverybody}
          hint={calendar.alsoEverybodyHint}
          checked={draft.isGeneral}
          onChange={(isGeneral) => set({ isGeneral })}
        />
      )}
      <ClashNote draft={draft} own={base?.event.id ?? null} />
      {maySetRule && (
        <RepeatFields
          label={calendar.repeats}
          repeat={draft.repeat}
          start={wallAt(draft.span.start)}
          error={errors.repeat}
          onChange={(repeat) => set({ repeat })}
        />
      )}
      <TextField
        label={calendar.location}
        value={draft.location}
        onChange={(location) => set({ location })}
        error={errors.location}
      />
      <ReminderField value={draft.reminders} onChange={(reminders) => set({ reminders })} error={errors.reminders} />
      <TextArea label={calendar.notes} value={draft.notes} onChange={(notes) => set({ notes })} error={errors.notes} />
      {errors.whole && (
        <p className="field-error" role="alert">
          {errors.whole}
        </p>
      )}
      {asked && base && (
        <SeriesDialog
          kind="change"
          occurrence={base}
          patch={asked}
          onAnswer={(scope) => {
            setAsked(null);
            if (scope) change(asked, scope);
          }}
        />
      )}
    </Sheet>
  );
}
