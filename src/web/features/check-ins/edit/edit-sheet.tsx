import { useState } from "preact/hooks";
import { FormFooter } from "#web/forms/form-footer.tsx";
import { useDraft } from "#web/forms/use-draft.ts";
import { edited, type OpenRecord, store, useOpenRecord } from "#web/forms/use-open-record.tsx";
import { useText } from "#web/i18n/catalogue.ts";
import { realIds } from "#web/page/sync.ts";
import { perform } from "#web/page/undo.ts";
import { PeoplePicker } from "#web/people/person-picker.tsx";
import { WeekdayPicker } from "#web/recurrence/weekday-picker.tsx";
import { weekdayName } from "#web/recurrence/words.ts";
import { provisionalId, withRealIds } from "#web/sync/ids.ts";
import { useMembers, useToday } from "#web/sync/session.ts";
import { formatNames, formatTime } from "#web/time/format.ts";
import { Button, IconButton } from "#web/ui/controls/button.tsx";
import { Switch } from "#web/ui/controls/choice.tsx";
import { type FieldError, FieldSet } from "#web/ui/controls/field.tsx";
import { RadioGroup } from "#web/ui/controls/radio-group.tsx";
import { TextField, TimeField } from "#web/ui/controls/text-field.tsx";
import { Plus, X } from "#web/ui/icons.ts";
import { Sheet } from "#web/ui/overlay/sheet.tsx";
import { draftOf, emptyDraft, errorsOf, inputOf, patchOf } from "../model/draft.ts";
import { type PresetName, templateOf } from "../model/presets.ts";
import type { CheckIn } from "../model/source.ts";
import { pauseText } from "../model/wording.ts";
import { createCheckIn, deleteCheckIn, endPause, updateCheckIn } from "../model/writes.ts";
import { QuestionFields } from "./question-fields.tsx";

/** Sheet to edit a check-in. The id “new” creates a check-in. Nothing is shown for an unknown id. */
export function EditSheet(props: { id: string; checkIns: readonly CheckIn[]; onClose: () => void }) {
  const real = withRealIds(props.id, realIds);
  const record = useOpenRecord(
    props.id,
    props.checkIns.find(({ id }) => id === real),
  );
  if (props.id !== "new" && !record) return null;
  return <Editing key={props.id} record={record} onClose={props.onClose} />;
}

function Editing({ record, onClose }: { record: OpenRecord<CheckIn> | null; onClose: () => void }) {
  const text = useText();
  const { checkInScreen } = text;
  const today = useToday();
  const members = useMembers();
  const checkIn = record?.value ?? null;
  const paused = checkIn && pauseText(checkIn, today, text);
  const [preset, setPreset] = useState<PresetName | null>("happiness");
  const form = useDraft(() => (checkIn ? draftOf(checkIn) : emptyDraft(templateOf("happiness", text))), {
    validate: (draft) => errorsOf(draft, text),
    edited: record && edited(record, draftOf),
    describe: {
      times: ({ times }) => formatNames(times.map(({ time }) => formatTime(time))),
      daysOfWeek: ({ daysOfWeek }) => formatNames(daysOfWeek.map((day) => weekdayName(day))),
    },
  });
  const { draft, errors, change } = form;

  const choose = (next: PresetName | null) => {
    setPreset(next);
    const own = { presetKey: "custom" as const, name: "", question: "", faces: templateOf("vibe", text).faces };
    change(next === null ? own : templateOf(next, text));
  };
  const save = async () => {
    if (!form.check()) return;
    const input = inputOf(draft);
    const saved = await store(form, patchOf(form.base, input), {
      create: () => perform(createCheckIn, { id: provisionalId(), today, ...input }),
      update: checkIn && ((patch) => perform(updateCheckIn, { id: checkIn.id, patch, named: input.name, today })),
    });
    if (saved) onClose();
  };
  const remove = (removed: CheckIn) => {
    perform(deleteCheckIn, { id: removed.id, named: removed.name });
    onClose();
  };
  return (
    <Sheet
      open
      onClose={onClose}
      title={checkIn ? checkIn.name : checkInScreen.add}
      size="l"
      onSubmit={() => void save()}
      footer={<FormFooter form={form} onCancel={onClose} onDelete={checkIn ? () => remove(checkIn) : null} />}
    >
      {!checkIn && <PresetPicker value={preset} onChange={choose} />}
      <QuestionFields draft={draft} onChange={change} errors={errors} />
      <PeoplePicker
        label={checkInScreen.people}
        people={members}
        value={draft.assigneeIds}
        onChange={(assigneeIds) => change({ assigneeIds })}
        error={errors.assigneeIds}
      />
      <WeekdayPicker
        label={checkInScreen.days}
        value={draft.daysOfWeek}
        error={errors.daysOfWeek}
        onChange={(daysOfWeek) => change({ daysOfWeek: [...daysOfWeek] })}
      />
      <TimesField times={draft.times} onChange={(times) => change({ times })} error={errors.times} />
      <Switch
        label={checkInScreen.notify}
        hint={checkInScreen.notifyHint}
        checked={draft.notify}
        onChange={(notify) => change({ notify })}
      />
      {checkIn && (
        <Switch
          label={checkInScreen.active}
          hint={checkInScreen.activeHint}
          checked={draft.active}
          onChange={(active) => change({ active })}
        />
      )}
      {checkIn && paused !== null && (
        <p className="check-ins-pause">
          <span>{paused}</span>
          <Button
            variant="quiet"
            size="s"
            onClick={() => void perform(endPause, { id: checkIn.id, named: checkIn.name, today })}
          >
            {checkInScreen.endPause}
          </Button>
        </p>
      )}
    </Sheet>
  );
}

