import type { TargetedSubmitEvent } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import type { PhraseField as Field, PhraseKind } from "#lib/phrases/model.ts";
import { wordsOf } from "#web/forms/phrase-moment.ts";
import { usePhrase } from "#web/forms/use-phrases.ts";
import { useText } from "#web/i18n/catalogue.ts";
import { pageValue } from "#web/page/shared.ts";
import { useHousehold, useMembers, useNow, useViewer } from "#web/sync/session.ts";
import { useSource } from "#web/sync/use-source.ts";
import { Button, IconButton } from "#web/ui/controls/button.tsx";
import { SegmentedControl } from "#web/ui/controls/segmented.tsx";
import { Spoken } from "#web/ui/display/spoken.tsx";
import { ArrowUp, Pencil, X } from "#web/ui/icons.ts";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { useKeyboardInset } from "#web/ui/overlay/use-keyboard-inset.ts";
import { recipesSource } from "../recipes/model/source.ts";
import { Chips } from "./chips.tsx";
import { FullForm } from "./full-form.tsx";
import { answerOf, type Corrections, draftOf, problemOf, problemText, unheldIn } from "./model/draft.ts";
import { save } from "./model/save.ts";
import { useAddTarget } from "./model/use-add-target.ts";
import { addedMessage, choiceInWords, inWords, questionInWords } from "./model/words.ts";
import { PhraseField } from "./phrase-field.tsx";
import { Preview, pictureOf } from "./preview.tsx";
import { Asked, Offers } from "./questions.tsx";

type Entry = { readonly text: string; readonly plain: readonly string[]; readonly corrections: Corrections };

const blank: Entry = { text: "", plain: [], corrections: {} };

/** Entry that was typed, but not saved, when the field was closed, and the member who typed it. */
const keptEntry = pageValue(() => ({ entry: blank, memberId: null as string | null }));

const kinds: readonly PhraseKind[] = ["event", "task", "chore", "list", "meal"];

