import { currentText } from "#web/page/text.ts";
import { toasts } from "#web/page/toasts.ts";
import { perform } from "#web/page/undo.ts";
import { formatDay } from "#web/time/format.ts";
import type { Task } from "./source.ts";
import { deleteTask, updateTask } from "./writes.ts";

export function setDone(task: Task, isDone: boolean): void {
  const completedAt = isDone ? new Date().toISOString() : null;
  perform(updateTask, { patch: { id: task.id, completedAt }, label: task.label, task });
}

/** Sets the due date of a task. If `dueDate` is null, removes the due date. */
export function setDue(task: Task, dueDate: string | null): void {
  if (dueDate === task.dueDate) return;
  const { taskScreen } = currentText();
  const message =
    dueDate === null ? taskScreen.noDateMessage(task.label) : taskScreen.dueMessage(task.label, formatDay(dueDate));
  perform(updateTask, { patch: { id: task.id, dueDate }, label: task.label, task }, { message });
}

export function assignTo(task: Task, { id, name }: { id: string; name: string }): void {
  if (id === task.memberId) return;
  const message = currentText().taskScreen.assignedMessage(task.label, name);
  perform(updateTask, { patch: { id: task.id, memberId: id }, label: task.label, task }, { message });
}

export function removeTask({ id, label }: Task): void {
  perform(deleteTask, { id, label });
}

/** Explains in a toast why the viewer may not tick the task of the member `name`. */
export function explainOwner(name: string): void {
  toasts.show({ message: currentText().taskScreen.notYours(name), topic: "not-yours" });
}
