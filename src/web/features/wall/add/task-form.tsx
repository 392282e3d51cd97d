import { useRef, useState } from "preact/hooks";
import { FormFooter } from "#web/forms/form-footer.tsx";
import { useDraft } from "#web/forms/use-draft.ts";
import { useText } from "#web/i18n/catalogue.ts";
import { perform } from "#web/page/undo.ts";
import { PersonPicker } from "#web/people/person-picker.tsx";
import { provisionalId } from "#web/sync/ids.ts";
import { useMembers } from "#web/sync/session.ts";
import { DateField, TextField } from "#web/ui/controls/text-field.tsx";
import { Sheet } from "#web/ui/overlay/sheet.tsx";
import { labelError } from "../../tasks/model/label.ts";
import { createTask } from "../../tasks/model/writes.ts";
import { Preview } from "../../tasks/quick-add/preview.tsx";
import { useParsed } from "../../tasks/quick-add/quick-add.tsx";
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
  const [textWords, setTextWords] = useState<readonly string[]>([]);
  const parsed = useParsed(text, textWords, member.id);
  const form = useDraft<{ memberId: string; dueDate: string | null }, "label">(
    { memberId: former?.memberId ?? member.id, dueDate: former?.dueDate ?? null },
    { validate: () => ({ label: labelError(parsed.label)?.text }) },
  );
  const { draft, errors, change } = form;
  const memberId = parsed.person?.person.id ?? draft.memberId;
  const dueDate = parsed.due?.day ?? draft.dueDate;
  const keepAsText = (words: string | undefined) => words !== undefined && setTextWords([...textWords, words]);
  useKeptDraft({ kind: "task", text, ...draft });
  const close = () => {
    keepDraft(null);
    onClose();
  };
  const save = async () => {
    if (!form.check()) return;
    const task = { id: provisionalId(), label: parsed.label, memberId, dueDate };
    if (await form.submit(() => perform(createTask, task, { message: wall.add.added(parsed.label) }))) close();
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
      <Preview
        parsed={parsed}
        person={members.find(({ id }) => id === memberId) ?? null}
        isEmpty={text.trim() === ""}
        onKeep={keepAsText}
      />
      <PersonPicker
        label={taskScreen.person}
        people={members}
        value={memberId}
        error={errors.memberId}
        onChange={(next) => {
          keepAsText(parsed.person?.words);
          change({ memberId: next ?? memberId });
        }}
      />
      <DateField
        label={taskScreen.due}
        hint={taskScreen.dueHint}
        value={dueDate ?? ""}
        error={errors.dueDate}
        onChange={(day) => {
          keepAsText(parsed.due?.words);
          change({ dueDate: day || null });
        }}
      />
    </Sheet>
  );
}