/** Field for everything: events, tasks, chores, items of lists and meals. */
export function AddSheet({ onClose }: { onClose: () => void }) {
  const text = useText();
  const { addField, common } = text;
  const id = useId();
  const viewer = useViewer();
  const members = useMembers();
  const { timeZone } = useHousehold();
  const { day: today } = useNow();
  const field = useRef<HTMLTextAreaElement>(null);
  const [entry, setEntry] = useEntry(viewer?.id ?? null);
  const [isTried, setTried] = useState(false);
  /** Step that an open question holds up: saving, or opening the form with all fields. */
  const [asked, setAsked] = useState<"save" | "more" | null>(null);
  const [isFull, setFull] = useState(false);
  /** Enter that was pressed before the grammar was loaded. */
  const [waiting, setWaiting] = useState<{ readonly again: boolean } | null>(null);
  const { setting, lists, pictures, groceries } = useAddTarget();
  const { corrections, plain } = entry;
  const reading = usePhrase(entry.text, {
    field: fieldOf(corrections.kind ?? setting.kind),
    viewerId: viewer?.id ?? null,
    plain,
    lists,
    unheld: (read) => unheldIn(read, corrections, setting),
  });
  const draft = draftOf(reading, corrections, setting);
  const { data: book } = useSource(recipesSource, [draft.kind, setting.kind].includes("meal") ? {} : null);
  const facts = { text, today, members, lists, groceryListName: groceries.name };
  const isEmpty = entry.text.trim() === "";
  const problem = problemOf(draft);
  const isWrong = problem !== null && (isTried || problem !== "empty");
  useKeyboardInset(true);

  const change = (next: Partial<Entry>) => {
    setEntry({ ...entry, ...next });
    setTried(false);
    setAsked(null);
    setWaiting(null);
  };
  const type = (next: string) => {
    const kind = corrections.kind === undefined ? {} : { kind: corrections.kind };
    change(
      next.trim() === ""
        ? { ...blank, text: next, corrections: kind }
        : { text: next, plain: plain.filter((words) => next.includes(words)) },
    );
  };
  const correct = (next: Corrections) => change({ corrections: next });
  const makePlain = (words: readonly string[]) => {
    change({ plain: [...plain, ...words] });
    field.current?.focus();
  };
  const finish = (with_: Corrections, again: boolean) => {
    const final = draftOf(reading, with_, setting);
    const message = addedMessage(final, facts);
    save(final, { today, timeZone, viewer, members, recipes: book?.recipes ?? [], text, message, groceries });
    const kind = corrections.kind === undefined ? {} : { kind: corrections.kind };
    change({ ...blank, corrections: again ? kind : {} });
    if (again) field.current?.focus();
    else onClose();
  };
  const submit = (again: boolean) => {
    if (reading.isLoading) return setWaiting({ again });
    setTried(true);
    if (problem !== null) return field.current?.focus();
    const { question } = draft;
    if (question === null) return finish(corrections, again);
    if (asked === null) return setAsked("save");
    answer(question.choices[0] ?? "", again);
  };
  const answer = (choice: string, again = false) => {
    if (!draft.question) return;
    const answered = { ...corrections, ...answerOf(draft.question, choice) };
    const isLast = draftOf(reading, answered, setting).question === null;
    if (isLast && asked === "save") return finish(answered, again);
    correct(answered);
    if (isLast && asked === "more") setFull(true);
    else field.current?.focus();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the grammar is loaded
  useEffect(() => {
    if (!waiting || reading.isLoading) return;
    setWaiting(null);
    submit(waiting.again);
  }, [waiting, reading.isLoading]);
  if (isFull) {
    const end = () => {
      setEntry(blank);
      onClose();
    };
    return <FullForm draft={draft} onSaved={end} onClose={() => setFull(false)} />;
  }
  const examples = addField.examples(exampleName(members, viewer?.id ?? null))[
    corrections.kind ?? setting.kind ?? "any"
  ];
  const { question } = draft;
  const asks = question && questionInWords(question, wordsOf(entry.text, reading, ["person"]).join(" "), facts);
  const choices = question?.choices.map((choice) => choiceInWords(question, choice, facts)) ?? [];
  const listIcon = draft.listId === null ? undefined : pictures.get(draft.listId);
  return (
    <Dialog
      open
      onClose={onClose}
      place="sheet-place add-place"
      className="sheet sheet-m"
      aria-labelledby={`${id}-title`}
      initialFocus={field}
    >
      <form
        className="sheet-content"
        noValidate
        onSubmit={(event: TargetedSubmitEvent<HTMLFormElement>) => {
          event.preventDefault();
          submit(false);
        }}
      >
        <h2 className="visually-hidden" id={`${id}-title`}>
          {addField.title}
        </h2>
        <div className="sheet-body add-body">
          <div className="add-line">
            <PhraseField
              field={field}
              label={addField.field}
              placeholder={examples[0] ?? ""}
              text={entry.text}
              spans={reading.spans}
              describedBy={`${id}-error`}
              isInvalid={isWrong}
              onChange={type}
              onPlain={(words) => makePlain([words])}
              onEnter={submit}
            />
            <IconButton type="submit" className="add-save" aria-label={addField.save}>
              <ArrowUp className="icon-l" />
            </IconButton>
          </div>
          <p id={`${id}-error`} className="field-error add-error" role="alert">
            {isWrong && problemText(problem, text)}
          </p>
          {isEmpty ? (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset would be read as part of a form
            <div className="add-chips" role="group" aria-label={addField.examplesLabel}>
              {examples.map((example) => (
                <button key={example} type="button" className="add-answer" onClick={() => fill(example)}>
                  {example}
                </button>
              ))}
            </div>
          ) : (
            <>
              <Preview draft={draft} facts={facts} icon={pictureOf(draft, listIcon)} />
              <Asked
                text={entry.text}
                reading={reading}
                draft={draft}
                facts={facts}
                isAsked={asked !== null}
                onAnswer={(choice) => answer(choice)}
              />
              <Offers
                text={entry.text}
                reading={reading}
                draft={draft}
                onCorrect={(next) => correct({ ...corrections, ...next })}
              />
              <Chips
                text={entry.text}
                reading={reading}
                draft={draft}
                corrections={corrections}
                facts={facts}
                onCorrect={correct}
                onRemove={(next, words) => {
                  change({ corrections: next, plain: [...plain, ...words] });
                  field.current?.focus();
                }}
              />
            </>
          )}
          <SegmentedControl<PhraseKind | "">
            label={addField.kind}
            value={isEmpty ? (corrections.kind ?? setting.kind ?? "") : draft.kind}
            segments={kinds
              .filter((kind) => setting.isAdult || kind !== "chore")
              .map((kind) => ({ value: kind, label: addField.kinds[kind] }))}
            onChange={(kind) => kind && correct({ ...corrections, kind })}
            wide
            className="add-kinds"
          />
          <div className="add-foot">
            {draft.kind !== "list" && (
              <Button variant="quiet" icon={<Pencil />} onClick={() => (question ? setAsked("more") : setFull(true))}>
                {addField.more}
              </Button>
            )}
            <p className="add-keys soft small" aria-hidden="true">
              <Key name="↵">{addField.keys.save}</Key>
              <Key name="⇧ ↵">{addField.keys.again}</Key>
            </p>
            <Button variant="quiet" icon={<X />} onClick={onClose}>
              {common.close}
            </Button>
          </div>
        </div>
        <Spoken>{isEmpty ? "" : [inWords(draft, facts), asks, ...choices].filter(Boolean).join(". ")}</Spoken>
      </form>
    </Dialog>
  );

  function fill(example: string) {
    change({ ...blank, text: example, corrections });
    field.current?.focus();
  }
}

function Key({ name, children }: { name: string; children: string }) {
  return (
    <span>
      <kbd>{name}</kbd> {children}
    </span>
  );
}

/** Returns the entry of the field. The entry of a member is kept while the field is closed. */
function useEntry(memberId: string | null) {
  const kept = keptEntry();
  const [entry, setEntry] = useState(() => (kept.memberId === memberId ? kept.entry : blank));
  const set = (next: Entry) => {
    Object.assign(kept, { entry: next, memberId });
    setEntry(next);
  };
  return [entry, set] as const;
}

function fieldOf(kind: PhraseKind | null): Field {
  return kind === null || kind === "meal" ? "any" : kind;
}

/** Returns the name for the examples: that of another member, if there is one. */
function exampleName(members: readonly { readonly id: string; readonly name: string }[], viewerId: string | null) {
  return (members.findLast(({ id }) => id !== viewerId) ?? members[0])?.name ?? "";
}
