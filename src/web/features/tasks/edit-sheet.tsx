import type { TargetedKeyboardEvent } from "preact";
import { useState } from "preact/hooks";
import { useText } from "../../i18n/catalogue.ts";
import { mayTick, taskOwners } from "../../people/permissions.ts";
import { PersonPicker } from "../../people/person-picker.tsx";
import { perform } from "../../sync/perform.ts";
import { useSource } from "../../sync/use-source.ts";
import { addDays } from "../../time/days.ts";
import { ChipButton } from "../../ui/controls/chip.tsx";
import { TextArea } from "../../ui/controls/text-area.tsx";
import { DateField } from "../../ui/controls/text-field.tsx";
import { FormFooter } from "../../ui/forms/form-footer.tsx";
import { Sheet } from "../../ui/overlay/sheet.tsx";
import { removeTask } from "./model/acting.ts";
import { nextWeek } from "./model/groups.ts";
import { labelProblem, labelRoom } from "./model/label.ts";
import type { Scene } from "./model/scene.ts";
import { doneTasks, openTasks, type Task } from "./model/source.ts";
import { useDone } from "./model/use-done.ts";
import { updateTask } from "./model/writes.ts";

/** Changes a task. It shows nothing for an id of none. */
export function EditSheet({ id, scene, onClose }: { id: string; scene: Scene; onClose: () => void }) {
  const open = useSource(openTasks, {}).data?.tasks;
  const recent = useSource(doneTasks, {}).data?.tasks;
  const isAmong = [...(open ?? []), ...(recent ?? [])].some((each) => each.id === id);
  // A search or the feed may lead to one that was completed long ago.
  const { tasks: done } = useDone(open !== undefined && recent !== undefined && !isAmong);
  const task = [...(open ?? []), ...(done ?? [])].find((each) => each.id === id);
  return task ? <Editing key={task.id} task={task} scene={scene} onClose={onClose} /> : null;
}

function Editing({ task, scene, onClose }: { task: Task; scene: Scene; onClose: () => void }) {
  const { taskScreen, common } = useText();
  const [label, setLabel] = useState(task.label);
  const [memberId, setMemberId] = useState(task.memberId);
  const [dueDate, setDueDate] = useState(task.dueDate);
  const isTheirs = mayTick(scene.viewer, taskOwners(task));
  const problem = labelProblem(label);
  const room = labelRoom(label);
  const save = () => {
    if (problem) return;
    const patch = changesOf(task, { label: label.trim(), memberId, dueDate });
    if (Object.keys(patch).length > 0)
      perform(updateTask, { patch: { id: task.id, ...patch }, label: task.label, task });
    onClose();
  };
  const remove = () => {
    removeTask(task);
    onClose();
  };
  const days = [
    { day: scene.today, label: common.today },
    { day: addDays(scene.today, 1), label: common.tomorrow },
    { day: nextWeek(scene), label: taskScreen.nextWeek },
  ];
  return (
    <Sheet
      open
      onClose={onClose}
      title={taskScreen.editTitle}
      side
      onSubmit={save}
      footer={<FormFooter onCancel={onClose} onDelete={isTheirs ? remove : null} />}
    >
      <TextArea
        label={taskScreen.label}
        rows={2}
        value={label}
        onChange={(text) => setLabel(text.replaceAll("\n", " "))}
        onKeyDown={submitByEnter}
        error={problem?.text}
        hint={room === null ? undefined : taskScreen.left(room)}
      />
      {isTheirs ? (
        <PersonPicker
          label={taskScreen.person}
          people={scene.people}
          value={memberId}
          onChange={(next) => next !== null && setMemberId(next)}
        />
      ) : (
        <p className="soft small">{taskScreen.personLocked}</p>
      )}
      <DateField
        label={taskScreen.due}
        hint={taskScreen.dueHint}
        value={dueDate ?? ""}
        onChange={(day) => setDueDate(day || null)}
      />
      <div className="chips">
        {days.map(({ day, label: words }) => (
          <ChipButton key={day} pressed={dueDate === day} onClick={() => setDueDate(dueDate === day ? null : day)}>
            {words}
          </ChipButton>
        ))}
      </div>
    </Sheet>
  );
}

/** A label is one line, however many it takes to show it. */
function submitByEnter(event: TargetedKeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== "Enter") return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}

type Fields = Pick<Task, "label" | "memberId" | "dueDate">;

function changesOf(task: Task, next: Fields): Partial<Fields> {
  return {
    ...(next.label === task.label ? {} : { label: next.label }),
    ...(next.memberId === task.memberId ? {} : { memberId: next.memberId }),
    ...(next.dueDate === task.dueDate ? {} : { dueDate: next.dueDate }),
  };
}
