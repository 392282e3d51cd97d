import { useEffect, useRef, useState } from "preact/hooks";
import { FormFooter } from "#web/forms/form-footer.tsx";
import { repeatSpans, wordsOf } from "#web/forms/phrase-moment.ts";
import { useDraft } from "#web/forms/use-draft.ts";
import { usePhrase } from "#web/forms/use-phrases.ts";
import { useText } from "#web/i18n/catalogue.ts";
import { perform } from "#web/page/undo.ts";
import { useMembers, useNow } from "#web/sync/session.ts";
import { TextField } from "#web/ui/controls/text-field.tsx";
import { Sheet } from "#web/ui/overlay/sheet.tsx";
import { Chips } from "../../add/chips.tsx";
import { answerOf, draftOf, problemOf, problemText, type Setting, unheldIn } from "../../add/model/draft.ts";
import { taskFormOf } from "../../add/model/save.ts";
import { questionInWords } from "../../add/model/words.ts";
import { Preview } from "../../add/preview.tsx";
import { Asked, Offers } from "../../add/questions.tsx";
import { createTasks, newTasks } from "../../tasks/model/writes.ts";
import { keepDraft, useKeptDraft } from "../model/kept-draft.ts";
import type { FormProps } from "./add-sheet.tsx";

/**
 * Form to add a task for each of the named members. The text can name the due date, the time and reminders. A question
 * that the text leaves open must be answered first.
 */
export function TaskForm({ member, draft: former, onClose }: FormProps<"task">) {
  const catalogue = useText();
  const { taskScreen, wall, common } = catalogue;
  const members = useMembers();
  const { day: today, time } = useNow();
  const field = useRef<HTMLInputElement>(null);
  const { text: formerText = "", corrections: formerCorrections = {}, plain: formerPlain = [] } = former ?? {};
  const [entry, setEntry] = useState({ text: formerText, corrections: formerCorrections, plain: formerPlain });
  /** Whether the user saved before the grammar was loaded. */
  const [isWaiting, setWaiting] = useState(false);
  const { text, plain } = entry;
  const corrections = { ...entry.corrections, kind: "task" } as const;
  const person = { memberId: member.id, viewerId: member.id, isAdult: true };
  const setting: Setting = { today, now: `${today}T${time}`, kind: "task", day: today, listId: null, ...person };
  const unheld = (read: Parameters<typeof unheldIn>[0]) => [...unheldIn(read, corrections, setting), ...repeatSpans];
  const reading = usePhrase(text, { field: "task", viewerId: member.id, plain, unheld });
  const draft = draftOf(reading, corrections, setting);
  const facts = { text: catalogue, today, members, lists: [], groceryListName: "" };
  const { question } = draft;
  const asks = question && questionInWords(question, wordsOf(text, reading, ["person"]).join(" "), facts);
  const problem = problemOf(draft);
  const form = useDraft<object, "label">(
    {},
    { validate: () => ({ label: problem ? problemText(problem, catalogue) : asks }) },
  );
  const change = (next: Partial<typeof entry>) => {
    setEntry({ ...entry, ...next });
    setWaiting(false);
    form.change({});
  };
  useKeptDraft({ kind: "task", ...entry });
  const close = () => {
    keepDraft(null);
    onClose();
  };
  const save = async () => {
    if (reading.isLoading) return setWaiting(true);
    if (!form.check()) return;
    const tasks = newTasks({ ...taskFormOf(draft), memberIds: draft.memberIds });
    if (await form.submit(() => perform(createTasks, tasks, { message: wall.add.added(draft.title) }))) close();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the grammar is loaded
  useEffect(() => {
    if (!isWaiting || reading.isLoading) return;
    setWaiting(false);
    void save();
  }, [isWaiting, reading.isLoading]);
  const shown = { text, reading, draft };
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
        hint={text.trim() === "" ? taskScreen.addHint : undefined}
        value={text}
        onChange={(next) => change({ text: next })}
        error={form.errors.label}
        enterkeyhint="done"
      />
      {text.trim() !== "" && <Preview draft={draft} facts={facts} icon={null} />}
      <Asked
        {...shown}
        facts={facts}
        isAsked={false}
        onAnswer={(choice) => question && change({ corrections: { ...corrections, ...answerOf(question, choice) } })}
      />
      <Offers {...shown} onCorrect={(next) => change({ corrections: { ...corrections, ...next } })} />
      <Chips
        {...shown}
        corrections={corrections}
        facts={facts}
        onCorrect={(next) => change({ corrections: next })}
        onRemove={(next, words) => change({ corrections: next, plain: [...plain, ...words] })}
      />
    </Sheet>
  );
}
