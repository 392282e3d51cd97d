import { useMembers, useNow, useViewer } from "#web/sync/session.ts";
import { EditSheet as EventSheet } from "../calendar/edit/edit-sheet.tsx";
import { defaultSpan } from "../calendar/model/draft.ts";
import { EditSheet as ChoreSheet } from "../chores/edit/edit-sheet.tsx";
import { PickerSheet } from "../meals/picker-sheet.tsx";
import { NewTaskSheet as TaskSheet } from "../tasks/edit-sheet.tsx";
import type { AddDraft } from "./model/draft.ts";
import { choreFormOf, eventDraftOf, taskFormOf } from "./model/save.ts";

/** Form with all fields of the draft's kind, which begins with what was read. */
export function FullForm({ draft, ...ends }: { draft: AddDraft; onSaved: () => void; onClose: () => void }) {
  const viewer = useViewer();
  const members = useMembers();
  const now = useNow();
  const { day: today } = now;
  // Without a text, the forms begin as they do elsewhere.
  const isBlank = draft.title === "" && draft.time === null && draft.rule === null;
  if (draft.kind === "event") {
    const read = eventDraftOf(draft, today);
    const initial = isBlank ? { ...read, span: defaultSpan(draft.day ?? today, now) } : read;
    return <EventSheet initial={initial} record={null} {...ends} />;
  }
  if (draft.kind === "chore") {
    const initial = { ...choreFormOf(draft, today, members), memberIds: [...draft.memberIds] };
    return <ChoreSheet record={null} {...(isBlank ? {} : { initial })} {...ends} />;
  }
  if (draft.kind === "meal") {
    const cell = { date: draft.day ?? today, mealType: draft.mealType };
    return <PickerSheet cell={cell} query={draft.title} {...ends} />;
  }
  if (draft.kind === "task") {
    const memberIds = draft.memberIds.length > 0 || !viewer ? draft.memberIds : [viewer.id];
    return <TaskSheet initial={taskFormOf(draft)} memberIds={memberIds} {...ends} />;
  }
  return null;
}
