import { type Catalogue, useText } from "#web/i18n/catalogue.ts";
import { formatNames } from "#web/time/format.ts";
import { Switch } from "#web/ui/controls/choice.tsx";
import type { FieldError } from "#web/ui/controls/field.tsx";
import { TextArea } from "#web/ui/controls/text-area.tsx";
import { TimeField } from "#web/ui/controls/text-field.tsx";
import { LinksIn } from "#web/ui/display/linked-text.tsx";
import { ReminderPicker } from "../calendar/edit/reminder-field.tsx";
import type { Reminders } from "../calendar/model/draft.ts";
import { aheadText } from "../calendar/model/reminders.ts";
import type { Task } from "./model/source.ts";

/** Maximum length of a task's notes that the server allows, in code points. */
export const maxNotes = 2_000;

export type TaskDraft = Pick<
  Task,
  "label" | "memberId" | "dueDate" | "dueTime" | "notes" | "reminderMinutesList" | "isPriority"
>;

/** Returns the fields of a task that the sheet edits, in the form in which they are sent. */
export function fieldsOf(task: TaskDraft): TaskDraft {
  const { label, memberId, dueDate, dueTime, notes, reminderMinutesList, isPriority } = task;
  return {
    label: label.trim(),
    memberId,
    dueDate,
    dueTime: dueDate === null ? null : dueTime || null,
    notes: notes?.trim() || null,
    reminderMinutesList,
    isPriority,
  };
}

type Props = {
  draft: TaskDraft;
  errors: { readonly [field in keyof TaskDraft]?: FieldError };
  change: (patch: Partial<TaskDraft>) => void;
};

/** Fields for the time, the reminders, the notes and the priority of a task. A task without a date has no time. */
export function DetailFields({ draft, errors, change }: Props) {
  const text = useText();
  const { taskScreen, tasks, calendar, choreBoard } = text;
  const { dueDate, dueTime, notes, reminderMinutesList, isPriority } = draft;
  const setTime = (time: string) => {
    // Minutes that suit a task with a time do not suit one without a time.
    const isOther = !time !== !dueTime && reminderMinutesList?.length;
    change({ dueTime: time || null, reminderMinutesList: isOther ? null : reminderMinutesList });
  };
  return (
    <>
      {dueDate !== null && (
        <TimeField label={choreBoard.form.time} value={dueTime ?? ""} error={errors.dueTime} onChange={setTime} />
      )}
      {dueDate !== null && (
        <ReminderPicker
          reminders={toReminders(reminderMinutesList)}
          isAllDay={dueTime === null}
          usual={dueTime === null ? taskScreen.usualReminder : calendar.defaultReminder(taskScreen.atTheTime)}
          nameOf={(minutes) => nameOf(minutes, dueTime, text)}
          error={errors.reminderMinutesList}
          onChange={(reminders) => change({ reminderMinutesList: toMinutes(reminders) })}
        />
      )}
      <TextArea
        label={calendar.notes}
        value={notes ?? ""}
        error={errors.notes}
        onChange={(value) => change({ notes: value })}
      />
      {notes && <LinksIn className="task-links" text={notes} />}
      <Switch label={tasks.priority} checked={isPriority} onChange={(checked) => change({ isPriority: checked })} />
    </>
  );
}

/** Describes the reminders of a task in a few words. */
export function remindersText({ dueTime, reminderMinutesList }: TaskDraft, text: Catalogue): string {
  if (reminderMinutesList === null) return text.taskScreen.usualReminder;
  if (reminderMinutesList.length === 0) return text.calendar.noReminder;
  return formatNames(reminderMinutesList.map((minutes) => nameOf(minutes, dueTime, text)));
}

function nameOf(minutes: number, dueTime: string | null, text: Catalogue): string {
  return minutes === 0 && dueTime !== null ? text.taskScreen.atTheTime : aheadText(minutes, dueTime === null, text);
}

function toReminders(minutes: Task["reminderMinutesList"]): Reminders {
  if (!minutes) return "default";
  return minutes.length === 0 ? "none" : minutes;
}

function toMinutes(reminders: Reminders): number[] | null {
  if (reminders === "default") return null;
  return reminders === "none" ? [] : [...reminders];
}
