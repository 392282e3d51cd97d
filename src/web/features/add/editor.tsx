import { useText } from "#web/i18n/catalogue.ts";
import { PeoplePicker, PersonPicker } from "#web/people/person-picker.tsx";
import { readRepeat, ruleOf } from "#web/recurrence/repeat.ts";
import { RepeatFields } from "#web/recurrence/repeat-fields.tsx";
import { useMembers, useToday } from "#web/sync/session.ts";
import { ChipButton } from "#web/ui/controls/chip.tsx";
import { Select } from "#web/ui/controls/select.tsx";
import { DateField, TimeField } from "#web/ui/controls/text-field.tsx";
import { aheadText, suggestionsFor } from "../calendar/model/reminders.ts";
import { minuteAt, timeOf } from "../calendar/model/span.ts";
import { mealTypes } from "../meals/model/plan.ts";
import type { Part } from "./chips.tsx";
import type { AddDraft, Corrections } from "./model/draft.ts";
import type { Facts } from "./model/words.ts";

type Props = { draft: AddDraft; facts: Facts; onCorrect: (change: Corrections) => void };

/** Fields that correct one part of what was read. */
export function Editor({ part, ...props }: Props & { part: Part }) {
  const { addField } = useText();
  return (
    <section className="add-editor" aria-label={addField[part]}>
      {part === "day" && <DayEditor {...props} />}
      {part === "time" && <TimeEditor {...props} />}
      {part === "who" && <WhoEditor {...props} />}
      {part === "list" && <ListEditor {...props} />}
      {part === "meal" && <MealEditor {...props} />}
      {part === "repeat" && <RepeatEditor {...props} />}
      {part === "reminder" && <ReminderEditor {...props} />}
    </section>
  );
}

function DayEditor({ draft, onCorrect }: Props) {
  const { addField } = useText();
  return <DateField label={addField.day} value={draft.day ?? ""} onChange={(day) => onCorrect({ day: day || null })} />;
}

function TimeEditor({ draft, onCorrect }: Props) {
  const { addField } = useText();
  const { kind, time, minutes } = draft;
  const today = useToday();
  const day = draft.day ?? today;
  const end = time === null ? "" : timeOf(minuteAt({ day, time }) + minutes);
  const finish = (until: string) => {
    if (time === null || until === "") return;
    const length = minuteAt({ day, time: until }) - minuteAt({ day, time });
    onCorrect({ minutes: length < 0 ? length + 1_440 : length });
  };
  return (
    <div className="add-fields">
      <TimeField label={addField.from} value={time ?? ""} onChange={(next) => onCorrect({ time: next || null })} />
      {kind === "event" && <TimeField label={addField.until} value={end} disabled={time === null} onChange={finish} />}
    </div>
  );
}

function WhoEditor({ draft, onCorrect }: Props) {
  const { addField } = useText();
  const members = useMembers();
  const field = { label: addField.who, people: members };
  if (draft.kind === "list") {
    const [value = null] = draft.memberIds;
    const change = (id: string | null) => onCorrect({ memberIds: id === null ? [] : [id] });
    return <PersonPicker {...field} value={value} none={addField.anyone} onChange={change} />;
  }
  return <PeoplePicker {...field} value={draft.memberIds} onChange={(memberIds) => onCorrect({ memberIds })} />;
}

function ListEditor({ draft, facts, onCorrect }: Props) {
  const { addField } = useText();
  return (
    <Select
      label={addField.list}
      value={draft.listId ?? ""}
      options={facts.lists.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={(listId) => onCorrect({ listId })}
    />
  );
}

function MealEditor({ draft, onCorrect }: Props) {
  const { addField, meals } = useText();
  return (
    <Select
      label={addField.meal}
      value={draft.mealType}
      options={mealTypes.map((value) => ({ value, label: meals.types[value] }))}
      onChange={(mealType) => onCorrect({ mealType })}
    />
  );
}

function RepeatEditor({ draft, onCorrect }: Props) {
  const { addField } = useText();
  const today = useToday();
  const day = draft.day ?? today;
  return (
    <RepeatFields
      label={addField.repeat}
      repeat={readRepeat(draft.rule, day, "UTC")}
      start={{ day, time: draft.time ?? "00:00" }}
      error={null}
      onChange={(repeat) => onCorrect({ rule: ruleOf(repeat, day) })}
    />
  );
}

function ReminderEditor({ draft: { reminders, time }, facts: { text }, onCorrect }: Props) {
  const isAllDay = time === null;
  const all = [...new Set([...suggestionsFor(isAllDay), ...reminders])].sort((a, b) => a - b);
  const toggle = (minutes: number) => {
    const others = reminders.filter((each) => each !== minutes);
    onCorrect({ reminders: others.length < reminders.length ? others : [...others, minutes].sort((a, b) => a - b) });
  };
  return (
    <div className="chips">
      {all.map((minutes) => (
        <ChipButton key={minutes} pressed={reminders.includes(minutes)} onClick={() => toggle(minutes)}>
          {aheadText(minutes, isAllDay, text)}
        </ChipButton>
      ))}
    </div>
  );
}
