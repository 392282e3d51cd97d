import type { TargetedKeyboardEvent } from "preact";
import { FormFooter } from "#web/forms/form-footer.tsx";
import { patchOf } from "#web/forms/merge.ts";
import { useDraft } from "#web/forms/use-draft.ts";
import { edited, type OpenRecord, store, useOpenRecord } from "#web/forms/use-open-record.tsx";
import { useText } from "#web/i18n/catalogue.ts";
import { realIds } from "#web/page/sync.ts";
import { perform } from "#web/page/undo.ts";
import { mayTick, taskOwners } from "#web/people/permissions.ts";
import { PersonPicker } from "#web/people/person-picker.tsx";
import { withRealIds } from "#web/sync/ids.ts";
import { useHousehold, useMembers, useToday, useViewer } from "#web/sync/session.ts";
import { useSource } from "#web/sync/use-source.ts";
import { addDays } from "#web/time/days.ts";
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
  return record && <Editing key={id} record={record} onClose={onClose} />;
}

function Editing({ record, onClose }: { record: OpenRecord<Task>; onClose: () => void }) {
  const text = useText();
  const { taskScreen, common } = text;
  const { value: task } = record;
  const people = useMembers();
  const form = useDraft(() => fieldsOf(task), {
    validate: ({ label, notes }) => ({
      label: labelError(label)?.text,
      notes: [...(notes ?? "").trim()].length > maxNotes ? text.calendar.errors.long(maxNotes) : null,
    }),
    isLive: true,
    edited: edited(record, fieldsOf),
    units: [["dueDate", "dueTime"]],
    describe: {
      reminderMinutesList: (draft) => remindersText(draft, text),
    },
  });
  const { draft, errors, change } = form;
  const { label, memberId, dueDate } = draft;
  const today = useToday();
  const { weekStartsOn } = useHousehold();
  const isTheirs = mayTick(useViewer(), taskOwners(task));
  const room = labelRoom(label);
  const save = async () => {
    if (!form.check()) return;
    const input = fieldsOf(draft);
    const saved = await store(form, patchOf(form.base, input), {
      create: () => perform(createTasks, newTasks({ ...input, memberIds: [input.memberId] })),
      update: (patch) => perform(updateTask, { patch: { id: task.id, ...patch }, label: task.label, task }),
    });
    if (saved) onClose();
  };
  const remove = () => {
    removeTask(task);
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
      footer={<FormFooter form={form} onCancel={onClose} onDelete={isTheirs ? remove : null} />}
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
      {isTheirs ? (
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
