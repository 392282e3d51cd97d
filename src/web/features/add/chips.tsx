import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { PhraseReading, SpanKind } from "#lib/phrases/model.ts";
import { repeatSpans, spansAbout, wordsOf } from "#web/forms/phrase-moment.ts";
import { useText } from "#web/i18n/catalogue.ts";
import { Avatar } from "#web/people/avatar.tsx";
import { useMembers } from "#web/sync/session.ts";
import { formatTime } from "#web/time/format.ts";
import { cx } from "#web/ui/cx.ts";
import { useLabels } from "#web/ui/display/labels.tsx";
import { Bell, Calendar, ClipboardList, Clock, Repeat, User, Utensils, X } from "#web/ui/icons.ts";
import { aheadText } from "../calendar/model/reminders.ts";
import { Editor } from "./editor.tsx";
import type { AddDraft, Corrections } from "./model/draft.ts";
import { type Facts, listName, momentInWords, ruleInWords, timesInWords, whoInWords } from "./model/words.ts";

export type Part = "day" | "time" | "who" | "list" | "meal" | "repeat" | "reminder";

const icons: Readonly<Record<Part, ComponentChildren>> = {
  day: <Calendar />,
  time: <Clock />,
  who: <User />,
  list: <ClipboardList />,
  meal: <Utensils />,
  repeat: <Repeat />,
  reminder: <Bell />,
};

const spansOf: Readonly<Record<Exclude<Part, "day" | "time">, readonly SpanKind[]>> = {
  who: ["person"],
  list: ["list"],
  meal: ["meal"],
  repeat: repeatSpans,
  reminder: ["reminder"],
};

/** Corrections that belong to a part. Removing the part's chip takes them back. */
const fieldsOf: Readonly<Record<Part, readonly (keyof Corrections)[]>> = {
  day: ["day", "moment"],
  time: ["time", "minutes", "moment"],
  who: ["memberIds", "person"],
  list: ["listId"],
  meal: ["mealType"],
  repeat: ["rule"],
  reminder: ["reminders"],
};

const partsByKind: Readonly<Record<AddDraft["kind"], readonly Part[]>> = {
  event: ["day", "time", "who", "repeat", "reminder"],
  task: ["day", "time", "who", "reminder"],
  chore: ["repeat", "day", "time", "who"],
  list: ["list", "who"],
  meal: ["meal", "day"],
};

type Props = {
  text: string;
  reading: PhraseReading;
  draft: AddDraft;
  corrections: Corrections;
  facts: Facts;
  onCorrect: (corrections: Corrections) => void;
  /** Called with the corrections that are left, and with the words that become text again. */
  onRemove: (corrections: Corrections, words: readonly string[]) => void;
};

/**
 * Chips with what was read. A press on a chip opens the fields that correct it. The cross of a chip turns the words
 * back into text and takes back its correction.
 */
export function Chips(props: Props) {
  const { text, reading, draft, corrections, facts, onCorrect } = props;
  const { addField } = useText();
  const [open, setOpen] = useState<Part | null>(null);
  const shown = partsByKind[draft.kind];
  const wordsAbout = (part: Part) =>
    wordsOf(text, reading, part === "day" || part === "time" ? spansAbout(part, reading) : spansOf[part]);
  const remove = (part: Part) => {
    const left = Object.entries(corrections).filter(([field]) => !fieldsOf[part].includes(field as keyof Corrections));
    props.onRemove(Object.fromEntries(left) as Corrections, wordsAbout(part));
  };
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be read as part of a form */}
      <div className="add-chips" role="group" aria-label={addField.details}>
        {shown.map((part) => {
          const words = wordsAbout(part).join(" ") || null;
          const isCorrected = fieldsOf[part].some((field) => corrections[field] !== undefined);
          const value = chipText(part, draft, reading, words, facts);
          const isSet = value !== "" && (words !== null || isCorrected);
          return (
            <AddChip
              key={part}
              part={part}
              name={addField[part]}
              value={value}
              isSet={isSet}
              isOpen={open === part}
              draft={draft}
              onOpen={() => setOpen(open === part ? null : part)}
              onRemove={isSet ? () => remove(part) : null}
              words={words}
            />
          );
        })}
      </div>
      {open !== null && shown.includes(open) && (
        <Editor
          part={open}
          draft={draft}
          facts={facts}
          onCorrect={(change) => onCorrect({ ...corrections, ...change })}
        />
      )}
    </>
  );
}

function AddChip(props: {
  part: Part;
  name: string;
  value: string;
  words: string | null;
  isSet: boolean;
  isOpen: boolean;
  draft: AddDraft;
  onOpen: () => void;
  onRemove: (() => void) | null;
}) {
  const { part, name, value, isSet, isOpen, draft, onRemove } = props;
  const { addField } = useText();
  const labels = useLabels();
  const [person] = useMembers().filter(({ id }) => draft.memberIds.includes(id));
  const icon = part === "who" && value !== "" && person ? <Avatar person={person} size="xs" decorative /> : icons[part];
  return (
    <span className={cx("add-chip", isSet && "add-chip-read")}>
      <button
        type="button"
        className="add-chip-open"
        aria-expanded={isOpen}
        aria-label={value === "" ? name : addField.change(name, value)}
        onClick={props.onOpen}
      >
        {icon}
        <span>{value === "" ? name : value}</span>
      </button>
      {onRemove && (
        <button
          type="button"
          className="add-chip-remove"
          aria-label={`${labels.remove}: ${props.words ?? value}`}
          onClick={onRemove}
        >
          <X />
        </button>
      )}
    </span>
  );
}

/** Returns the text of a chip. Empty if the draft has no value for it. */
function chipText(part: Part, draft: AddDraft, reading: PhraseReading, words: string | null, facts: Facts): string {
  const { text } = facts;
  const { day, time, rule, reminders, lastDay } = draft;
  if (part === "day") {
    if (day === null) return "";
    const first = momentInWords(day, facts);
    return lastDay === null ? first : `${first} – ${momentInWords(lastDay, facts)}`;
  }
  if (part === "time") {
    if (time === null) return "";
    const isPart = reading.assumed.includes("part") && words !== null;
    return isPart ? text.addField.partOfDay(words, formatTime(time)) : timesInWords(draft);
  }
  if (part === "who") return whoInWords(draft, facts);
  if (part === "list") return listName(draft, facts);
  if (part === "meal") return text.meals.types[draft.mealType];
  if (part === "repeat") return rule === null || day === null ? "" : ruleInWords(rule, day, text);
  return reminders.map((minutes) => aheadText(minutes, time === null, text)).join(", ");
}
