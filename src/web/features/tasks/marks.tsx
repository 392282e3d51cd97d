import { useText } from "#web/i18n/catalogue.ts";
import { VisuallyHidden } from "#web/ui/display/surface.tsx";
import { FileText, Flag } from "#web/ui/icons.ts";
import type { Task } from "./model/source.ts";

/** Marks for the priority and the notes of a task. */
export function Marks({ task: { isPriority, notes } }: { task: Pick<Task, "isPriority" | "notes"> }) {
  const { tasks } = useText();
  return (
    <>
      {isPriority && (
        <span className="task-priority">
          <Flag />
          <VisuallyHidden>{tasks.priority}</VisuallyHidden>
        </span>
      )}
      {notes && (
        <span className="soft">
          <FileText />
          <VisuallyHidden>{tasks.hasNotes}</VisuallyHidden>
        </span>
      )}
    </>
  );
}
