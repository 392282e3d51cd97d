import type { TargetedKeyboardEvent } from "preact";
import { useState } from "preact/hooks";
import { useText } from "../../i18n/catalogue.ts";
import { mayTick, taskOwners } from "../../people/permissions.ts";
import { PersonPicker } from "../../people/person-picker.tsx";
import { perform } from "../../sync/perform.ts";
import { useHousehold, useMembers, useViewer } from "../../sync/session.ts";
import { useSource } from "../../sync/use-source.ts";
import { addDays } from "../../time/days.ts";
import { useToday } from "../../time/zone.ts";
import { ChipButton } from "../../ui/controls/chip.tsx";
import { TextArea } from "../../ui/controls/text-area.tsx";
import { DateField } from "../../ui/controls/text-field.tsx";
import { FormFooter } from "../../ui/forms/form.tsx";
import { patchOf } from "../../ui/forms/patch.ts";
import { useDraft } from "../../ui/forms/use-draft.ts";
import { Sheet } from "../../ui/overlay/sheet.tsx";
import { removeTask } from "./model/actions.ts";
import { nextWeek } from "./model/groups.ts";
import { labelError, labelRoom } from "./model/label.ts";
import { doneTasks, openTasks, type Task } from "./model/source.ts";
import { useDone } from "./model/use-done.ts";
import { updateTask } from "./model/writes.ts";

export function EditSheet({ id, onClose }: { id: string; onClose: () => void }) {
  const open = useSource(openTasks, {}).data?.tasks;
  const recent = useSource(doneTasks, {}).data?.tasks;
  const isAmong = [...(open ?? []), ...(recent ?? [])].some((each) => each.id === id);
  // A search result or feed entry may link to a task that was completed long ago.
  const { tasks: done } = useDone(open !== undefined && recent !== undefined && !isAmong);
  const task = [...(open ?? []), ...(done ?? [])].find((each) => each.id === id);
  return task ? <Editing key={task.id} task={task} onClose={onClose} /> : null;
}

type Fields = Pick<Task, "label" | "memberId" | "dueDate">;

function Editing({ task, onClose }: { task: Task; onClose: () => void }) {
  const { taskScreen, common } = useText();
  const [before] = useState<Fields>(() => ({ label: task.label, memberId: task.memberId, dueDate: task.dueDate }));
  const form = useDraft(before, {
    validate: ({ label }) => ({ label: labelError(label)?.text }),
    isLive: true,
  });
  const { draft, errors, change } = form;
  const { label, memberId, dueDate } = draft;
  const today = useToday();
  const { weekStartsOn } = useHousehold();
  const people = useMembers();
  const isTheirs = mayTick(useViewer(), taskOwners(task));
  const room = labelRoom(label);
  const save = async () => {
    if (!form.check()) return;
    const patch = patchOf(before, { ...draft, label: label.trim() });
    const variables = { patch: { id: task.id, ...patch }, label: task.label, task };
    if (!patch || (await form.submit(() => perform(updateTask, variables)))) onClose();
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
        onChange={(day) => change({ dueDate: day || null })}
      />
      <div className="chips">
        {days.map(({ day, label: words }) => (
          <ChipButton
            key={day}
            pressed={dueDate === day}
            onClick={() => change({ dueDate: dueDate === day ? null : day })}
          >
            {words}
          </ChipButton>
        ))}
      </div>
    </Sheet>
  );
}

function submitByEnter(event: TargetedKeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== "Enter") return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}
