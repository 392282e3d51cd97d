import type { TargetedSubmitEvent } from "preact";
import { useMemo, useRef, useState } from "preact/hooks";
import { typedWords, useText } from "../../../i18n/catalogue.ts";
import { provisionalId } from "../../../sync/ids.ts";
import { perform } from "../../../sync/perform.ts";
import { type Member, useHousehold, useMembers, useViewer } from "../../../sync/session.ts";
import { isMonthFirst } from "../../../time/format.ts";
import { useToday } from "../../../time/zone.ts";
import { IconButton } from "../../../ui/controls/button.tsx";
import { TextField } from "../../../ui/controls/text-field.tsx";
import { ArrowUp, Plus } from "../../../ui/icons.ts";
import { labelError } from "../model/label.ts";
import { createTask } from "../model/writes.ts";
import { taskParser } from "./parse.ts";
import { Preview } from "./preview.tsx";

/** Adds for the mentioned member, else for `assignee`. */
export function QuickAdd({ assignee }: { assignee: Member | null }) {
  const { taskScreen, common } = useText();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState("");
  const [kept, setKept] = useState<readonly string[]>([]);
  const [isTried, setTried] = useState(false);
  const parsed = useParsed(text, kept);
  const error = labelError(parsed.label);
  const person = parsed.person?.person ?? assignee;

  const write = (next: string) => {
    setText(next);
    setTried(false);
    if (next.trim() === "") setKept([]);
  };
  const add = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    field.current?.focus();
    setTried(true);
    if (error !== null || !person) return;
    const task = { label: parsed.label, memberId: person.id, dueDate: parsed.due?.day ?? null };
    perform(createTask, { id: provisionalId(), ...task });
    write("");
  };
  const keepWords = (words: string) => {
    setKept([...kept, words]);
    field.current?.focus();
  };
  return (
    <form className="tasks-add" onSubmit={add} noValidate>
      <TextField
        ref={field}
        label={taskScreen.add}
        hideLabel
        icon={<Plus />}
        placeholder={taskScreen.addPlaceholder}
        value={text}
        onChange={write}
        enterkeyhint="done"
        // Shows excess length at once, but emptiness only after an attempt.
        error={error?.isTooLong || isTried ? error?.text : null}
        end={
          <IconButton type="submit" aria-label={common.add}>
            <ArrowUp />
          </IconButton>
        }
      />
      <Preview parsed={parsed} person={person} isEmpty={text.trim() === ""} onKeep={keepWords} />
    </form>
  );
}

function useParsed(text: string, kept: readonly string[]) {
  const people = useMembers();
  const viewerId = useViewer()?.id ?? null;
  const today = useToday();
  const { weekStartsOn } = useHousehold();
  const monthFirst = isMonthFirst();
  const words = typedWords();
  const parse = useMemo(() => {
    const [own, ...others] = words;
    return taskParser([own.quickAdd, ...others.map(({ quickAdd }) => quickAdd)]);
  }, [words]);
  return useMemo(() => {
    const reading = { today, weekStartsOn, isMonthFirst: monthFirst };
    return parse(text, { ...reading, people, viewerId, kept });
  }, [text, kept, people, viewerId, today, weekStartsOn, monthFirst, parse]);
}
