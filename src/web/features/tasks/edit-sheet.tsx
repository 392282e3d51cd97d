import type { TargetedKeyboardEvent } from "preact";
import { useState } from "preact/hooks";
import { addDays } from "#lib/days.ts";
import { FormFooter } from "#web/forms/form-footer.tsx";
import { patchOf } from "#web/forms/merge.ts";
import { type Fitting, hasTime, repeatSpans, unheldBy } from "#web/forms/phrase-moment.ts";
import { PhraseSuggestion, type Suggestion } from "#web/forms/phrase-suggestion.tsx";
import { useDraft } from "#web/forms/use-draft.ts";
import { edited, type OpenRecord, store, useOpenRecord } from "#web/forms/use-open-record.tsx";
import { useText } from "#web/i18n/catalogue.ts";
import { realIds } from "#web/page/sync.ts";
import { perform } from "#web/page/undo.ts";
import { mayTick, taskOwners } from "#web/people/permissions.ts";
import { PeoplePicker, PersonPicker } from "#web/people/person-picker.tsx";
import { withRealIds } from "#web/sync/ids.ts";
import { useHousehold, useMembers, useToday, useViewer } from "#web/sync/session.ts";
import { useSource } from "#web/sync/use-source.ts";
import { ChipButton } from "#web/ui/controls/chip.tsx";
import { TextArea } from "#web/ui/controls/text-area.tsx";
import { DateField } from "#web/ui/controls/text-field.tsx";
import { Sheet } from "#web/ui/overlay/sheet.tsx";
import { DetailFields, fieldsOf, maxNotes, remindersText, type TaskDraft } from "./detail-fields.tsx";
import { removeTask } from "./model/actions.ts";
import { nextWeek } from "./model/groups.ts";
import { labelError, labelRoom } from "./model/label.ts";
import { doneTasks, openTasks, type Task } from "./model/source.ts";
import { useDone } from "./model/use-done.ts";
import { createTasks, newTasks, updateTask } from "./model/writes.ts";

export function EditSheet({ id, onClose }: { id: string; onClose: () => void }) {
  const open = useSource(openTasks, {}).data?.tasks;
  const recent = useSource(doneTasks, {}).data?.tasks;
  const real = withRealIds(id, realIds);
  const isAmong = [...(open ?? []), ...(recent ?? [])].some((each) => each.id === real);
  // A search result or feed entry may link to a task that was completed long ago.
  const { tasks: done } = useDone(open !== undefined && recent !== undefined && !isAmong);
  const task = [...(open ?? []), ...(done ?? [])].find((each) => each.id === real);
  const record = useOpenRecord(id, task);
  return record && <Editing key={id} record={record} initial={record.value} onClose={onClose} />;
}

/** Sheet to create tasks: one for each of the members `memberIds`. The form begins with `initial`. */
export function NewTaskSheet(props: {
  initial: Omit<TaskDraft, "memberId">;
  memberIds: readonly string[];
  onSaved: () => void;
  onClose: () => void;
}) {
  const { initial, ...rest } = props;
  return <Editing record={null} initial={{ ...initial, memberId: "" }} {...rest} />;
}

