import type { PhraseReading } from "#lib/phrases/model.ts";
import { wordsOf } from "#web/forms/phrase-moment.ts";
import { unknownName } from "#web/forms/use-phrases.ts";
import { useText } from "#web/i18n/catalogue.ts";
import { Avatar } from "#web/people/avatar.tsx";
import { useMembers } from "#web/sync/session.ts";
import { formatTime } from "#web/time/format.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { cx } from "#web/ui/cx.ts";
import type { AddDraft, Corrections } from "./model/draft.ts";
import { choiceInWords, type Facts, questionInWords } from "./model/words.ts";

type Props = { text: string; reading: PhraseReading; draft: AddDraft };

/**
 * Question that the user must answer before the draft can be saved: which day or time, which member, or which kind.
 */
export function Asked(props: Props & { facts: Facts; isAsked: boolean; onAnswer: (choice: string) => void }) {
  const { draft, text, reading, facts, isAsked, onAnswer } = props;
  const { addField } = useText();
  const members = useMembers();
  const { question } = draft;
  if (!question) return null;
  const faceOf = (choice: string) => {
    const person = question.about === "person" ? members.find(({ id }) => id === choice) : undefined;
    return person && <Avatar person={person} size="xs" decorative />;
  };
  const title = questionInWords(question, wordsOf(text, reading, ["person"]).join(" "), facts);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be read as part of a form
    <div className="add-ask" role="group" aria-label={title}>
      <span>{title}</span>
      {question.choices.map((choice, index) => (
        <button
          key={choice}
          type="button"
          className={cx("add-answer", index === 0 && "add-answer-first")}
          onClick={() => onAnswer(choice)}
        >
          {faceOf(choice)}
          {choiceInWords(question, choice, facts)}
        </button>
      ))}
      <span className="add-ask-hint" role="status">
        {isAsked && addField.confirmHint}
      </span>
    </div>
  );
}

/** Choices that the user may take, but need not: the other half of the day, or an event instead of a chore. */
export function Offers(props: Props & { onCorrect: (change: Corrections) => void }) {
  const { text, reading, draft, onCorrect } = props;
  const { addField } = useText();
  const { time, halves } = draft;
  const unknown = unknownName(reading);
  const means = addField.means(wordsOf(text, reading, ["time", "range"]).join(" "));
  return (
    <>
      {halves.length > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would be read as part of a form
        <div className="add-ask" role="group" aria-label={means}>
          <span>{means}</span>
          {halves.map((each) => (
            <button
              key={each}
              type="button"
              className={cx("add-answer", each === time && "add-answer-first")}
              aria-pressed={each === time}
              onClick={() => onCorrect({ time: each })}
            >
              {formatTime(each)}
            </button>
          ))}
        </div>
      )}
      {draft.isChoreByRepeat && (
        <div className="add-ask">
          <span>{addField.becomesChore}</span>
          <Button size="s" onClick={() => onCorrect({ kind: "event" })}>
            {addField.makeEvent}
          </Button>
        </div>
      )}
      {unknown !== null && <p className="add-hint soft small">{addField.unknownName(unknown)}</p>}
    </>
  );
}
