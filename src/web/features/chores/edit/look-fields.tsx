import type { RefObject } from "preact";
import { useState } from "preact/hooks";
import { useText } from "../../../i18n/catalogue.ts";
import { IconButton } from "../../../ui/controls/button.tsx";
import { EmojiPicker } from "../../../ui/controls/emoji-picker.tsx";
import { FieldSet } from "../../../ui/controls/field.tsx";
import { TextField } from "../../../ui/controls/text-field.tsx";
import { Minus, Plus } from "../../../ui/icons.ts";
import type { FormPart } from "./edit-sheet.tsx";

const mostStars = 100;

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

function Stars(props: { value: number; error: string | null | undefined; onChange: (stars: number) => void }) {
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
          ⭐ {value}
        </output>
        <IconButton aria-label={form.more} disabled={value >= mostStars} onClick={() => onChange(value + 1)}>
          <Plus />
        </IconButton>
      </div>
    </FieldSet>
  );
}