function Editing(props: {
  record: OpenRecord<Task> | null;
  initial: TaskDraft;
  /** Members of new tasks. */
  memberIds?: readonly string[];
  /** Called after the task is saved. By default, `onClose` is called. */
  onSaved?: () => void;
  onClose: () => void;
}) {
  const { record, initial, onClose, onSaved = onClose } = props;
  const text = useText();
  const { taskScreen, common } = text;
  const task = record?.value ?? null;
  const people = useMembers();
  const form = useDraft(() => fieldsOf(initial), {
    validate: ({ label, notes }) => ({
      label: labelError(label)?.text,
      notes: [...(notes ?? "").trim()].length > maxNotes ? text.calendar.errors.long(maxNotes) : null,
    }),
    isLive: record !== null,
    edited: record && edited(record, fieldsOf),
    units: [["dueDate", "dueTime"]],
    describe: {
      reminderMinutesList: (draft) => remindersText(draft, text),
    },
  });
  const { draft, errors, change } = form;
  const { label, memberId, dueDate } = draft;
  const today = useToday();
  const { weekStartsOn } = useHousehold();
  const viewer = useViewer();
  const isTheirs = task === null || mayTick(viewer, taskOwners(task));
  const [memberIds, setMemberIds] = useState(props.memberIds ?? [task?.memberId ?? ""]);
  const room = labelRoom(label);
  const save = async () => {
    if (!form.check()) return;
    const input = fieldsOf(draft);
    const saved = await store(form, patchOf(form.base, input), {
      create: () => perform(createTasks, newTasks({ ...input, memberIds: task ? [input.memberId] : memberIds })),
      update: task && ((patch) => perform(updateTask, { patch: { id: task.id, ...patch }, label: task.label, task })),
    });
    if (saved) onSaved();
  };
  const unheld = ({ members = [], saysDay, ...reading }: Fitting) => [
    ...unheldBy.task,
    ...repeatSpans,
    ...(task === null || (isTheirs && members.length === 1) ? [] : (["person"] as const)),
    ...(dueDate !== null || saysDay || hasTime(reading) ? [] : (["reminder"] as const)),
  ];
  const apply = ({ title, day, time, memberIds: named, reminders }: Suggestion) => {
    const [first] = named;
    if (task === null && first !== undefined) setMemberIds(named);
    change({
      label: title,
      ...(day === null ? {} : withDate(day)),
      ...(time === null ? {} : { dueDate: day ?? dueDate ?? today, dueTime: time }),
      ...(task === null || first === undefined ? {} : { memberId: first }),
      ...(reminders.length > 0 ? { reminderMinutesList: [...reminders] } : {}),
    });
  };
  const remove = () => {
    if (task) removeTask(task);
    onClose();
  };
  const days = [
    { day: today, label: common.today },
    { day: addDays(today, 1), label: common.tomorrow },
    { day: nextWeek({ today, weekStartsOn }), label: taskScreen.nextWeek },
  ];
  return (
    <Sheet
      open
      onClose={onClose}
      title={taskScreen.editTitle}
      side
      onSubmit={() => void save()}
      footer={<FormFooter form={form} onCancel={onClose} onDelete={task && isTheirs ? remove : null} />}
    >
      <TextArea
        label={taskScreen.label}
        rows={2}
        value={label}
        onChange={(text) => change({ label: text.replaceAll("\n", " ") })}
        onKeyDown={submitByEnter}
        error={errors.label}
        hint={room === null ? undefined : taskScreen.left(room)}
      />
      <PhraseSuggestion text={label} field="task" unheld={unheld} onApply={apply} />
      {task === null ? (
        <PeoplePicker
          label={taskScreen.person}
          people={people}
          value={memberIds}
          error={errors.memberId}
          onChange={(next) => next.length > 0 && setMemberIds(next)}
        />
      ) : isTheirs ? (
        <PersonPicker
          label={taskScreen.person}
          people={people}
          value={memberId}
          error={errors.memberId}
          onChange={(next) => next !== null && change({ memberId: next })}
        />
      ) : (
        <p className="soft small">{taskScreen.personLocked}</p>
      )}
      <DateField
        label={taskScreen.due}
        hint={taskScreen.dueHint}
        value={dueDate ?? ""}
        error={errors.dueDate}
        onChange={(day) => change(withDate(day || null))}
      />
      <div className="chips">
        {days.map(({ day, label: words }) => (
          <ChipButton
            key={day}
            pressed={dueDate === day}
            onClick={() => change(withDate(dueDate === day ? null : day))}
          >
            {words}
          </ChipButton>
        ))}
      </div>
      <DetailFields draft={draft} errors={errors} change={change} />
    </Sheet>
  );
}

/** Returns the change of the draft for a due date. A task without a date has no time. */
function withDate(dueDate: string | null): Partial<TaskDraft> {
  return dueDate === null ? { dueDate, dueTime: null } : { dueDate };
}

function submitByEnter(event: TargetedKeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== "Enter") return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}