const inOrder: readonly PresetName[] = ["happiness", "energy", "sleep", "health", "school", "vibe"];

/** Buttons to choose a preset question. A null `value` means that the household writes its own question. */
function PresetPicker(props: { value: PresetName | null; onChange: (value: PresetName | null) => void }) {
  const text = useText();
  const { checkInScreen } = text;
  const own = { key: null, title: checkInScreen.own, question: checkInScreen.ownHint, faces: "✏️" };
  const ready = inOrder.map((key) => {
    const { name: title, question, faces } = templateOf(key, text);
    return { key, title, question, faces: faces.map(({ emoji }) => emoji).join(" ") };
  });
  return (
    <RadioGroup
      {...props}
      label={checkInScreen.what}
      options={[...ready, own].map(({ key, title, question, faces }) => ({
        value: key,
        content: (
          <>
            <strong>{title}</strong>
            <span className="soft small">{question}</span>
            <span aria-hidden="true">{faces}</span>
          </>
        ),
      }))}
      className="check-ins-presets"
      optionClass="check-ins-preset"
      hidesRadios
    />
  );
}

type Times = CheckIn["times"];

function TimesField(props: { times: Times; onChange: (times: Times) => void; error: FieldError }) {
  const { checkInScreen, common } = useText();
  const { times, onChange } = props;
  const change = (at: number, patch: Partial<Times[number]>) =>
    onChange(times.map((each, index) => (index === at ? { ...each, ...patch } : each)));
  return (
    <FieldSet label={checkInScreen.times} error={props.error}>
      <ul className="check-ins-rows">
        {times.map(({ time, label }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: unfinished times have no key
          <li key={index}>
            <TimeField
              label={checkInScreen.timeNumber(index + 1)}
              hideLabel
              value={time}
              onChange={(next) => change(index, { time: next })}
            />
            <TextField
              label={checkInScreen.timeLabel(index + 1)}
              hideLabel
              placeholder={checkInScreen.timePlaceholder}
              value={label ?? ""}
              maxLength={40}
              onChange={(next) => change(index, { label: next || null })}
            />
            {times.length > 1 && (
              <IconButton
                aria-label={`${common.remove}: ${time}`}
                onClick={() => onChange(times.filter((_, each) => each !== index))}
              >
                <X />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
      <Button variant="quiet" size="s" icon={<Plus />} onClick={() => onChange([...times, { time: "", label: null }])}>
        {checkInScreen.addTime}
      </Button>
    </FieldSet>
  );
}
