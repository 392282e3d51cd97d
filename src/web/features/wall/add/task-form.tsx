import { useRef, useState } from "preact/hooks";
import type { PhraseReading, SpanKind } from "#lib/phrases/model.ts";
import { FormFooter } from "#web/forms/form-footer.tsx";
import { useDraft } from "#web/forms/use-draft.ts";
import { unknownName, usePhrase, wordsOf } from "#web/forms/use-phrases.ts";
import { useText } from "#web/i18n/catalogue.ts";
import { perform } from "#web/page/undo.ts";
import { Avatar } from "#web/people/avatar.tsx";
import { PersonPicker } from "#web/people/person-picker.tsx";
import { provisionalId } from "#web/sync/ids.ts";
import { useMembers, useToday } from "#web/sync/session.ts";
import { formatNames, formatRelativeDay } from "#web/time/format.ts";
import { Chip, RemovableChip } from "#web/ui/controls/chip.tsx";
import { DateField, TextField } from "#web/ui/controls/text-field.tsx";
import { Calendar, Info } from "#web/ui/icons.ts";
import { Sheet } from "#web/ui/overlay/sheet.tsx";
import { labelError, labelRoom } from "../../tasks/model/label.ts";
import { createTask } from "../../tasks/model/writes.ts";
import { keepDraft, useKeptDraft } from "../model/kept-draft.ts";
import type { FormProps } from "./add-sheet.tsx";

/**
 * Form to add a task. The text can name a due date and a member. A later choice in the fields below replaces what the
 * text names.
 */
export function TaskForm({ member, draft: former, onClose }: FormProps<"task">) {
  const { taskScreen, wall, common } = useText();
  const members = useMembers();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(former?.text ?? "");
  const [plain, setPlain] = useState<readonly string[]>([]);
  const reading = usePhrase(text, { field: "task", viewerId: member.id, plain });
  const { title } = reading;
  const form = useDraft<{ memberId: string; dueDate: string | null }, "label">(
    { memberId: former?.memberId ?? member.id, dueDate: former?.dueDate ?? null },
    { validate: () => ({ label: labelError(title)?.text }) },
  );
  const { draft, errors, change } = form;
  const memberId = reading.members?.at(-1) ?? draft.memberId;
  const dueDate = dayOf(reading) ?? draft.dueDate;
  const keepAsText = (kinds: readonly SpanKind[]) => {
    setPlain([...plain, ...wordsOf(text, reading, kinds)]);
  };
  useKeptDraft({ kind: "task", text, ...draft });
  const close = () => {
    keepDraft(null);
    onClose();
  };
  const save = async () => {
    if (!form.check()) return;
    const task = { id: provisionalId(), label: title, memberId, dueDate };
    if (await form.submit(() => perform(createTask, task, { message: wall.add.added(title) }))) close();
  };
  return (
    <Sheet
      open
      onClose={onClose}
      title={taskScreen.add}
      sub={wall.add.as(member.name)}
      onSubmit={() => void save()}
      initialFocus={field}
      footer={<FormFooter form={form} onCancel={close} save={common.add} />}
    >
      <TextField
        ref={field}
        label={taskScreen.label}
        placeholder={taskScreen.addPlaceholder}
        value={text}
        onChange={(next) => {
          setText(next);
          change({});
        }}
        error={errors.label}
        enterkeyhint="done"
      />
      <Preview text={text} reading={reading} memberId={memberId} onKeep={keepAsText} />
      <PersonPicker
        label={taskScreen.person}
        people={members}
        value={memberId}
        error={errors.memberId}
        onChange={(next) => {
          keepAsText(people);
          change({ memberId: next ?? memberId });
        }}
      />
      <DateField
        label={taskScreen.due}
        hint={taskScreen.dueHint}
        value={dueDate ?? ""}
        error={errors.dueDate}
        onChange={(day) => {
          keepAsText(times);
          change({ dueDate: day || null });
        }}
      />
    </Sheet>
  );
}

const people: readonly SpanKind[] = ["person"];
const times: readonly SpanKind[] = ["day", "time", "range", "duration"];

/** Returns the day of a task. If the phrase may mean several days, returns the likeliest. */
function dayOf({ date, start, ambiguous }: PhraseReading): string | null {
  const [first] = ambiguous ?? [];
  const moment = date ?? start ?? (first && ("date" in first ? first.date : first.start));
  return moment?.slice(0, 10) ?? null;
}

/** Chips for the member and the due date that were read. Removing a chip makes its words plain text again. */
function Preview(props: {
  text: string;
  reading: PhraseReading;
  memberId: string;
  onKeep: (kinds: readonly SpanKind[]) => void;
}) {
  const { taskScreen, common } = useText();
  const today = useToday();
  const members = useMembers();
  const { text, reading, onKeep } = props;
  const { title, possibleMembers = [] } = reading;
  const named = reading.members?.at(-1);
  const person = members.find(({ id }) => id === props.memberId);
  const words = (kinds: readonly SpanKind[]) => wordsOf(text, reading, kinds).join(" ");
  const day = dayOf(reading);
  const unknown = unknownName(reading);
  const room = labelRoom(title);
  if (text.trim() === "") return <p className="tasks-preview soft small">{taskScreen.addHint}</p>;
  const isUnclear = possibleMembers.length > 1;
  const names = formatNames(members.filter(({ id }) => possibleMembers.includes(id)).map(({ name }) => name));
  return (
    <section className="tasks-preview" aria-label={taskScreen.willBe}>
      <span className="tasks-preview-label">{title}</span>
      {day !== null && (
        <RemovableChip name={words(times)} tone="ember" icon={<Calendar />} onRemove={() => onKeep(times)}>
          {formatRelativeDay(day, today, common)}
        </RemovableChip>
      )}
      {person && named !== undefined && (
        <RemovableChip
          name={words(people)}
          color={person.color}
          icon={<Avatar person={person} size="xs" decorative />}
          onRemove={() => onKeep(people)}
        >
          {person.name}
        </RemovableChip>
      )}
      {person && named === undefined && (
        <Chip color={person.color} icon={<Avatar person={person} size="xs" decorative />}>
          {taskScreen.forPerson(person.name)}
        </Chip>
      )}
      {(isUnclear || unknown !== null) && (
        <Chip tone="warn" icon={<Info />}>
          {isUnclear
            ? taskScreen.unclearPerson(words(people), names)
            : unknown !== null && taskScreen.unknownPerson(unknown)}
        </Chip>
      )}
      {room !== null && <span className="soft small">{taskScreen.left(room)}</span>}
    </section>
  );
}
