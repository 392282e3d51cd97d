import type { RefObject } from "preact";
import type { Errors } from "#web/forms/use-draft.ts";
import { useText } from "#web/i18n/catalogue.ts";
import { EmojiPicker } from "#web/ui/controls/emoji-picker.tsx";
import { TextArea } from "#web/ui/controls/text-area.tsx";
import { TextField, UrlField } from "#web/ui/controls/text-field.tsx";
import { IngredientsEditor } from "./ingredients-editor.tsx";
import type { Draft } from "./model/draft.ts";
import { defaultEmoji } from "./model/writes.ts";

export function RecipeFields(props: {
  draft: Draft;
  errors: Errors<keyof Draft>;
  change: (patch: Partial<Draft>) => void;
  nameRef: RefObject<HTMLInputElement | null>;
  /** Whether the form creates a recipe. Its empty fields then show examples. */
  isNew: boolean;
}) {
  const { recipes: text } = useText();
  const { draft, errors, change, nameRef, isNew } = props;
  return (
    <>
      <TextField
        ref={nameRef}
        label={text.name}
        placeholder={isNew ? text.namePlaceholder : undefined}
        required
        value={draft.name}
        error={errors.name}
        onChange={(next) => change({ name: next })}
      />
      <TextField
        className="recipes-minutes"
        label={text.prepMinutes}
        hint={text.prepHint}
        value={draft.minutes}
        error={errors.minutes}
        onChange={(minutes) => change({ minutes })}
      />
      <TextField
        className="recipes-minutes"
        label={text.servings}
        hint={text.servingsHint}
        inputMode="numeric"
        value={draft.servings}
        error={errors.servings}
        onChange={(servings) => change({ servings })}
      />
      <IngredientsEditor
        lines={draft.ingredients}
        error={errors.ingredients}
        onChange={(ingredients) => change({ ingredients })}
      />
      <TextArea
        label={text.instructions}
        hint={text.instructionsHint}
        rows={6}
        value={draft.instructions}
        error={errors.instructions}
        onChange={(instructions) => change({ instructions })}
      />
      <TextField
        label={text.tags}
        hint={text.tagsHint}
        value={draft.tags}
        error={errors.tags}
        onChange={(tags) => change({ tags })}
      />
      <TextArea
        label={text.notes}
        hint={text.notesHint}
        rows={2}
        value={draft.notes}
        error={errors.notes}
        onChange={(notes) => change({ notes })}
      />
      <TextField
        label={text.sourceName}
        hint={text.sourceNameHint}
        value={draft.sourceName}
        error={errors.sourceName}
        onChange={(sourceName) => change({ sourceName })}
      />
      <UrlField
        label={text.sourceUrl}
        value={draft.sourceUrl}
        error={errors.sourceUrl}
        onChange={(sourceUrl) => change({ sourceUrl })}
      />
      <EmojiPicker
        label={text.emoji}
        groups={text.emojiGroups}
        firstGroup="food"
        value={draft.emoji}
        error={errors.emoji}
        onChange={(emoji) => change({ emoji: emoji ?? defaultEmoji })}
      />
    </>
  );
}
