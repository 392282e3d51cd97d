import type { RefObject } from "preact";
import { useState } from "preact/hooks";
import { unheldBy } from "#web/forms/phrase-moment.ts";
import { PhraseSuggestion } from "#web/forms/phrase-suggestion.tsx";
import { useText } from "#web/i18n/catalogue.ts";
import { Avatar } from "#web/people/avatar.tsx";
import { PeoplePicker } from "#web/people/person-picker.tsx";
import { useMembers } from "#web/sync/session.ts";
import { IconButton } from "#web/ui/controls/button.tsx";
import { EmojiPicker } from "#web/ui/controls/emoji-picker.tsx";
import { type FieldError, FieldSet } from "#web/ui/controls/field.tsx";
import { RadioGroup } from "#web/ui/controls/radio-group.tsx";
import { TextField } from "#web/ui/controls/text-field.tsx";
import { ArrowUp, Minus, Plus, Star } from "#web/ui/icons.ts";
import { inTurns, suggested } from "../model/draft.ts";
import type { FormPart } from "./edit-sheet.tsx";

const maxStars = 100;

export function LookFields({
  draft,
  errors,
  change,
  nameField,
}: FormPart & { nameField: RefObject<HTMLInputElement | null> }) {
  const { form } = useText().choreBoard;
  const [isPicking, setPicking] = useState(false);
  return (
    <>
      <div className="chores-look">
        <button
          type="button"
          className="chores-emoji"
          aria-label={form.changeEmoji}
          aria-expanded={isPicking}
          onClick={() => setPicking(!isPicking)}
        >
          {draft.emoji}
        </button>
        <TextField
          ref={nameField}
          label={form.name}
          placeholder={form.namePlaceholder}
          value={draft.name}
          maxLength={100}
          error={errors.name}
          onChange={(name) => change({ name })}
        />
      </div>
      <PhraseSuggestion
        text={draft.name}
        field="chore"
        unheld={() => unheldBy.chore}
        onApply={(each) => change(suggested(draft, each))}
      />
      {isPicking && (
        <EmojiPicker
          label={form.emoji}
          groups={form.emojiGroups}
          firstGroup="home"
          value={draft.emoji}
          error={errors.emoji}
          onChange={(emoji) => change({ emoji: emoji ?? "🧹" })}
        />
      )}
      <Stars value={draft.stars} error={errors.stars} onChange={(stars) => change({ stars })} />
    </>
  );
}

function Stars(props: { value: number; error: FieldError; onChange: (stars: number) => void }) {
  const { value, onChange } = props;
  const { choreBoard, chores } = useText();
  const { form } = choreBoard;
  return (
    <FieldSet label={form.stars} error={props.error}>
      <div className="chores-stars-field">
        <IconButton aria-label={form.fewer} disabled={value <= 0} onClick={() => onChange(value - 1)}>
          <Minus />
        </IconButton>
        <output aria-live="polite" aria-label={chores.stars(value)}>
          <Star /> {value}
        </output>
        <IconButton aria-label={form.more} disabled={value >= maxStars} onClick={() => onChange(value + 1)}>
          <Plus />
        </IconButton>
      </div>
    </FieldSet>
  );
}

const assignments = ["each", "anyone", "rotate"] as const;

export function SharingFields({ draft, errors, change }: FormPart) {
  const { form } = useText().choreBoard;
  const members = useMembers();
  return (
    <>
      <PeoplePicker
        label={form.members}
        people={members}
        value={draft.memberIds}
        error={errors.memberIds}
        onChange={(chosen) => change({ memberIds: inTurns(draft.memberIds, chosen) })}
      />
      {draft.memberIds.length > 1 && (
        <RadioGroup
          label={form.assignment}
          error={errors.assignment}
          value={draft.assignment}
          options={assignments.map((value) => ({
            value,
            content: (
              <span>
                <strong>{form.assignments[value].name}</strong>
                <span className="soft small">{form.assignments[value].hint}</span>
              </span>
            ),
          }))}
          onChange={(assignment) => change({ assignment })}
          className="chores-sharing"
          optionClass="chores-share"
        />
      )}
      {draft.memberIds.length > 1 && draft.assignment === "rotate" && (
        <Turns memberIds={draft.memberIds} onChange={(memberIds) => change({ memberIds })} />
      )}
    </>
  );
}

function Turns({ memberIds, onChange }: { memberIds: readonly string[]; onChange: (ids: string[]) => void }) {
  const { form } = useText().choreBoard;
  const members = useMembers();
  const people = memberIds.flatMap((id) => members.find((member) => member.id === id) ?? []);
  const lift = (index: number) => {
    const next = [...memberIds];
    next.splice(index - 1, 0, ...next.splice(index, 1));
    onChange(next);
  };
  return (
    <FieldSet label={form.order}>
      <ol className="chores-turns">
        {people.map((person, index) => (
          <li key={person.id}>
            <span className="tabular soft">{index + 1}.</span>
            <Avatar person={person} size="s" decorative />
            <span>{person.name}</span>
            <IconButton aria-label={form.earlier(person.name)} disabled={index === 0} onClick={() => lift(index)}>
              <ArrowUp />
            </IconButton>
          </li>
        ))}
      </ol>
    </FieldSet>
  );
}
