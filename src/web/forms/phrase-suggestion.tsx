import type { PhraseField, SpanKind } from "#lib/phrases/model.ts";
import { useText } from "#web/i18n/catalogue.ts";
import { useMembers, useToday, useViewer } from "#web/sync/session.ts";
import { formatNames, formatRelativeDay, formatTime } from "#web/time/format.ts";
import { ChipButton } from "#web/ui/controls/chip.tsx";
import { Spoken } from "#web/ui/display/spoken.tsx";
import { Sparkles } from "#web/ui/icons.ts";
import { type Fitting, lengthOf, momentsOf, repeatSpans, startOf, wordsOf } from "./phrase-moment.ts";
import { usePhrase } from "./use-phrases.ts";

/** Facts that the title of a form contains. A fact is null or empty if the title does not contain it. */
export type Suggestion = {
  readonly title: string;
  readonly day: string | null;
  readonly time: string | null;
  readonly minutes: number | null;
  /** Number of days after the first one. */
  readonly days: number;
  readonly rule: string | null;
  readonly memberIds: readonly string[];
  readonly reminders: readonly number[];
};

/**
 * Chips that take the day, the time and the people over from the title into the other fields of a form. Nothing changes
 * before a press. A mention that may mean several members stays text.
 */
export function PhraseSuggestion(props: {
  text: string;
  field: PhraseField;
  /** Returns the kinds of words that the form cannot hold. They stay text. */
  unheld: (reading: Fitting) => readonly SpanKind[];
  onApply: (suggestion: Suggestion) => void;
}) {
  const { text, field, unheld, onApply } = props;
  const { common, addField } = useText();
  const today = useToday();
  const members = useMembers();
  const viewer = useViewer();
  const reading = usePhrase(text, {
    field,
    viewerId: viewer?.id ?? null,
    unheld: (read) => [...unheld(read), ...(read.possibleMembers ? (["person"] as const) : [])],
  });
  const isRead = reading.title !== "" && reading.spans.some(({ kind }) => kind !== "lead" && kind !== "list");
  const choices = momentsOf(reading);
  const suggestions = !isRead
    ? []
    : (choices.length > 0 ? choices : [undefined]).map((each) => suggestionOf(reading, each));
  const nameOf = ({ day, time, memberIds }: Suggestion) =>
    [
      day && formatRelativeDay(day, today, common),
      time && formatTime(time),
      ...wordsOf(text, reading, repeatSpans),
      formatNames(members.filter(({ id }) => memberIds.includes(id)).map(({ name }) => name)),
    ]
      .filter(Boolean)
      .join(", ");
  const wordsFor = (each: Suggestion) => addField.apply(nameOf(each) || reading.title);
  return (
    <>
      {isRead && (
        <div className="chips">
          {suggestions.map((each) => (
            <ChipButton key={nameOf(each)} tone="ember" icon={<Sparkles />} onClick={() => onApply(each)}>
              {wordsFor(each)}
            </ChipButton>
          ))}
        </div>
      )}
      <Spoken>{suggestions.map(wordsFor).join(". ")}</Spoken>
    </>
  );
}

function suggestionOf(reading: Fitting, moment: string | undefined): Suggestion {
  const start = startOf(reading, moment);
  const { minutes, days } = lengthOf(reading, start);
  const isLong = reading.end !== undefined || reading.durationMinutes !== undefined;
  return {
    title: reading.title,
    day: reading.saysDay ? start.day : null,
    time: start.time,
    minutes: isLong ? minutes : null,
    days,
    rule: reading.rule ?? null,
    memberIds: reading.members ?? [],
    reminders: reading.reminders ?? [],
  };
}
