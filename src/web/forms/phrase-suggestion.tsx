import type { PhraseField, PhraseReading, SpanKind } from "#lib/phrases/model.ts";
import { useText } from "#web/i18n/catalogue.ts";
import { useMembers, useToday, useViewer } from "#web/sync/session.ts";
import { formatNames, formatRelativeDay, formatTime } from "#web/time/format.ts";
import { ChipButton } from "#web/ui/controls/chip.tsx";
import { Sparkles } from "#web/ui/icons.ts";
import { lengthOf, momentsOf, startOf } from "./phrase-moment.ts";
import { usePhrase, wordsOf } from "./use-phrases.ts";

/** Facts that the title of a form contains. A fact is null or empty if the title does not contain it. */
export type Suggestion = {
  readonly title: string;
  readonly day: string | null;
  readonly time: string | null;
  readonly minutes: number;
  /** Number of days after the first one. */
  readonly days: number;
  readonly rule: string | null;
  readonly memberIds: readonly string[];
  readonly reminders: readonly number[];
};

const daySpans: readonly SpanKind[] = ["day", "range", "repeat", "reminder"];
const repeatSpans: readonly SpanKind[] = ["repeat", "until", "count"];

/**
 * Chips that take the day, the time and the people over from the title into the other fields of a form. Nothing changes
 * before a press.
 */
export function PhraseSuggestion(props: {
  text: string;
  field: PhraseField;
  onApply: (suggestion: Suggestion) => void;
}) {
  const { text, field, onApply } = props;
  const { common, addField } = useText();
  const today = useToday();
  const members = useMembers();
  const viewer = useViewer();
  const reading = usePhrase(text, { field, viewerId: viewer?.id ?? null });
  const isRead = reading.spans.some(({ kind }) => kind !== "lead" && kind !== "list");
  if (!isRead || reading.title === "") return null;
  const choices = momentsOf(reading);
  const suggestions = (choices.length > 0 ? choices : [undefined]).map((each) => suggestionOf(text, reading, each));
  const nameOf = ({ day, time, memberIds }: Suggestion) =>
    [
      day && formatRelativeDay(day, today, common),
      time && formatTime(time),
      ...wordsOf(text, reading, repeatSpans),
      formatNames(members.filter(({ id }) => memberIds.includes(id)).map(({ name }) => name)),
    ]
      .filter(Boolean)
      .join(", ");
  return (
    <div className="chips" role="status">
      {suggestions.map((each) => (
        <ChipButton key={nameOf(each)} tone="ember" icon={<Sparkles />} onClick={() => onApply(each)}>
          {addField.apply(nameOf(each) || reading.title)}
        </ChipButton>
      ))}
    </div>
  );
}

function suggestionOf(text: string, reading: PhraseReading, moment: string | undefined): Suggestion {
  const start = startOf(reading, moment);
  const { minutes, days } = lengthOf(reading, start);
  const saysDay = wordsOf(text, reading, daySpans).length > 0;
  return {
    title: reading.title,
    day: saysDay ? start.day : null,
    time: start.time,
    minutes,
    days,
    rule: reading.rule ?? null,
    memberIds: reading.members ?? [],
    reminders: reading.reminders ?? [],
  };
}
