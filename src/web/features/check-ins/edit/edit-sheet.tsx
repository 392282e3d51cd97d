import { useState } from "preact/hooks";
import { useText } from "../../../i18n/catalogue.ts";
import { PeoplePicker } from "../../../people/person-picker.tsx";
import { WeekdayPicker } from "../../../recurrence/weekday-picker.tsx";
import { provisionalId } from "../../../sync/ids.ts";
import { perform } from "../../../sync/perform.ts";
import { useMembers } from "../../../sync/session.ts";
import { useToday } from "../../../time/zone.ts";
import { Switch } from "../../../ui/controls/choice.tsx";
import { FormFooter } from "../../../ui/forms/form-footer.tsx";
import { Sheet } from "../../../ui/overlay/sheet.tsx";
import { changesOf, type Draft, draftOf, emptyDraft, finished, type Problem, problemsOf } from "../model/draft.ts";
import { type PresetName, templateOf } from "../model/presets.ts";
import type { CheckIn } from "../model/source.ts";
import { createCheckIn, deleteCheckIn, updateCheckIn } from "../model/writes.ts";
import { WhatItAsks } from "../what-it-asks.tsx";
import { PresetPicker } from "./preset-picker.tsx";
import { TimesField } from "./times-field.tsx";

/** Makes a check-in (`id` is “new”), or changes one. It shows nothing for an id of none. */
export function EditSheet(props: { id: string; checkIns: readonly CheckIn[]; onClose: () => void }) {
  const checkIn = props.checkIns.find(({ id }) => id === props.id);
  if (props.id !== "new" && !checkIn) return null;
  return <Editing key={props.id} checkIn={checkIn ?? null} onClose={props.onClose} />;
}

function Editing({ checkIn, onClose }: { checkIn: CheckIn | null; onClose: () => void }) {
  const { checkInScreen } = useText();
  const today = useToday();
  const members = useMembers();
  const [preset, setPreset] = useState<PresetName | null>("happiness");
  const [draft, setDraft] = useState<Draft>(() => (checkIn ? draftOf(checkIn) : emptyDraft(templateOf("happiness"))));
  const [isTried, setTried] = useState(false);
  const problems = problemsOf(draft);
  const errorOf = (field: Problem) => (isTried && problems.includes(field) ? checkInScreen.problems[field] : null);
  const change = (patch: Partial<Draft>) => setDraft({ ...draft, ...patch });

  const choose = (next: PresetName | null) => {
    setPreset(next);
    const own = { presetKey: "custom" as const, name: "", question: "", faces: templateOf("vibe").faces };
    change(next === null ? own : templateOf(next));
  };
  const save = () => {
    setTried(true);
    if (problems.length > 0) return;
    const complete = finished(draft);
    if (!checkIn) perform(createCheckIn, { id: provisionalId(), today, ...complete });
    else {
      const patch = changesOf(draftOf(checkIn), complete);
      const named = complete.name;
      if (Object.keys(patch).length > 0) perform(updateCheckIn, { id: checkIn.id, patch, named, today });
    }
    onClose();
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
      onSubmit={save}
      footer={<FormFooter onCancel={onClose} onDelete={checkIn ? () => remove(checkIn) : null} />}
    >
      {!checkIn && <PresetPicker value={preset} onChange={choose} />}
      <WhatItAsks draft={draft} onChange={change} errorOf={errorOf} />
      <PeoplePicker
        label={checkInScreen.people}
        people={members}
        value={draft.assigneeIds}
        onChange={(assigneeIds) => change({ assigneeIds })}
        error={errorOf("people")}
      />
      <WeekdayPicker
        label={checkInScreen.days}
        value={draft.daysOfWeek}
        error={errorOf("days")}
        onChange={(daysOfWeek) => change({ daysOfWeek: [...daysOfWeek] })}
      />
      <TimesField times={draft.times} onChange={(times) => change({ times })} error={errorOf("times")} />
      {checkIn && (
        <Switch
          label={checkInScreen.active}
          hint={checkInScreen.activeHint}
          checked={draft.active}
          onChange={(active) => change({ active })}
        />
      )}
    </Sheet>
  );
}
