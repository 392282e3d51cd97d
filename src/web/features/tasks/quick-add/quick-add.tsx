import type { TargetedSubmitEvent } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { useGrammars, useReading } from "#web/forms/use-reading.ts";
import { useText } from "#web/i18n/catalogue.ts";
import { perform } from "#web/page/undo.ts";
import { useOverlay } from "#web/shell/use-overlay.ts";
import { provisionalId } from "#web/sync/ids.ts";
import { type Member, useMembers, useViewer } from "#web/sync/session.ts";
import { IconButton } from "#web/ui/controls/button.tsx";
import { TextField } from "#web/ui/controls/text-field.tsx";
import { ArrowUp, Plus } from "#web/ui/icons.ts";
import { labelError } from "../model/label.ts";
import { createTask } from "../model/writes.ts";
import { taskParser } from "./parse.ts";
import { Preview } from "./preview.tsx";

/**
 * Field that adds a task. The task is for the member who is mentioned in the text. If the text mentions no member, the
 * task is for `assignee`.
 */
export function QuickAdd({ assignee }: { assignee: Member | null }) {
  const { taskScreen, common } = useText();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState("");
  const [kept, setKept] = useState<readonly string[]>([]);
  const [isTried, setTried] = useState(false);
  const parsed = useParsed(text, kept, useViewer()?.id ?? null);
  const begin = useOverlay("new");
  const begins = begin.value.new !== null;
  const { replace } = begin;
  useEffect(() => {
    if (!begins) return;
    field.current?.focus();
    replace({});
  }, [begins, replace]);
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

/**
 * Parses the text of a task. `viewerId` is the id of the member whom “me” means. If `viewerId` is null, “me” means
 * nobody. `kept` are words that look like a day or a person, but that the user has turned back into plain text.
 */
export function useParsed(text: string, kept: readonly string[], viewerId: string | null) {
  const people = useMembers();
  const grammars = useGrammars();
  const reading = useReading();
  const parse = useMemo(() => taskParser(grammars), [grammars]);
  return useMemo(
    () => parse(text, { ...reading, people, viewerId, kept }),
    [text, kept, people, viewerId, reading, parse],
  );
}
